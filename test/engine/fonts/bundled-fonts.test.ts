import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { findBundledFonts } from '../../../src/engine/browser/find-bundled-fonts.ts';
import { preparePrivateFolders } from '../../../src/engine/browser/private-folders.ts';
import { findFontPackages } from '../../../src/engine/fonts/font-packages.ts';
import type { Engine } from '../../../src/engine/index.ts';
import { listFonts } from '../pdf/list-fonts.ts';
import { openPdf } from '../pdf/read-pdf.ts';
import { makePrivateFolder } from '../private-test-folder.ts';
import { engine, test } from '../shared-engine.ts';
import { cacheFolder, openTestEngine, renderParts } from '../test-engine.ts';

/** The names of the fonts that print a page. */
async function printFonts(html: string, options: object = { fonts: 'bundled' }, from = engine): Promise<string[]> {
  return listFonts((await renderParts(from, { html: `<!doctype html><meta charset="utf-8">${html}` }, options)).pdf);
}

describe('fonts: bundled', () => {
  test.each([
    ['serif', 'Tinos-Regular'],
    ['sans-serif', 'Arimo-Regular'],
    ['monospace', 'Cousine-Regular'],
    ['system-ui', 'Arimo-Regular'],
    ['math', 'NotoSansMath-Regular'],
    ['Arial', 'Arimo-Regular'],
    ['Helvetica', 'Arimo-Regular'],
    ["'Times New Roman'", 'Tinos-Regular'],
    ["'Courier New'", 'Cousine-Regular'],
    ['cursive', 'Tinos-Regular'],
    ['fantasy', 'Arimo-Regular'],
    ['emoji, serif', 'Tinos-Regular'],
  ])('prints %s with %s', async (family, face) => {
    expect(await printFonts(`<p style="font-family: ${family}">Text`)).toEqual([face]);
  });

  test('prints bold and italic with faces of their own', async () => {
    const styles = '<p><b>bold</b> <i>italic</i> <b><i>both</i></b>';
    const faces = ['Arimo', 'Cousine', 'Tinos'].flatMap((name) =>
      ['Bold', 'BoldItalic', 'Italic', 'Regular'].map((style) => `${name}-${style}`),
    );
    const html = ['sans-serif', 'serif', 'monospace'].map(
      (name) => `<div style="font-family: ${name}">${styles}</div>`,
    );
    expect(await printFonts(html.join(''))).toEqual(faces);
  });

  test('reaches no font of the machine, by name or by local()', async () => {
    const face = (name: string) => `<style>@font-face { font-family: own; src: local('${name}') }</style>`;
    const text = '<p style="font-family: own, serif">Text';
    expect(await printFonts(face('DejaVu Sans') + text)).toEqual(['Tinos-Regular']);
    expect(await printFonts('<p style="font-family: DejaVu Sans, Open Sans, serif">Text')).toEqual(['Tinos-Regular']);
    expect(await printFonts(face('Cousine-Regular') + text)).toEqual(['Cousine-Regular']);
  });

  test.runIf(findFontPackages().cjk)('prints the forms of each language, whatever was printed before', async () => {
    const render = async (language: string) => {
      const html = `<!doctype html><html lang="${language}"><title>x</title><p style="font-size: 40px">直骨`;
      return Buffer.from((await renderParts(engine, { html }, { fonts: 'bundled' })).pdf).toString('latin1');
    };
    const languages = ['ja', 'zh-Hans', 'zh-Hant', 'ko'];
    const first: string[] = [];
    for (const language of languages) first.push(await render(language));
    const drawn = first.map((pdf) => pdf.replace(/\/Lang ?\([^)]*\)/g, '').length);
    expect(new Set(drawn).size).toBeGreaterThan(2);
    for (const language of languages.toReversed()) expect(first).toContain(await render(language));
  });

  test('prints each glyph as wide as the font says, and not by whole pixels', async () => {
    const html = `<title>x</title><p style="font: 12px Arial">${'i'.repeat(100)}`;
    const { pdf } = await renderParts(engine, { html }, { fonts: 'bundled' });
    const { items } = await (await (await openPdf(pdf)).getPage(1)).getTextContent();
    const width = items.reduce((sum, item) => sum + ('width' in item ? item.width : 0), 0);
    // Arial's "i" takes 455 of 2048 units, a page's pixel three quarters of a point.
    expect(width).toBeCloseTo(100 * 12 * 0.75 * (455 / 2048), 0);
  });

  test('makes the same bytes each time, with emoji in colours', async () => {
    const html = '<p>Text שלום ไทย हिन्दी ☑ ₿ ∑ 👍🏽 🇩🇪 👨‍👩‍👧‍👦';
    const render = async () => (await renderParts(engine, { html }, { fonts: 'bundled' })).pdf;
    const [first, second] = [await render(), await render()];
    expect(Buffer.from(first).equals(second)).toBe(true);
    const { warnings } = await renderParts(engine, { html }, { fonts: 'bundled' });
    expect(warnings).toEqual([]);
  });
});

describe('a folder of fonts', () => {
  const warnings: string[] = [];
  let folder: string;
  /** Each with nothing but a file that does not count. */
  let empty: ReturnType<typeof makePrivateFolder>[];
  let company: Engine;

  beforeAll(async () => {
    const { path, remove } = makePrivateFolder();
    chmodSync(path, 0o755);
    folder = path;
    const [own = ''] = await findBundledFonts(preparePrivateFolders(cacheFolder));
    cpSync(join(own, '09-Cousine-Regular.ttf'), join(folder, 'company.ttf'));
    const files: [name: string, content: string, mode: number][] = [
      ['company.woff2', 'wOF2', 0o644],
      ['company.ttf', 'hello', 0o644],
      ['company.otf', '', 0o644],
    ];
    // Root's browser runs as another user.
    if (process.getuid?.() === 0) files.push(['company.ttf', 'OTTO', 0o600]);
    empty = files.map(([name, content, mode]) => {
      const made = makePrivateFolder();
      chmodSync(made.path, 0o755);
      writeFileSync(join(made.path, name), content, { mode });
      return made;
    });
    const fontFolders = [folder, ...empty.map(({ path }) => path)];
    company = openTestEngine({ fontFolders, onWarning: (text) => void warnings.push(text) });
    return remove;
  });
  afterAll(async () => {
    await company.close();
    for (const made of empty) made.remove();
  });

  test('counts beside those of the machine, and is told of where no file in it counts', async () => {
    expect(await printFonts('<p style="font-family: Cousine">Text', {}, company)).toEqual(['Cousine-Regular']);
    const told = warnings.filter((text) => text.startsWith('The folder of fonts '));
    expect(told).toEqual(
      empty.map(({ path }) =>
        expect.stringContaining(`The folder of fonts ${path} has no file that counts: a font as .ttf, .otf or .ttc`),
      ),
    );
  });

  test.each([
    ['that is not there', 'none', /none does not exist/],
    ['that is a file', 'company.ttf', /company\.ttf is a file\. Name the folder/],
  ])('%s keeps the browser from starting', async (_, name, message) => {
    const broken = openTestEngine({ fontFolders: [join(folder, name)] });
    const failure = { code: 'config_invalid', message: expect.stringMatching(message) };
    await expect(renderParts(broken, { html: 'x' })).rejects.toMatchObject(failure);
    await broken.close();
  });
});
