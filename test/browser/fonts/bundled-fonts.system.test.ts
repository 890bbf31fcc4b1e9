import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { findBundledFonts } from '../../../src/browser/chromium/find-browser.ts';
import { preparePrivateFolders } from '../../../src/browser/chromium/private-folders.ts';
import type { Engine } from '../../../src/engine/index.ts';
import { makePrivateFolder } from '../../engine/private-test-folder.ts';
import { engine, test } from '../../engine/shared-engine.ts';
import { cacheFolder, openTestEngine, renderParts } from '../../engine/test-engine.ts';
import { listFonts } from '../../pdf/list-fonts.ts';
import { openPdf } from '../../pdf/read-pdf.ts';

/** The names of the fonts that print a page. */
async function printFonts(html: string, options: object = { fonts: 'bundled' }, from = engine): Promise<string[]> {
  return listFonts((await renderParts(from, { html: `<!doctype html><meta charset="utf-8">${html}` }, options)).pdf);
}

describe('fonts: bundled', () => {
  test.each([
    ['Tinos-Regular', ['serif', "'Times New Roman'", 'cursive', 'emoji, serif']],
    ['Arimo-Regular', ['sans-serif', 'system-ui', 'Arial', 'Helvetica', 'fantasy']],
    ['Cousine-Regular', ['monospace', "'Courier New'"]],
    ['NotoSansMath-Regular', ['math']],
  ])('prints with %s each of %j', async (face, families) => {
    const texts = families.map((family) => `<p style="font-family: ${family}">Text`);
    expect(await printFonts(texts.join(''))).toEqual([face]);
  });

  test('prints bold and italic with their own faces', async () => {
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
    const named = '<p style="font-family: DejaVu Sans, Open Sans, serif">Text';
    expect(await printFonts(face('DejaVu Sans') + text + named)).toEqual(['Tinos-Regular']);
    expect(await printFonts(face('Cousine-Regular') + text)).toEqual(['Cousine-Regular']);
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
    const render = () => renderParts(engine, { html }, { fonts: 'bundled' });
    const [first, second] = [await render(), await render()];
    expect(Buffer.from(first.pdf).equals(second.pdf)).toBe(true);
    expect(first.warnings).toEqual([]);
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

  test('counts beside those of the machine, and is reported where no file in it counts', async () => {
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
