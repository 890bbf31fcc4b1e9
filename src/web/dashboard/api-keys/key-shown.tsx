import { useSignal } from '@preact/signals';
import type { NewApiKey } from '../../../contract/index.ts';
import { serviceUrl } from '../../api.ts';
import { ask } from '../../parts/ask.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Dialog, Done } from '../../parts/dialog.tsx';
import { put } from '../../parts/put.ts';
import { writeCode } from '../code-lines.ts';
import { CodeTabs } from '../code-tabs.tsx';

/** The text of a new key, this once, with lines that use it. */
export function KeyShown({ apiKey, onClose }: { apiKey: NewApiKey; onClose: () => void }) {
  const isCopied = useSignal(false);
  const noteCopy = put(isCopied, true);

  async function close(): Promise<void> {
    const isYes =
      isCopied.value ||
      (await ask({
        title: 'Close without copying?',
        text: 'The key was not copied, and it is never shown again.',
        action: 'Close',
        isDangerous: true,
      }));
    if (isYes) onClose();
  }

  const [template] = apiKey.templates ?? [];
  const lines = writeCode(template === undefined ? { html: '<h1>Hello</h1>' } : { template }, serviceUrl, apiKey.key);
  return (
    <Dialog title={apiKey.name} onClose={close} isWide>
      <p>Copy the key now: it is shown only once.</p>
      <div class="secret">
        <code id="key">{apiKey.key}</code>
        <Copy text={apiKey.key} words="Copy the key" onCopy={noteCopy} />
      </div>
      {apiKey.scopes.includes('render') && <CodeTabs lines={lines} onCopy={noteCopy} />}
      <Done onClose={close} />
    </Dialog>
  );
}
