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
import type { Operation } from './content-operations.ts';

/** Reads the text that content streams show, mark by mark (ISO 32000-2, 9.10). Knows fonts of two-byte codes. */
export class TextReader {
  readonly #maps = new Map<PdfDict, UnicodeMap | undefined>();
  readonly #budget: InflateBudget;

  constructor(budget: InflateBudget) {
    this.#budget = budget;
  }

  /** A reader of one content stream; `texts` gets the text of each mark. */
  open(content: Buffer, resources: PdfDict | undefined, texts: Map<number, string>) {
    const fonts = asDict(resources?.get('Font'));
    let map: UnicodeMap | undefined;
    let line = Number.NaN;
    /** For each open mark whether its text stands for what it holds. */
    const spoken: boolean[] = [];
    const add = (mcid: number, text: string) => texts.set(mcid, (texts.get(mcid) ?? '') + text);
    return (mcid: number, { operator, start }: Operation) => {
      if (operator === 'EMC') spoken.pop();
      else if (operator === 'BMC') spoken.push(false);
      if (mcid < 0 && operator !== 'Tf' && operator !== 'BDC') return;
      const reader = new ObjectReader(content, () => null, start);
      if (operator === 'BDC') {
        reader.readObject();
        const text = asString(asDict(reader.readObject())?.get('ActualText'));
        if (text !== undefined && !spoken.includes(true)) add(mcid, decodeTextString(text));
        spoken.push(text !== undefined);
      } else if (operator === 'Tf') {
        const name = reader.readObject();
        map = typeof name === 'string' ? this.#readMap(asDict(fonts?.get(name))) : undefined;
      } else if (operator === 'Tm') {
        const place = Array.from({ length: 6 }, () => asNumber(reader.readObject()) ?? 0)[5] ?? 0;
        if (place !== line) add(mcid, ' ');
        line = place;
      } else if (showsText(operator) && map !== undefined && !spoken.includes(true)) {
        add(mcid, decode(reader.readObject(), map));
      }
    };
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

/** The two operators that Chromium and most programs show text with. */
function showsText(operator: string): boolean {
  return operator === 'Tj' || operator === 'TJ';
}

function decode(shown: PdfObject, map: UnicodeMap): string {
  if (Array.isArray(shown)) return shown.map((item) => decode(item, map)).join('');
  if (!(shown instanceof PdfString)) return '';
  const codes = Buffer.from(shown.bytes, 'latin1');
  let text = '';
  for (let at = 0; at + 1 < codes.length; at += 2) {
    text += Buffer.from(map.get(codes.readUInt16BE(at)) ?? '', 'hex')
      .swap16()
      .toString('utf16le');
  }
  return text;
}
