import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from '../../../../src/cli/index.ts';
import {
  type RecordingServer,
  sendJson,
  sendPdf,
  startRecordingServer,
  tinyPdf,
} from '../../../helpers/recording-server.ts';
import { type CliResult, type CliSetting, makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';

let home: TestHome;
let server: RecordingServer;
let answer: Parameters<typeof startRecordingServer>[0];

beforeEach(async () => {
  home = makeHome();
  answer = (_request, response) => sendPdf(response, { 'platen-pages': '2' });
  const onlyRenders = { method: 'POST' };
  server = await startRecordingServer((request, response, number) => answer(request, response, number), onlyRenders);
});
afterEach(async () => {
  await server.close();
  home.remove();
});

const service = () => ({ ...home.env, PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'secret-key-of-a-test' });
function platen(words: string[], setting: CliSetting = {}): Promise<CliResult> {
  return runCli(['render', 'batch', ...words], { cwd: home.folder, ...setting, env: { ...service(), ...setting.env } });
}
const inHome = (name: string) => join(home.folder, name);
const files = () => readdirSync(home.folder).sort();

/** A line for each name; the part says which job it is. */
function lines(...names: (string | number)[]): string {
  return names.map((name) => `${JSON.stringify({ parts: { html: `${name}` }, output: `${name}.pdf` })}\n`).join('');
}
function jobs(...names: (string | number)[]): void {
  writeFileSync(inHome('jobs.ndjson'), lines(...names));
}
/** The jobs that the service was asked for. */
const asked = () => server.requests.map(({ body }) => JSON.parse(body).parts.html);
const results = ({ stdout }: CliResult) =>
  stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a batch', () => {
  it('renders each line into its file, and prints a line for each', async () => {
    writeFileSync(
      inHome('jobs.ndjson'),
      '\ufeff{"parts": "https://a.example", "output": "a.pdf", "id": "first", "options": {"scale": 2}}\r\n\r\n{"parts": {"html": ""}, "output": "b.pdf"}',
    );
    const result = await platen(['jobs.ndjson', '-j', '1']);
    expect(result.code).toBe(0);
    expect(server.requests.map(({ body }) => JSON.parse(body))).toEqual([
      { parts: 'https://a.example', options: { scale: 2 } },
      { parts: { html: '' } },
    ]);
    const common = { ok: true, skipped: false, bytes: tinyPdf.length, pages: 2, warnings: [], error: null };
    expect(results(result)).toEqual([
      { ...common, index: 0, id: 'first', path: inHome('a.pdf'), ms: expect.any(Number), sha256: expect.any(String) },
      { ...common, index: 1, id: null, path: inHome('b.pdf'), ms: expect.any(Number), sha256: expect.any(String) },
    ]);
    expect(result.stderr).toMatch(/^Rendered 2 PDFs in [\d.]+ s\n$/);
    expect(files()).toEqual(['a.pdf', 'b.pdf', 'jobs.ndjson', 'jobs.ndjson.journal']);
    expect(readFileSync(inHome('b.pdf')).equals(tinyPdf)).toBe(true);
  });

  it('says nothing on stderr with --json, and speaks to people at a terminal', async () => {
    jobs('a');
    expect((await platen(['jobs.ndjson', '--json'])).stderr).toBe('');
    rmSync(inHome('a.pdf'));
    const { stdout } = await platen(['jobs.ndjson', '--no-color'], {
      stdoutTerminal: true,
      env: { LANG: 'C' },
    });
    expect(stdout).toBe(`ok a.pdf (2 pages, ${tinyPdf.length} bytes)\n`);
  });

  it('names the parts of a warning by the words of its line', async () => {
    const list = JSON.stringify(
      [0, 1, 2, 3].map((part) => ({ part, code: 'resource_missing', detail: 'lacks a file' })),
    );
    answer = (_request, response) => sendPdf(response, { 'platen-warnings': '4', 'platen-warning-list': list });
    const parts = ['https://a.example', { html: 'b', name: 'cover' }, { template: 'terms' }, { html: 'd' }];
    writeFileSync(inHome('jobs.ndjson'), `${JSON.stringify({ parts, output: 'a.pdf' })}\n`);
    const { stdout } = await platen(['jobs.ndjson', '--no-color'], { stdoutTerminal: true, env: { LANG: 'C' } });
    const names = [...stdout.matchAll(/warning (.*): lacks a file/g)].map(([, name]) => name);
    expect(names).toEqual(['https://a.example', 'cover', 'template:terms', 'part 3']);
  });

  it('keeps as many requests under way as it may, and no more', async () => {
    let now = 0;
    let highest = 0;
    answer = (_request, response) => {
      highest = Math.max(highest, ++now);
      setTimeout(() => {
        now--;
        sendPdf(response);
      }, 15);
    };
    jobs(...range(20));
    expect((await platen(['jobs.ndjson', '-j', '4'])).code).toBe(0);
    expect([asked().length, highest]).toEqual([20, 4]);
  });

  it('refuses a -j that makes no sense, before it reads anything', async () => {
    for (const bad of ['0', '-1', '2.5', '1000', 'x']) expect((await platen(['none', '-j', bad])).code).toBe(2);
  });
});

describe('a file of jobs is checked as a whole before anything is rendered', () => {
  it('for JSON, in each line, with its column', async () => {
    writeFileSync(inHome('jobs.ndjson'), `${lines(...range(899))}{"parts": "x" "output": "z.pdf"}\n`);
    const { code, stdout, stderr } = await platen(['jobs.ndjson']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('error: jobs.ndjson:900:15: the line is not JSON');
    expect([server.requests.length, files()]).toEqual([0, ['jobs.ndjson']]);
  });

  it.each([
    [
      'two jobs with one output',
      lines('a', 'b', './a'),
      'jobs.ndjson:3: output ./a.pdf is that of jobs.ndjson:1 too',
      2,
    ],
    ['a missing folder', lines('a', 'new/b'), 'jobs.ndjson:2: output: there is no folder', 2],
    ['a folder as output', lines('folder'), 'folder.pdf is a folder', 2],
    ['a link as output', lines('link'), 'link.pdf is a symbolic link', 2],
    ['an output that exists', lines('a', 'old'), 'jobs.ndjson:2: old.pdf exists', 6],
    ['itself as output', '{"parts": "x", "output": "jobs.ndjson"}', 'is a file that the batch itself uses', 2],
    ['its journal as output', '{"parts": "x", "output": "jobs.ndjson.journal"}', 'the batch itself uses', 2],
  ])('for %s', async (_what, text, message, exit) => {
    mkdirSync(inHome('folder.pdf'));
    writeFileSync(inHome('old.pdf'), 'mine');
    symlinkSync('old.pdf', inHome('link.pdf'));
    writeFileSync(inHome('jobs.ndjson'), text);
    const before = files();
    const { code, stderr } = await platen(['jobs.ndjson']);
    expect({ code, stderr }).toEqual({ code: exit, stderr: expect.stringContaining(message) });
    expect([server.requests.length, files(), readFileSync(inHome('old.pdf'), 'utf8')]).toEqual([0, before, 'mine']);
  });

  it('and may overwrite with --force, and make folders with --mkdir', async () => {
    writeFileSync(inHome('old.pdf'), 'mine');
    jobs('old', 'new/deep/b');
    expect((await platen(['jobs.ndjson', '--force', '--mkdir'])).code).toBe(0);
    expect(readFileSync(inHome('old.pdf')).equals(tinyPdf)).toBe(true);
    expect(existsSync(inHome('new/deep/b.pdf'))).toBe(true);
  });

  it('but no folder is made below a file', async () => {
    writeFileSync(inHome('file'), '');
    jobs('file/deep/b');
    expect((await platen(['jobs.ndjson', '--mkdir'])).code).toBe(15);
    expect(server.requests).toEqual([]);
  });
});

describe('a second run', () => {
  it('does nothing where all is done, without asking the service', async () => {
    jobs('a', 'b');
    await platen(['jobs.ndjson']);
    const again = await platen(['jobs.ndjson'], { env: { PLATEN_API_KEY: '' } });
    expect([again.code, server.requests.length]).toEqual([0, 2]);
    expect(results(again)).toMatchObject([
      { index: 0, ok: true, skipped: true, bytes: tinyPdf.length, pages: 2 },
      { index: 1, ok: true, skipped: true },
    ]);
    expect(again.stderr).toContain('2 of 2 are done already');
  });

  it('renders what failed, what is new, what was changed, and what is gone or different on the disk', async () => {
    jobs('same', 'changed', 'gone', 'different', 'failed');
    answer = ({ body }, response) =>
      body.includes('failed')
        ? sendJson(response, 422, { code: 'template_error', detail: 'unknown filter' })
        : sendPdf(response);
    expect((await platen(['jobs.ndjson'])).code).toBe(21);
    rmSync(inHome('gone.pdf'));
    writeFileSync(inHome('different.pdf'), 'edited');
    writeFileSync(
      inHome('jobs.ndjson'),
      lines('new', 'same', 'changed', 'gone', 'different', 'failed').replace('"changed"', '"other"'),
    );
    server.requests.length = 0;
    answer = (_request, response) => sendPdf(response);
    const refused = await platen(['jobs.ndjson']);
    expect([refused.code, server.requests.length]).toEqual([6, 0]);
    expect(refused.stderr).toContain('different.pdf exists');
    expect(refused.stderr).toContain('it is not what the journal says');
    const { code, stderr } = await platen(['jobs.ndjson', '--force']);
    expect([code, asked().sort()]).toEqual([0, ['different', 'failed', 'gone', 'new', 'other']]);
    expect(stderr).toContain('1 done before');
  });
});

describe('jobs that fail', () => {
  const reject = (...names: string[]) => {
    answer = ({ body }, response) =>
      names.includes(JSON.parse(body).parts.html)
        ? sendJson(response, 422, { code: 'template_error', detail: 'unknown filter', request_id: 'r1', line: 3 })
        : sendPdf(response);
  };

  it('do not keep the others from being rendered, and make it 21', async () => {
    reject('b', 'd');
    jobs('a', 'b', 'c', 'd');
    const result = await platen(['jobs.ndjson', '-j', '1']);
    expect(result.code).toBe(21);
    expect(results(result).map(({ ok }) => ok)).toEqual([true, false, true, false]);
    expect(results(result)[1]).toMatchObject({
      path: inHome('b.pdf'),
      bytes: null,
      error: { code: 'template_error', status: 422, request_id: 'r1', why: expect.stringContaining('unknown filter') },
    });
    expect(result.stderr).toContain('error: 2 of 4 jobs failed; 2 done');
    expect(result.stderr).toContain('why: 2 template_error (jobs.ndjson:2, jobs.ndjson:4)');
    expect(files()).toEqual(['a.pdf', 'c.pdf', 'jobs.ndjson', 'jobs.ndjson.journal']);
  });

  it('give their own exit code where all failed alike', async () => {
    reject('a', 'b');
    jobs('a', 'b');
    const { code, stderr } = await platen(['jobs.ndjson', '--json']);
    expect(code).toBe(7);
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'template_error', message: '2 of 2 jobs failed' });
  });

  it('give the same exit code in a second run', async () => {
    reject('b');
    jobs('a', 'b');
    expect((await platen(['jobs.ndjson'])).code).toBe(21);
    const again = await platen(['jobs.ndjson', '--json']);
    expect(again.code).toBe(21);
    expect(JSON.parse(again.stderr).error).toMatchObject({
      code: 'partial_failure',
      message: '1 of 2 jobs failed; 1 done before',
    });
  });

  it('end it with --fail-fast', async () => {
    reject('b');
    jobs('a', 'b', 'c', 'd');
    const { code, stderr } = await platen(['jobs.ndjson', '-j', '1', '--fail-fast']);
    expect([code, asked()]).toEqual([21, ['a', 'b']]);
    expect(stderr).toContain('1 of 4 jobs failed; 1 done, 2 not tried');
  });

  it('end it at once where the others would fail too', async () => {
    answer = (_request, response) => sendJson(response, 401, { detail: 'no' });
    jobs(...range(50));
    const { code } = await platen(['jobs.ndjson', '-j', '2']);
    expect(code).toBe(4);
    expect(server.requests.length).toBeLessThanOrEqual(4);
  });

  it('end it after a while where the service does not live', async () => {
    jobs(...range(100));
    const { code, stderr } = await platen(['jobs.ndjson', '-j', '1', '--retries', '0'], {
      env: { PLATEN_BASE_URL: 'http://127.0.0.1:9' },
    });
    expect(code).toBe(11);
    expect(stderr).toContain('20 of 100 jobs failed; 80 not tried');
  });

  it('are those too that got JSON instead of a PDF', async () => {
    answer = (_request, response) => sendJson(response, 200, { url: 'https://elsewhere.example/x.pdf' });
    jobs('a');
    expect((await platen(['jobs.ndjson'])).code).toBe(10);
    expect(files()).toEqual(['jobs.ndjson']);
  });
});

describe('a service that is busy', () => {
  it('is asked again, and in the end all are done', async () => {
    answer = (_request, response, number) =>
      number % 4 === 0 ? sendJson(response, 429, { code: 'rate_limited' }, { 'retry-after': '0' }) : sendPdf(response);
    jobs(...range(8));
    const { code, stderr } = await platen(['jobs.ndjson', '-j', '8']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(new Set(asked()).size).toBe(8);
    expect(asked().length).toBeGreaterThan(8);
  });

  it('gets no more than a tenth more requests, and a few, when it fails for all', async () => {
    answer = (_request, response, number) =>
      number % 2 === 0 ? sendJson(response, 502, { detail: 'down' }) : sendPdf(response);
    jobs(...range(60));
    const { code } = await platen(['jobs.ndjson', '-j', '30', '--retries', '1']);
    expect(code).toBe(21);
    expect(server.requests.length).toBeLessThanOrEqual(60 + 6 + 40);
    expect(server.requests.length).toBeGreaterThan(60);
  });
});

describe('jobs from stdin', () => {
  it('run as they come, and a bad line is a job that failed', async () => {
    const result = await platen(['-', '-j', '1'], { stdin: `${lines('a')}nonsense\n${lines('b')}` });
    expect(result.code).toBe(21);
    expect(results(result).map(({ ok, path, error }) => [ok, path, error?.message])).toEqual([
      [true, inHome('a.pdf'), undefined],
      [false, null, 'stdin:2:2: the line is not JSON'],
      [true, inHome('b.pdf'), undefined],
    ]);
    expect(files()).toEqual(['a.pdf', 'b.pdf']);
  });

  it('are rendered again where other fonts are to count', async () => {
    jobs('a');
    await platen(['jobs.ndjson']);
    await platen(['jobs.ndjson', '--fonts', 'bundled', '--force']);
    await platen(['jobs.ndjson', '--fonts', 'bundled']);
    expect(server.requests.map(({ body }) => JSON.parse(body).options)).toEqual([undefined, { fonts: 'bundled' }]);
  });

  it('get the locale and the time zone of the flags unless they name their own', async () => {
    writeFileSync(
      inHome('own.ndjson'),
      `${JSON.stringify({ parts: { html: 'x' }, output: 'x.pdf', options: { timezone: 'UTC' } })}\n`,
    );
    await platen(['own.ndjson', '--locale', 'de-DE', '--timezone', 'Europe/Berlin']);
    expect(server.requests.map(({ body }) => JSON.parse(body).options)).toEqual([{ locale: 'de-DE', timezone: 'UTC' }]);
  });

  it('fail for damage if the flag asks for it, unless they name their own reaction', async () => {
    const job = (output: string, options?: object) => JSON.stringify({ parts: { html: 'x' }, output, options });
    writeFileSync(inHome('own.ndjson'), `${job('x.pdf')}\n${job('y.pdf', { on_damage: 'warn' })}\n`);
    await platen(['own.ndjson', '-j', '1', '--on-damage', 'fail']);
    const options = server.requests.map(({ body }) => JSON.parse(body).options);
    expect(options).toEqual([{ on_damage: 'fail' }, { on_damage: 'warn' }]);
  });

  it('have the page options of settings, unless they name their own or print nothing', async () => {
    const job = (output: string, part: object, options?: object) => JSON.stringify({ parts: part, output, options });
    const lines = [
      job('x.pdf', { html: 'x' }),
      job('y.pdf', { html: 'y' }, { page_size: 'A5' }),
      job('z.pdf', { pdf: 'JVBERi0=' }),
    ];
    writeFileSync(inHome('own.ndjson'), lines.join('\n'));
    writeFileSync(inHome('platen.config.yaml'), 'render: {size: Letter, margin: 20mm}\n');
    await platen(['own.ndjson', '-j', '1']);
    const options = server.requests.map(({ body }) => JSON.parse(body).options);
    expect(options).toEqual([{ page_size: 'Letter', margin: '20mm' }, { page_size: 'A5', margin: '20mm' }, undefined]);
  });

  it('refuse a folder of fonts, which a service does not see', async () => {
    jobs('a');
    const refused = await platen(['jobs.ndjson', '--font-dir', '.']);
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--font-dir is for renders without a service'),
    });
    expect(asked()).toEqual([]);
  });

  it('are remembered in the journal that is named', async () => {
    await platen(['-', '--journal', 'j'], { stdin: lines('a', 'b') });
    const again = await platen(['-', '--journal', 'j'], { stdin: lines('b', 'c') });
    expect([again.code, asked().sort()]).toEqual([0, ['a', 'b', 'c']]);
  });

  it('cannot overwrite each other', async () => {
    const { code, stdout } = await platen(['-', '-j', '2'], { stdin: lines('a', 'a') });
    expect(code).toBe(21);
    expect(stdout).toMatch(/another job is writing a.pdf just now|a.pdf exists/);
  });

  it('are no API key', async () => {
    const { code, stderr } = await platen(['-', '--api-key-file', '-'], { stdin: lines('a') });
    expect([code, stderr]).toEqual([2, expect.stringContaining('the jobs and --api-key-file cannot both read stdin')]);
  });

  it('need something piped in', async () => {
    expect((await platen(['-'])).code).toBe(2);
    expect((await platen(['-'], { stdin: '' })).stderr).toBe('There are no jobs\n');
  });

  it('are read no faster than results are taken', async () => {
    let read = 0;
    const endless = Readable.from(
      (async function* () {
        for (;;) yield Buffer.from(lines(read++));
      })(),
      { highWaterMark: 1 },
    );
    const taken: Buffer[] = [];
    let next: (() => void) | undefined;
    const stdout = new Writable({
      highWaterMark: 1,
      write(chunk, _encoding, done) {
        taken.push(chunk);
        next = done;
      },
    });
    let interrupt: ((name: 'SIGINT') => void) | undefined;
    const ended = run(
      ['render', 'batch', '-', '-j', '3'],
      {
        stdin: endless,
        stdout,
        stderr: new Writable({ write: (_chunk, _encoding, done) => done() }),
        env: service(),
        cwd: home.folder,
        platform: process.platform,
        homeFolder: home.folder,
        onSignal(handler) {
          interrupt = handler;
          return () => {};
        },
        uncaught: new EventEmitter(),
        end: () => {},
      },
      '0.0.0',
    );
    // A reader that ran ahead would be at the thousandth job by the tenth result.
    for (let results = 1; results <= 10; results += 1) {
      await vi.waitFor(() => expect(taken).toHaveLength(results), { interval: 5 });
      expect(server.requests.length).toBeLessThanOrEqual(results + 3);
      if (results < 10) next?.();
    }
    expect(read).toBeLessThan(30);
    interrupt?.('SIGINT');
    const taking = setInterval(() => next?.(), 5);
    expect(await ended).toBe(130);
    clearInterval(taking);
  });
});

describe('Ctrl-C', () => {
  it('takes no new job, leaves nothing half, says how to go on, and the next run does', async () => {
    let interrupt = () => {};
    answer = (_request, response, number) => {
      if (number === 4) interrupt();
      else if (number < 4) sendPdf(response);
    };
    jobs(...range(30));
    const { code, stdout, stderr } = await platen(['jobs.ndjson', '-j', '2'], {
      onStart: (send) => {
        interrupt = () => send('SIGINT');
      },
    });
    expect(code).toBe(130);
    expect(stderr).toMatch(/^stopping\nStopped: \d done, 0 failed, \d+ left\nTo continue, run the same command again/);
    const done = stdout.trim().split('\n').length;
    expect(files().filter((name) => name.endsWith('.pdf'))).toHaveLength(done);
    expect(files().filter((name) => /tmp|lock|ready/.test(name))).toEqual([]);
    answer = (_request, response) => sendPdf(response);
    server.requests.length = 0;
    expect((await platen(['jobs.ndjson'])).code).toBe(0);
    expect(server.requests).toHaveLength(30 - done);
  });
});

describe('without a service', () => {
  it('a browser that does not start is one error, and no job counts as failed', async () => {
    jobs('a', 'b');
    const env = { PLATEN_BASE_URL: '', PLATEN_API_KEY: '', PLATEN_CHROMIUM: '/nowhere/chromium' };
    const { code, stdout, stderr } = await platen(['jobs.ndjson'], { env });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('/nowhere/chromium is not an executable file');
  });

  it('the fields of all requests are checked as well before the first render', async () => {
    const bad = { parts: { html: 'x' }, output: 'b.pdf', options: { scale: 9, colour: true } };
    writeFileSync(inHome('jobs.ndjson'), `${lines('a')}${JSON.stringify(bad)}`);
    const env = { PLATEN_BASE_URL: '', PLATEN_API_KEY: '' };
    const { code, stderr } = await platen(['jobs.ndjson', '--json'], { env });
    const { message, why } = JSON.parse(stderr).error;
    expect([code, message]).toEqual([2, 'jobs.ndjson:2: 2 fields are not valid']);
    expect(why).toContain('/options/scale');
    expect(files()).toEqual(['jobs.ndjson']);
  });

  it('a folder of fonts is refused beside the bundled fonts, which leave it out', async () => {
    jobs('a');
    const env = { PLATEN_BASE_URL: '', PLATEN_API_KEY: '' };
    const { code, stderr } = await platen(['jobs.ndjson', '--fonts', 'bundled', '--font-dir', '.'], { env });
    expect([code, files()]).toEqual([2, ['jobs.ndjson']]);
    expect(stderr).toContain('--font-dir cannot be combined with the bundled fonts');
  });

  it('the one inside the command renders, and an empty file starts none', async () => {
    const env = { PLATEN_BASE_URL: '', PLATEN_API_KEY: '' };
    jobs('a', 'b', 'c');
    const result = await platen(['jobs.ndjson'], { env });
    expect({ code: result.code, stderr: result.stderr }).toMatchObject({ code: 0 });
    expect(results(result).map(({ pages }) => pages)).toEqual([1, 1, 1]);
    for (const name of ['a', 'b', 'c']) expect(readFileSync(inHome(`${name}.pdf`), 'latin1')).toMatch(/^%PDF-/);
    writeFileSync(inHome('empty'), '\n');
    expect(await platen(['empty'], { env: { PLATEN_BASE_URL: server.url, PLATEN_API_KEY: '' } })).toMatchObject({
      code: 0,
      stderr: 'There are no jobs\n',
    });
  });
});

describe('rows and a template', () => {
  const id = '0193a5b2-6c1f-7c4e-9d0a-1f2e3d4c5b6a';
  const bodies = () => server.requests.map(({ body }) => JSON.parse(body));
  const write = (name: string, text: string) => writeFileSync(inHome(name), text);

  it('make a PDF of each row of a spreadsheet, named by its fields', async () => {
    write('customers.csv', 'invoice_no;customer.name;customer.town\r\n2026-1;Ada;London\r\n2026-2;"Grace; H.";\r\n');
    const result = await platen(['customers.csv', '--template', id, '-o', 'out-{invoice_no}-{index}.pdf', '-j', '1']);
    expect([result.stderr, result.code]).toEqual([expect.stringMatching(/^Rendered 2 PDFs/), 0]);
    expect(bodies()).toEqual([
      { parts: { template: id, context: { invoice_no: '2026-1', customer: { name: 'Ada', town: 'London' } } } },
      { parts: { template: id, context: { invoice_no: '2026-2', customer: { name: 'Grace; H.', town: '' } } } },
    ]);
    expect(files()).toEqual(['customers.csv', 'customers.csv.journal', 'out-2026-1-1.pdf', 'out-2026-2-2.pdf']);
  });

  it.each([
    ['rows.json', '[\n  {"no": 1},\n  {"no": 2}\n]'],
    ['rows.ndjson', '{"no": 1}\n{"no": 2}\n'],
  ])('are read of %s', async (name, text) => {
    write(name, text);
    const result = await platen([name, '--template', id, '-o', '{no}.pdf', '-j', '1']);
    expect([result.code, result.stderr]).toEqual([0, expect.any(String)]);
    expect(bodies().map(({ parts }) => parts.context)).toEqual([{ no: 1 }, { no: 2 }]);
  });

  it.each([
    ['7', { id, revision: 7 }],
    ['live', { id, label: 'live' }],
  ])('fill the template at %s', async (choice, template) => {
    write('rows.csv', 'name\nAda\n');
    expect((await platen(['rows.csv', '--template', `${id}@${choice}`, '-o', '{name}.pdf'])).code).toBe(0);
    expect(bodies()).toEqual([{ parts: { template, context: { name: 'Ada' } } }]);
  });

  it('come from stdin with --csv', async () => {
    expect((await platen(['-', '--csv', '--template', id, '-o', '{name}.pdf'], { stdin: 'name\nAda\n' })).code).toBe(0);
    expect(files()).toEqual(['Ada.pdf']);
  });

  it('render a template folder, with its files', async () => {
    mkdirSync(inHome('letter'));
    write('letter/content.html', '<link rel="stylesheet" href="a.css"><p>Dear {{ name }}');
    write('letter/a.css', 'p { color: red }');
    write('rows.csv', 'name\nAda\n');
    expect((await platen(['rows.csv', '--template', 'letter', '-o', '{name}.pdf'])).code).toBe(0);
    expect(bodies()).toEqual([
      {
        parts: {
          html: '<link rel="stylesheet" href="a.css"><p>Dear Ada',
          assets: { 'a.css': { type: 'text/css', base64: Buffer.from('p { color: red }').toString('base64') } },
        },
      },
    ]);
  });

  it.each([
    ['no,town\n1,x\n2\n', '{no}.pdf', 'rows.csv:3: the row has 1 value, but 2 columns'],
    ['no\na/b\n', '{no}.pdf', 'rows.csv:2: no has characters that no file name may have: a/b'],
    ['no\n""\n', '{no}.pdf', 'rows.csv:2: no is empty'],
    ['no\n..\n', '{no}.pdf', 'rows.csv:2: no has characters that no file name may have: ..'],
    ['no\n1\n', '{number}.pdf', 'rows.csv:2: -o names {number}, and the row has no such value'],
    ['no\n1\n1\n', '{no}.pdf', 'rows.csv:3: output 1.pdf is that of rows.csv:2 too'],
    ['a,a.b\n1,2\n', '{index}.pdf', 'rows.csv:1: the columns a and a.b cannot both be values'],
  ])('are all checked before anything is rendered: %j as %s', async (text, pattern, message) => {
    write('rows.csv', text);
    const result = await platen(['rows.csv', '--template', id, '-o', pattern]);
    expect([result.code, result.stderr]).toEqual([2, expect.stringContaining(`error: ${message}`)]);
    expect(server.requests).toHaveLength(0);
  });

  it.each([
    [['rows.csv'], 'rows of CSV need a template'],
    [['rows.csv', '--template', id], '--template needs names for the PDFs'],
    [['rows.csv', '--template', id, '-o', 'all.pdf'], '-o all.pdf names one file, and each row makes a PDF'],
    [['rows.ndjson', '-o', '{index}.pdf'], '-o works only with --template or --form'],
    [['rows.csv', '--template', './no-folder', '-o', '{index}.pdf'], 'error: --template ./no-folder does not exist'],
  ])('are refused if flags contradict each other: %j', async (words, message) => {
    write('rows.csv', 'no\n1\n');
    write('rows.ndjson', '');
    const result = await platen(words);
    expect([result.code, result.stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('continue where an earlier run stopped, and end as it did', async () => {
    write('rows.csv', 'no\n1\n2\n3\n');
    const words = ['rows.csv', '--template', id, '-o', '{no}.pdf', '-j', '1'];
    answer = (_request, response, number) =>
      number === 2 ? sendJson(response, 422, { code: 'invalid_request', detail: 'no' }) : sendPdf(response);
    const first = await platen(words);
    answer = (_request, response) => sendJson(response, 422, { code: 'invalid_request', detail: 'no' });
    const second = await platen(words);
    expect([first.code, second.code]).toEqual([21, 21]);
    expect(server.requests).toHaveLength(4);
    expect(files()).toEqual(['1.pdf', '2.pdf', 'rows.csv', 'rows.csv.journal']);
  });
});

describe('files in jobs', () => {
  const write = (name: string, text: string | Buffer) => writeFileSync(inHome(name), text);

  it('are read as sources of render pdf are', async () => {
    write('a.html', '<img src="a.svg">');
    write('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    write('b.md', '# B');
    write('c.pdf', tinyPdf);
    const parts = [{ file: 'a.html', title: 'A' }, { file: 'b.md' }, { file: 'c.pdf' }, { html: 'd' }];
    write('jobs.ndjson', JSON.stringify({ output: 'all.pdf', parts }));
    expect((await platen(['jobs.ndjson'])).code).toBe(0);
    const base64 = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    expect(JSON.parse(server.requests[0]?.body ?? '').parts).toEqual([
      {
        html: '<img src="a.svg">',
        assets: { 'a.svg': { type: 'image/svg+xml', base64 } },
        name: 'a.html',
        title: 'A',
      },
      { markdown: '# B', name: 'b.md' },
      { pdf: tinyPdf.toString('base64'), name: 'c.pdf' },
      { html: 'd' },
    ]);
  });

  it('may come from a larger folder with "root", and a template may be in the job', async () => {
    mkdirSync(inHome('pages'));
    write('a.css', 'p {}');
    write('pages/a.html', '<link rel="stylesheet" href="../a.css">');
    const parts = [
      { file: 'pages/a.html', root: '.' },
      { liquid: '{{ n }}', context: { n: 1 } },
    ];
    write('jobs.ndjson', JSON.stringify({ output: 'a.pdf', parts }));
    expect((await platen(['jobs.ndjson'])).code).toBe(0);
    const [first, second] = JSON.parse(server.requests[0]?.body ?? '').parts;
    expect(Object.keys(first.assets)).toEqual(['a.css']);
    expect(second).toEqual({ liquid: '{{ n }}', context: { n: 1 } });
    write('jobs.ndjson', JSON.stringify({ output: 'b.pdf', parts: { file: 'pages/a.html' } }));
    const { stderr } = await platen(['jobs.ndjson']);
    expect(stderr).toContain('is outside of the folder of the document; "root" sets a larger folder');
  });

  it('render a job again after one of them has changed', async () => {
    write('a.html', 'one');
    write('jobs.ndjson', JSON.stringify({ output: 'a.pdf', parts: { file: 'a.html' } }));
    await platen(['jobs.ndjson']);
    await platen(['jobs.ndjson']);
    expect(server.requests).toHaveLength(1);
    write('a.html', 'two');
    await platen(['jobs.ndjson', '--force']);
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    [{ file: 'none.html' }, 'jobs.ndjson:1: '],
    [{ file: 7 }, 'jobs.ndjson:1: "file" must be a path'],
    [{ file: 'https://a.example/' }, 'jobs.ndjson:1: https://a.example/ is not a file'],
    [{ template: { folder: '' } }, 'jobs.ndjson:1: "template": {"folder"} must be a path'],
    [{ template: { folder: 'none' } }, 'jobs.ndjson:1: '],
  ])('are refused with their line: %j', async (part, message) => {
    write('jobs.ndjson', JSON.stringify({ output: 'a.pdf', parts: part }));
    const result = await platen(['jobs.ndjson']);
    expect([result.code, result.stderr]).toEqual([2, expect.stringContaining(`error: ${message}`)]);
  });
});
