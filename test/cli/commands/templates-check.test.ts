import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CliResult, makeHome, runCli, type TestHome } from '../../helpers/run-cli.ts';

let home: TestHome;
let all: CliResult;

const page = (body: string) => `<!doctype html><html lang="en"><title>T</title>\n${body}\n`;
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
  'zoomed/content.html': page('<style>html { zoom: 0.5 }</style>x'),
};

function check(words: string[], env: Record<string, string> = {}): Promise<CliResult> {
  return runCli(['templates', 'check', ...words], { cwd: home.folder, env: { ...home.env, ...env } });
}
const findings = (name: string) =>
  JSON.parse(all.stdout)
    .data.find(({ slug }: { slug: string }) => slug === name)
    .findings.map((one: Record<string, unknown>) =>
      [one.level, one.code, one.file, one.line, one.column].filter((value) => value !== null).join(' '),
    );

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
        'error missing_asset templates/bare/content.html 1 11',
        'warning local_file templates/bare/content.html',
        'warning no_language templates/bare/content.html',
        'warning no_title templates/bare/content.html',
        'warning no_alternative templates/bare/content.html 1 28',
      ],
    ],
    ['wide', ['warning too_wide templates/wide/content.html']],
    ['zoomed', []],
  ])('says what is wrong with %s', (name, expected) => {
    expect(findings(name)).toEqual(expected);
  });

  it('counts, and ends with 7 for errors', () => {
    expect(all.code).toBe(7);
    expect(JSON.parse(all.stdout)).toMatchObject({ errors: 4, warnings: 7 });
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
    const page = (total: string) => `<!doctype html><html lang="en"><title>T</title><p>Total ${total} EUR`;
    const write = (text: string) => writeFileSync(join(home.folder, 'templates/good/content.html'), text);
    const inRefs = (name: string) => join(home.folder, 'refs', name);
    const compare = (...flags: string[]) => check(['templates/good', '--against', 'refs', '-q', '--json', ...flags]);
    const codes = ({ stdout }: CliResult) =>
      JSON.parse(stdout).data[0].findings.flatMap((one: Record<string, string>) =>
        one.level === 'error' ? [one.code] : [],
      );
    write(page('10.50'));
    expect(codes(await compare())).toEqual(['no_reference']);
    expect(await compare('--update')).toMatchObject({ code: 0 });
    expect(codes(await compare())).toEqual([]);
    write(page('10.60'));
    const changed = await compare();
    expect([changed.code, codes(changed)]).toEqual([7, ['looks_different']]);
    expect(readdirSync(inRefs('diff'))).toEqual(['good-1.png']);
    expect(readFileSync(inRefs('diff/good-1.png')).readUInt32BE(16)).toBe(793);
    expect(codes(await compare('--tolerance', '1'))).toEqual([]);
    // The same picture in other bytes.
    write(`${page('10.50').replace('<p>', '<p class="x">').replace('<title>T', '<title>Another')}`);
    expect(codes(await compare())).toEqual([]);
    write(`${page('10.50')}<p style="break-before: page">more`);
    expect(codes(await compare())).toEqual(['looks_different']);
    writeFileSync(inRefs('good.pdf'), 'no PDF');
    expect(await compare()).toMatchObject({ code: 2, stdout: '' });
  });

  it.each([
    [['--update'], '--update says nothing here'],
    [['--tolerance', '1'], '--tolerance says nothing here'],
    [['--against', 'refs', '--tolerance', 'x'], 'is not a number from 0 to 100'],
  ])('refuses %j', async (flags, says) => {
    const { code, stderr } = await check(['templates/good', ...flags]);
    expect([code, stderr.includes(says)]).toEqual([2, true]);
  });

  it('ends with 2 where there is no template', async () => {
    expect((await check(['nowhere'])).code).toBe(2);
  });
});
