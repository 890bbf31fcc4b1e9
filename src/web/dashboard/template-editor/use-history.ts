import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask } from '../../parts/ask.tsx';
import { sayDone, sayError, tryTo } from '../../parts/toast.tsx';
import { usePages } from '../../parts/view.tsx';
import { findLive, listRevisions, putLive, removeLive, restoreRevision } from '../templates/revision-calls.ts';
import { readTemplate } from '../templates/template-calls.ts';
import type { Draft } from './draft.ts';

/** The history of a template, read again after each change of it. */
export function useHistory(draft: Draft) {
  const { id } = draft;
  const revisions = usePages((after, signal) => listRevisions(id, after, signal), [id, draft.etag.value]);
  /** The number of the live revision; null if there is none, undefined until it is known. */
  const live = useSignal<number | null | undefined>(undefined);

  async function readLive(signal?: AbortSignal): Promise<void> {
    const found = await findLive(id, signal).catch(() => undefined);
    if (found !== undefined && !signal?.aborted) live.value = found;
  }
  useEffect(() => {
    const controller = new AbortController();
    void readLive(controller.signal);
    return () => controller.abort();
  }, [id]);

  async function reload(): Promise<void> {
    await Promise.all([readLive(), revisions.reload()]);
  }

  return {
    revisions,
    live,
    newest: revisions.data?.data[0]?.revision,
    async putLive(revision: number): Promise<void> {
      await tryTo(() => putLive(id, revision), `Revision ${revision} is live.`);
      await reload();
    },
    async removeLive(): Promise<void> {
      const isYes = await ask({
        title: 'Render the newest revision?',
        text: 'Renders use each change as soon as it is saved, until you put a revision live again.',
        action: 'Render the newest',
      });
      if (!isYes) return;
      await tryTo(() => removeLive(id), 'The newest revision is rendered.');
      await reload();
    },
    /** Restores a revision, after a question if there is something that is not saved. Whether it was done. */
    async restore(revision: number): Promise<boolean> {
      const isYes =
        !draft.isDirty.value ||
        (await ask({
          title: `Restore revision ${revision}?`,
          text: 'What you have not saved is discarded.',
          action: 'Discard and restore',
          isDangerous: true,
        }));
      if (!isYes) return false;
      try {
        const restored = await restoreRevision(id, revision, draft.etag.value);
        draft.takeTheirs(await readTemplate(id));
        sayDone(`Revision ${revision} is restored as revision ${restored.revision}.`);
        return true;
      } catch (error) {
        const isOld = (error as { code?: string }).code === 'template_changed';
        sayError(isOld ? 'Another person has changed the template. Load it again, then restore the revision.' : error);
        return false;
      }
    },
  };
}
