import { codeOf, OperationReader } from '../content/content-operations.ts';
import { decodeStream, type InflateBudget } from '../objects/decode-stream.ts';
import { ObjectReader } from '../objects/object-reader.ts';
import {
  asDict,
  asName,
  asNumber,
  asString,
  type PdfDict,
  type PdfObject,
  PdfStream,
  PdfString,
  resolve,
} from '../objects/objects.ts';
import { decodeTextString } from '../objects/text-string.ts';
import { decodeUnicode, listPrivate, readToUnicode, type UnicodeMap } from '../objects/to-unicode.ts';

const [beginText, begin, end, font, matrix, show, showAll] = ['BDC', 'BMC', 'EMC', 'Tf', 'Tm', 'Tj', 'TJ'].map(codeOf);

/** The text of the codes of a font. */
interface FontText {
  /** Bytes of a code: two in composite fonts, one in those whose glyphs are drawings. */
  bytes: 1 | 2;
  map: UnicodeMap;
}

/** Reads the text that content shows (ISO 32000-2, 9.10), as Chromium writes it: fonts are set in each piece. */
export class TextReader {
  readonly #fonts = new Map<PdfDict, FontText | undefined>();
  readonly #private = new Map<PdfDict, boolean>();
  readonly #budget: InflateBudget;
  /** The characters of private use that were shown in all that was read, whatever text represents them. */
  readonly privates = new Set<string>();
  /** The height at which text was set last. */
  #line = 0;

  constructor(budget: InflateBudget) {
    this.#budget = budget;
  }

  /** The text in a mark. Lines are separated by a space. */
  read(content: Buffer, resources: PdfDict | undefined): string {
    const fonts = asDict(resources?.get('Font'));
    const operations = new OperationReader(content);
    let own: FontText | undefined;
    let text = '';
    /** For each open mark its alternative text, empty once it is read; undefined without one. */
    const spoken: (string | undefined)[] = [];
    const say = (shown: PdfObject) => {
      const at = spoken.findIndex((said) => said !== undefined);
      const decoded = own === undefined ? '' : decode(shown, own);
      for (const character of listPrivate(decoded)) this.privates.add(character);
      if (at < 0) return decoded;
      const said = spoken[at] ?? '';
      spoken[at] = '';
      return said;
    };
    while (operations.next()) {
      const { operator } = operations;
      const reader = new ObjectReader(content, () => null, operations.start);
      if (operator === end) spoken.pop();
      else if (operator === begin) spoken.push(undefined);
      else if (operator === beginText) {
        reader.readObject();
        const said = asString(asDict(reader.readObject())?.get('ActualText'));
        spoken.push(said === undefined ? undefined : decodeTextString(said));
      } else if (operator === font) {
        const name = reader.readObject();
        own = typeof name === 'string' ? this.#readFont(asDict(fonts?.get(name))) : undefined;
      } else if (operator === matrix) {
        const place = Array.from({ length: 6 }, () => asNumber(reader.readObject()) ?? 0)[5] ?? 0;
        if (place !== this.#line) text += ' ';
        this.#line = place;
      } else if (operator === show || operator === showAll) text += say(reader.readObject());
    }
    return text;
  }

  /** Whether a font has characters of private use. */
  hasPrivate(resources: PdfDict | undefined): boolean {
    const fonts = [...(asDict(resources?.get('Font'))?.values() ?? [])].flatMap((font) => asDict(font) ?? []);
    return fonts.some((font) => {
      const known = this.#private.get(font) ?? [...(this.#readFont(font)?.map.values() ?? [])].some(isPrivate);
      this.#private.set(font, known);
      return known;
    });
  }

  #readFont(font: PdfDict | undefined): FontText | undefined {
    if (font === undefined || this.#fonts.has(font)) return font && this.#fonts.get(font);
    const stream = resolve(font.get('ToUnicode'));
    const cmap = stream instanceof PdfStream ? decodeStream(stream, this.#budget).toString('latin1') : '';
    const map = readToUnicode(cmap);
    const text = map && ({ bytes: asName(font.get('Subtype')) === 'Type0' ? 2 : 1, map } as const);
    this.#fonts.set(font, text);
    return text;
  }
}

function isPrivate(digits: string): boolean {
  return listPrivate(decodeUnicode(digits)).length > 0;
}

function decode(shown: PdfObject, font: FontText): string {
  if (Array.isArray(shown)) return shown.map((item) => decode(item, font)).join('');
  if (!(shown instanceof PdfString)) return '';
  const codes = Buffer.from(shown.bytes, 'latin1');
  let text = '';
  for (let at = 0; at + font.bytes <= codes.length; at += font.bytes)
    text += font.map.get(codes.readUIntBE(at, font.bytes)) ?? '';
  return decodeUnicode(text);
}
