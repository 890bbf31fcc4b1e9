import type { Protocol } from 'devtools-protocol';
import type { MissingGlyphs } from '../../../pdf/index.ts';
import type { Page } from '../open/page.ts';

/** What shows nothing by intent, with or without a glyph. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Control}\p{White_Space}]/u;

/** The missing characters of a page, by name. */
export interface NamedGlyphs {
  /** In the order of the page, without those that show nothing anyway. */
  characters: string[];
  /** How many more there are whose name is not known. */
  unnamed: number;
}

/**
 * Names what the printed PDF shows as glyph 0. What the PDF does not name is text of the page that the PDF does not hold: it
 * is looked up in the layout of the page, which must still be open (DevTools method DOMSnapshot.captureSnapshot).
 */
export async function nameMissingGlyphs(page: Page, missing: MissingGlyphs): Promise<NamedGlyphs> {
  const characters = [...missing.characters].filter((character) => !invisible.test(character));
  if (missing.unnamed === 0) return { characters, unnamed: 0 };
  const unheld = (await listCharacters(page)).filter((character) => !missing.known.has(character));
  const visible = unheld.filter((character) => !invisible.test(character));
  // A control character takes glyph 0 too.
  const isHarmless = visible.length === 0 && unheld.some((character) => /\p{Control}/u.test(character));
  const all = [...visible.slice(0, missing.unnamed), ...characters];
  // Several fonts may lack the same character first, so that apart from a named one none may be left.
  return { characters: all, unnamed: isHarmless || all.length > 0 ? 0 : missing.unnamed };
}

type Documents = Protocol.DOMSnapshot.DocumentSnapshot[];
type Read = (index: number | undefined) => string;

/**
 * The characters that a page may show, each once: those of its layout in their order, then what the layout does not report,
 * which is the text of form fields and, in style sheets, of margin boxes.
 */
async function listCharacters(page: Page): Promise<string[]> {
  const { documents, strings } = await page.send('DOMSnapshot.captureSnapshot', {
    computedStyles: ['visibility', 'list-style-type'],
  });
  const read: Read = (index = -1) => strings[index] ?? '';
  // All fonts for text have the characters of ASCII, and style sheets and names are full of them.
  const beyondAscii = [...readFields(documents, read), ...readStyles(documents, read)]
    .join('')
    .replace(/[\x00-\x7f]/g, '');
  const laidOut = readLayout(documents, read)
    .join('')
    .replace(/[\t\n\f\r]/g, '');
  return [...new Set(laidOut + beyondAscii)];
}

/** Markers that Chromium draws as shapes, and what their layout says all the same (CSS Counter Styles, section 6.3). */
const drawnMarkers = { types: /^(disc|circle|square|disclosure-(open|closed))$/, text: /^[•◦■▪▸▾◂▴]\s*$/ };

function readLayout(documents: Documents, read: Read): string[] {
  return documents.flatMap(({ layout, nodes: { nodeName = [] } }) =>
    layout.text
      .filter((text, box) => {
        const [visibility, marker] = (layout.styles[box] ?? []).map(read);
        const isMarker = read(nodeName[layout.nodeIndex[box] ?? -1]) === '::marker';
        const isDrawn = isMarker && drawnMarkers.types.test(marker ?? '') && drawnMarkers.text.test(read(text));
        return visibility === 'visible' && !isDrawn;
      })
      .map(read),
  );
}

const shownAttributes = new Set(['alt', 'label', 'placeholder', 'value']);

function readFields(documents: Documents, read: Read): string[] {
  return documents.flatMap(({ nodes: { inputValue, textValue, attributes = [] } }) => {
    const values = [...(inputValue?.value ?? []), ...(textValue?.value ?? [])];
    const shown = attributes.flatMap((list) =>
      list.filter((_, at) => at % 2 === 1 && shownAttributes.has(read(list[at - 1]))),
    );
    return [...values, ...shown].map(read);
  });
}

function readStyles(documents: Documents, read: Read): string[] {
  return documents.flatMap(({ nodes: { nodeName = [], nodeValue = [], parentIndex = [] } }) =>
    nodeValue.filter((_, node) => read(nodeName[parentIndex[node] ?? -1]) === 'STYLE').map(read),
  );
}
