import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { RenderEntry, RenderLogQuery } from '../../../contract/index.ts';
import { put } from '../../parts/put.ts';
import { usePages } from '../../parts/view.tsx';
import { listRenders } from './render-calls.ts';

/** Milliseconds between two looks for new renders, while the window is seen. */
const lookMs = 5000;

/** The renders of a query. New ones appear by themselves at the top of the page; further down they wait to be asked for. */
export function useRenders(query: RenderLogQuery) {
  const waiting = useSignal<readonly RenderEntry[]>([]);
  const key = JSON.stringify(query);
  const loaded = usePages((after, signal) => listRenders({ ...query, ...(after && { after }) }, signal), [key]);

  useEffect(() => {
    const left = new AbortController();
    const timer = setInterval(async () => {
      if (document.hidden || !loaded.data) return;
      const { data } = await listRenders(query, left.signal).catch(() => ({ data: [] }));
      const known = new Set(loaded.data.data.map(({ id }) => id));
      const fresh = data.filter(({ id }) => !known.has(id));
      if (fresh.length === 0) return;
      if (scrollY > 0) waiting.value = fresh;
      else add(fresh);
    }, lookMs);
    return () => {
      clearInterval(timer);
      left.abort();
    };
  }, [key, loaded.data]);
  // Those of another query wait no more.
  useEffect(() => put(waiting, []), [key]);

  function add(fresh: readonly RenderEntry[]): void {
    waiting.value = [];
    loaded.change(({ data, page }) => ({ data: [...fresh, ...data], page }));
  }

  return { loaded, waiting: waiting.value, showWaiting: () => add(waiting.value) };
}
