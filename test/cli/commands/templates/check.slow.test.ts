import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Picture, readPng, writePng } from '../../../../src/cli/pictures/png.ts';
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
  'outside/content.html': page('<img src="../logo.svg" alt="">'),
  'logo.svg': square,
};

function save(name: string, content: string | Uint8Array): void {
  const path = join(home.folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
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
    const path = join('templates', name);
    save(path, text);
    if (name.endsWith('/content.html') && !name.startsWith('head/'))
      save(join(dirname(path), 'template.json'), '{"name": "T"}');
  }
  save('templates/linked/template.json', '{"name": "T"}');
  symlinkSync('../logo.svg', join(home.folder, 'templates/linked/content.html'));
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
      sets: [{ name: null, pages: 1 }],
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
      ],
    ],
    ['wide', ['warning content_shrunk templates/wide/content.html']],
    ['outside', ['error missing_asset templates/outside/content.html 2 11']],
    [
      'odd',
      [
        'warning no_character_text templates/odd/content.html 2 1',
        'warning glyph_missing templates/odd/content.html 2 16',
      ],
    ],
    ['zoomed', []],
    ['linked', ['error unreadable templates/linked/content.html']],
  ])('says what is wrong with %s', (name, expected) => {
    expect(findings(name)).toEqual(expected);
  });

  it('counts, and ends with 7 for errors', () => {
    expect(all.code).toBe(7);
    expect(JSON.parse(all.stdout)).toMatchObject({ errors: 6, warnings: 8 });
    expect(all.stderr).toBe('');
    expect(all.stdout).toContain('--root <dir> sets a larger folder');
  });

  it('finds files beside the folder only where --root allows it, and tells by how much a page was shrunk', async () => {
    save('templates/outside/content.html', page('<img src="../logo.svg" alt=""><img src="/logo.svg" alt="">'));
    const outside = ['templates/outside', '--root'];
    const { code, stdout, stderr } = await check(['templates/wide', ...outside, 'templates']);
    expect([code, stdout.split('\n')]).toEqual([
      0,
      [
        'templates/wide/content.html: warning: div needs 908 px, and the page has 721: all is printed at 79 %. [content_shrunk]',
        expect.stringContaining('templates/outside/content.html: warning: logo.svg is only on this machine'),
        '',
      ],
    ]);
    expect(stderr).toMatch(/templates\/wide \(1 page\)\n.*templates\/outside .*\nChecked 2 templates: 2 warnings\n$/);
    expect(await check([...outside, 'templates/good'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('templates/outside is outside of --root templates/good'),
    });
    expect(await check([...outside, 'nowhere'])).toMatchObject({ code: 2 });
  });

  it('reports no files that push sends, and those that it does not', async () => {
    for (const file of ['assets/shared.svg', 'sent/own.svg', 'sent/own.js']) save(`templates/${file}`, '<svg/>');
    save('templates/sent/template.json', '{"name": "T"}');
    const images = '<img src="own.svg" alt=""><img src="assets/shared.svg" alt="">';
    save('templates/sent/content.html', page(images));
    for (const more of [[], ['--root', 'templates']]) {
      expect((await check(['templates/sent', ...more])).stdout).not.toContain('local_file');
    }
    save('templates/sent/content.html', page(`${images}<script src="own.js"></script>`));
    expect((await check(['templates/sent'])).stdout).toContain('own.js is only on this machine');
  });

  it('fails for warnings where it is strict, and writes annotations for GitHub', async () => {
    const strict = await check(['templates/values', '--strict', '-q'], { GITHUB_ACTIONS: 'true' });
    expect(strict.code).toBe(7);
    expect(strict.stdout.split('\n')[0]).toBe(
      '::warning file=templates/values/content.html,line=2,col=4,title=unknown_variable::nmae is not in the preview context; did you mean name?',
    );
  });

  it('compares with PDFs and with pictures of the pages as they look, and writes and draws them', async () => {
    const page = (total: string, more = '') =>
      `<!doctype html><html lang="en"><title>T</title>${small}<p>Total ${total} EUR${more}`;
    const second = '<p style="break-before: page">more';
    const write = (slug: string, text: string) => {
      save(`letters/${slug}/content.html`, text);
      save(`letters/${slug}/template.json`, '{"name": "T"}');
    };
    const inRefs = (name: string) => join(home.folder, 'refs', name);
    const list = (folder = '') => readdirSync(inRefs(folder)).sort();
    const compare = (...words: string[]) => check([...words, '--against', 'refs', '-q', '--json']);
    const errors = ({ stdout }: CliResult) =>
      Object.fromEntries(
        JSON.parse(stdout).data.map(({ slug, findings }: { slug: string; findings: Record<string, string>[] }) => [
          slug,
          findings.flatMap(({ level, code, message }) => (level === 'error' ? [`${code}: ${message}`] : [])),
        ]),
      );
    const look = (page: number, before: string, after: string) =>
      expect.stringMatching(`^looks_different: page ${page} looks different from refs/${before} .*%.* see ${after}$`);

    // What has a picture gets pictures, and that of a page which is gone goes.
    const dash = writePng({ width: 9, height: 1, data: new Uint8Array(36) });
    for (const name of ['shorter-1.png', 'shorter-2.png']) save(`refs/${name}`, dash);
    for (const slug of ['changed', 'longer', 'reworded', 'shorter']) write(slug, page('10.50'));
    expect(await compare('letters', '--update')).toMatchObject({ code: 0 });
    expect(list()).toEqual(['changed.pdf', 'longer.pdf', 'reworded.pdf', 'shorter-1.png']);
    expect(readPng(readFileSync(inRefs('shorter-1.png')))).toMatchObject({ width: 160 });
    const drawn = ['drawn', 'redrawn', 'cut'];
    for (const slug of drawn) write(slug, page('10.50', second));
    expect(await compare(...drawn.map((slug) => `letters/${slug}`), '--update', '--png')).toMatchObject({ code: 0 });
    expect(list().filter((name) => /^(drawn|redrawn|cut)-/.test(name))).toEqual(
      ['cut', 'drawn', 'redrawn'].flatMap((slug) => [`${slug}-1.png`, `${slug}-2.png`]),
    );

    write('changed', page('10.60'));
    write('longer', page('10.50', second));
    // The same picture in other bytes.
    write('reworded', page('10.50').replace('<p>', '<p class="x">').replace('<title>T', '<title>Another'));
    write('redrawn', page('10.60', second));
    write('cut', page('10.50'));
    write('new', page('10.50'));
    const changed = await compare('letters');
    expect(changed.code).toBe(7);
    expect(errors(changed)).toEqual({
      changed: [look(1, 'changed.pdf', 'refs/diff/changed-1.png')],
      cut: [look(2, 'cut-2.png', 'refs/diff/cut-2.png')],
      drawn: [],
      longer: [look(2, 'longer.pdf', 'refs/diff/longer-2.png')],
      new: [expect.stringMatching(/^no_reference: /)],
      redrawn: [look(1, 'redrawn-1.png', 'refs/diff/redrawn-1.png')],
      reworded: [],
      shorter: [],
    });
    expect(list('diff')).toEqual(['changed-1.png', 'cut-2.png', 'longer-2.png', 'redrawn-1.png']);
    for (const name of list('diff')) expect(readFileSync(inRefs(`diff/${name}`)).readUInt32BE(16)).toBe(160);

    // Drawn by another program with another density, and named as it does.
    writeFileSync(inRefs('redrawn-02.png'), writePng(enlarge(readPng(readFileSync(inRefs('redrawn-2.png'))))));
    rmSync(inRefs('redrawn-2.png'));
    expect(errors(await compare('letters/changed', 'letters/redrawn', '--tolerance', '1'))).toEqual({
      changed: [],
      redrawn: [],
    });
    writeFileSync(inRefs('changed.pdf'), 'no PDF');
    expect(await compare('letters/changed')).toMatchObject({ code: 2, stdout: '' });
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

  it('ends with 2 where there is no template', async () => {
    expect((await check(['nowhere'])).code).toBe(2);
  });
});
