import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Picture, readPng, writePng } from '../../../../src/cli/templates/check/png.ts';
import { type CliResult, makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';

let home: TestHome;
let all: CliResult;

const page = (body: string) => `<!doctype html><html lang="en"><title>T</title>\n${body}\n`;
/** Pages of 160 by 107 pixels: painting and comparing them is most of the work. */
const small = '<style>@page { size: 120pt 80pt; margin: 5pt }</style>';
const square = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
const files: Record<string, string> = {
  'good/content.html': page('<p>Dear {{ name }}<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="">'),
  'good/preview_context.json': '{"name": "Ada"}',
  'bare/content.html': '<img src="gone.svg" alt=""><img src="here.svg">',
  'bare/here.svg': square,
  'broken/content.html': page('{{ name | upcse }}'),
  'values/content.html': page('{{ nmae }}'),
  'values/preview_context.json': '{"name": "Ada"}',
  'json/content.html': page('x'),
  'json/preview_context.json': '{\n"a": x}',
  'head/content.html': page('x'),
  'head/template.json': '{"nme": "x"}',
  'wide/content.html': page('<div style="width: 900px">x</div>'),
  'odd/content.html': page('<p>No font has \u{10fffd}.'),
  'zoomed/content.html': page('<style>html { zoom: 0.5 }</style>x'),
};

function check(words: string[], env: Record<string, string> = {}): Promise<CliResult> {
  return runCli(['templates', 'check', ...words], { cwd: home.folder, env: { ...home.env, ...env } });
}
const findings = (name: string) =>
  JSON.parse(all.stdout)
    .data.find(({ slug }: { slug: string }) => slug === name)
    .findings.map((finding: Record<string, unknown>) =>
      [finding.level, finding.code, finding.file, finding.line, finding.column]
        .filter((value) => value !== null)
        .join(' '),
    );

/** Each pixel as four. */
function enlarge({ width, height, data }: Picture): Picture {
  const large = { width: width * 2, height: height * 2, data: new Uint8Array(width * height * 16) };
  for (let at = 0; at < large.width * large.height; at++) {
    const from = ((at / large.width) >> 1) * width + ((at % large.width) >> 1);
    large.data.set(data.subarray(from * 4, from * 4 + 4), at * 4);
  }
  return large;
}

beforeAll(async () => {
  home = makeHome();
  for (const [name, text] of Object.entries(files)) {
    const path = join(home.folder, 'templates', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (name.endsWith('/content.html') && !name.startsWith('head/'))
      writeFileSync(join(dirname(path), 'template.json'), '{"name": "T"}');
  }
  all = await check(['--json']);
});
afterAll(() => home.remove());

describe('platen templates check', () => {
  it('finds nothing wrong with a template that is right', () => {
    expect(findings('good')).toEqual([]);
    expect(JSON.parse(all.stdout).data.find(({ slug }: { slug: string }) => slug === 'good')).toEqual({
      slug: 'good',
      name: 'T',
      path: 'templates/good',
      pages: 1,
      findings: [],
    });
  });

  it.each([
    ['broken', ['error template_error templates/broken/content.html 2 11']],
    ['json', ['error preview_context templates/json/preview_context.json 2 6']],
    ['head', ['error template_json templates/head/template.json']],
    [
      'values',
      [
        'warning unknown_variable templates/values/content.html 2 4',
        'warning unused_value templates/values/preview_context.json',
      ],
    ],
    [
      'bare',
      [
        'warning no_language templates/bare/content.html',
        'warning no_title templates/bare/content.html',
        'warning no_alternative templates/bare/content.html 1 28',
        'error missing_asset templates/bare/content.html 1 11',
        'warning local_file templates/bare/content.html',
      ],
    ],
    ['wide', ['warning too_wide templates/wide/content.html']],
    ['odd', ['warning glyph_missing templates/odd/content.html 2 16']],
    ['zoomed', []],
  ])('says what is wrong with %s', (name, expected) => {
    expect(findings(name)).toEqual(expected);
  });

  it('counts, and ends with 7 for errors', () => {
    expect(all.code).toBe(7);
    expect(JSON.parse(all.stdout)).toMatchObject({ errors: 4, warnings: 8 });
    expect(all.stderr).toBe('');
  });

  it('tells by how much a page was shrunk that is too wide', async () => {
    const { code, stdout, stderr } = await check(['templates/wide']);
    expect(code).toBe(0);
    expect(stdout).toBe(
      'templates/wide/content.html: warning: something is wider than the page, so all is printed at 79 % [too_wide]\n',
    );
    expect(stderr).toMatch(/templates\/wide \(1 page\)\nChecked 1 template: 1 warning\n$/);
  });

  it('fails for warnings where it is strict, and writes annotations for GitHub', async () => {
    const strict = await check(['templates/values', 'templates/good', '--strict', '-q'], { GITHUB_ACTIONS: 'true' });
    expect(strict.code).toBe(7);
    expect(strict.stdout.split('\n')[0]).toBe(
      '::warning file=templates/values/content.html,line=2,col=4,title=unknown_variable::nmae is not in the preview context; did you mean name?',
    );
  });

  it('compares with PDFs as they look, and draws what differs', async () => {
    const page = (total: string) => `<!doctype html><html lang="en"><title>T</title>${small}<p>Total ${total} EUR`;
    const write = (text: string) => writeFileSync(join(home.folder, 'templates/good/content.html'), text);
    const inRefs = (name: string) => join(home.folder, 'refs', name);
    const compare = (...flags: string[]) => check(['templates/good', '--against', 'refs', '-q', '--json', ...flags]);
    const codes = ({ stdout }: CliResult) =>
      JSON.parse(stdout).data[0].findings.flatMap((finding: Record<string, string>) =>
        finding.level === 'error' ? [finding.code] : [],
      );
    write(page('10.50'));
    expect(codes(await compare())).toEqual(['no_reference']);
    expect(await compare('--update')).toMatchObject({ code: 0 });
    expect(codes(await compare())).toEqual([]);
    write(page('10.60'));
    const changed = await compare();
    expect([changed.code, codes(changed)]).toEqual([7, ['looks_different']]);
    expect(readdirSync(inRefs('diff'))).toEqual(['good-1.png']);
    expect(readFileSync(inRefs('diff/good-1.png')).readUInt32BE(16)).toBe(160);
    expect(codes(await compare('--tolerance', '1'))).toEqual([]);
    // The same picture in other bytes.
    write(`${page('10.50').replace('<p>', '<p class="x">').replace('<title>T', '<title>Another')}`);
    expect(codes(await compare())).toEqual([]);
    write(`${page('10.50')}<p style="break-before: page">more`);
    expect(codes(await compare())).toEqual(['looks_different']);
    writeFileSync(inRefs('good.pdf'), 'no PDF');
    expect(await compare()).toMatchObject({ code: 2, stdout: '' });
  });

  it('compares with pictures of the pages, and writes them', async () => {
    const write = (body: string) => writeFileSync(join(home.folder, 'templates/good/content.html'), page(small + body));
    const inPages = (name: string) => join(home.folder, 'pages', name);
    const list = () => readdirSync(join(home.folder, 'pages')).sort();
    const compare = async (...flags: string[]) => {
      const { code, stdout } = await check(['templates/good', '--against', 'pages', '-q', '--json', ...flags]);
      const found = stdout === '' ? [] : JSON.parse(stdout).data[0].findings;
      return { code, errors: found.filter(({ level }: { level: string }) => level === 'error') };
    };
    const two = (total: string) => `<p>Total ${total} EUR<p style="break-before: page">more`;
    write(two('10.50'));
    expect(await compare('--update', '--png')).toEqual({ code: 0, errors: [] });
    expect(list()).toEqual(['good-1.png', 'good-2.png']);
    expect(await compare()).toEqual({ code: 0, errors: [] });
    write(two('10.60'));
    const { code, errors } = await compare();
    expect([code, errors.length, errors[0].message]).toEqual([
      7,
      1,
      expect.stringMatching(
        /^page 1 looks different from pages\/good-1\.png \(.* %.*\): see pages\/diff\/good-1\.png$/,
      ),
    ]);
    expect(readFileSync(inPages('diff/good-1.png')).readUInt32BE(16)).toBe(160);
    // Drawn by another program with another density, and named as it does.
    const drawn = readPng(readFileSync(inPages('good-2.png')));
    writeFileSync(inPages('good-02.png'), writePng(enlarge(drawn)));
    expect((await compare()).code).toBe(2);
    rmSync(inPages('good-2.png'));
    expect((await compare('--tolerance', '1')).errors).toEqual([]);
    // One page less: the picture of the second goes with it.
    write('<p>Total 10.60 EUR');
    expect((await compare()).errors.map(({ message }: { message: string }) => message.slice(0, 12))).toEqual([
      'page 1 looks',
      'page 2 looks',
    ]);
    expect((await compare('--update')).code).toBe(0);
    expect(list()).toEqual(['diff', 'good-1.png']);
    writeFileSync(inPages('good-1.png'), 'no picture');
    expect((await compare()).code).toBe(2);
  });

  it.each([
    [['--png'], '--png says nothing here'],
    [['--against', 'refs', '--png'], '--png says nothing here'],
    [['--update'], '--update says nothing here'],
    [['--tolerance', '1'], '--tolerance says nothing here'],
    [['--against', 'refs', '--tolerance', 'x'], 'is not a number from 0 to 100'],
  ])('refuses %j', async (flags, says) => {
    const { code, stderr } = await check(['templates/good', ...flags]);
    expect([code, stderr.includes(says)]).toEqual([2, true]);
  });

  it('finds files beside the folder only where --root allows it', async () => {
    const folder = join(home.folder, 'brand/letter');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(home.folder, 'brand/logo.svg'), square);
    writeFileSync(join(folder, 'template.json'), '{"name": "T"}');
    writeFileSync(join(folder, 'content.html'), page('<img src="../logo.svg" alt=""><img src="/logo.svg" alt="">'));
    expect(await check(['brand', '--root', 'brand'])).toMatchObject({ code: 0 });
    expect(await check(['brand'])).toMatchObject({
      code: 7,
      stdout: expect.stringContaining('--root <dir> widens it'),
    });
    expect(await check(['brand', '--root', 'templates'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('brand/letter lies outside --root templates'),
    });
    expect(await check(['brand', '--root', 'nowhere'])).toMatchObject({ code: 2 });
  });

  it('ends with 2 where there is no template', async () => {
    expect((await check(['nowhere'])).code).toBe(2);
  });
});
