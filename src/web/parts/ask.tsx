import { signal } from '@preact/signals';
import { Dialog } from './dialog.tsx';

interface Question {
  title: string;
  text: string;
  /** The word on the button that does it. */
  action: string;
  /** The word on the one that does not. Default "Cancel". */
  refusal?: string;
  isDangerous?: boolean;
}

const asked = signal<(Question & { answer: (isYes: boolean) => void }) | undefined>(undefined);

/** Asks whether to do something. Only one question is shown at a time. */
export function ask(question: Question): Promise<boolean> {
  asked.value?.answer(false);
  return new Promise((resolve) => {
    asked.value = {
      ...question,
      answer(isYes) {
        asked.value = undefined;
        resolve(isYes);
      },
    };
  });
}

/** Where questions appear. */
export function Questions() {
  if (!asked.value) return null;
  const { title, text, action, refusal = 'Cancel', isDangerous, answer } = asked.value;
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      <p>{text}</p>
      <div class="buttons">
        {/* First, because Enter on what was opened by mistake must do nothing. */}
        <button type="button" onClick={() => answer(false)}>
          {refusal}
        </button>
        <button type="button" class={isDangerous ? 'danger' : 'strong'} onClick={() => answer(true)}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
