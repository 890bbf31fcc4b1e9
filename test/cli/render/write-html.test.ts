import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CommandSetting, makeFolder, runCommand } from '../commands/run-command.ts';

let cwd: string;
const page = '<p>Ünchanged <img src="logo.svg">';

beforeEach(() => {
  cwd = makeFolder();
  writeFileSync(join(cwd, 'page.html'), page);
  writeFileSync(join(cwd, 'logo.svg'), '<svg/>');
});
const run = (words: readonly string[], setting: CommandSetting = {}) =>
  runCommand(['render', 'html', ...words], {}, { cwd, ...setting });
const read = (name: string) => readFileSync(join(cwd, name), 'utf8');

describe('the HTML of a document', () => {
  it.each([[['page.html']], [['page.html', '-o', '-']], [['page.html', '--root', '.']]])(
    'is printed as it is: %j',
    async (words) => {
      expect(await run(words)).toMatchObject({
        code: undefined,
        error: undefined,
        stdout: page,
        stderr: '',
        calls: [],
      });
    },
  );

  it('is JSON with --json', async () => {
    const { stdout, stderr } = await run(['page.html', '--json']);
    expect([JSON.parse(stdout), stderr]).toEqual([{ data: { html: page }, warnings: [] }, '']);
  });

  it('may come from stdin', async () => {
    expect((await run(['-', '--from', 'html'], { stdin: '<p>in' })).stdout).toBe('<p>in');
  });

  it('is written to a file, and replaces one only by force', async () => {
    const bytes = Buffer.byteLength(page);
    const { stdout, stderr } = await run(['page.html', '-o', 'x.html']);
    expect([stdout, stderr, read('x.html')]).toEqual(['', `Wrote x.html (${bytes} bytes)\n`, page]);
    writeFileSync(join(cwd, 'x.html'), 'mine');
    expect((await run(['page.html', '-o', 'x.html'])).error).toMatchObject({ code: 'output_exists' });
    expect(read('x.html')).toBe('mine');
    const forced = await run(['page.html', '-o', 'x.html', '-f', '--json']);
    expect([JSON.parse(forced.stdout), forced.stderr, read('x.html')]).toEqual([
      { data: { path: join(cwd, 'x.html'), bytes }, warnings: [] },
      '',
      page,
    ]);
  });

  it('has the style sheets of flags', async () => {
    writeFileSync(join(cwd, 'a.css'), 'p { color: #010203 }');
    expect((await run(['page.html', '--css', 'a.css'])).stdout).toMatch(
      /<style>p \{ color: #010203 \}<\/style>\s*<p>Ünchanged/,
    );
    expect((await run(['page.html', '--theme', 'report'])).stdout).toContain('<style>');
    const own = await run(['-', '--from', 'html', '--theme', 'report'], {
      stdin: '<style>p { color: red }</style><p>',
    });
    expect(own.stderr).toMatch(/^warning: stdin: /);
  });

  it('comes with warnings of files that are missing', async () => {
    writeFileSync(join(cwd, 'b.html'), '<img src="no.svg">');
    expect((await run(['b.html'])).stderr).toBe('warning: b.html:1: cannot find no.svg\n');
  });

  it.each([
    [['https://example.com'], 'https://example.com is not made into HTML', 'the browser loads a URL itself'],
    [['a.pdf'], 'a.pdf is not made into HTML', 'only HTML, Markdown and templates are'],
    [['logo.svg'], 'logo.svg is not made into HTML', 'only HTML, Markdown and templates are'],
    [['page.html', '-o', ''], '--output is empty', undefined],
    [['page.html', '-o', 'page.html', '-f'], expect.stringContaining('page.html is one of the sources'), undefined],
    [['page.html', '--set', 'a=1'], 'a context was given, but no source is a template', undefined],
    [['-', '--context', '-'], 'source and --context cannot both read stdin', undefined],
    [['-', '--css', '-'], 'source and --css cannot both read stdin', undefined],
  ])('is refused: %j', async (words, message, why) => {
    const { error, stdout } = await run(words, { stdin: 'x' });
    expect([error, stdout]).toEqual([
      expect.objectContaining({ code: 'usage', message, ...(why !== undefined && { why }) }),
      '',
    ]);
    expect(read('page.html')).toBe(page);
  });

  it('is no PDF with the name of a document', async () => {
    writeFileSync(join(cwd, 'c.html'), '%PDF-1.7');
    expect((await run(['c.html'])).error).toMatchObject({
      code: 'input_invalid',
      message: 'c.html is a PDF, not HTML',
    });
    writeFileSync(join(cwd, 'download'), '%PDF-1.7');
    expect((await run(['download'])).error).toMatchObject({ message: 'download is a PDF, not a document' });
  });
});

describe('a stored template', () => {
  const id = '0193a7c2-1111-7222-8333-444455556666';
  const stored = { id, name: 'Letter', content: 'x', preview_context: {}, revision: 1 };
  const run = (words: string[], sets: object) => {
    const stub = {
      getTemplate: async () => ({ body: { data: stored }, template: stored, etag: '"1"' }),
      getRevision: async () => stored,
      listLabels: async () => [],
      listRevisions: async () => ({ data: [{ revision: 1 }], page: { next: null } }),
      getValueSets: async () => ({ sets, schema: null }),
    };
    return runCommand(['render', 'html', `template:${id}`, ...words], stub, { cwd });
  };

  it.each([
    [{}, 'it has no named values'],
    [{ long: {}, short: {} }, 'it has long, short'],
  ])('has only the values that are named: %j', async (sets, why) => {
    const { error } = await run(['--values', 'large'], sets);
    expect(error).toMatchObject({
      ...{ code: 'values_not_found', message: `template:${id} has no values "large"`, why },
    });
  });
});
