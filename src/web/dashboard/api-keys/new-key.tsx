import { useSignal } from '@preact/signals';
import type { NewApiKey, Scope } from '../../../contract/index.ts';
import type { ApiError } from '../../api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { CheckBox, TextField } from '../../parts/field.tsx';
import { FormEnd } from '../../parts/form-end.tsx';
import { createKey } from './key-calls.ts';
import { KeyEnd, readKeyEnd } from './key-end.tsx';
import { KeyTemplates } from './key-templates.tsx';
import { scopeWords } from './key-words.ts';

const usual: readonly Scope[] = ['render', 'templates:read', 'templates:write'];

/** Asks for name, end and scopes, and makes a key. */
export function NewKeyDialog({ onClose, onMade }: { onClose: () => void; onMade: (key: NewApiKey) => void }) {
  const scopes = useSignal<readonly Scope[]>(usual);
  /** Ids of the only templates; undefined for all. */
  const templates = useSignal<readonly string[] | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    if (scopes.value.length === 0) {
      problem.value = 'Choose what the key may do.';
      return;
    }
    if (templates.value?.length === 0) {
      problem.value = 'Choose a template, or let the key use all.';
      return;
    }
    isBusy.value = true;
    try {
      onMade(
        await createKey({
          name: String(form.get('name')).trim(),
          scopes: [...scopes.value],
          expires_at: readKeyEnd(form),
          ...(templates.value && { templates: [...templates.value] }),
        }),
      );
    } catch (error) {
      problem.value = (error as ApiError).message;
      isBusy.value = false;
    }
  }

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
                const others = scopes.value.filter((other) => other !== scope);
                scopes.value = isChecked ? [...others, scope as Scope] : others;
              }}
            />
          ))}
        </fieldset>
        <KeyTemplates chosen={templates} />
        <FormEnd action="Make the key" onClose={onClose} problem={problem} isBusy={isBusy} />
      </form>
    </Dialog>
  );
}
