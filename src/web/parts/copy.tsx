import { useSignal } from '@preact/signals';
import { sayError } from './toast.tsx';

/** Milliseconds for which the button says that it has copied. */
const copiedMs = 2000;

/** Copies a text to the clipboard, and confirms it. */
export function Copy({ text, words = 'Copy', onCopy }: { text: string; words?: string; onCopy?: () => void }) {
  const isCopied = useSignal(false);
  async function copy(): Promise<void> {
    try {
      await writeClipboard(text);
      isCopied.value = true;
      onCopy?.();
      setTimeout(() => {
        isCopied.value = false;
      }, copiedMs);
    } catch {
      sayError('The browser does not let this page copy. Select the text and copy it.');
    }
  }
  return (
    <button type="button" class="copy" onClick={copy}>
      <span aria-live="polite">{isCopied.value ? 'Copied' : words}</span>
    </button>
  );
}

/** The clipboard is closed to pages at http on another machine; there an invisible field is copied. */
async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (!isDone) throw new Error('copying failed');
}
