import { serviceUrl } from '../../api.ts';
import { Dialog, Done } from '../../parts/dialog.tsx';
import { writeCode } from '../code-lines.ts';
import { CodeTabs } from '../code-tabs.tsx';
import type { Draft } from './draft.ts';

/** Lines that render this template with its values. */
export function UseIt({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { id, values, options } = draft;
  const lines = writeCode({ template: id, context: values.value.value ?? {}, options: options.value }, serviceUrl);
  return (
    <Dialog title={`Use ${draft.name.value}`} onClose={onClose} isWide>
      <p>
        The key stands in <code>PLATEN_API_KEY</code>. Without <code>context</code> the stored values are used.
      </p>
      <CodeTabs lines={lines} />
      <Done onClose={onClose} />
    </Dialog>
  );
}
