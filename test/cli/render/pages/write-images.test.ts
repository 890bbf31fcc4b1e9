import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import { type ClientStub, type CommandSetting, makeFolder, runCommand } from '../../commands/run-command.ts';

let cwd: string;

beforeEach(() => {
  cwd = makeFolder();
  writeFileSync(join(cwd, 'a.html'), '<p>a</p>');
});

const pageOf = (page: number) => ({
  ...{ page, type: 'image/png', width: page, height: 10 * page },
  bytes: Buffer.from(`page ${page}`),
});
const warnings = [{ part: 0, code: 'css_ignored', detail: 'grid is unsupported' }];

/** Runs `platen render image` with a service that answers with this number of pages. */
function run(words: readonly string[], { pages = 2, ...setting }: CommandSetting & { pages?: number } = {}) {
  const images = Array.from({ length: pages }, (_, index) => pageOf(index + 1));
  const stub: ClientStub = { renderImages: async () => ({ images, warnings, timings: null }) };
  return runCommand(['render', 'image', ...words], stub, { cwd, ...setting });
}
const names = () => readdirSync(cwd).filter((name) => /\.(png|jpe?g)$/.test(name));

describe('the images of a document', () => {
  it('are named after its first source and its pages', async () => {
    const { code, stdout, stderr, calls } = await run(['a.html'], { pages: 11 });
    expect([code, stdout]).toEqual([undefined, '']);
    expect(names()).toEqual(Array.from({ length: 11 }, (_, index) => `a-${String(index + 1).padStart(2, '0')}.png`));
    expect(readFileSync(join(cwd, 'a-10.png'), 'utf8')).toBe('page 10');
    expect(stderr.split('\n').slice(0, 3)).toEqual([
      'warning: a.html: grid is unsupported',
      'Wrote a-01.png (1 x 10 pixels, 6 bytes)',
      'Wrote a-02.png (2 x 20 pixels, 6 bytes)',
    ]);
    expect(calls).toEqual([['renderImages', { parts: { html: '<p>a</p>' }, image: { format: 'png' } }]]);
  });

  it.each<[string[], object, string[]]>([
    [['-o', 'x-{page}.jpg'], { format: 'jpeg' }, ['x-1.jpg', 'x-2.jpg']],
    [['--format', 'jpeg'], { format: 'jpeg' }, ['a-1.jpg', 'a-2.jpg']],
    [['--width', '300', '--transparent'], { format: 'png', width: 300, transparent: true }, ['a-1.png', 'a-2.png']],
    [['--dpi', '72.5'], { format: 'png', dpi: 72.5 }, ['a-1.png', 'a-2.png']],
  ])('are drawn as the flags say: %j', async (words, image, files) => {
    const { calls, error } = await run(['a.html', ...words]);
    expect([error, calls[0]?.[1]]).toEqual([undefined, { parts: { html: '<p>a</p>' }, image }]);
    expect(names()).toEqual(files);
  });

  it('are listed with --json, with the warnings', async () => {
    const { stdout, stderr } = await run(['a.html', '--json', '-o', 'x{page}.png']);
    expect(JSON.parse(stdout)).toEqual({
      data: [1, 2].map((page) => ({
        ...{ path: join(cwd, `x${page}.png`), page, width: page, height: 10 * page, bytes: 6 },
      })),
      warnings,
    });
    expect(stderr).toBe('');
  });

  it('need no {page} if there is one page', async () => {
    expect(await run(['a.html', '-o', 'x.png'], { pages: 1 })).toMatchObject({ error: undefined });
    expect(names()).toEqual(['x.png']);
    expect(await run(['a.html', '-o', 'y.png'])).toMatchObject({
      error: { code: 'usage', message: '-o y.png is for one page, and there are 2' },
    });
    expect(names()).toEqual(['x.png']);
  });

  it('go to stdout if there is one page', async () => {
    const { stdout, error } = await run(['a.html', '-o', '-'], { pages: 1 });
    expect([stdout, error, names()]).toEqual(['page 1', undefined, []]);
    expect(await run(['a.html', '-o', '-'])).toMatchObject({
      ...{ stdout: '', error: { code: 'usage', message: '-o - is for one page, and there are 2' } },
    });
  });

  it('are all written or none, if one is there', async () => {
    writeFileSync(join(cwd, 'a-2.png'), 'mine');
    expect(await run(['a.html'])).toMatchObject({ error: { code: 'output_exists' } });
    expect([names(), readFileSync(join(cwd, 'a-2.png'), 'utf8')]).toEqual([['a-2.png'], 'mine']);
    expect((await run(['a.html', '--force'])).error).toBeUndefined();
    expect(readFileSync(join(cwd, 'a-2.png'), 'utf8')).toBe('page 2');
  });

  it('never replace a source', async () => {
    writeFileSync(join(cwd, 'a-1.png'), 'source');
    const { error } = await run(['a-1.png', '-o', 'a-{page}.png', '--force']);
    expect(error).toMatchObject({ code: 'usage', fix: 'name other files with -o' });
    expect(readFileSync(join(cwd, 'a-1.png'), 'utf8')).toBe('source');
  });

  it.each([
    [['-o', '-', '--json'], '--json and -o - both write to stdout'],
    [['-o', 'x-{page}.pdf'], '-o x-{page}.pdf is not the name of a PNG file'],
    [['-o', 'x-{pages}.png'], '-o x-{pages}.png: there is no placeholder {pages}'],
    [['--dpi', '96', '--width', '100'], '--dpi and --width cannot be used together'],
    [['--format', 'jpeg', '-o', 'x.png'], '-o x.png is not the name of a JPEG file'],
    [['--format', 'jpeg', '--transparent'], '--transparent needs PNG'],
  ])('are refused before anything is contacted: %j', async (words, message) => {
    expect(await run(['a.html', ...words])).toMatchObject({ error: { code: 'usage', message }, calls: [] });
  });

  it('warn of files that are not there', async () => {
    writeFileSync(join(cwd, 'b.html'), '<img src="no.png">');
    expect((await run(['b.html'])).stderr).toContain('warning: b.html:1: cannot find no.png\n');
  });

  it('may not come, in the words of the sources', async () => {
    const renderImages = async () => {
      throw new CommandError('page_failed', 'x');
    };
    const { error } = await runCommand(['render', 'image', 'a.html'], { renderImages }, { cwd });
    expect(error).toMatchObject({ words: { parts: ['a.html'] }, cause: { code: 'page_failed' } });
    expect(existsSync(join(cwd, 'a-1.png'))).toBe(false);
  });
});
