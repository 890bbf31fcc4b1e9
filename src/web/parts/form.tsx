import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ApiError } from '../api.ts';

/** What is sent by a form: its fields by name. Throws what went wrong. */
type Send = (fields: Record<string, string>, form: HTMLFormElement) => Promise<void>;

/** Sends a form, one try at a time; `problem` is what went wrong last, in the words of `explain`. Default: its message. */
export function useForm(send: Send, explain: (error: ApiError) => string = ({ message }) => message) {
  const problem = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isBusy.value) return;
    const form = event.currentTarget as HTMLFormElement;
    isBusy.value = true;
    try {
      await send(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])), form);
      problem.value = undefined;
    } catch (error) {
      problem.value = explain(error as ApiError);
    } finally {
      isBusy.value = false;
    }
  }
  return { problem, isBusy, submit };
}

interface FormEndProps {
  /** The words of the button that sends the form. */
  action: string;
  onClose: () => void;
  /** Why the form could not be sent. Default none. */
  problem?: ReadonlySignal<string | undefined>;
  /** Whether it is being sent. Default no. */
  isBusy?: ReadonlySignal<boolean>;
}

/** What went wrong with a form. */
export function FormProblem({ problem }: { problem: ReadonlySignal<string | undefined> }) {
  return (
    <p class="said bad" role="alert" hidden={!problem.value}>
      {problem.value}
    </p>
  );
}

/** The end of a form in a dialog: what went wrong, and the two ways out. */
export function FormEnd({ action, onClose, problem, isBusy }: FormEndProps) {
  return (
    <>
      {problem && <FormProblem problem={problem} />}
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
