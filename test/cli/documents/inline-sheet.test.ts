import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { inlineSheet } from '../../../src/cli/documents/inline-sheet.ts';
import type { Io } from '../../../src/cli/output/io.ts';
import { makeFolder } from './folder.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const data = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
const font = `data:font/woff2;base64,${Buffer.from('font').toString('base64')}`;

/** What becomes of a style sheet, and the warnings, in a folder with these files. */
async function inline(
  css: string,
  files: Record<string, string> = {},
  { source = 'main.css', cwd = '.', root }: { source?: string; cwd?: string; root?: string } = {},
) {
  const folder = await makeFolder({ 'a.svg': svg, 'fonts/b.woff2': 'font', ...files, 'main.css': css });
  const warnings: { code: string; text: string }[] = [];
  const io = {
    cwd: join(folder, cwd),
    platform: 'linux',
    stdin: Object.assign(Readable.from([Buffer.from(css)]), { isTTY: false }),
  } as unknown as Io;
  const output = { warn: (warning: unknown) => warnings.push(warning as never) } as never;
  const text = await inlineSheet(source, '--css', {
    ...{ io, output, root: root === undefined ? undefined : join(folder, root) },
  });
  for (const { code } of warnings) expect(code).toBe('resource_missing');
  return [text, warnings.map((warning) => warning.text)];
}

it.each<[string, string, string]>([
  ['an image', 'a { background: url(a.svg) no-repeat }', `a { background: url("${data}") no-repeat }`],
  ['a text in quotes', 'a { background: url("a.svg") }b{}', `a { background: url("${data}") }b{}`],
  ['a fragment', "a { mask: url('a.svg#it\\'s \"x') }", `a { mask: url("${data}#it%27s%20%22x") }`],
  ['a font', '@font-face { src: url(fonts/b.woff2) }', `@font-face { src: url("${font}") }`],
  ['an image without url()', 'a { background: image-set("a.svg" 1x) }', `a { background: image-set("${data}" 1x) }`],
  ['two of them', 'a{b:url(a.svg);c:url(a.svg)}', `a{b:url("${data}");c:url("${data}")}`],
  [
    'the web',
    'a { b: url(https://a.example/x.png); c: url(data:,x) }',
    'a { b: url(https://a.example/x.png); c: url(data:,x) }',
  ],
  ['nothing', 'a { color: red }', 'a { color: red }'],
])('a style sheet with %s has it as data', async (_what, css, expected) => {
  expect(await inline(css)).toEqual([expected, []]);
});

it.each<[string, string]>([
  ['@import "one.css";', '\nb{}\n'],
  ['@import url(one.css);', '\nb{}\n'],
  ['@import url(one.css) ;c{}', '\nb{}\nc{}'],
  ['@import "one.css" print;', '@media print {\nb{}\n}\n'],
  ['@import "one.css" layer;', '@layer  {\nb{}\n}\n'],
  ['@import "one.css" layer( base ) print and (color);', '@layer base {@media print and (color) {\nb{}\n}\n}\n'],
  ['@import "one.css" supports(display: grid);', '@supports (display: grid) {\nb{}\n}\n'],
  ['@import "one.css" supports((a: b) or (c: d)) print;', '@supports ((a: b) or (c: d)) {@media print {\nb{}\n}\n}\n'],
  [
    '@import url("one.css") supports((display: grid) and (not (a: b))) screen;',
    '@supports ((display: grid) and (not (a: b))) {@media screen {\nb{}\n}\n}\n',
  ],
  ['@import "one.css" layered;', '@media layered {\nb{}\n}\n'],
])('an import is replaced by its file: %s', async (css, expected) => {
  expect(await inline(css, { 'one.css': 'b{}' })).toEqual([expected, []]);
});

it('files of an imported sheet are found from its folder, and a circle ends', async () => {
  const files = { 'sub/one.css': '@import "../main.css";@import "two.css";a{b:url(../a.svg)}', 'sub/two.css': 'c{}' };
  expect(await inline('@import "sub/one.css";d{}', files)).toEqual([`\n\n\n\nc{}\na{b:url("${data}")}\nd{}`, []]);
});

it.each<[string, string[]]>([
  ['a{}\nb{c:url(no.png)}', ['main.css:2: cannot find no.png']],
  ['a{b:url(../x.png)}', [expect.stringMatching(/^main\.css:1: \.\.\/x\.png is left out: it /)]],
  ['@import "no.css";', ['main.css:1: cannot find no.css']],
  [`a{b:url(${'n'.repeat(300)}.png)}`, [expect.stringContaining(`${'n'.repeat(200)}`)]],
])('what cannot be read stays as it is written: %s', async (css, warnings) => {
  expect(await inline(css)).toEqual([css, warnings]);
});

it('a long name is cut in its warning', async () => {
  const [, [warning]] = (await inline(`a{b:url(${'n'.repeat(300)})}`)) as [string, string[]];
  expect(warning?.match(/n{100,}/)?.[0]).toHaveLength(200);
});

it('a warning of an imported sheet names that', async () => {
  const [, warnings] = await inline('@import "sub/one.css";', { 'sub/one.css': '\n\na{b:url(no.png)}' });
  expect(warnings).toEqual(['sub/one.css:3: cannot find no.png']);
});

it('a sheet of stdin finds its files from the working folder', async () => {
  expect(await inline('a{b:url(a.svg)}', {}, { source: '-' })).toEqual([`a{b:url("${data}")}`, []]);
  const [, warnings] = await inline('a{b:url(no.svg)}', {}, { source: '-' });
  expect(warnings).toEqual(['stdin:1: cannot find no.svg']);
});

it('files may be anywhere below the root, and none if the sheet is outside of it', async () => {
  const files = { 'css/deep/x.css': 'a{b:url(../../a.svg)}' };
  const source = 'css/deep/x.css';
  expect(await inline('', files, { source, root: '.' })).toEqual([`a{b:url("${data}")}`, []]);
  const [inRoot, warnings] = (await inline('', files, { source, root: 'css' })) as [string, string[]];
  expect([inRoot, warnings]).toEqual(['a{b:url(../../a.svg)}', [expect.stringContaining('is left out: it ')]]);
  const [outside] = await inline('a{b:url(a.svg)}', {}, { root: 'fonts' });
  expect(outside).toBe('a{b:url(a.svg)}');
});

it('a sheet that is not there is refused with its flag', async () => {
  await expect(inline('', {}, { source: 'no.css' })).rejects.toMatchObject({
    ...{ code: 'input_missing', message: expect.stringContaining('no.css') },
  });
});
