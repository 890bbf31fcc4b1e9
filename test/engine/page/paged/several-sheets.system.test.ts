import { describe, expect } from 'vitest';
import { readPdf } from '../../read-pdf.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

/** The text of a document with these files, and what is warned of. */
async function render(css: string, files: Record<string, string>) {
  const assets = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name,
      { type: 'text/css', base64: Buffer.from(text).toString('base64') },
    ]),
  );
  const html = `<!doctype html><html lang=en><title>t</title>${css}<h1>Head</h1>`;
  const { pdf, warnings } = await renderParts(engine, { html, assets });
  return { pages: (await readPdf(pdf)).pages, warnings: warnings.map(({ code, detail }) => `${code}: ${detail}`) };
}

const head = '@page { @top-center { content: "on " string(title) } }';
const set = 'h1 { string-set: title content() }';
const shown = { pages: ['on Head Head'], warnings: [] };

describe('paged CSS in several style sheets', () => {
  test('has its effect if one sets a string and the other shows it', async () => {
    expect(await render(`<style>${head}</style><link rel=stylesheet href=a.css>`, { 'a.css': set })).toEqual(shown);
    expect(await render(`<style>${set}</style><link rel=stylesheet href=a.css>`, { 'a.css': head })).toEqual(shown);
  });

  test('has its effect if one imports the other and has none', async () => {
    expect(await render('<style>@import "a.css";</style>', { 'a.css': head + set })).toEqual(shown);
  });

  test('is warned of if one imports the other and both have some, however deep it is', async () => {
    const warnings = [
      'css_ignored: CSS for paged media in a style sheet that is imported by another one with it has no effect.',
    ];
    expect(await render(`<style>@import "a.css"; ${head}</style>`, { 'a.css': set })).toMatchObject({ warnings });
    const deep = { 'a.css': `@import "b.css"; ${head}`, 'b.css': `@import "c.css"; ${set}`, 'c.css': set };
    expect(await render('<link rel=stylesheet href=a.css>', deep)).toMatchObject({ warnings });
    const plain = { 'a.css': 'h1 { color: teal }' };
    expect(await render(`<style>@import "a.css"; ${head}${set}</style>`, plain)).toMatchObject({ warnings: [] });
  });
});
