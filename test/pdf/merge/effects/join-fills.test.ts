import { describe, expect, test } from 'vitest';
import { joinFills } from '../../../../src/pdf/merge/effects/join-fills.ts';
import { buildDict, PdfRef, PdfStream } from '../../../../src/pdf/objects/objects.ts';

/** What a page with this content draws after its fills are joined. */
function join(content: string): string {
  const stream = new PdfStream(new Map(), Buffer.from(content));
  joinFills([new PdfRef(buildDict({ Contents: new PdfRef(stream), Resources: new Map() }))]);
  return Buffer.from(stream.data).toString();
}

const mark = (id: number) => `EMC\n/TD <</MCID ${id} >>BDC\n`;

describe('fills of one colour', () => {
  test('that meet in rows become one path, and their marks stay in order', () => {
    const content = `0 0 48 24 re\nf\n${mark(1)}48 0 46 24 re\nf\n${mark(2)}0 24 94 24 re\nf\nEMC\n`;
    expect(join(content)).toBe(`0 0 48 24 re\n48 0 46 24 re\n0 24 94 24 re\nf\n${mark(1)}${mark(2)}EMC\n`);
  });

  test('that meet with fractions become one path', () => {
    expect(join('.1 0 .2 1 re\nf\n.3 0 9 1 re\nf\n')).toBe('.1 0 .2 1 re\n.3 0 9 1 re\nf\n');
  });

  test('that do not meet stay apart, each in its mark', () => {
    const content = `0 0 48 24 re\nf\n${mark(1)}50 0 46 24 re\nf\n${mark(2)}96 0 4 24 re\nf\nEMC\n`;
    expect(join(content)).toBe(`0 0 48 24 re\nf\n${mark(1)}50 0 46 24 re\n96 0 4 24 re\nf\n${mark(2)}EMC\n`);
  });

  test.each([
    ['overlap', '0 0 48 24 re\nf\n40 0 46 24 re\nf\n'],
    ['differ in height', '0 0 48 24 re\nf\n48 0 46 20 re\nf\n'],
    ['have a colour between them', '0 0 48 24 re\nf\n1 0 0 rg\n48 0 46 24 re\nf\n'],
    ['end a longer path', '0 0 m\n9 9 l\n48 0 46 24 re\nf\n94 0 46 24 re\nf\n'],
    ['turn back', '0 0 48 24 re\nf\n48 0 -46 24 re\nf\n'],
  ])('that %s stay as they are', (_, content) => {
    expect(join(content)).toBe(content);
  });
});
