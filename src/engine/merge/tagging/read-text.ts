import { decodeStream, type InflateBudget } from '../../pdf/decode-stream.ts';
import { ObjectReader } from '../../pdf/object-reader.ts';
import {
  asDict,
  asNumber,
  asString,
  type PdfDict,
  type PdfObject,
  PdfStream,
  PdfString,
  resolve,
} from '../../pdf/objects.ts';
import { decodeTextString } from '../../pdf/text-string.ts';
import { readToUnicode, type UnicodeMap } from '../../pdf/to-unicode.ts';
import { codeOf, OperationReader } from './content-operations.ts';

const [beginText, begin, end, font, matrix, show, showAll] = ['BDC', 'BMC', 'EMC', 'Tf', 'Tm', 'Tj', 'TJ'].map(codeOf);

/** Reads the text that content shows (ISO 32000-2, 9.10), as Chromium writes it: fonts of two-byte codes, set in each piece. */
export class TextReader {
  readonly #maps = new Map<PdfDict, UnicodeMap | undefined>();
  readonly #budget: InflateBudget;
  /** The height at which text was set last. */
  #line = 0;

  constructor(budget: InflateBudget) {
    this.#budget = budget;
  }

  /** The text of what stands in a mark. Lines are parted by a space. */
  read(content: Buffer, resources: PdfDict | undefined): string {
    const fonts = asDict(resources?.get('Font'));
    const operations = new OperationReader(content);
    let map: UnicodeMap | undefined;
    let text = '';
    /** For each open mark the text that stands for what it shows, empty once it is said; undefined where none does. */
    const spoken: (string | undefined)[] = [];
    const say = (shown: PdfObject) => {
      const at = spoken.findIndex((own) => own !== undefined);
      if (at < 0) return map === undefined ? '' : decode(shown, map);
      const own = spoken[at] ?? '';
      spoken[at] = '';
      return own;
    };
    while (operations.next()) {
      const { operator } = operations;
      const reader = new ObjectReader(content, () => null, operations.start);
      if (operator === end) spoken.pop();
      else if (operator === begin) spoken.push(undefined);
      else if (operator === beginText) {
        reader.readObject();
        const own = asString(asDict(reader.readObject())?.get('ActualText'));
        spoken.push(own === undefined ? undefined : decodeTextString(own));
      } else if (operator === font) {
        const name = reader.readObject();
        map = typeof name === 'string' ? this.#readMap(asDict(fonts?.get(name))) : undefined;
      } else if (operator === matrix) {
        const place = Array.from({ length: 6 }, () => asNumber(reader.readObject()) ?? 0)[5] ?? 0;
        if (place !== this.#line) text += ' ';
        this.#line = place;
      } else if (operator === show || operator === showAll) text += say(reader.readObject());
    }
    return text;
  }

  #readMap(font: PdfDict | undefined): UnicodeMap | undefined {
    if (font === undefined || this.#maps.has(font)) return font && this.#maps.get(font);
    const stream = resolve(font.get('ToUnicode'));
    const cmap = stream instanceof PdfStream ? decodeStream(stream, this.#budget).toString('latin1') : '';
    const map = readToUnicode(cmap);
    this.#maps.set(font, map);
    return map;
  }
}

function decode(shown: PdfObject, map: UnicodeMap): string {
  if (Array.isArray(shown)) return shown.map((item) => decode(item, map)).join('');
  if (!(shown instanceof PdfString)) return '';
  const codes = Buffer.from(shown.bytes, 'latin1');
  let text = '';
  for (let at = 0; at + 1 < codes.length; at += 2) text += map.get(codes.readUInt16BE(at)) ?? '';
  return Buffer.from(text, 'hex').swap16().toString('utf16le');
}
