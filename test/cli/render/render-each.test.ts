import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sendJson, sendPdf, tinyPdf } from '../../helpers/recording-server.ts';
import type { CliSetting } from '../../helpers/run-cli.ts';
import { type Answer, type MemoryService, openMemoryService } from '../commands/memory-service.ts';

let service: MemoryService;

beforeEach(() => {
  service = openMemoryService((_request, response) => sendPdf(response, { 'platen-pages': '1' }));
  for (const name of ['a.html', 'b.html', 'c.md']) writeFileSync(join(service.folder, name), `<p>${name}</p>`);
});

function each(words: string[], setting: CliSetting = {}) {
  return service.run(['render', 'pdf', '--each', ...words], setting);
}
const pdfs = (folder = '.') => readdirSync(join(service.folder, folder)).filter((name) => name.endsWith('.pdf'));
const sorted = (text: string) => text.trim().split('\n').sort();
const refuse = (body: string): Answer => {
  return (request, response) =>
    request.body.includes(body)
      ? sendJson(response, 422, { code: 'too_many_pages', title: 'x', status: 422, detail: 'there are 5000 pages' })
      : sendPdf(response, { 'platen-pages': '1' });
};

describe('a PDF of each source', () => {
  it('is written in the current folder, and each is lines of', async () => {
    const { code, stdout, stderr } = await each(['?.html', 'c.md']);
    expect([code, stdout]).toEqual([0, '']);
    const lines = ['a', 'b', 'c'].map((name) => `Wrote ${name}.pdf (1 page, ${tinyPdf.length} bytes)`);
    expect(sorted(stderr)).toEqual(lines);
    expect(pdfs()).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
    expect(
      service.requests
        .map(({ body }) => JSON.parse(body).parts)
        .map(({ html, markdown }) => html ?? markdown)
        .sort(),
    ).toEqual(['<p>a.html</p>', '<p>b.html</p>', '<p>c.md</p>']);
  });

  it('goes where the pattern says, and --json reports all in one document, in their order', async () => {
    mkdirSync(join(service.folder, 'out'));
    const { code, stdout, stderr } = await each(['c.md', 'a.html', '--json', '-o', 'out/{index}-{name}.{ext}.pdf']);
    expect([code, stderr]).toEqual([0, '']);
    const { data } = JSON.parse(stdout);
    expect(data).toEqual(
      ['1-c.md.pdf', '2-a.html.pdf'].map((name, index) => ({
        source: ['c.md', 'a.html'][index],
        path: join(service.folder, 'out', name),
        bytes: tinyPdf.length,
        pages: 1,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        warnings: [],
        timings: null,
        template_revisions: [],
      })),
    );
    expect(pdfs('out')).toEqual(['1-c.md.pdf', '2-a.html.pdf']);
  });

  it('may be of more sources than one document takes', async () => {
    const many = Array.from({ length: 101 }, (_, index) => `${index}.html`);
    for (const name of many) writeFileSync(join(service.folder, name), 'x');
    const { code } = await each([...many, '--dry-run', '--quiet']);
    expect([code, pdfs()]).toEqual([0, []]);
  });

  it('takes a context for the templates among the sources, read once', async () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const { code } = await each(['a.html', `template:${id}`, '--context', '-'], { stdin: '{"n": 1}' });
    expect(code).toBe(0);
    const parts = service.requests.map(({ body }) => JSON.parse(body).parts);
    expect(parts).toContainEqual({ template: id, context: { n: 1 } });
  });
});

describe('before anything is sent', () => {
  it.each([
    ['an existing target', ['a.html', 'c.md'], 6, 'c.pdf exists'],
    [
      'two sources with one target',
      ['a.html', 'b.html', '-o', 'x.pdf'],
      2,
      'a.html and b.html would both become x.pdf',
    ],
    ['a target that is a source', ['a.html', 'c.pdf', '--force', '-o', '{name}.pdf'], 2, 'c.pdf is one of the sources'],
    ['a folder that is not there', ['a.html', '-o', 'gone/{name}.pdf'], 2, 'there is no folder'],
    ['a pattern without a match', ['x*.html'], 2, 'x*.html matches no file'],
    ['stdout', ['a.html', '-o', '-'], 2, '-o - takes one PDF'],
    ['--e-invoice', ['a.html', '--e-invoice', 'a.xml'], 2, '--each cannot be combined with --e-invoice'],
    ['--input', ['--input', 'a.html'], 2, '--each cannot be combined with --input'],
    ['--open', ['a.html', '--open'], 2, '--each cannot be combined with --open'],
    ['a context that no source takes', ['a.html', '--set', 'a=1'], 2, 'no source is a template'],
    ['a text that no source takes', ['a.html', '--set-string', 'a=1'], 2, 'no source is a template'],
  ])('%s is refused', async (_what, words, exit, message) => {
    writeFileSync(join(service.folder, 'c.pdf'), tinyPdf);
    const { code, stderr } = await each(words);
    expect(stderr).toContain(message);
    expect(stderr).toContain('fix: ');
    expect([code, service.requests.length, pdfs()]).toEqual([exit, 0, ['c.pdf']]);
    expect(readFileSync(join(service.folder, 'c.pdf'))).toEqual(tinyPdf);
  });
});

describe('a failure', () => {
  it('stops none of the others', async () => {
    service.answer = refuse('b.html');
    const { code, stderr } = await each(['a.html', 'b.html', 'gone.html', 'c.md']);
    expect([code, pdfs()]).toEqual([21, ['a.pdf', 'c.pdf']]);
    expect(stderr).toContain('error: b.html: ');
    expect(stderr).toContain('there are 5000 pages');
    expect(stderr).toContain('error: gone.html does not exist');
    expect(stderr).toContain('error: 2 of 4 documents failed');
  });

  it('of all, in one way, is lines by its own exit code', async () => {
    service.answer = refuse('html');
    expect((await each(['a.html', 'b.html'])).code).toBe(7);
    expect((await each(['gone.html', 'b.html'])).code).toBe(21);
  });

  it('stands beside its source with --json', async () => {
    service.answer = refuse('a.html');
    const { code, stdout, stderr } = await each(['a.html', 'c.md', '--json']);
    const { data } = JSON.parse(stdout);
    expect(data).toMatchObject([
      { source: 'a.html', error: { code: 'too_many_pages' } },
      { source: 'c.md', pages: 1 },
    ]);
    expect([code, JSON.parse(stderr).error.code]).toEqual([21, 'partial_failure']);
  });

  it('that all would meet ends it', async () => {
    service.answer = (_request, response) => sendJson(response, 401, { error: 'no' });
    const names = Array.from({ length: 40 }, (_, index) => `${index}.html`);
    for (const name of names) writeFileSync(join(service.folder, name), 'x');
    const { code, stdout } = await each([...names, '--json']);
    expect(code).toBe(4);
    expect(service.requests.length).toBeLessThan(40);
    const { data } = JSON.parse(stdout);
    expect(data).toHaveLength(40);
    expect(data.at(-1)).toMatchObject({
      source: '39.html',
      error: { code: 'unauthorized', message: '39.html: not tried' },
    });
  });
});

it('is interrupted as a whole, and --json tells what is written by then', async () => {
  let interrupt = (_name: 'SIGINT') => {};
  service.answer = ({ body }, response) => (body.includes('a.html') ? sendPdf(response) : interrupt('SIGINT'));
  const { code, stdout, stderr } = await each(['a.html', 'b.html', 'c.md', '--json'], {
    onStart: (signal) => (interrupt = signal),
    env: { PLATEN_CONCURRENCY: '1' },
  });
  expect([code, pdfs(), JSON.parse(stderr).error.code]).toEqual([130, ['a.pdf'], 'interrupted']);
  expect(JSON.parse(stdout).data).toMatchObject([
    { source: 'a.html', bytes: tinyPdf.length },
    { source: 'b.html', error: { code: 'interrupted' } },
    { source: 'c.md', error: { code: 'interrupted' } },
  ]);
});
