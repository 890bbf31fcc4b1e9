import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { ErrorBox } from '../editor/error-box.tsx';
import { FindingList } from '../editor/finding-list.tsx';
import { countOf, showBytes, showTime } from '../parts/format.ts';
import { Viewer, type Zoom } from '../viewer/viewer.tsx';
import { ZoomButtons } from '../viewer/zoom-buttons.tsx';
import { chosen, follow, hasEnded, news } from './follow.ts';
import type { PreviewState } from './preview-state.ts';
import { TemplateChoice, TemplateNav } from './template-nav.tsx';
import { forget, take } from './values.ts';
import { ValuesPanel } from './values-panel.tsx';

/** The page of a preview: follows what the server tells and shows it. */
export function PreviewPage() {
  const isOpen = useSignal(false);
  const zoom = useSignal<Zoom | undefined>(undefined);
  const factor = useSignal<number | null>(null);
  const { templates = [], preview } = news.value ?? {};
  const slug = preview?.slug;
  const version = preview?.pdf?.version;
  const load = useMemo(
    () => (slug === undefined || version === undefined ? undefined : fetchPdf(slug, version)),
    [slug, version],
  );
  const title = useComputed(() => readTitle(news.value?.preview));

  const start = () => follow(({ preview: { context } }) => take(context));
  useEffect(start, []);
  useEffect(() => {
    document.title = title.value;
  }, [title.value]);

  function choose(next: string): void {
    history.replaceState(null, '', `#${encodeURIComponent(next)}`);
    if (next !== chosen.value) forget();
    chosen.value = next;
    start();
  }

  function openValues(open: boolean): void {
    isOpen.value = open;
    if (!open) document.getElementById('toggle')?.focus();
  }

  const { error = null, pdf, warnings = [] } = preview ?? {};
  return (
    <>
      <header class="bar">
        <div class={templates.length > 1 ? 'title many' : 'title'}>
          <h1 id="name" class="cut">
            {preview?.name ?? '\u00a0'}
          </h1>
          <TemplateChoice templates={templates} onChoose={choose} />
          <Facts preview={preview} />
        </div>
        <div class="tools">
          <ZoomButtons zoom={zoom} factor={factor} />
          {pdf && (
            <a id="download" class="button" href={`${addressOf(slug ?? '', pdf.version)}&download`} download>
              Download
            </a>
          )}
          <button
            type="button"
            id="toggle"
            aria-expanded={isOpen.value}
            aria-controls="values"
            onClick={() => openValues(!isOpen.value)}
          >
            Values
          </button>
        </div>
      </header>
      <p id="gone" class="gone" role="alert" hidden={!hasEnded.value}>
        platen has stopped. Start it again in the terminal; the new address is there.
      </p>
      <div class="work">
        <TemplateNav templates={templates} onChoose={choose} />
        <main class="desk">
          <ErrorBox error={error} />
          <Viewer key={slug} load={load} isOld={error !== null} zoom={zoom} factor={factor} />
          <FindingList findings={warnings} isHidden={error !== null} />
        </main>
        <ValuesPanel isOpen={isOpen.value} onClose={() => openValues(false)} />
      </div>
    </>
  );
}

/** Pages, size and time of the PDF, with a light. */
function Facts({ preview }: { preview: PreviewState | undefined }) {
  const { busy = true, error = null, pdf = null, warnings = [] } = preview ?? {};
  const light = error || hasEnded.value ? 'bad' : warnings.length > 0 ? 'warn' : pdf ? 'good' : '';
  const facts = pdf
    ? `${countOf(pdf.pages, 'page')} · ${showBytes(pdf.bytes)} · ${showTime(pdf.ms)}`
    : preview
      ? 'Rendering…'
      : 'Starting the browser…';
  return (
    <p class="facts" role="status">
      <span class={`light ${light}${busy && !hasEnded.value ? ' busy' : ''}`} />
      <span id="facts">{error ? 'Not rendered' : facts}</span>
      {error && pdf && <span class="wide">; this is the last PDF</span>}
    </p>
  );
}

function readTitle(preview: PreviewState | undefined): string {
  return preview ? `${preview.error ? '✕ ' : ''}${preview.name} – platen` : 'platen preview';
}

function addressOf(slug: string, version: number): string {
  return `document.pdf?template=${encodeURIComponent(slug)}&version=${version}`;
}

function fetchPdf(slug: string, version: number) {
  return async () => {
    const response = await fetch(addressOf(slug, version));
    return response.ok ? response.arrayBuffer() : undefined;
  };
}
