import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { TemplateEntry } from '../../../contract/index.ts';
import { drawTemplate } from '../drawing.ts';
import { findThumbnail, keepThumbnail } from './kept-thumbnails.ts';
import { readTemplate } from './template-calls.ts';

/** CSS pixels across a picture. */
const width = 220;
/** Drawings at once, so that the list does not take the slots of others. */
const limit = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** The first page of a template. Drawn once per version; what cannot be drawn stays an empty sheet. */
export function Thumbnail({ template: { id, etag } }: { template: TemplateEntry }) {
  const address = useSignal<string | undefined>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    void show(id, etag, controller.signal).then((picture) => {
      if (picture && !controller.signal.aborted) address.value = URL.createObjectURL(picture);
    });
    return () => {
      controller.abort();
      if (address.peek()) URL.revokeObjectURL(address.peek() ?? '');
    };
  }, [id, etag]);
  return <span class="thumbnail">{address.value && <img src={address.value} alt="" />}</span>;
}

async function show(id: string, etag: string, signal: AbortSignal): Promise<Blob | undefined> {
  const kept = await findThumbnail(id, etag);
  if (kept) return kept;
  await takePlace();
  try {
    if (signal.aborted) return undefined;
    const read = await readTemplate(id, signal);
    const { content, preview_context } = read.template;
    const drawing = { content, preview_context, options: { page_ranges: '1' }, place: `thumbnail of ${id}` };
    const { bytes } = await drawTemplate(drawing, signal);
    const { drawThumbnail } = await import('../../viewer/open-pdf.ts');
    const picture = await drawThumbnail(bytes, width);
    await keepThumbnail(id, etag, picture);
    return picture;
  } catch {
    return undefined;
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
