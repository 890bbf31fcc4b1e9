import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { EditedValueSets } from './value-sets.ts';

/** Keeps values that are not stored while other views are shown, and has the browser ask before the page is left. */
export function useUnsavedValues(sets: Pick<EditedValueSets, 'keep' | 'isDirty'>): void {
  useSignalEffect(() => sets.keep());
  const isDirty = sets.isDirty.value;
  useEffect(() => {
    if (!isDirty) return;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, [isDirty]);
}
