import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { TemplateEntry } from '../../../contract/index.ts';
import { drawTemplate } from '../drawing.ts';
import { findThumbnail, keepThumbnail } from './kept-thumbnails.ts';
import { readRevision } from './revision-calls.ts';
import { readTemplate } from './template-calls.ts';

/** CSS pixels across a picture. */
const width = 220;
/** Drawings at once, so that the list does not take the slots of others. */
const limit = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** The first page of a template as it is rendered: its live revision, or the newest if none is live. Drawn once per version. */
export function Thumbnail({ template }: { template: TemplateEntry }) {
  const address = useSignal<string | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  const { id, etag, live } = template;
  useEffect(() => {
    const controller = new AbortController();
    failure.value = undefined;
    show(template, controller.signal)
      .then((picture) => {
        if (picture && !controller.signal.aborted) address.value = URL.createObjectURL(picture);
      })
      .catch((error: Error) => {
        if (!controller.signal.aborted) failure.value = error.message;
      });
    return () => {
      controller.abort();
      if (address.peek()) URL.revokeObjectURL(address.peek() ?? '');
    };
  }, [id, etag, live]);
  return (
    <span class={`thumbnail${failure.value === undefined ? '' : ' failed'}`}>
      {address.value && <img src={address.value} alt="" />}
      {failure.value !== undefined && <span title={failure.value}>Cannot be drawn</span>}
    </span>
  );
}

async function show({ id, etag, live, revision }: TemplateEntry, signal: AbortSignal): Promise<Blob | undefined> {
  const isNewest = live === null || live === revision;
  const version = isNewest ? etag : `live ${live}`;
  const kept = await findThumbnail(id, version);
  if (kept) return kept;
  await takePlace();
  try {
    if (signal.aborted) return undefined;
    const { content, preview_context } = isNewest
      ? (await readTemplate(id, signal)).template
      : await readRevision(id, live, signal);
    const drawing = {
      content,
      preview_context,
      options: { page_ranges: '1' },
      place: `thumbnail of ${id}`,
      template: id,
    };
    const { bytes } = await drawTemplate(drawing, signal);
    const { drawThumbnail } = await import('../../viewer/open-pdf.ts');
    const picture = await drawThumbnail(bytes, width);
    await keepThumbnail(id, version, picture);
    return picture;
  } finally {
    givePlace();
  }
}

async function takePlace(): Promise<void> {
  if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
}

function givePlace(): void {
  running--;
  waiting.shift()?.();
}
