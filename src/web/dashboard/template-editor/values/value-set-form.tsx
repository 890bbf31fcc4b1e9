import { Dialog } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { FormEnd, useForm } from '../../../parts/form.tsx';
import type { EditedValueSets } from './value-sets.ts';

interface ValueSetFormProps {
  sets: EditedValueSets;
  /** The values to rename; undefined for new ones. */
  from: string | undefined;
  onClose: () => void;
}

/** Asks for the name of values. */
export function ValueSetForm({ sets, from, onClose }: ValueSetFormProps) {
  const { problem, isBusy, submit } = useForm(
    async ({ name = '' }) => {
      const words = name.trim();
      if (words !== from) {
        if (words in sets.stored.value.sets) throw new Error('There are values of this name already.');
        await (from === undefined ? sets.add(words) : sets.rename(from, words));
      }
      onClose();
    },
    ({ code, message }) => (code === 'template_changed' ? changedWords : message),
  );
  return (
    <Dialog title={from === undefined ? 'New values' : 'Rename values'} onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          defaultValue={from ?? ''}
          maxLength={100}
          hint={from === undefined ? 'They start as a copy of the values that are shown' : ''}
          problem={problem.value}
          required
        />
        <FormEnd action={from === undefined ? 'Create' : 'Rename'} onClose={onClose} isBusy={isBusy} />
      </form>
    </Dialog>
  );
}

/** What is said if another person was first. */
export const changedWords = 'Another person has changed the template. Load it again, then change its values.';
