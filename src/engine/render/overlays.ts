import type { RenderRequest } from '../../contract/index.ts';
import { choosePaper } from '../page/open/page-settings.ts';
import type { RenderedPart } from './render-part.ts';
import type { RenderedParts } from './render-parts.ts';

/** What is printed over one page of the document. Sizes in points. */
export interface Overlay {
  width: number;
  height: number;
  slots: Slot[];
}

/** A header or a footer on one page. */
export interface Slot {
  name: 'header' | 'footer';
  html: string;
  /** The language of the part, for text that names none; empty if the part names none either. */
  language: string;
  /** Its margin of the page: CSS offsets and height in inches. */
  place: Record<string, number>;
  /**
   * Attributes of its root element for its styles: first, last, odd or even page of the document, first page of its part.
   */
  marks: string[];
  /** Texts by the class of the elements that show them, such as `pageNumber`. */
  values: Record<string, string>;
}

/** Builds the overlays of each part, one for each of its pages. */
export async function buildOverlays(
  request: RenderRequest,
  parts: RenderedParts,
): Promise<Map<RenderedPart, Overlay[]>> {
  const sizes = [];
  for (const part of parts.list) sizes.push(await parts.measure(part));
  const total = sizes.flat().length;
  const overlays = new Map<RenderedPart, Overlay[]>();
  let before = 0;
  for (const [index, part] of parts.list.entries()) {
    const values = { ...describePart(request, part), totalPages: String(total) };
    const partOverlays = (sizes[index] ?? []).map((size, page) => {
      const number = before + page + 1;
      const marks = [
        number % 2 === 0 ? 'data-even' : 'data-odd',
        ...(number === 1 ? ['data-first'] : []),
        ...(number === total ? ['data-last'] : []),
        ...(page === 0 ? ['data-part-first'] : []),
      ];
      return { ...size, slots: buildSlots(part, marks, { ...values, pageNumber: String(number) }) };
    });
    overlays.set(part, partOverlays);
    before += partOverlays.length;
  }
  return overlays;
}

function buildSlots({ options, facts }: RenderedPart, marks: string[], values: Record<string, string>): Slot[] {
  const { header = '', footer = '' } = options;
  // Margins in the page's own CSS override those of the options, as they do in print.
  const { top, right, bottom, left } = { ...choosePaper(options).margin, ...facts?.margin };
  const common = { language: facts?.language ?? '', marks, values };
  const slots: Slot[] = [];
  if (header !== '')
    slots.push({ name: 'header', html: header, place: { top: 0, right, left, height: top }, ...common });
  if (footer !== '')
    slots.push({ name: 'footer', html: footer, place: { bottom: 0, right, left, height: bottom }, ...common });
  return slots;
}

/** The date is the document's own: a clock would make the same request give other bytes. */
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
