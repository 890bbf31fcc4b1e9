import type { Signal } from '@preact/signals';
import type { PartOptions } from '../../../contract/index.ts';
import { CheckBox, Choice, TextField } from '../../parts/field.tsx';
import type { TriedOverlays } from './overlays/overlay-list.ts';
import { OverlaysForm } from './overlays/overlays-form.tsx';

const sizes = ['A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid'] as const;
type Size = (typeof sizes)[number];

interface PageOptionsProps {
  options: Signal<PartOptions>;
  overlays: Signal<TriedOverlays>;
}

/** How the pages are drawn here and in the lines of “Use it”. They belong to a render, not to the template. */
export function PageOptionsForm({ options, overlays }: PageOptionsProps) {
  const { page_size, landscape, margin, scale, print_background } = options.value;
  /** Sets one option; undefined leaves it out. */
  function set<K extends keyof PartOptions>(name: K, value: PartOptions[K] | undefined): void {
    const { [name]: _old, ...others } = options.value;
    options.value = value === undefined ? others : { ...others, [name]: value };
  }
  return (
    <div class="page-options">
      <p class="soft">
        Options of a render, which “Use it” includes. Write options that always apply into the content of the template:{' '}
        <code>@page {'{ size: A4; margin: 20mm }'}</code>.
      </p>
      <Choice
        label="Page size"
        value={typeof page_size === 'string' ? page_size : ''}
        options={[['', 'as the content says'], ...sizes.map((size) => [size, size] as const)]}
        onChange={({ currentTarget: { value } }) => set('page_size', value === '' ? undefined : (value as Size))}
      />
      <TextField
        label="Margin"
        hint="A length for all sides, such as 20mm."
        placeholder="as the content says"
        pattern="\d+(\.\d+)?(mm|cm|in|pt|px)"
        value={typeof margin === 'string' ? margin : ''}
        onChange={({ currentTarget }) => {
          if (currentTarget.reportValidity()) set('margin', currentTarget.value || undefined);
        }}
      />
      <TextField
        label="Scale"
        type="number"
        min="0.1"
        max="2"
        step="0.05"
        value={scale ?? 1}
        onChange={({ currentTarget }) => {
          const value = Number(currentTarget.value);
          if (currentTarget.reportValidity()) set('scale', value === 1 ? undefined : value);
        }}
      />
      <CheckBox
        label="On its side"
        isChecked={landscape ?? false}
        onChange={(isChecked) => set('landscape', isChecked || undefined)}
      />
      <CheckBox
        label="Print backgrounds"
        isChecked={print_background ?? true}
        onChange={(isChecked) => set('print_background', isChecked ? undefined : false)}
      />
      <OverlaysForm overlays={overlays} />
    </div>
  );
}
