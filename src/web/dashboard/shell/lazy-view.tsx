import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { put, putInto } from '../../parts/put.ts';
import { Empty } from '../../parts/view.tsx';

/** Loads a view when it is opened; its code stays. */
export function LazyView({ load, id = '' }: { load: () => Promise<ComponentType<{ id: string }>>; id?: string }) {
  const found = useSignal<ComponentType<{ id: string }> | undefined>(undefined);
  const hasFailed = useSignal(false);
  useEffect(() => {
    load().then(putInto<typeof found.value>(found), put(hasFailed, true));
  }, []);
  const { value: Found } = found;
  if (Found) return <Found id={id} />;
  if (!hasFailed.value) return <p class="waiting">Loading…</p>;
  return (
    <Empty title="This page is of an older version">
      <p>platen was updated, or does not answer.</p>
      <button type="button" onClick={() => location.reload()}>
        Load it again
      </button>
    </Empty>
  );
}
