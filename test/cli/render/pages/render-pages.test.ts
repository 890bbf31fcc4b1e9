import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import { type CommandSetting, makeFolder, runCommand } from '../../commands/run-command.ts';
import { drawnPdf } from '../../pictures/drawn-pdf.ts';

let cwd: string;

beforeEach(() => {
  cwd = makeFolder();
  writeFileSync(join(cwd, 'a.html'), '<p>a</p>');
});

const sha256 = createHash('sha256').update('page').digest('hex');
const answerOf = (bytes: Buffer, warnings: object[] = []) => ({
  ...{ kind: 'pdf', pages: 1, timings: null, templateRevisions: [] },
  ...{ warnings, stream: Readable.from([bytes]), facts: () => ({ bytes: bytes.length, sha256 }) },
});
const warn = (code: string, detail: string, part: number | null = null) => ({ part, code, detail });

interface Service {
  /** The pages of the document. Default 2. */
  pages?: number;
  /** The whole document. */
  whole?: object;
  /** What is answered for a page. */
  page?: (number: number) => object;
}

/** Runs `platen render pdf` with a service whose document has these pages. */
async function run(words: readonly string[], { pages = 2, whole, page }: Service = {}, setting: CommandSetting = {}) {
  const pdf = drawnPdf(Array.from({ length: pages }, () => ({ content: '' })));
  let number = 0;
  const receivePdf = async (_body: object, receive: (received: object) => Promise<unknown>) => {
    number += 1;
    if (number === 1) return receive(whole ?? answerOf(pdf, [warn('css_ignored', 'grid is unsupported', 0)]));
    return receive(page?.(number - 1) ?? answerOf(Buffer.from('page')));
  };
  const done = await runCommand(['render', 'pdf', ...words], { receivePdf }, { cwd, ...setting });
  return { ...done, bodies: done.calls.map(([, body]) => body as { parts: { pdf?: Buffer } }), pdf };
}
const files = () => readdirSync(cwd).filter((name) => name.endsWith('.pdf'));

describe('the pages of a document', () => {
  it('are written to a file each, and the document is printed once', async () => {
    const { code, error, stdout, stderr, bodies, pdf } = await run(['a.html', '-o', 'x-{page}.pdf'], { pages: 11 });
    expect([code, error, stdout]).toEqual([undefined, undefined, '']);
    expect(files()).toEqual(Array.from({ length: 11 }, (_, index) => `x-${String(index + 1).padStart(2, '0')}.pdf`));
    expect(readFileSync(join(cwd, 'x-11.pdf'), 'utf8')).toBe('page');
    expect(stderr.split('\n').slice(0, 3)).toEqual([
      'warning: a.html: grid is unsupported',
      'Wrote x-01.pdf (1 page, 4 bytes)',
      'Wrote x-02.pdf (1 page, 4 bytes)',
    ]);
    expect(bodies[0]).toEqual({ parts: { html: '<p>a</p>' } });
    expect(bodies).toHaveLength(12);
    expect(bodies[11]).toEqual({ parts: { pdf: expect.anything() }, options: { page_ranges: '11' } });
    expect(Buffer.from(bodies[11]?.parts.pdf as Buffer).equals(pdf)).toBe(true);
  });

  it('have what concerns a file, which the document has not', async () => {
    const flags = ['--title', 'T', '--timeout', '9s', '--pdf-a', '2b', '--image-dpi', '200'];
    const { error, bodies } = await run(['a.html', '-o', 'x-{page}.pdf', ...flags], { pages: 1 });
    if (error) throw error;
    const [whole, page] = bodies as { pdf?: object; metadata?: object; options?: object }[];
    const claim = { conformance: ['pdf/a-2b'] };
    const all = { metadata: { title: 'T' }, options: { timeout_ms: 8100 } };
    expect(whole).toEqual({ parts: { html: '<p>a</p>' }, ...all, pdf: claim });
    expect(page).toEqual({
      parts: { pdf: expect.anything() },
      ...{ ...all, options: { ...all.options, page_ranges: '1' }, pdf: { ...claim, image_dpi: 200 } },
    });
  });

  it('are listed with --json, with a warning once of each kind', async () => {
    const page = (number: number) =>
      answerOf(Buffer.from('page'), [
        warn('link_lost', `${number}`),
        ...(number === 2 ? [warn('font_missing', 'x')] : []),
      ]);
    const { stdout, stderr } = await run(['a.html', '-o', 'x-{page}.pdf', '--json'], { page });
    const facts = { bytes: 4, pages: 1, sha256, timings: null, template_revisions: [] };
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      data: [
        { page: 1, path: join(cwd, 'x-1.pdf'), ...facts, warnings: [warn('link_lost', '1')] },
        { page: 2, path: join(cwd, 'x-2.pdf'), ...facts, warnings: [warn('font_missing', 'x')] },
      ],
      warnings: [warn('css_ignored', 'grid is unsupported', 0)],
    });
  });

  it('warn with the number of the page', async () => {
    const page = (number: number) => answerOf(Buffer.from('page'), [warn('link_lost', `link ${number}`)]);
    expect((await run(['a.html', '-o', 'x-{page}.pdf'], { page })).stderr.split('\n')).toEqual([
      'warning: a.html: grid is unsupported',
      'warning: page 1: link 1',
      'Wrote x-1.pdf (1 page, 4 bytes)',
      'Wrote x-2.pdf (1 page, 4 bytes)',
      '',
    ]);
  });

  it('replace a file with --force alone', async () => {
    writeFileSync(join(cwd, 'x-2.pdf'), 'mine');
    const refused = await run(['a.html', '-o', 'x-{page}.pdf']);
    expect(refused).toMatchObject({ error: { code: 'output_exists' } });
    expect([files(), refused.calls.length, readFileSync(join(cwd, 'x-2.pdf'), 'utf8')]).toEqual([
      ['x-2.pdf'],
      1,
      'mine',
    ]);
    expect((await run(['a.html', '-o', 'x-{page}.pdf', '-f'])).error).toBeUndefined();
    expect(readFileSync(join(cwd, 'x-2.pdf'), 'utf8')).toBe('page');
  });

  it('never replace a source', async () => {
    writeFileSync(join(cwd, 'x-1.pdf'), drawnPdf([{ content: '' }]));
    expect(await run(['x-1.pdf', '-o', 'x-{page}.pdf', '-f'])).toMatchObject({
      error: { code: 'usage', fix: 'name other files with -o' },
    });
  });

  it.each<[string[], string]>([
    [['-o', 'x-{page}.pdf', '--open'], '--open shows one file, and {page} makes several'],
    [['-o', 'x-{page}-{of}.pdf'], '-o x-{page}-{of}.pdf: there is no placeholder {of}'],
    [['-o', '{page}/'], '-o {page}/ names no file'],
  ])('are refused before anything is sent: %j', async (words, message) => {
    expect(await run(['a.html', ...words])).toMatchObject({ error: { code: 'usage', message }, calls: [] });
  });

  it.each<[string, Service]>([
    ['JSON instead of the document', { whole: { kind: 'json', value: {} } }],
    ['JSON instead of a page', { page: () => ({ kind: 'json', value: {} }) }],
  ])('may be %s of a wrong service', async (_what, service) => {
    expect(await run(['a.html', '-o', 'x-{page}.pdf'], service)).toMatchObject({
      error: {
        words: { parts: ['a.html'] },
        cause: { code: 'unexpected_answer', message: 'the service answered JSON instead of a PDF' },
      },
    });
    expect(files()).toEqual([]);
  });

  it('cannot be those of a PDF without pages', async () => {
    const error = { code: 'unexpected_answer', message: 'the service answered a PDF whose pages cannot be read' };
    expect(await run(['a.html', '-o', 'x-{page}.pdf'], { pages: 0 })).toMatchObject({ error });
  });

  it('stay where a later one fails', async () => {
    const page = (number: number) => {
      if (number === 2) throw new CommandError('page_failed', 'x');
      return answerOf(Buffer.from('page'));
    };
    expect(await run(['a.html', '-o', 'x-{page}.pdf'], { page })).toMatchObject({
      error: { words: { parts: ['a.html'] }, cause: { code: 'page_failed' } },
    });
    expect(files()).toEqual(['x-1.pdf']);
  });
});
