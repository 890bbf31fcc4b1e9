import type { ComponentChildren, ComponentProps } from 'preact';
import { useId } from 'preact/hooks';

type TextFieldProps = ComponentProps<'input'> & {
  label: string;
  /** Said below the field. */
  hint?: string | undefined;
  /** What is wrong with it. */
  problem?: string | undefined;
};

/** A labelled line of text. */
export function TextField({ label, hint, problem, ...input }: TextFieldProps) {
  const id = useId();
  const said = problem ?? hint;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={said ? `${id}-said` : undefined}
        {...input}
      />
      {said && (
        <p id={`${id}-said`} class={problem ? 'said bad' : 'said'}>
          {said}
        </p>
      )}
    </div>
  );
}

type ChoiceProps = ComponentProps<'select'> & {
  label: string;
  options: readonly (readonly [value: string, words: string])[];
  isLabelUnseen?: boolean;
};

/** A labelled choice of a few. In a form `defaultValue` is chosen at first, and the choice stays. */
export function Choice({ label, options, isLabelUnseen = false, defaultValue, ...select }: ChoiceProps) {
  const id = useId();
  return (
    <div class={isLabelUnseen ? 'field bare' : 'field'}>
      <label for={id} class={isLabelUnseen ? 'unseen' : undefined}>
        {label}
      </label>
      <select id={id} {...select}>
        {options.map(([value, words]) => (
          // Preact knows no default of a whole list.
          <option key={value} value={value} selected={defaultValue === undefined ? undefined : value === defaultValue}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A list with a value or without it. */
export function tick<T>(list: readonly T[], value: T, isTicked: boolean): T[] {
  return [...list.filter((other) => other !== value), ...(isTicked ? [value] : [])];
}

interface CheckBoxProps {
  label: string;
  hint?: ComponentChildren;
  isChecked: boolean;
  isDisabled?: boolean;
  onChange: (isChecked: boolean) => void;
}

/** A box to tick. */
export function CheckBox({ label, hint, isChecked, isDisabled = false, onChange }: CheckBoxProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  );
}
