import { useSignal } from '@preact/signals';
import type { ApiError } from '../../api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormEnd } from '../../parts/form-end.tsx';
import type { Draft } from './draft.ts';

/** Asks for another name. */
export function Rename({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const problem = useSignal<string | undefined>(undefined);
  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget as HTMLFormElement).get('name')).trim();
    try {
      await draft.rename(name);
      onClose();
    } catch (error) {
      const { code, message } = error as ApiError;
      problem.value =
        code === 'template_changed'
          ? 'Somebody else has changed the template. Load it again, then rename it.'
          : message;
    }
  }
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
