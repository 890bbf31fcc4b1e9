import type { ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Zoom } from './viewer.tsx';

interface ZoomProps {
  zoom: ReadonlySignal<Zoom | undefined>;
  factor: ReadonlySignal<number | null>;
}

/** Smaller, fit, larger; also by the keys −, 0 and + outside of text fields. */
export function ZoomButtons({ zoom, factor }: ZoomProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event)) return;
      if (event.key === '+' || event.key === '=') zoom.value?.larger();
      if (event.key === '-') zoom.value?.smaller();
      if (event.key === '0') zoom.value?.fit();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const shown = factor.value === null ? 'Fit' : `${Math.round(factor.value * 100)}%`;
  return (
    <fieldset class="zoom" aria-label="Zoom">
      <button type="button" aria-label="Smaller" title="Smaller (−)" onClick={() => zoom.value?.smaller()}>
        −
      </button>
      <button type="button" class="factor" title="Fit the width (0)" onClick={() => zoom.value?.fit()}>
        {shown}
      </button>
      <button type="button" aria-label="Larger" title="Larger (+)" onClick={() => zoom.value?.larger()}>
        +
      </button>
    </fieldset>
  );
}

/** Whether a key goes into a field, or into an editor in its shadow. */
function isWriting({ target }: Event): boolean {
  return target instanceof Element && (target.matches('textarea, select, input') || target.shadowRoot !== null);
}
