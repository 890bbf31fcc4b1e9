import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../helpers/run-cli.ts';

const home = makeHome();
afterAll(() => home.remove());

function write(files: Record<string, string | Buffer>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(home.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

async function dryRun(...words: string[]) {
  const { stdout, stderr, code } = await runCli(['render', 'pdf', ...words, '--dry-run'], {
    cwd: home.folder,
    env: home.env,
  });
  return { body: code === 0 ? JSON.parse(stdout).body : undefined, stderr, code };
}

const pixel = Buffer.from('iVBORw0KGgo=', 'base64');

it('--css - reads a style sheet from stdin, with the files of the current folder', async () => {
  write({ 'page.html': '<p>x', 'dot.png': pixel });
  const { stdout } = await runCli(['render', 'pdf', 'page.html', '--css', '-', '--dry-run'], {
    cwd: home.folder,
    env: home.env,
    stdin: 'p { background: url(dot.png) }',
  });
  expect(JSON.parse(stdout).body.options.css).toEqual([
    `p { background: url("data:image/png;base64,${pixel.toString('base64')}") }`,
  ]);
});

describe('--css', () => {
  it('adds style sheets in their order, with their files as data', async () => {
    write({
      'page.html': '<p>x',
      'look/main.css': '@import "parts/one.css" layer(base) screen;\np { background: url(img/dot.png#frag) }',
      'look/parts/one.css': '@import url("../main.css");\n@font-face { src: url("../font.woff2") }',
      'look/img/dot.png': pixel,
      'look/font.woff2': pixel,
      'b.css': 'a { color: red; background: image-set("https://example.com/x.png" 1x) }',
    });
    const { body, stderr } = await dryRun('page.html', '--css', 'look/main.css', '--css', 'b.css');
    expect(stderr).toBe('');
    const [main, second] = body.options.css;
    expect(main.replace(/\s+/g, ' ')).toBe(
      '@layer base {@media screen { @font-face { src: url("data:font/woff2;base64,iVBORw0KGgo=") } } } p { background: url("data:image/png;base64,iVBORw0KGgo=#frag") }',
    );
    expect(second).toBe('a { color: red; background: image-set("https://example.com/x.png" 1x) }');
  });

  it('takes files from its own folder, or from that of --root', async () => {
    write({
      'page.html': '<p>x',
      'shared/dot.png': pixel,
      'css/a.css': 'p { background: url("../shared/dot.png"), url(none.png) }',
    });
    const { body, stderr } = await dryRun('page.html', '--css', 'css/a.css');
    expect(body.options.css).toEqual(['p { background: url("../shared/dot.png"), url(none.png) }']);
    expect(stderr).toContain('a.css:1: ../shared/dot.png is left out: it is outside of the folder');
    expect(stderr).toContain('a.css:1: cannot find none.png');
    const wide = await dryRun('page.html', '--css', 'css/a.css', '--root', '.');
    expect(wide.body.options.css[0]).toContain('url("data:image/png;base64,iVBORw0KGgo="), url(none.png)');
  });

  it('names a file that is missing', async () => {
    write({ 'page.html': '<p>x' });
    const { code, stderr } = await dryRun('page.html', '--css', 'nowhere.css');
    expect(code).toBe(2);
    expect(stderr).toContain('--css: there is no file nowhere.css');
  });
});

describe('--toc', () => {
  it('puts contents in front of the sources, and takes none of them for its depth', async () => {
    write({ 'a.html': '<h1>a', 'b.html': '<h1>b' });
    const names = async (...words: string[]) =>
      (await dryRun(...words)).body.parts.map((part: object) => Object.values(part)[0]);
    expect(await names('--toc', 'a.html', 'b.html')).toEqual([{ depth: 3 }, '<h1>a', '<h1>b']);
    expect(await names('a.html', '--toc=1', '--toc-title', 'All')).toEqual([{ depth: 1, title: 'All' }, '<h1>a']);
    expect((await dryRun('a.html', '--toc=many')).stderr).toContain('--toc "many" is not a whole number from 1 to 6');
    expect((await dryRun('a.html', '--toc-title', 'x')).stderr).toContain('--toc-title has no effect');
  });
});

describe('the settings of a design', () => {
  it('are for documents that can take them, and flags override them', async () => {
    write({
      'platen.config.yaml': 'render:\n  theme: book\n  css: look.css\n',
      'look.css': 'b {}',
      'notes.md': '# x',
      'own.html': '<style></style>x',
      'other.css': 'i {}',
    });
    expect((await dryRun('notes.md')).body.options).toEqual({ css: ['b {}'], theme: 'book' });
    expect((await dryRun('own.html')).body.options).toEqual({ css: ['b {}'] });
    expect((await dryRun('notes.md', '--theme', 'letter', '--css', 'other.css')).body.options).toEqual({
      css: ['i {}'],
      theme: 'letter',
    });
    write({ 'platen.config.yaml': 'render:\n  css: ../outside.css\n', '../outside.css': 'b {}' });
    expect((await dryRun('notes.md')).stderr).toContain('render.css is a file outside of');
    write({ 'platen.config.yaml': '{}\n' });
  });

  it('in front matter brings its style sheets along', async () => {
    write({ 'doc.md': '---\ncss: [look.css]\n---\n# x', 'look.css': 'b {}' });
    const { body, stderr } = await dryRun('doc.md');
    expect(stderr).toBe('');
    expect(Object.keys(body.parts.assets)).toEqual(['look.css']);
  });
});
