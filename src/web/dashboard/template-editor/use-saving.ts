import { useSignal } from '@preact/signals';
import type { MergeChoice } from '../../../texts/index.ts';
import type { ApiError } from '../../api.ts';
import { sayDone, sayError } from '../../parts/toast.tsx';
import { mayEdit } from '../session.ts';
import { listTemplateUsers, type ReadTemplate, readTemplate } from '../templates/template-calls.ts';
import type { Draft } from './draft.ts';
import type { DraftMerge } from './draft-merge.ts';

/** Times that others may be faster in a row. */
const mostMerges = 5;

/** What another person has saved meanwhile, and its merge with the draft. */
export interface FoundConflict {
  theirs: ReadTemplate;
  merge: DraftMerge;
  /** The slugs of the templates that use it, which only a partial or layout has. */
  users: readonly string[];
  /** Why the draft is saved. */
  message: string | undefined;
}

/**
 * Saves the draft. What another person has saved meanwhile is merged into it. Places that both changed become `conflict`, which waits for
 * a decision on each.
 */
export function useSaving(draft: Draft) {
  const isBusy = useSignal(false);
  const conflict = useSignal<FoundConflict | undefined>(undefined);

  async function save(message?: string): Promise<void> {
    if (!draft.isDirty.value || isBusy.value) return;
    if (!mayEdit.value) return sayError('Only an editor or an admin of the account can save.');
    isBusy.value = true;
    try {
      let merges = 0;
      while (draft.isDirty.value && (await isOutdated(message, merges < mostMerges))) {
        if (!(await mergeTheirs(message))) return;
        merges += 1;
      }
      sayDone(merges === 0 ? 'Saved.' : 'Saved, merged with what another person has saved.');
    } catch (error) {
      sayError(error);
    } finally {
      isBusy.value = false;
    }
  }

  /** Saves; true if another person was faster. */
  async function isOutdated(message: string | undefined, mayMerge: boolean): Promise<boolean> {
    requireValues();
    try {
      await draft.save(message);
      return false;
    } catch (error) {
      if (!mayMerge || (error as ApiError).code !== 'template_changed') throw error;
      return true;
    }
  }

  /** Takes what another person has saved into the draft; false if that needs decisions. */
  async function mergeTheirs(message: string | undefined): Promise<boolean> {
    const [theirs, users] = await Promise.all([readTemplate(draft.id), listTemplateUsers(draft.id)]);
    // The person goes on typing while it is read.
    requireValues();
    const merge = draft.merge(theirs);
    if (merge.conflicts.length > 0) conflict.value = { theirs, merge, users, message };
    else draft.takeMerge(theirs, merge.resolve([]));
    return merge.conflicts.length === 0;
  }

  function requireValues(): void {
    if (!draft.values.value.value) throw new Error('The values are not a JSON object. Fix them, then save.');
  }

  return {
    save,
    isBusy,
    conflict,
    /** Goes on with the decisions on each conflict, and saves if that is wanted. */
    async settle(choices: readonly MergeChoice[], isSaved: boolean): Promise<void> {
      const { theirs, merge, message } = conflict.value as FoundConflict;
      draft.takeMerge(theirs, merge.resolve(choices));
      conflict.value = undefined;
      if (isSaved) await save(message);
    },
  };
}
