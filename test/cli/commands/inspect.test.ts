import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../helpers/run-cli.ts';
import { buildPages } from '../../pdf/build-pdf.ts';

const home = makeHome();
afterAll(() => home.remove());
const inHome = (name: string) => join(home.folder, name);
const platen = (words: string[], stdin?: Buffer) =>
  runCli(words, { cwd: home.folder, env: home.env, ...(stdin && { stdin }) });

const title = (text: string) => ({ trailer: `/Info <</Title (${text})>>` });
const before = buildPages(2, title('Before'));

beforeAll(() => {
  writeFileSync(inHome('before.pdf'), before);
  writeFileSync(inHome('renamed.pdf'), buildPages(2, title('After')));
  writeFileSync(inHome('other.pdf'), buildPages(3, { text: 'Side' }));
  writeFileSync(inHome('text.txt'), 'hello');
});

describe('platen inspect', () => {
  it('prints what a PDF holds for people, and all of it as JSON', async () => {
    const { code, stdout, stderr } = await platen(['inspect', 'before.pdf']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^before\.pdf {2}PDF 1\.7, /);
    expect(stdout).toContain('  pages       2, 70.6 x 35.3 mm\n  title       Before\n');
    expect(stdout).toContain('\nFonts (1)\n  Helvetica  Type1, not embedded\n');
    const { data } = JSON.parse((await platen(['inspect', '-', '--json'], before)).stdout);
    expect(data).toMatchObject({ title: 'Before', bytes: before.length, pages: [{ page: 1 }, { page: 2 }] });
  });

  it('prints the text of the pages', async () => {
    expect((await platen(['inspect', 'before.pdf', '--text'])).stdout).toBe('Page 1\f\nPage 2\n');
    const { data } = JSON.parse((await platen(['inspect', 'before.pdf', '--text', '--json'])).stdout);
    expect(data.text).toEqual(['Page 1', 'Page 2']);
  });

  it.each([
    ['text.txt', 'text.txt is not a PDF that can be read'],
    ['none.pdf', 'there is no file none.pdf'],
  ])('refuses %s', async (name, message) => {
    const { code, stdout, stderr } = await platen(['inspect', name]);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });
});

describe('platen compare', () => {
  it('takes PDFs for the same that look the same and have the same text', async () => {
    const { code, stdout, stderr } = await platen(['compare', 'before.pdf', 'renamed.pdf']);
    expect([code, stdout, stderr]).toEqual([0, '', 'The PDFs are the same\n']);
    const { data } = JSON.parse((await platen(['compare', 'before.pdf', '-', '--json'], before)).stdout);
    expect(data).toEqual({ same: true, page_counts: [2, 2], pages: [] });
  });

  it('names each page that differs, with its text, and draws the differences', async () => {
    const { code, stdout } = await platen(['compare', 'before.pdf', 'other.pdf', '--pictures', 'found']);
    expect(code).toBe(20);
    expect(stdout).toContain('before.pdf has 2 pages, other.pdf has 3 pages\n');
    expect(stdout).toMatch(/^page 1: [\d.]+ % of it looks different, its text differs: see found\/page-1\.png$/m);
    expect(stdout).toContain('\n-Page 1\n+Side 1\n');
    expect(stdout).toMatch(/^page 3: only in other\.pdf$/m);
    expect(readFileSync(inHome('found/page-1.png')).subarray(1, 4).toString()).toBe('PNG');
    expect(existsSync(inHome('found/page-3.png'))).toBe(true);
  });

  it('takes less than the tolerance for nothing, but not other text', async () => {
    const { code, stdout } = await platen(['compare', 'before.pdf', 'other.pdf', '--tolerance', '100', '--json']);
    expect(code).toBe(20);
    expect(JSON.parse(stdout).data.pages).toEqual(
      [1, 2, 3].map((page) => ({ page, pixels: 0, text: true, picture: null })),
    );
  });

  it.each([
    [['-', '-'], 'stdin'],
    [['before.pdf', 'text.txt'], 'text.txt is not a PDF that can be read'],
    [['before.pdf', 'renamed.pdf', '--tolerance', '101'], '--tolerance'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await platen(['compare', ...words], before);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
