import type { PlacedNotes, PlaceNotes } from '../../../src/injected/calls.ts';
import { type OpenDocument, useDocuments } from '../open-document.ts';

/** A page with room for ten lines of 20 CSS pixels, 300 wide. */
export const boxes: PlaceNotes['boxes'] = Object.fromEntries(
  ['first', 'left', 'right'].map((side) => [`:${side}`, { width: 300, height: 200 }]),
);

/** The area above the notes takes no room, and a note of one line takes 10 CSS pixels. */
const style = `<!doctype html><style>body, p, table, ul { margin: 0; padding: 0; font: 16px/20px Arial; border-spacing: 0 }
  [data-platen-call]::before { content: '1'; font-size: 8px; line-height: 0 }
  p { orphans: 1; widows: 1 } td { padding: 0; vertical-align: top } [data-platen-note] { font: 8px/10px Arial }</style>`;

let count = 0;

/** A call with its note, as the program prepares them. */
export const note = (text = 'Note.') => {
  count += 1;
  return `<span id=call-${count} data-platen-call></span><span id=note-${count} data-platen-note>${text}</span>`;
};

export const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `<p>line ${from + index}</p>`).join('');

/** Where the footnotes of a document are placed. */
export interface PlacedDocument extends PlacedNotes {
  page: OpenDocument;
  given: PlaceNotes;
}

/** Gives the tests of a file one browser, and returns the function that places the footnotes of a document in it. */
export function usePlacing(): (body: string, how?: Partial<PlaceNotes>, css?: string) => Promise<PlacedDocument> {
  const open = useDocuments();
  return async (body, how = {}, css = '') => {
    const page = await open(`${style}<style>${css}</style>${body}`);
    const given = { boxes, countsByPage: false, inText: [], shrink: 1, ...how };
    return { page, given, ...(await page.call('placeNotes', given)) };
  };
}

/** The first word of what is made to begin a page, and the page before it. */
export const readEnds = (page: OpenDocument) =>
  page.read(`[...document.querySelectorAll('[data-platen-page-end], [data-platen-room], [data-platen-column-end]')].map((box) => {
    const kind = ['page-end', 'room', 'column-end'].find((name) => box.hasAttribute('data-platen-' + name));
    const text = kind === 'room' ? box.parentElement.innerText : box.innerText;
    return kind + ' ' + box.getAttribute('data-platen-' + kind) + ': ' + text.trim().replace(/\\s+/g, ' ').slice(0, 12);
  })`);
