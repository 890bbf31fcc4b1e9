import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../../src/engine/index.ts';
import { type BareBrowser, findBrowserFonts, makeBareBrowser } from '../bare-browser.ts';
import { openTestEngine, renderParts } from '../test-engine.ts';

let browser: BareBrowser;
let engine: Engine;

beforeAll(async () => {
  browser = await makeBareBrowser([await findBrowserFonts()]);
  engine = openTestEngine({ executable: browser.executable });
  await engine.start();
});
afterAll(async () => {
  await engine.close();
  browser.remove();
});

const find = async (parts: unknown, options: object = {}) =>
  (await renderParts(engine, parts, options)).warnings.filter(({ code }) => code === 'glyph_missing');

/** The missing characters of a render, by script. */
const list = async (parts: unknown, options: object = {}) =>
  (await find(parts, options)).map(({ script, characters = [] }) => [
    script,
    characters.map(({ character }) => character).join(''),
  ]);

test('text without a glyph is reported once for each part and script', async () => {
  const html = '<p>Zażółć αβγ <p lang="ar">سلام سلام<p>漢字 → ✓ 漢字';
  const warnings = await find([{ html: '<p>fine' }, { html }, { markdown: 'नमस्ते' }]);
  expect(warnings.map(({ part, script }) => [part, script])).toEqual([
    [1, 'Arabic'],
    [1, 'Han'],
    [1, 'Mathematics'],
    [1, 'Symbols'],
    [2, 'Devanagari'],
  ]);
  expect(warnings[1]).toMatchObject({
    detail: expect.stringMatching(/^No font has a glyph for Han: 漢 U\+6F22, 字 U\+5B57\. [A-Z].*\.$/),
    characters: [
      { character: '漢', code_point: 'U+6F22' },
      { character: '字', code_point: 'U+5B57' },
    ],
  });
});

test.each([
  ['in a paragraph', { html: '<p>語' }],
  ['made by CSS', { html: '<style>p::before { content: "語" }</style><p>' }],
  ['in a form', { html: '<input value="語">' }],
  ['in a shadow tree', { html: '<p id="p"></p><script>p.attachShadow({ mode: "closed" }).innerHTML = "語"</script>' }],
  ['in a margin box', { html: '<style>@page { @top-left { content: "語" } }</style><p>fine' }],
  ['in Markdown', { markdown: '# 語' }],
  ['in a header', { html: 'fine', options: { header: '<p>語', margin: '20mm' } }],
  ['in a font that varies', { html: '<p style="font-weight: 437">語' }],
  ['in a group that is half transparent', { html: '<div style="opacity: .5"><p>語<p>' }],
  ['drawn as a shape', { html: '<svg><text x="9" y="99" font-size="90" stroke="red" fill="none">語</text></svg>' }],
])('the first character of all is named %s', async (_where, part) => {
  expect(await list(part)).toEqual([['Han', '語']]);
});

test('of letters with marks, what lacks a glyph is named', async () => {
  // Adlam letters with a mark that the font has.
  expect(await list({ html: '<p>\u{1e900}\u0301 e\u0301 \u{1e901}\u0301' })).toEqual([['Adlam', '\u{1e900}\u{1e901}']]);
  expect(await list({ html: '<p>👩🏽‍🚀 🇨🇭' })).toEqual([['Emoji', '👩🏽🚀🇨🇭']]);
});

test('what shows nothing by intent is not missed', async () => {
  const silent = [
    0x1, 0x7f, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200d, 0x2028, 0x2060, 0xfe0f, 0xfeff, 0xe0041,
  ];
  const text = silent.map((code) => `a&#${code};b`).join(' ');
  expect(await find({ html: `<p>${text}<p>hidden: <b style="visibility: hidden">漢</b><b hidden>字</b>` })).toEqual([]);
});

test('hidden text is not taken for what is missing beside other text', async () => {
  expect(await list({ html: '<p>語 本<p hidden>漢' })).toEqual([['Han', '語本']]);
});

test('the markers that Chromium draws are no text that a font could lack', async () => {
  const html = `<ul><li>x</ul>
    <ul style="list-style: circle"><li>x</ul>
    <ul style="list-style: square"><li>x</ul>
    <details><summary>x</summary></details>
    <details open><summary>x</summary></details>
    <details dir="rtl"><summary>x</summary></details>
    <details style="writing-mode: vertical-rl"><summary>x</summary></details>`;
  expect(await list({ html: `${html}<p>語` })).toEqual([['Han', '語']]);
});

test('a marker that is text is missed', async () => {
  expect(await list({ html: `<ul style="list-style-type: '語'"><li>x</ul>` })).toEqual([['Han', '語']]);
});

test('a character that two fonts lack is reported once', async () => {
  const warnings = await find({ html: '<p>漢 <b style="font-family: serif">漢</b> <i>漢</i>' });
  expect(warnings.map(({ characters }) => characters)).toEqual([[{ character: '漢', code_point: 'U+6F22' }]]);
});

test('a long list is cut', async () => {
  const letters = Array.from({ length: 300 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
  const [warning, ...more] = await find({ html: `<p>${letters.repeat(3)}` });
  expect(more).toEqual([]);
  expect(warning?.characters).toHaveLength(10);
  expect(warning?.detail).toMatch(/ and 290 more\. /);
});

test('a page of thousands is reported in few words, and soon', async () => {
  const letters = Array.from({ length: 2500 }, (_, index) => String.fromCodePoint(0xf0000 + index)).join(' ');
  const warnings = await find({ html: `<p>${letters}` });
  expect(warnings.map(({ script }) => script)).toEqual(['Private use', undefined]);
  expect(warnings[1]?.detail).toMatch(/^Nor does any font have a glyph for 500 more characters\. /);
});

test('on_missing_glyph says whether a part fails, warns, or goes on in silence', async () => {
  const parts = [{ html: 'fine' }, { html: '漢' }];
  await expect(find(parts, { on_missing_glyph: 'fail' })).rejects.toMatchObject({
    code: 'glyph_missing',
    part: 1,
    stage: 'print',
    detail: expect.stringContaining('漢 U+6F22'),
  });
  const lenient = [{ html: '漢', options: { on_missing_glyph: 'ignore' } }, { html: '字' }];
  expect((await find(lenient)).map(({ part }) => part)).toEqual([1]);
  expect(await find(lenient.slice(1), { on_missing_glyph: 'ignore' })).toEqual([]);
  const footer = { html: 'fine', options: { footer: '漢', on_missing_glyph: 'fail' } };
  await expect(find(footer)).rejects.toMatchObject({ code: 'glyph_missing', part: 0 });
});

test("a user's PDF is taken as it is", async () => {
  const { pdf } = await renderParts(engine, { html: '漢字' });
  expect(await find([{ pdf: Buffer.from(pdf).toString('base64') }])).toEqual([]);
});
