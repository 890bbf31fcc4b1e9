import { signal } from '@preact/signals';

interface Toast {
  id: number;
  text: string;
  isBad: boolean;
}

/** Milliseconds for which a message is shown; an error is shown longer, because it has to be read. */
const shownMs = 4000;
const badMs = 9000;
const toasts = signal<readonly Toast[]>([]);
let last = 0;

/** Says for a moment what was done. */
export function sayDone(text: string): void {
  show(text, false);
}

/** Says what went wrong. What was ended on purpose is nothing to say. */
export function sayError(error: unknown): void {
  if (error instanceof Error && error.name === 'AbortError') return;
  show(error instanceof Error ? error.message : String(error), true);
}

/** Does something, and says that it is done or what went wrong. */
export async function tryTo(action: () => Promise<unknown>, done?: string): Promise<void> {
  try {
    await action();
    if (done !== undefined) sayDone(done);
  } catch (error) {
    sayError(error);
  }
}

function show(text: string, isBad: boolean): void {
  const toast = { id: ++last, text, isBad };
  toasts.value = [...toasts.value.filter((other) => other.text !== text), toast];
  setTimeout(() => drop(toast.id), isBad ? badMs : shownMs);
}

function drop(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Where messages appear. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, isBad }) => (
        <p key={id} class={isBad ? 'toast bad' : 'toast'}>
          {text}
          <button type="button" class="quiet" aria-label="Close the message" onClick={() => drop(id)}>
            ×
          </button>
        </p>
      ))}
    </div>
  );
}
