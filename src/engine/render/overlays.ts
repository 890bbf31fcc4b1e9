import type { RenderRequest } from '../../contract/index.ts';
import { choosePaper } from '../page/page-settings.ts';
import type { RenderedPart } from './render-part.ts';
import type { RenderedParts } from './render-parts.ts';

/** What is drawn over one page of the document. Sizes in points. */
export interface Overlay {
  width: number;
  height: number;
  slots: Slot[];
}

/** A header or a footer on one page. */
export interface Slot {
  name: 'header' | 'footer';
  html: string;
  /** CSS offsets and height in inches: the margin that it stands in. */
  place: Record<string, number>;
  /** Attributes of its root element, for its styles: first, last, odd and even page of the document, first of its part. */
  marks: string[];
  /** Texts by the class of the elements that show them. */
  values: Record<string, string>;
}

/** The sheets of each part. */
export async function buildOverlays(
  request: RenderRequest,
  parts: RenderedParts,
): Promise<Map<RenderedPart, Overlay[]>> {
  const sizes = [];
  for (const part of parts.list) sizes.push(await parts.measure(part));
  const total = sizes.flat().length;
  const sheets = new Map<RenderedPart, Overlay[]>();
  let before = 0;
  for (const [index, part] of parts.list.entries()) {
    const values = { ...describePart(request, part), totalPages: String(total) };
    const own = (sizes[index] ?? []).map((size, page) => {
      const number = before + page + 1;
      const marks = [
        number % 2 === 0 ? 'data-even' : 'data-odd',
        ...(number === 1 ? ['data-first'] : []),
        ...(number === total ? ['data-last'] : []),
        ...(page === 0 ? ['data-part-first'] : []),
      ];
      return { ...size, slots: buildSlots(part, marks, { ...values, pageNumber: String(number) }) };
    });
    sheets.set(part, own);
    before += own.length;
  }
  return sheets;
}

function buildSlots({ options, facts }: RenderedPart, marks: string[], values: Record<string, string>): Slot[] {
  const { header = '', footer = '' } = options;
  // Margins that the page's own CSS sets go before those of the options, as they do in printing.
  const { top, right, bottom, left } = { ...choosePaper(options).margin, ...facts?.margin };
  const slots: Slot[] = [];
  if (header !== '')
    slots.push({ name: 'header', html: header, place: { top: 0, right, left, height: top }, marks, values });
  if (footer !== '')
    slots.push({ name: 'footer', html: footer, place: { bottom: 0, right, left, height: bottom }, marks, values });
  return slots;
}

/** The date is that of the document's properties: a clock would make the same request give other bytes. */
function describePart(
  { metadata = {} }: RenderRequest,
  { source, facts, title }: RenderedPart,
): Record<string, string> {
  return {
    title: metadata.title ?? (facts?.title || title) ?? '',
    url: source.kind === 'address' ? source.url : '',
    date: metadata.created?.slice(0, 10) ?? '',
  };
}
