import { EventEmitter } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from '../../../../src/cli/index.ts';
import { type RecordingServer, sendJson, sendPdf, startRecordingServer } from '../../../helpers/recording-server.ts';
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

describe('jobs that fail', () => {
  it('end it after a while where the service does not live', async () => {
    jobs(...range(100));
    const { code, stderr } = await platen(['jobs.ndjson', '-j', '1', '--retries', '0'], {
      env: { PLATEN_BASE_URL: 'http://127.0.0.1:9' },
    });
    expect(code).toBe(11);
    expect(stderr).toContain('20 of 100 jobs failed; 80 not tried');
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
  const bodies = () => server.requests.map(({ body }) => JSON.parse(body));
  const write = (name: string, text: string) => writeFileSync(inHome(name), text);

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
});
