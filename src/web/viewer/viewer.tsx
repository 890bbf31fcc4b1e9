import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { putInto } from '../parts/put.ts';
import type { PageStage } from './page-sheets.ts';

/** What the keys and buttons of a viewer do. */
export type Zoom = Pick<PageStage, 'fit' | 'larger' | 'smaller'>;

interface ViewerProps {
  /** The PDF to show; undefined for none. A new function shows another one without a blank in between. */
  load: (() => Promise<ArrayBuffer | undefined>) | undefined;
  /** Whether the pages are older than what is written. */
  isOld: boolean;
  /** Receives the zoom once pages can be drawn. */
  zoom: Signal<Zoom | undefined>;
  /** Receives the factor, or null if the width decides. */
  factor: Signal<number | null>;
}

/** The pages of a PDF, which scroll. The code that draws is loaded when the first PDF comes. */
export function Viewer({ load, isOld, zoom, factor }: ViewerProps) {
  const frame = useRef<HTMLElement>(null);
  const pages = useRef<HTMLDivElement>(null);
  const stage = useSignal<Promise<PageStage | undefined> | undefined>(undefined);

  useEffect(() => {
    if (!load) {
      void stage.peek()?.then((pages) => pages?.clear());
      return;
    }
    let isCurrent = true;
    stage.value ??= openStage();
    void Promise.all([stage.value, load()])
      .then(([pages, data]) => (isCurrent && data ? pages?.show(data) : undefined))
      // What cannot be fetched or read leaves the pages that are seen.
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [load]);
  useEffect(() => () => void stage.peek()?.then((pages) => pages?.close()), []);

  /** Gives none if the viewer has gone before the code came. */
  async function openStage(): Promise<PageStage | undefined> {
    const { openPageStage } = await import('./page-stage.ts');
    const [outer, inner] = [frame.current, pages.current];
    if (!outer || !inner) return;
    const opened = openPageStage(outer, inner, putInto(factor));
    zoom.value = opened;
    return opened;
  }

  return (
    // Nothing in a page can be focused, and keys scroll only what is (WCAG 2.1.1).
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the rule does not know that it scrolls
    <section id="stage" ref={frame} class="stage" aria-label="The PDF" tabIndex={0}>
      <div id="pages" ref={pages} class={isOld ? 'pages old' : 'pages'} />
    </section>
  );
}
