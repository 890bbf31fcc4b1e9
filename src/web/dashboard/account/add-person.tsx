import type { Role } from '../../../contract/index.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice, TextField } from '../../parts/field.tsx';
import { FormEnd, useForm } from '../../parts/form.tsx';
import { addPerson, roleOptions } from './account-calls.ts';

interface AddProps {
  onClose: () => void;
  onAdded: (email: string, link: string) => void;
}

/** Asks for an address and a role. */
export function AddPerson({ onClose, onAdded }: AddProps) {
  const { problem, submit } = useForm(async ({ email = '', role }) => {
    const { link } = await addPerson(email.trim(), role as Role);
    onAdded(email, link);
  });
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
