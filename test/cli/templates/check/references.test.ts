import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../../../src/cli/command/context.ts';
import { readPng } from '../../../../src/cli/pictures/png.ts';
import { openReferences } from '../../../../src/cli/templates/check/references.ts';
import { makeFolder } from '../../commands/run-command.ts';
import { drawnPdf } from '../../pictures/drawn-pdf.ts';

let cwd: string;
let closing: (() => unknown)[];

beforeEach(() => {
  cwd = makeFolder();
  closing = [];
});
afterEach(async () => {
  for (const close of closing) await close();
});

/** A PDF whose pages are red up to these widths, of 72. */
const pdfOf = (...widths: number[]) =>
  drawnPdf(widths.map((width) => ({ width: 72, height: 72, content: `1 0 0 rg 0 0 ${width} 72 re f` })));

/** Compares a PDF with the reference of the template `letter`. */
function check(pdf: Buffer, options: { update?: boolean; png?: boolean; tolerance?: number } = {}) {
  const context = { io: { cwd }, defer: (close: () => unknown) => closing.push(close) } as unknown as Context;
  const all = { folder: 'looks', update: false, png: false, tolerance: 0, ...options };
  return openReferences(context, all).check('letter', pdf, 'letter/content.html');
}
const files = () => (existsSync(join(cwd, 'looks')) ? readdirSync(join(cwd, 'looks')).sort() : []);
const write = (pdf: Buffer, png = false) => check(pdf, { update: true, png });
const pixels = (name: string) => {
  const { width, height } = readPng(readFileSync(join(cwd, 'looks', name)));
  return [width, height];
};

describe('the reference of a template', () => {
  it('may be missing', async () => {
    expect(await check(pdfOf(36))).toEqual([
      {
        code: 'no_reference',
        message: 'there is no looks/letter.pdf or letter-1.png to compare with; --update writes it',
        file: 'letter/content.html',
      },
    ]);
    expect([files(), closing]).toEqual([[], []]);
  });

  it('is written as a PDF, or as pictures', async () => {
    expect(await write(pdfOf(36))).toEqual([]);
    expect([files(), readFileSync(join(cwd, 'looks/letter.pdf'))]).toEqual([['letter.pdf'], pdfOf(36)]);
    expect(await write(pdfOf(36, 18), true)).toEqual([]);
    expect([files(), pixels('letter-1.png')]).toEqual([
      ['letter-1.png', 'letter-2.png'],
      [96, 96],
    ]);
  });

  it('stays in its form', async () => {
    await write(pdfOf(36), true);
    await write(pdfOf(18, 18));
    expect(files()).toEqual(['letter-1.png', 'letter-2.png']);
    expect(await check(pdfOf(18, 18))).toEqual([]);
  });

  it('becomes pictures even if the PDF is the same', async () => {
    await write(pdfOf(36));
    await write(pdfOf(36), true);
    expect(files()).toEqual(['letter-1.png']);
  });

  it('needs no drawing for the same PDF', async () => {
    await write(pdfOf(36));
    expect(await check(pdfOf(36))).toEqual([]);
    expect(closing).toEqual([]);
  });
});

describe('a PDF', () => {
  it.each([
    [false, 'looks/letter.pdf'],
    [true, 'looks/letter-2.png'],
  ])('that looks different from the reference is shown: pictures %s', async (png, shown) => {
    await write(pdfOf(36, 36), png);
    expect(await check(pdfOf(36, 18))).toEqual([
      {
        code: 'looks_different',
        message: `page 2 looks different from ${shown} (25.0 % of it): see looks/diff/letter-2.png`,
        file: 'letter/content.html',
      },
    ]);
    expect([readdirSync(join(cwd, 'looks/diff')), pixels('diff/letter-2.png')]).toEqual([['letter-2.png'], [96, 96]]);
  });

  it.each([
    [0.24, 1],
    [0.25, 0],
  ])('may differ by a share of its pixels: %s', async (tolerance, count) => {
    await write(pdfOf(36));
    expect(await check(pdfOf(18), { tolerance })).toHaveLength(count);
  });

  it.each([
    [false, 'looks/letter.pdf'],
    [true, 'looks/letter-1.png'],
  ])('may have a page that the reference lacks: pictures %s', async (png, shown) => {
    await write(pdfOf(36), png);
    expect((await check(pdfOf(36, 18))).map(({ message }) => message)).toEqual([
      `page 2 looks different from ${shown} (100.0 % of it): see looks/diff/letter-2.png`,
    ]);
  });

  it('is drawn in the size of the pictures', async () => {
    await write(pdfOf(36), true);
    const large = drawnPdf([{ width: 144, height: 144, content: '1 0 0 rg 0 0 72 144 re f' }]);
    expect(await check(large, { tolerance: 0.03 })).toEqual([]);
  });

  it('cannot be compared with a file that is no PDF', async () => {
    mkdirSync(join(cwd, 'looks'));
    writeFileSync(join(cwd, 'looks/letter.pdf'), 'no PDF');
    await expect(check(pdfOf(36))).rejects.toMatchObject({
      ...{ code: 'input_invalid', message: 'looks/letter.pdf cannot be compared', why: expect.any(String) },
      fix: 'write it again with --update',
    });
  });
});
