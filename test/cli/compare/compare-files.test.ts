import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readPng } from '../../../src/cli/pictures/png.ts';
import { makeFolder, runCommand } from '../commands/run-command.ts';
import { drawnPdf } from '../pictures/drawn-pdf.ts';

let cwd: string;
const size = { width: 72, height: 72 };
const text = (word: string) => ({ ...size, content: `BT /F1 12 Tf 5 40 Td (${word}) Tj ET` });
const box = (width: number) => ({ ...size, content: `1 0 0 rg 0 0 ${width} 72 re f` });

beforeEach(() => {
  cwd = makeFolder();
  const files = {
    ...{ 'one.pdf': [text('One')], 'same.pdf': [{ ...text('One'), content: `${text('One').content} ` }] },
    ...{ 'two.pdf': [text('Two')], 'long.pdf': [text('One'), text('Two')] },
    ...{ 'half.pdf': [box(36)], 'quarter.pdf': [box(18)], 'hair.pdf': [box(36.05)] },
  };
  for (const [name, pages] of Object.entries(files)) writeFileSync(join(cwd, name), drawnPdf(pages));
  writeFileSync(join(cwd, 'bad.pdf'), 'no PDF');
});
const compare = (...words: string[]) => runCommand(['compare', ...words], {}, { cwd });

describe('two PDFs', () => {
  it.each([['one.pdf'], ['same.pdf']])(
    'are the same if their pages look the same and have the same text: %s',
    async (name) => {
      expect(await compare('one.pdf', name)).toMatchObject({
        ...{ code: undefined, error: undefined, stdout: '', stderr: 'The PDFs are the same\n' },
      });
      const { stdout, stderr } = await compare('one.pdf', name, '--json');
      expect([JSON.parse(stdout), stderr]).toEqual([
        { data: { same: true, page_counts: [1, 1], pages: [] }, warnings: [] },
        '',
      ]);
    },
  );

  it('differ in their text', async () => {
    const { code, stdout, stderr } = await compare('one.pdf', 'two.pdf');
    expect([code, stderr]).toEqual([20, '']);
    expect(stdout).toMatch(/^page 1: \d\.\d % of it looks different, its text differs\n/);
    expect(stdout).toContain('--- one.pdf, page 1\n+++ two.pdf, page 1\n@@ -1,1 +1,1 @@\n-One\n+Two\n');
  });

  it('differ in how they look', async () => {
    const { code, stdout } = await compare('half.pdf', 'quarter.pdf');
    expect([code, stdout]).toEqual([20, 'page 1: 25.0 % of it looks different\n']);
    const { stdout: json } = await compare('half.pdf', 'quarter.pdf', '--json');
    expect(JSON.parse(json).data).toEqual({
      ...{ same: false, page_counts: [1, 1], pages: [{ page: 1, pixels: 0.25, text: false, picture: null }] },
    });
  });

  it.each([
    ['24.9', 20],
    ['25', undefined],
  ])('may differ a little: %s percent', async (tolerance, code) => {
    expect((await compare('half.pdf', 'quarter.pdf', '--tolerance', tolerance)).code).toBe(code);
  });

  it('may have pages that only one of them has', async () => {
    const longer = await compare('one.pdf', 'long.pdf');
    expect([longer.code, longer.stdout]).toEqual([
      20,
      'one.pdf has 1 page, long.pdf has 2 pages\npage 2: only in long.pdf\n',
    ]);
    expect((await compare('long.pdf', 'one.pdf')).stdout).toContain('page 2: only in long.pdf\n');
    expect(JSON.parse((await compare('long.pdf', 'one.pdf', '--json')).stdout).data).toEqual({
      ...{ same: false, page_counts: [2, 1], pages: [{ page: 2, pixels: 1, text: true, picture: null }] },
    });
  });

  it('are drawn with their differences', async () => {
    const { stdout } = await compare('half.pdf', 'quarter.pdf', '--pictures', 'diff');
    expect(stdout).toBe('page 1: 25.0 % of it looks different: see diff/page-1.png\n');
    const { width, height } = readPng(readFileSync(join(cwd, 'diff/page-1.png')));
    expect([width, height]).toEqual([96, 96]);
    await compare('one.pdf', 'same.pdf', '--pictures', 'none');
    expect(existsSync(join(cwd, 'none'))).toBe(false);
  });

  it.each([
    [['bad.pdf', 'one.pdf'], 'input_invalid', 'bad.pdf is not a PDF that can be read'],
    [['one.pdf', 'bad.pdf'], 'input_invalid', 'bad.pdf is not a PDF that can be read'],
    [['one.pdf', 'gone.pdf'], 'input_missing', expect.stringContaining('gone.pdf')],
    [['-', '-'], 'usage', 'the first PDF and the second PDF cannot both read stdin'],
    [['one.pdf', 'two.pdf', '--tolerance', '101'], 'usage', expect.stringContaining('--tolerance')],
    [['one.pdf', 'two.pdf', '--tolerance=-1'], 'usage', expect.stringContaining('--tolerance')],
  ])('are refused: %j', async (words, code, message) => {
    expect((await compare(...words)).error).toMatchObject({ code, message });
  });

  it('may come from stdin', async () => {
    const stdin = 'no PDF';
    const { error } = await runCommand(['compare', '-', 'one.pdf'], {}, { cwd, stdin });
    expect(error).toMatchObject({ message: 'stdin is not a PDF that can be read' });
  });
});
