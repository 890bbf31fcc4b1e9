import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormEnd, useForm } from '../../parts/form.tsx';
import type { Draft } from './draft.ts';

/** Asks for another name. */
export function Rename({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { problem, submit } = useForm(
    async ({ name = '' }) => {
      await draft.rename(name.trim());
      onClose();
    },
    ({ code, message }) =>
      code === 'template_changed'
        ? 'Another person has renamed the template. Rename it once more to replace their name.'
        : message,
  );
  return (
    <Dialog title="Rename" onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          defaultValue={draft.name.value}
          maxLength={255}
          problem={problem.value}
          required
        />
        <FormEnd action="Rename" onClose={onClose} />
      </form>
    </Dialog>
  );
}
