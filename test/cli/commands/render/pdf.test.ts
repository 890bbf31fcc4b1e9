import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import { groups } from '../../../../src/cli/program/command-table.ts';
import { queued } from '../../../helpers/background-server.ts';
import { makeCertificate } from '../../../helpers/test-authority.ts';
import { drawnPdf } from '../../pictures/drawn-pdf.ts';
import { type ClientStub, type CommandSetting, makeFolder, runCommand, serviceUrl } from '../run-command.ts';

let cwd: string;

beforeEach(() => {
  cwd = makeFolder();
  writeFileSync(join(cwd, 'a.html'), '<p>a</p>');
});

const sha256 = createHash('sha256').update('%PDF').digest('hex');
const pdf = (more: object = {}) => ({
  ...{ kind: 'pdf', pages: 1, warnings: [], timings: null, templateRevisions: [] },
  ...{ stream: Readable.from([Buffer.from('%PDF')]), facts: () => ({ bytes: 4, sha256 }) },
  ...more,
});

/** Runs `platen render pdf` with these words, with a service that makes the same PDF of everything. */
function run(words: readonly string[], setting: CommandSetting = {}, changes: ClientStub = {}) {
  const stub: ClientStub = {
    receivePdf: async (_: object, receive: (received: object) => Promise<void>) => receive(pdf()),
    submitRender: async () => queued,
    ...changes,
  };
  return runCommand(['render', 'pdf', ...words], stub, { cwd, ...setting });
}
const read = (name: string) => readFileSync(join(cwd, name), 'utf8');

describe('a PDF', () => {
  it('is made of the sources and written to the file of -o', async () => {
    const { code, stdout, stderr, calls } = await run(['a.html', 'https://example.com', '-o', 'x.pdf']);
    expect([code, stdout, stderr, read('x.pdf')]).toEqual([undefined, '', 'Wrote x.pdf (1 page, 4 bytes)\n', '%PDF']);
    expect(calls).toEqual([['receivePdf', { parts: [{ html: '<p>a</p>', name: 'a.html' }, 'https://example.com'] }]]);
  });

  it('goes to stdout if that is no terminal', async () => {
    expect(await run(['a.html'])).toMatchObject({ stdout: '%PDF', stderr: '', error: undefined });
    expect(await run(['a.html', '-o', '-'])).toMatchObject({ stdout: '%PDF', stderr: '' });
    expect((await run(['a.html'], { env: { CI: '1' } })).stderr).toBe(
      'hint: the PDF goes to stdout; use -o file.pdf to write a file\n',
    );
    expect((await run(['a.html', '-o', '-'], { env: { CI: '1' } })).stderr).toBe('');
  });

  it('is named after its first source at a terminal and with --json', async () => {
    const { stdout, stderr } = await run(['a.html'], { isTerminal: true });
    expect([stdout, stderr, read('a.pdf')]).toEqual(['', 'Wrote a.pdf (1 page, 4 bytes)\n', '%PDF']);
    const json = await run(['a.html', '--json', '-f']);
    expect(JSON.parse(json.stdout)).toEqual({
      ...{ path: join(cwd, 'a.pdf'), bytes: 4, pages: 1, sha256, warnings: [], timings: null, template_revisions: [] },
    });
  });

  it('is not rendered if its file exists, unless that is forced', async () => {
    writeFileSync(join(cwd, 'x.pdf'), 'old');
    expect(await run(['a.html', '-o', 'x.pdf'])).toMatchObject({ error: { code: 'output_exists' }, calls: [] });
    await run(['a.html', '-o', 'x.pdf', '--force']);
    expect(read('x.pdf')).toBe('%PDF');
    const own = await run(['a.html', '-o', 'a.html', '--force']);
    expect([own.calls, own.error, read('a.html')]).toEqual([[], expect.any(CommandError), '<p>a</p>']);
  });

  it.each<[string[], object[]]>([
    [['a.html'], [{ pages: true, markdown: false }]],
    [['a.html', 'a.md'], [{ pages: true, markdown: true }]],
    [['a.pdf'], [{ pages: false, markdown: false }]],
    [['a.pdf', 'a.pdf'], [{ pages: false, markdown: false }]],
    [['a.pdf', 'a.html'], [{ pages: true, markdown: false }]],
    [['a.pdf', '--header', '<p>'], [{ pages: true, markdown: false }]],
    [['a.pdf', '--footer', '<p>'], [{ pages: true, markdown: false }]],
    [['a.pdf', '--watermark', 'Draft'], [{ pages: true, markdown: false }]],
    [['a.pdf', '--overlay', 'a.pdf'], [{ pages: false, markdown: false }]],
    [['a.html', '--dry-run'], []],
  ])('needs a browser unless it is made of PDFs alone: %j', async (words, needs) => {
    for (const name of ['a.md', 'a.pdf']) writeFileSync(join(cwd, name), '%PDF-1.7');
    const { warmUps } = await run([...words, '-o', 'x.pdf']);
    expect(warmUps).toEqual(needs.map((need) => ({ single: true, ...need })));
  });

  it('is signed with a certificate of the user', async () => {
    const ada = makeCertificate({ name: 'Ada' });
    writeFileSync(join(cwd, 'ada.pem'), ada.cert + ada.key, { mode: 0o600 });
    const drawn = drawnPdf([{ content: '' }]);
    const { error } = await run(
      ['a.html', '-o', 'x.pdf', '--sign', 'ada.pem'],
      {},
      {
        receivePdf: async (_: object, receive: (received: object) => Promise<void>) =>
          receive(pdf({ stream: Readable.from([drawn]) })),
      },
    );
    expect([error, readFileSync(join(cwd, 'x.pdf'), 'latin1')]).toEqual([
      undefined,
      expect.stringMatching(/^%PDF.*\/ByteRange ?\[/s),
    ]);
  });

  it('may come with warnings, in the words of the sources', async () => {
    const warnings = [{ part: 0, code: 'css_ignored', detail: 'grid is unsupported' }];
    const receivePdf = async (_: object, receive: (received: object) => Promise<void>) => receive(pdf({ warnings }));
    const { stderr } = await run(['a.html', '-o', 'x.pdf'], {}, { receivePdf });
    expect(stderr).toBe('warning: a.html: grid is unsupported\nWrote x.pdf (1 page, 4 bytes)\n');
    const json = await run(['a.html', '-o', 'y.pdf', '--json'], {}, { receivePdf });
    expect(JSON.parse(json.stdout).warnings).toEqual([{ part: 0, code: 'css_ignored', detail: 'grid is unsupported' }]);
  });

  it('may not come, in the words of the sources', async () => {
    const receivePdf = async () => {
      throw new CommandError('page_failed', 'x');
    };
    const { error } = await run(['a.html', '-o', 'x.pdf'], {}, { receivePdf });
    expect([error, existsSync(join(cwd, 'x.pdf'))]).toEqual([
      expect.objectContaining({ cause: expect.objectContaining({ code: 'page_failed' }) }),
      false,
    ]);
  });

  it('may be an answer in JSON, which is printed', async () => {
    const receivePdf = async (_: object, receive: (received: object) => Promise<void>) =>
      receive({ kind: 'json', value: { ok: true } });
    const { stdout, stderr } = await run(['a.html', '-o', 'x.pdf'], {}, { receivePdf });
    expect([JSON.parse(stdout), stderr]).toEqual([
      { ok: true },
      'warning: the service answered JSON, so x.pdf was not written\n',
    ]);
  });

  it('is not made in a dry run, whatever is in its way', async () => {
    writeFileSync(join(cwd, 'x.pdf'), 'old');
    const { stdout, calls } = await run(['a.html', '-o', 'x.pdf', '--dry-run']);
    expect([calls, JSON.parse(stdout)]).toEqual([
      [],
      {
        ...{ method: 'POST', url: `${serviceUrl}/api/v1/renderers/pdf`, headers: expect.any(Object) },
        body: { parts: { html: '<p>a</p>' } },
      },
    ]);
    const pages = await run(['a.html', '-o', 'x-{page}.pdf', '--dry-run']);
    expect([pages.calls, pages.error]).toEqual([[], undefined]);
  });

  it('may be made of files that a pattern names', async () => {
    writeFileSync(join(cwd, 'b.html'), 'b');
    const { calls } = await run(['*.html', '-o', '-']);
    expect(calls[0]?.[1]).toMatchObject({ parts: [{ name: 'a.html' }, { name: 'b.html' }] });
  });

  it('may be made of what comes through a pipe', async () => {
    const { calls } = await run(['-', '-o', '-', '--from', 'html'], { stdin: '<p>in</p>' });
    expect(calls[0]?.[1]).toMatchObject({ parts: { html: '<p>in</p>' } });
  });
});

describe('a book', () => {
  beforeEach(() => writeFileSync(join(cwd, 'book.yaml'), 'parts:\n  - a.html\n'));

  it('is a document of the kind that --from names', async () => {
    const { calls } = await run(['book.yaml', '--from', 'html', '-o', '-']);
    expect(calls[0]?.[1]).toMatchObject({ parts: { html: 'parts:\n  - a.html\n' } });
  });

  it.each(['book.yaml', 'a.html'])('and a page are not watched without a file: %s', async (source) => {
    expect(await run([source, '--watch'])).toMatchObject({
      ...{ calls: [], error: { code: 'usage', message: '--watch writes a file, not stdout' } },
    });
  });

  it('names the parts and the PDF', async () => {
    const { calls, stderr } = await run(['book.yaml'], { isTerminal: true });
    expect(JSON.stringify(calls[0]?.[1])).toContain('<p>a</p>');
    expect(stderr).toBe('Wrote book.pdf (1 page, 4 bytes)\n');
  });

  it.each([
    [['book.yaml', 'a.html'], 'name it alone, and the other sources in its "parts"'],
    [['book.yaml', '--each'], 'leave out --each'],
  ])('is the only source: %j', async (words, fix) => {
    expect(await run(words)).toMatchObject({
      ...{ calls: [], error: { code: 'usage', message: 'book.yaml describes a whole document', fix } },
    });
  });
});

describe('a background render', () => {
  it('is submitted, and its id printed', async () => {
    const { stdout, stderr, calls } = await run(['a.html', '--async', '--priority', 'low', '--keep', '1h']);
    expect([stdout, stderr]).toEqual([
      `${queued.id}\n`,
      `Submitted. To have the PDF: platen renders wait ${queued.id} -o out.pdf\n`,
    ]);
    const body = { parts: { html: '<p>a</p>' }, job: { priority: 'low', keep_seconds: 3600 } };
    expect(calls).toEqual([['submitRender', body]]);
    const json = await run(['a.html', '--async', '--json']);
    expect([JSON.parse(json.stdout), json.stderr]).toEqual([{ data: queued, warnings: [] }, '']);
  });

  it('comes with warnings about its start', async () => {
    const submitRender = async () => ({ ...queued, waits_for: 'worker' });
    const { stderr } = await run(['a.html', '--async', '--start-at', '2h'], {}, { submitRender });
    expect(stderr).toContain('warning: --start-at has passed: the render starts now\n');
    expect(stderr).toContain('warning: it waits: no service does renders in the background now');
    const later = await run(
      ['a.html', '--async', '--start-at', '2h'],
      {},
      {
        submitRender: async () => ({ ...queued, start_at: '2027-01-01T00:00:00Z' }),
      },
    );
    expect(later.stderr).not.toContain('warning');
  });

  it('is only shown in a dry run', async () => {
    const { stdout, calls } = await run(['a.html', '--async', '--dry-run']);
    expect([calls, JSON.parse(stdout).headers.Prefer]).toEqual([[], 'respond-async']);
  });

  it.each([
    [['-o', 'x.pdf'], '--async cannot be combined with --output', 'write it with: platen renders wait <id> -o out.pdf'],
    [['--open'], '--async cannot be combined with --open', 'write it with: platen renders wait <id> -o out.pdf'],
    [['-f'], '--async cannot be combined with --force', 'write it with: platen renders wait <id> -o out.pdf'],
    [['--each'], '--async cannot be combined with --each', expect.stringContaining('platen render batch')],
  ])('writes no file: %j', async (words, message, fix) => {
    expect(await run(['a.html', '--async', ...words])).toMatchObject({
      error: { code: 'usage', message, fix },
      calls: [],
    });
  });

  it('needs a service that keeps running', async () => {
    const { error } = await run(['a.html', '--async'], { env: { PLATEN_BASE_URL: '', PLATEN_API_KEY: '' } });
    expect(error).toMatchObject({ code: 'config_invalid' });
  });
});

describe('what does not fit together', () => {
  it.each([
    [['a.html', '-o', ''], '--output is empty'],
    [['a.html', '-o', '-', '--json'], '--json and -o - both write to stdout'],
    [['a.html', '--open'], '--open needs a file'],
    [['a.html', '-o', '-', '--open'], '--open needs a file'],
    [['a.html', '-o=--x.pdf'], expect.stringContaining('looks like a flag')],
    [['a.html', '-o', '{name}.pdf'], '-o {name}.pdf: {name} is for --each'],
    [['a.html', '-o', 'x-{index}.pdf'], '-o x-{index}.pdf: {index} is for --each'],
    [['a.html', '-o', 'x.{ext}'], '-o x.{ext}: {ext} is for --each'],
    [[], expect.any(String)],
  ])('is refused before anything is contacted: %j', async (words, message) => {
    const given = words.map((word) => (word.startsWith('-o=') ? '--output=--x.pdf' : word));
    expect(await run(given)).toMatchObject({ error: { code: 'usage', message }, calls: [] });
  });

  it('is a missing file', async () => {
    expect(await run(['gone.html', '-o', 'x.pdf'])).toMatchObject({ error: { code: 'input_missing' }, calls: [] });
  });
});

describe('the help', () => {
  it.each([
    ['pdf', ['--font-dir', '--locale', '--on-damage', '--size', '--cookie', '--toc', '--watermark', '--field']],
    ['pdf', ['--pdf-a', '--password', '--sign', '--async', '--put']],
    [
      'image',
      ['--font-dir', '--locale', '--on-damage', '--size', '--cookie', '--watermark', '--field', '--dpi', '--async'],
    ],
    ['html', ['--context', '--set', '--values', '--output']],
    ['batch', ['--parallel', '--journal']],
  ])('of render %s lists the flags of all its parts: %j', async (name, flags) => {
    const { stdout } = await runCommand(['render', name, '--help']);
    expect(flags.filter((flag) => !stdout.includes(flag))).toEqual([]);
  });

  it.each(Object.keys(groups.render?.commands ?? {}))('of render %s has examples and the output', async (name) => {
    const { code, stdout } = await runCommand(['render', name, '--help']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\nExamples:\n {2}\$ .*\nOutput:\n/s)]);
  });
});

describe('images', () => {
  it.each([
    [[], `'page-{page}.png'`],
    [['--format', 'jpeg'], `'page-{page}.jpg'`],
  ])('are submitted with --async: %j', async (words, name) => {
    const stub = { submitImages: async () => ({ ...queued, kind: 'image' }) };
    const { stderr, calls } = await runCommand(['render', 'image', 'a.html', '--async', ...words], stub, { cwd });
    expect(stderr).toBe(`Submitted. To have the images: platen renders wait ${queued.id} -o ${name}\n`);
    expect(calls).toEqual([['submitImages', expect.objectContaining({ parts: { html: '<p>a</p>' } })]]);
  });
});
