import { describe, expect, it } from 'vitest';
import { dropSoftHyphens } from '../../../../src/pdf/merge/text/drop-soft-hyphens.ts';
import { PdfRef, PdfStream } from '../../../../src/pdf/objects/objects.ts';

const unicode = `/CIDInit /ProcSet findresource begin
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
2 beginbfchar
<0008> <2010>
<0009> <0041>
endbfchar
`;

/** What a content becomes that shows text with a font that has a hyphen for code 8 and an A for code 9. */
function drop(content: string): string {
  const cmap = new PdfRef(new PdfStream(new Map(), Buffer.from(unicode)));
  const font = new Map<string, never>([
    ['Subtype', 'Type0'],
    ['ToUnicode', cmap],
  ] as never);
  const stream = new PdfStream(new Map(), Buffer.from(content));
  const resources = new Map([['Font', new Map([['F1', font]])]]);
  dropSoftHyphens([
    new PdfRef(
      new Map<string, never>([
        ['Resources', resources],
        ['Contents', stream],
      ] as never),
    ),
  ]);
  return String(stream.data);
}

const object = (inside: string) => `BT\n/F1 12 Tf\n1 0 0 -1 0 9 Tm\n${inside}ET\n`;
const mark = (text: string, shown: string) => `/Span<</ActualText <FEFF${text}> >> BDC\n${shown}EMC\n`;

describe('a soft hyphen in the text of a page', () => {
  it('goes where its word is whole', () => {
    const content = object(`<0001> Tj\n${mark('00AD', '<0003> Tj\n')}9 0 Td <0002> Tj\n`);
    expect(drop(content)).toBe(object('<0001> Tj\n9 0 Td <0002> Tj\n'));
  });

  it('leaves what others are placed from', () => {
    const content = object(`<0001> Tj\n${mark('00AD', '3.5 0 Td <0003> Tj\n')}0 0 Td <0002> Tj\n`);
    expect(drop(content)).toBe(object('<0001> Tj\n3.5 0 Td\n0 0 Td <0002> Tj\n'));
  });

  it('is what the hyphen of a broken word stands for', () => {
    const content = object(`<0001> Tj\n${mark('00AD', '<0003> Tj\n')}`) + object('<0008> Tj\n');
    expect(drop(content)).toBe(object('<0001> Tj\n') + object(mark('00AD', '<0008> Tj\n')));
  });

  it('leaves other text behind it as it is', () => {
    const behind = object('<0009> Tj\n');
    expect(drop(object(`<0001> Tj\n${mark('00AD', '<0003> Tj\n')}`) + behind)).toBe(object('<0001> Tj\n') + behind);
  });

  it('goes from the text of several characters', () => {
    const content = object(mark('006600AD0069', '<0004> Tj\n'));
    expect(drop(content)).toBe(object(mark('00660069', '<0004> Tj\n')));
  });

  it('is not seen between two characters', () => {
    const content = object(mark('0000AD00', '<0004> Tj\n')) + object(mark('0041', '<0005> Tj\n'));
    expect(drop(content)).toBe(content);
  });
});
