import type { ApiKey, NewApiKey } from '../../../contract/index.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/field.tsx';
import { FormEnd, useForm } from '../../parts/form.tsx';
import { replaceKey } from './key-calls.ts';
import { maskKey } from './key-words.ts';

interface RotateProps {
  apiKey: ApiKey;
  onClose: () => void;
  onMade: (key: NewApiKey) => void;
}

/** Seconds for which the old key still holds. */
const overlaps = [
  ['0', 'immediately'],
  ['3600', 'in an hour'],
  ['86400', 'in a day'],
  ['604800', 'in a week'],
  ['2592000', 'in 30 days'],
] as const;

/** Asks when the old key ends, and makes a new one like it. */
export function RotateKey({ apiKey, onClose, onMade }: RotateProps) {
  const { problem, isBusy, submit } = useForm(async ({ overlap }) => {
    onMade(await replaceKey(apiKey.id, { overlap_seconds: Number(overlap) }));
  });
  return (
    <Dialog title={`Rotate ${apiKey.name}`} onClose={onClose}>
      <form onSubmit={submit}>
        <p>A new key that may do the same takes the place of {maskKey(apiKey)}.</p>
        <Choice label="The old key ends" name="overlap" defaultValue="86400" options={overlaps} />
        <FormEnd action="Make the new key" onClose={onClose} problem={problem} isBusy={isBusy} />
      </form>
    </Dialog>
  );
}
