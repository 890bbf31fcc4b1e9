import { useSignal } from '@preact/signals';
import type { NewApiKey, Scope } from '../../../contract/index.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { CheckBox, TextField, tick } from '../../parts/field.tsx';
import { FormEnd, useForm } from '../../parts/form.tsx';
import { createKey } from './key-calls.ts';
import { KeyEnd, readKeyEnd } from './key-end.tsx';
import { KeyTemplates } from './key-templates.tsx';
import { readSealScopes, scopeWords } from './key-words.ts';

const usual: readonly Scope[] = ['render', 'templates:read', 'templates:write'];

/** The name of a seal, or a star for every seal. */
const seal = '(?:\\*|[a-z0-9][a-z0-9._\\-]{0,62})';
/** Names with blanks or commas between them. */
const sealsPattern = `[\\s,]*(?:${seal}(?:[\\s,]+${seal})*[\\s,]*)?`;

/** Asks for name, end and scopes, and makes a key. */
export function NewKeyDialog({ onClose, onMade }: { onClose: () => void; onMade: (key: NewApiKey) => void }) {
  const scopes = useSignal<readonly Scope[]>(usual);
  /** Ids of the only templates; undefined for all. */
  const templates = useSignal<readonly string[] | undefined>(undefined);
  const { problem, isBusy, submit } = useForm(async ({ name = '', end, date, folder = '', seals = '' }) => {
    const all = [...scopes.value, ...readSealScopes(seals)];
    if (all.length === 0) throw new Error('Choose what the key may do.');
    if (templates.value?.length === 0) throw new Error('Choose a template, or let the key use all.');
    onMade(
      await createKey({
        name: name.trim(),
        scopes: all,
        expires_at: readKeyEnd(end, date),
        ...(templates.value && { templates: [...templates.value] }),
        ...(folder.trim() !== '' && { folder: folder.trim() }),
      }),
    );
  });

  return (
    <Dialog title="New key" onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          hint="What will use it, such as “billing in production”."
          maxLength={255}
          autocomplete="off"
          required
        />
        <KeyEnd />
        <fieldset>
          <legend>It may</legend>
          {Object.entries(scopeWords).map(([scope, { short, hint }]) => (
            <CheckBox
              key={scope}
              label={short}
              hint={hint}
              isChecked={scopes.value.includes(scope as Scope)}
              onChange={(isChecked) => {
                scopes.value = tick(scopes.value, scope as Scope, isChecked);
              }}
            />
          ))}
        </fieldset>
        <TextField
          label="Seals"
          name="seals"
          hint="Names of seals that it may sign with, such as “invoices”; * for all. Empty for none."
          pattern={sealsPattern}
          maxLength={1000}
          autocomplete="off"
        />
        <KeyTemplates chosen={templates} />
        <TextField
          label="Folder"
          name="folder"
          hint="The key then sees only templates of this folder and below it, such as “invoices”. Empty for all."
          maxLength={200}
          autocomplete="off"
        />
        <FormEnd action="Make the key" onClose={onClose} problem={problem} isBusy={isBusy} />
      </form>
    </Dialog>
  );
}
