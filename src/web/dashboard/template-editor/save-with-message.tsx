import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormEnd, useForm } from '../../parts/form.tsx';
import type { useSaving } from './use-saving.ts';

interface SaveWithMessageProps {
  saving: ReturnType<typeof useSaving>;
  onClose: () => void;
}

/** Asks why the template is changed, for its history, and saves it. */
export function SaveWithMessage({ saving, onClose }: SaveWithMessageProps) {
  const { submit } = useForm(async ({ message = '' }) => {
    onClose();
    await saving.save(message.trim());
  });
  return (
    <Dialog title="Save with a message" onClose={onClose}>
      <form onSubmit={submit}>
        <TextField label="What has changed" name="message" maxLength={500} />
        <FormEnd action="Save" onClose={onClose} />
      </form>
    </Dialog>
  );
}
