import { useSignal } from '@preact/signals';
import type { ApiError } from '../../api.ts';
import { sayDone, sayError } from '../../parts/toast.tsx';
import { mayEdit } from '../session.ts';
import { type ReadTemplate, readTemplate } from '../templates/template-calls.ts';
import type { Draft } from './draft.ts';

/** Saves the draft. If another person has saved first, `theirs` is that version. */
export function useSaving(draft: Draft) {
  const isBusy = useSignal(false);
  const theirs = useSignal<ReadTemplate | undefined>(undefined);

  async function save(over?: string, message?: string): Promise<void> {
    if (!draft.isDirty.value || isBusy.value) return;
    if (!mayEdit.value) return sayError('Only an editor or an admin of the account can save.');
    if (!draft.values.value.value) return sayError('The values are not a JSON object. Fix them, then save.');
    isBusy.value = true;
    try {
      await draft.save(over, message);
      theirs.value = undefined;
      sayDone('Saved.');
    } catch (error) {
      if ((error as ApiError).code === 'template_changed')
        theirs.value = await readTemplate(draft.id).catch(() => undefined);
      else sayError(error);
    } finally {
      isBusy.value = false;
    }
  }
  return { save, isBusy, theirs };
}
