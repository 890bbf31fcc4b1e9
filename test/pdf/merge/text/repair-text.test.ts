import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { repairText } from '../../../../src/pdf/merge/text/repair-text.ts';
import { buildDict, type PdfDict, PdfRef, PdfStream, resolve } from '../../../../src/pdf/objects/objects.ts';
import { decodeUnicode, encodeUnicode, readToUnicode, writeToUnicode } from '../../../../src/pdf/objects/to-unicode.ts';

const start = 'BT\n/F1 9 Tf\n1 0 0 -1 8 39 Tm\n';
const show = (inside: string) => `q\n${start}${inside}ET\nQ`;
const mark = (text: string, inside: string) => `/Span<</ActualText <FEFF${encodeUnicode(text)}> >> BDC\n${inside}EMC\n`;

/** The texts of the codes 1, 2 and so on of a font, and what a page draws, after they are repaired. */
function repair(texts: readonly string[], content: string, hidesPrivate?: boolean) {
  const unicode = new Map(texts.map((text, index) => [index + 1, encodeUnicode(text)]));
  const font: PdfDict = buildDict({
    Subtype: 'Type0',
    BaseFont: 'AAAAAA+Body',
    ToUnicode: new PdfRef(new PdfStream(new Map(), Buffer.from(writeToUnicode(unicode)))),
  });
  const before = font.get('ToUnicode');
  const packed = new PdfStream(buildDict({ Filter: 'FlateDecode', DecodeParms: new Map() }), deflateSync(content));
  const page = new PdfRef(
    buildDict({ Contents: new PdfRef(packed), Resources: buildDict({ Font: buildDict({ F1: font, F2: font }) }) }),
  );
  repairText([page], hidesPrivate);
  const written = resolve(font.get('ToUnicode')) as PdfStream;
  const map = readToUnicode(Buffer.from(written.data).toString('latin1')) ?? new Map<number, string>();
  return {
    texts: [...map].map(([code, digits]) => [code, decodeUnicode(digits)]),
    isSameFont: font.get('ToUnicode') === before,
    content: packed.dict.has('Filter') ? undefined : Buffer.from(packed.data).toString('latin1'),
    hasParameters: packed.dict.has('DecodeParms'),
  };
}
const unchanged = { isSameFont: true, content: undefined, hasParameters: true };

describe('the text of a printed page', () => {
  it.each<[string, string[], string]>([
    ['of plain letters', ['a'], show('<0001> Tj\n')],
    ['of plain letters with a mark', ['a'], show(mark('b', '<0001> Tj\n'))],
    ['of accents that are drawn by themselves', ['a\u0301'], show('<0001> Tj\n')],
    ['of a radical that was written', ['\u2f08'], show('<0001> Tj\n')],
  ])('stays unchanged: %s', (_, texts, content) => {
    expect(repair(texts, content)).toEqual({ ...unchanged, texts: [[1, texts[0]]] });
  });

  it.each<[string, string, string]>([
    ['a radical', '\u2f08', '\u4eba'],
    ['a compatibility ideograph', '\uf9d0', '\u985e'],
    ['no text', '\u0000', 'x'],
    ['an accent', '\u0301', '\u0300'],
  ])('is that of its marks for %s', (_, own, text) => {
    expect(repair([own], show(mark(text, '<0001> Tj\n')))).toEqual({
      texts: [[1, text]],
      isSameFont: false,
      content: show('<0001> Tj\n'),
      hasParameters: false,
    });
  });

  it('leaves out codes that nothing shows and that have no text', () => {
    const { texts, isSameFont } = repair(['a', '\u0000'], show('<0001> Tj\n'));
    expect([texts, isSameFont]).toEqual([[[1, 'a']], false]);
  });

  it('keeps other codes of a font that is repaired', () => {
    const { texts } = repair(['a', '\u2f08'], show(`<0001> Tj\n${mark('\u4eba', '<0002> Tj\n')}`));
    expect(texts).toEqual([
      [1, 'a'],
      [2, '\u4eba'],
    ]);
  });

  it('has no characters of private use if they are to be hidden', () => {
    const content = show('<0001> Tj\n');
    expect(repair(['\ue001'], content)).toEqual({ ...unchanged, texts: [[1, '\ue001']] });
    const hidden = repair(['\ue001'], content, true);
    expect(hidden.content).toContain('/ActualText <FEFF');
    expect(repair(['a'], content, true)).toEqual({ ...unchanged, texts: [[1, 'a']] });
  });
});
