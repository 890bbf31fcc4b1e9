import { useSignal } from '@preact/signals';
import type { Role } from '../../../contract/index.ts';
import type { ApiError } from '../../api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice, TextField } from '../../parts/field.tsx';
import { FormEnd } from '../../parts/form-end.tsx';
import { addPerson } from './account-calls.ts';
import { roleOptions } from './role-words.ts';

interface AddProps {
  onClose: () => void;
  onAdded: (email: string, link: string | null) => void;
}

/** Asks for an address and a role. */
export function AddPerson({ onClose, onAdded }: AddProps) {
  const problem = useSignal<string | undefined>(undefined);
  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { email, role } = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement));
    try {
      const { link } = await addPerson(String(email).trim(), role as Role);
      onAdded(String(email), link);
    } catch (error) {
      problem.value = (error as ApiError).message;
    }
  }
  return (
    <Dialog title="Add a person" onClose={onClose}>
      <form onSubmit={submit}>
        <TextField label="Email" name="email" type="email" autocomplete="off" problem={problem.value} required />
        <Choice label="Role" name="role" options={roleOptions} defaultValue="editor" />
        <FormEnd action="Add" onClose={onClose} />
      </form>
    </Dialog>
  );
}
