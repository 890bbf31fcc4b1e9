import type { Signal } from '@preact/signals';

interface FormEndProps {
  /** The words of the button that sends the form. */
  action: string;
  onClose: () => void;
  /** Why the form could not be sent. Default none. */
  problem?: Signal<string | undefined>;
  /** Whether it is being sent. Default no. */
  isBusy?: Signal<boolean>;
}

/** The end of a form in a dialog: what went wrong, and the two ways out. */
export function FormEnd({ action, onClose, problem, isBusy }: FormEndProps) {
  return (
    <>
      {problem && (
        <p class="said bad" role="alert" hidden={!problem.value}>
          {problem.value}
        </p>
      )}
      <div class="buttons">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="strong" disabled={isBusy?.value}>
          {action}
        </button>
      </div>
    </>
  );
}
