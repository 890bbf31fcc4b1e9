import { describe, expect, it } from 'vitest';
import { findFontBreaches } from '../../../src/pdf/conformance/find-font-breaches.ts';
import { openPart } from '../../../src/pdf/part/open-part.ts';
import { buildPdf, type TestObject } from '../build-pdf.ts';

/** What is said of a font in which a page shows some text. Object 6 is its program, 7 what `more` begins with. */
function check(font: string, text: string, more: readonly TestObject[] = []): string | undefined {
  const pdf = buildPdf([
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 100]>>',
    '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>>',
    { dict: '', data: `BT /F1 12 Tf ${text} Tj ET` },
    `<</Type /Font /BaseFont /A ${font}>>`,
    { dict: '', data: 'a program' },
    ...more,
  ]);
  return findFontBreaches(openPart({ pdf, foreign: true }, 0, 1));
}

const info = (ordering: string, supplement = 0) =>
  `/CIDSystemInfo <</Registry (Adobe) /Ordering (${ordering}) /Supplement ${supplement}>>`;
const composite = (encoding: string, ordering = 'Japan1', supplement = 0) =>
  `/Subtype /Type0 /Encoding ${encoding} /DescendantFonts [<</Type /Font /Subtype /CIDFontType0 /BaseFont /A
    ${info(ordering, supplement)} /FontDescriptor <</FontFile3 6 0 R>>>>]`;
const simple = (entries: string, flags = 32) =>
  `/Subtype /Type1 /FirstChar 65 /LastChar 65 /Widths [500] /FontDescriptor <</FontFile3 6 0 R /Flags ${flags}>> ${entries}`;
const map = (text: string): TestObject => ({ dict: '', data: `1 beginbfchar\n<0001> <${text}>\nendbfchar` });
const encoding = (mode: number, body = ''): TestObject => ({
  dict: `/Type /CMap /CMapName /Own /WMode ${mode} ${info('Japan1')}`,
  data: `/WMode 0 def ${body}`,
});

describe("the fonts of a user's PDF that claims PDF/UA", () => {
  it.each<[string, string, string, TestObject[]]>([
    ['characters of a known collection', composite('/Identity-H'), '<0001>', []],
    ['an encoding that readers know', composite('/90ms-RKSJ-H', 'Japan1', 2), '<0001>', []],
    ['their own encoding', composite('7 0 R'), '<0001>', [encoding(0)]],
    ['a map to text', `${composite('/Identity-H', 'Identity')} /ToUnicode 7 0 R`, '<0001>', [map('0061')]],
    ['names of characters', simple('/Encoding <</Differences [65 /Abreve]>>'), '(A)', []],
  ])('may have %s', (_what, font, text, more) => {
    expect(check(font, text, more)).toBeUndefined();
  });

  it.each<[string, string, string, TestObject[], string]>([
    ['no program', '/Subtype /Type1 /FirstChar 65', '(A)', [], 'the font A is not embedded (ISO 14289-1, 7.21.4.1)'],
    [
      'characters of another collection',
      composite('/90ms-RKSJ-H', 'Korea1'),
      '<0001>',
      [],
      'the font A, whose characters are of another collection than its encoding (ISO 14289-1, 7.21.3.1)',
    ],
    [
      'more characters than their encoding',
      composite('/H', 'Japan1', 2),
      '<0001>',
      [],
      'the font A, whose characters are of another collection than its encoding (ISO 14289-1, 7.21.3.1)',
    ],
    [
      'an encoding that is not there',
      composite('/Own-H'),
      '<0001>',
      [],
      'the font A, whose encoding Own-H is not embedded (ISO 14289-1, 7.21.3.3)',
    ],
    [
      'an encoding of two directions',
      composite('7 0 R'),
      '<0001>',
      [encoding(1)],
      'the font A, whose encoding says two directions of writing (ISO 14289-1, 7.21.3.3)',
    ],
    [
      'an encoding on top of an unknown one',
      composite('7 0 R'),
      '<0001>',
      [encoding(0, '/Other usecmap')],
      'the font A, whose encoding needs another one that readers do not know (ISO 14289-1, 7.21.3.3)',
    ],
    [
      'characters without a text',
      composite('/Identity-H', 'Identity'),
      '<0001>',
      [],
      'the font A, whose text cannot be read (ISO 14289-1, 7.21.7)',
    ],
    [
      'characters whose text means nothing',
      `${composite('/Identity-H')} /ToUnicode 7 0 R`,
      '<0001>',
      [map('FEFF')],
      'the font A, whose text has characters that mean nothing (ISO 14289-1, 7.21.7)',
    ],
    [
      'names that no reader knows',
      simple('/Encoding <</Differences [65 /g17]>>', 4),
      '(A)',
      [],
      'the font A, whose text cannot be read (ISO 14289-1, 7.21.7)',
    ],
    [
      'a character that is missing',
      composite('/Identity-H'),
      '<0000>',
      [],
      'the font A, which lacks a character that is shown (ISO 14289-1, 7.21.8)',
    ],
  ])('may not have %s', (_what, font, text, more, detail) => {
    expect(check(font, text, more)).toContain(detail);
  });

  it('are those of annotations, too, and nothing but fonts is looked at', () => {
    const read = (annotation: string, font: string, contents = '1 0 0 rg') =>
      findFontBreaches(
        openPart(
          {
            pdf: buildPdf([
              '<</Type /Catalog /Pages 2 0 R>>',
              '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 100]>>',
              `<</Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [${annotation}]>>`,
              { dict: '', data: contents },
              {
                dict: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</Font <</F1 ${font}>>>>`,
                data: 'BT /F1 9 Tf (A) Tj ET',
              },
            ]),
            foreign: true,
          },
          0,
          1,
        ),
      );
    const font = '<</Type /Font /BaseFont /A /Subtype /Type1 /FirstChar 65>>';
    const shown = '<</Type /Annot /Subtype /Stamp /Rect [0 0 9 9] /AP <</N 5 0 R>>>>';
    expect(read(shown, font)).toContain('the font A is not embedded (ISO 14289-1, 7.21.4.1)');
    expect(read('', font, '0 1 0 0 k')).toBeUndefined();
    expect(read('', font, '(a')).toBeUndefined();
  });
});
