import { deflateSync } from 'node:zlib';
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

  test.each([
    ['a row below one of the same width', '0 0 9 1 re\nf\n0 1 9 1 re\nf\n'],
    ['a row below that begins before it', '5 0 9 1 re\nf\n0 1 9 1 re\nf\n'],
    ['a row below that begins in it', '0 0 9 1 re\nf\n8 1 9 1 re\nf\n'],
    ['a row beside', '0 0 9 1 re\nf\n9 0 9 1 re\nf\n'],
    ['a row beside that nearly meets', '0 0 9 1 re\nf\n9.0005 0 9 1 re\nf\n'],
    ['a row below all of a row', '0 0 9 1 re\nf\n9 0 9 1 re\nf\n0 1 3 1 re\nf\n'],
    ['a row below the last of a row', '0 0 9 1 re\nf\n9 0 9 1 re\nf\n17 1 3 1 re\nf\n'],
    ['rows of negative places', '-9 -1 9 1 re\nf\n0 -1 9 1 re\nf\n'],
  ])('become one path with %s', (_, content) => {
    const paths = content.replaceAll('re\nf\n', 're\n');
    expect(join(content)).toBe(`${paths}f\n`);
    expect(join(`1 0 0 rg\n${content}0 0 1 rg\n`)).toBe(`1 0 0 rg\n${paths}f\n0 0 1 rg\n`);
  });

  test.each([
    ['of which one has no width', '0 0 9 1 re\nf\n9 0 0 1 re\nf\n'],
    ['of which one has no height', '0 0 9 1 re\nf\n0 1 9 0 re\nf\n'],
    ['of which one is above', '0 1 9 1 re\nf\n0 0 9 1 re\nf\n'],
    ['of which one is below and to the right', '0 0 9 1 re\nf\n9 1 9 1 re\nf\n'],
    ['of which one is below and to the left', '9 0 9 1 re\nf\n0 1 9 1 re\nf\n'],
    ['with a gap', '0 0 9 1 re\nf\n9.002 0 9 1 re\nf\n'],
    ['with a gap between rows', '0 0 9 1 re\nf\n0 1.002 9 1 re\nf\n'],
    ['of which one ends lower', '0 0 9 1 re\nf\n9 0 9 1.5 re\nf\n'],
    ['of which one is alone', '0 0 9 1 re\nf\n'],
    ['with other numbers', '0 0 9 1 re\nf\n9 0 9 x re\nf\n'],
    ['that end a rectangle', '1 1 1 1 re\n0 0 9 1 re\nf\n9 0 9 1 re\nf\n'],
    ['that end a curve', '1 1 1 1 1 1 c\n0 0 9 1 re\nf\n9 0 9 1 re\nf\n'],
    ['that end a closed line', 'h\n0 0 9 1 re\nf\n9 0 9 1 re\nf\n'],
  ])('stay as they are: those %s', (_, content) => {
    expect(join(content)).toBe(content);
  });

  test('become one path for each run', () => {
    const [red, blue] = ['0 0 9 1 re\nf\n9 0 9 1 re\nf\n', '0 5 9 1 re\nf\n9 5 9 1 re\nf\n'];
    const joined = (y: number) => `0 ${y} 9 1 re\n9 ${y} 9 1 re\nf\n`;
    expect(join(`${red}0 0 1 rg\n${blue}Q\n`)).toBe(`${joined(0)}0 0 1 rg\n${joined(5)}Q\n`);
  });

  test('are written without compression, and others stay compressed', () => {
    const pack = (content: string) =>
      new PdfStream(buildDict({ Filter: 'FlateDecode', DecodeParms: new Map() }), deflateSync(content));
    const [changed, same] = [pack('0 0 9 1 re\nf\n9 0 9 1 re\nf\n'), pack('0 0 9 1 re\nf\n')];
    const before = same.data;
    for (const stream of [changed, same])
      joinFills([new PdfRef(buildDict({ Contents: new PdfRef(stream), Resources: new Map() }))]);
    expect([changed.dict.size, Buffer.from(changed.data).toString()]).toEqual([0, '0 0 9 1 re\n9 0 9 1 re\nf\n']);
    expect([same.dict.size, same.data]).toEqual([2, before]);
  });
});
