import { asDict, asString, type PdfDict } from '../objects/objects.ts';
import { decodeTextString } from '../objects/text-string.ts';
import type { AuthorFault } from '../part/merge-error.ts';
import type { Fault } from './find-faults.ts';
import { type ReadText, readElementText } from './repair-links.ts';
import { isElement, type StructureElement, walkStructure } from './structure-elements.ts';

const excerptLength = 60;
/** Characters that a fault names. */
const shownLimit = 5;

/** Says what the author has to fix, by part and page. `pages` are those of the document, in order. */
export function explainFaults(faults: readonly Fault[], read: ReadText, pages: readonly PdfDict[]): AuthorFault[] {
  const explained = faults.map((fault): AuthorFault => {
    const { code, part, element, levels } = fault;
    const page = element && pages.indexOf(findPage(element) ?? new Map()) + 1;
    const text = element && shorten(readElementText(element, read));
    const place = page ? `page ${page}: ` : '';
    const quoted = text ? ` "${text}"` : '';
    return {
      code,
      ...(part !== undefined && { part }),
      ...(page && { page }),
      ...(text && { text }),
      ...(levels && { level: levels[1] }),
      detail: `${place}${describe(fault, quoted)}`,
    };
  });
  const order = ({ part = -1, page = 0 }: AuthorFault) => part * 100_000 + page;
  return explained.sort((a, b) => order(a) - order(b));
}

function describe(
  { code, reason, element, characters = [], levels: [before, level] = [0, 0] }: Fault,
  quoted: string,
): string {
  switch (code) {
    case 'no_title':
      return 'is not given, and the document has no <title>';
    case 'no_language':
      return 'does not say its language: <html lang="en">';
    case 'text_lost':
      return reason ?? 'has text that is not in its tags';
    case 'no_tags':
      return 'has no tags';
    case 'not_accessible':
      return reason ?? 'is not accessible';
    case 'no_alternative':
      return 'an image has no alternative text: add alt="…", or alt="" for decoration';
    case 'heading_skipped':
      return `the heading${quoted} has level ${level}, and ${before === 0 ? 'is the first, which must have level 1' : `the one before it ${before}`}`;
    case 'no_header_cells':
      return `the table${quoted} has no header cells: add <th>, or role="presentation" for a layout table`;
    case 'no_link_text':
      return `a link${element ? nameTarget(element) : ''} has no text, nor an image with one`;
    case 'no_character_text':
      return `icons without a text (${nameCharacters(characters)}): add aria-hidden="true" for decoration, else role="img" aria-label="…"`;
  }
}

/** Where a link leads, if that is an address. */
function nameTarget({ kids }: StructureElement): string {
  const [annotation] = kids.flatMap((kid) => (isElement(kid) ? [] : (kid.annotation ?? [])));
  const address = asString(asDict(annotation?.get('A'))?.get('URI'));
  return address === undefined ? '' : ` to ${shorten(decodeTextString(address))}`;
}

/** Characters by their numbers: "U+F400, U+F401". */
function nameCharacters(characters: readonly string[]): string {
  const names = characters.map((character) => `U+${character.codePointAt(0)?.toString(16).toUpperCase()}`);
  return [...new Set(names)].slice(0, shownLimit).join(', ');
}

/** The beginning of a text. */
export function shorten(text: string): string {
  return text.length > excerptLength ? `${text.slice(0, excerptLength).trim()}…` : text;
}

/** The page that an element begins on. */
function findPage(element: StructureElement): PdfDict | undefined {
  for (const { dict, kids } of walkStructure([element])) {
    const own = asDict(dict.get('Pg'));
    if (own !== undefined) return own;
    for (const kid of kids) {
      const page = isElement(kid) ? undefined : asDict(asDict(kid.object)?.get('Pg'));
      if (page !== undefined) return page;
    }
  }
  return undefined;
}
