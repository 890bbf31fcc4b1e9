import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  type BackgroundServer,
  packTinyPages,
  queued,
  startBackgroundServer,
  tinyPng,
} from '../../../helpers/background-server.ts';
import { sendJson, startRecordingServer, tinyPdf } from '../../../helpers/recording-server.ts';
import { type CliResult, type CliSetting, makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';

const unknown = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';
const failure = {
  code: 'page_failed',
  title: 'The page returned an error',
  detail: 'https://example.com/ answered with status 500',
  retryable: false,
  stage: 'load',
} as const;

let home: TestHome;
let server: BackgroundServer;

beforeEach(async () => {
  home = makeHome();
  server = await startBackgroundServer({ holds: true });
});
afterEach(async () => {
  await server.close();
  home.remove();
});

function platen(words: string[], setting: CliSetting = {}): Promise<CliResult> {
  const env = { ...home.env, PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'k', PLATEN_RETRIES: '0', ...setting.env };
  return runCli(words, { cwd: home.folder, ...setting, env });
}
const inHome = (name: string) => join(home.folder, name);
/** Submits a render, and gives its id. */
const submit = async (...flags: string[]) =>
  (await platen(['render', 'pdf', 'https://example.com', '--async', ...flags])).stdout.trim();

describe('render pdf --async', () => {
  it('prints the id, and how to have the PDF', async () => {
    const { code, stdout, stderr } = await platen(['render', 'pdf', 'https://example.com', '--async']);
    const [render] = server.renders;
    expect([code, stdout]).toEqual([0, `${render?.id}\n`]);
    expect(stderr).toBe(`Submitted. To have the PDF: platen renders wait ${render?.id} -o out.pdf\n`);
    expect(server.requests[0]?.headers.prefer).toBe('respond-async');
  });

  it('says that a start which is over means at once', async () => {
    const { code, stderr } = await platen([
      'render',
      'pdf',
      'https://example.com',
      '--async',
      '--start-at',
      '2020-01-01T00:00Z',
    ]);
    expect(code).toBe(0);
    expect(stderr).toContain('--start-at has passed: the render starts now');
    const later = await platen(['render', 'pdf', 'https://example.com', '--async', '--start-at', '2h']);
    expect(later.stderr).not.toContain('has passed');
  });

  it('prints the render with --json', async () => {
    const { stdout, stderr } = await platen(['--json', 'render', 'pdf', 'https://example.com', '--async']);
    expect(JSON.parse(stdout)).toEqual({ data: server.renders[0], warnings: [] });
    expect(stderr).toBe('');
  });

  it('sends what the flags say of its turn, its start, its end and its destination', async () => {
    await submit(
      ...['--priority', 'high', '--start-at', '2099-12-01T22:00+01:00', '--keep', '7d'],
      ...['--put', 'https://store.example.com/a.pdf?signature=x', '--put-header', 'x-amz-acl: private'],
    );
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      parts: 'https://example.com',
      job: { priority: 'high', start_at: '2099-12-01T21:00:00.000Z', keep_seconds: 604_800 },
      destination: { put: 'https://store.example.com/a.pdf?signature=x', headers: { 'x-amz-acl': 'private' } },
    });
  });

  it('sends nothing with --dry-run, and shows the preference', async () => {
    const { stdout } = await platen(['render', 'pdf', 'https://example.com', '--async', '--dry-run']);
    expect(JSON.parse(stdout)).toMatchObject({
      headers: { Prefer: 'respond-async' },
      body: { parts: 'https://example.com' },
    });
    expect(server.requests).toEqual([]);
  });

  it.each<[string, string[], number, string]>([
    ['a file that nobody waits for', ['--async', '-o', 'x.pdf'], 2, 'renders wait <id> -o'],
    ['several documents', ['--async', '--each'], 2, 'render batch'],
    ['a turn of what is not in the background', ['--priority', 'low'], 2, 'add --async'],
    ['a turn that nobody knows', ['--async', '--priority', 'urgent'], 2, 'low, normal, high'],
    ['a start that is no time', ['--async', '--start-at', 'tomorrow'], 2, '2026-12-01T22:00Z'],
    ['a start too far ahead', ['--async', '--start-at', '99999999d'], 2, '--start-at "99999999d" is longer than 30d'],
    ['a time to keep that is too short', ['--async', '--keep', '10s'], 2, '--keep "10s" is shorter than 1m'],
    ['a time to keep that is too long', ['--async', '--keep', '31d'], 2, '--keep "31d" is longer than 30d'],
    ['a destination that is no address', ['--put', 'out.pdf', '-o', 'x.pdf'], 2, 'https://'],
    ['a header of no request', ['--put-header', 'a: b', '-o', 'x.pdf'], 2, '--put https://'],
    ['a header without a name', ['--put', 'https://a.example', '--put-header', 'secret', '-o', 'x.pdf'], 2, 'a colon'],
    ['one destination for several', ['--put', 'https://a.example', '--each'], 2, 'the same URL'],
  ])('refuses %s', async (_name, flags, exit, says) => {
    const { code, stderr } = await platen(['render', 'pdf', 'https://example.com', ...flags]);
    expect([code, stderr]).toEqual([exit, expect.stringContaining(says)]);
    expect(stderr).not.toContain('"secret"');
    expect(server.requests).toEqual([]);
  });

  it('needs a service, and says how to name one', async () => {
    for (const words of [
      ['render', 'pdf', 'https://example.com', '--async'],
      ['renders', 'list'],
      ['renders', 'get', unknown],
      ['renders', 'wait', unknown],
      ['renders', 'cancel', unknown],
    ]) {
      const { code, stderr } = await platen(words, { env: { PLATEN_BASE_URL: '' } });
      expect(code, words.join(' ')).toBe(3);
      expect(stderr).toMatch(/needs a service that keeps running\n(.*\n)* {2}fix: .*platen serve.*--base-url/);
    }
  });
});

describe('render image --async', () => {
  const submitImages = (...flags: string[]) =>
    platen(['render', 'image', 'https://example.com', '--async', '--pages', '1-2', ...flags]);

  /** Submits a finished render of images with this number of pages, and returns its id. */
  async function makeImages(pages: number): Promise<string> {
    await server.close();
    server = await startBackgroundServer({ pages });
    return (await submitImages()).stdout.trim();
  }

  it('submits the images, prints the id and how to have them', async () => {
    const { code, stdout, stderr } = await submitImages('--format', 'jpeg', '--width', '40', '--keep', '7d');
    const [render] = server.renders;
    expect([code, stdout]).toEqual([0, `${render?.id}\n`]);
    expect(stderr).toBe(`Submitted. To have the images: platen renders wait ${render?.id} -o 'page-{page}.jpg'\n`);
    const [sent] = server.requests;
    expect([sent?.path, sent?.headers.prefer]).toEqual(['/api/v1/renderers/image', 'respond-async']);
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      parts: 'https://example.com',
      image: { format: 'jpeg', width: 40 },
      options: { page_ranges: '1-2' },
      job: { keep_seconds: 604_800 },
    });
  });

  it('refuses a file that nobody waits for, a turn without --async and a destination', async () => {
    for (const [flags, says] of [
      [['-o', 'x.png'], "renders wait <id> -o 'page-{page}.png'"],
      [['--put', 'https://a.example'], "unknown option '--put'"],
    ] as const) {
      const { code, stderr } = await submitImages(...flags);
      expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
    }
    const { code, stderr } = await platen(['render', 'image', 'https://example.com', '--priority', 'low']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('add --async')]);
    expect(server.requests).toEqual([]);
  });

  it('gives a file for each page to who waits, or fetches them later', async () => {
    const id = await makeImages(2);
    const waited = await platen(['renders', 'wait', id, '-o', 'page-{page}.png']);
    expect([waited.code, waited.stdout]).toEqual([0, '']);
    expect(waited.stderr).toMatch(/^Wrote page-1\.png \(3 x 2 pixels, .*\)\nWrote page-2\.png \(3 x 2 pixels, .*\)\n$/);
    expect(readFileSync(inHome('page-2.png')).equals(tinyPng)).toBe(true);
    const again = await platen(['renders', 'get', id, '-o', 'page-{page}.png']);
    expect([again.code, again.stderr]).toEqual([6, expect.stringContaining('page-1.png')]);
    const { stdout } = await platen(['--json', 'renders', 'get', id, '-o', 'page-{page}.png', '-f']);
    expect(JSON.parse(stdout).data[1]).toEqual({
      ...{ path: inHome('page-2.png'), page: 2, width: 3, height: 2, bytes: tinyPng.length },
    });
  });

  it('gives the archive of several pages to a .zip file, and unchanged to stdout', async () => {
    const id = await makeImages(2);
    const { bytes } = packTinyPages(2);
    const { code, stderr } = await platen(['renders', 'get', id, '-o', 'pages.zip']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Wrote pages.zip (2 pages')]);
    expect(readFileSync(inHome('pages.zip')).equals(bytes)).toBe(true);
    expect((await platen(['renders', 'get', id, '-o', '-'])).bytes.equals(bytes)).toBe(true);
  });

  it('gives the image of one page to a file and to stdout', async () => {
    const id = await makeImages(1);
    const { code, stderr } = await platen(['renders', 'wait', id, '-o', 'card.png']);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Wrote card\.png \(3 x 2 pixels/)]);
    expect(readFileSync(inHome('card.png')).equals(tinyPng)).toBe(true);
    expect((await platen(['renders', 'get', id, '-o', '-'])).bytes.equals(tinyPng)).toBe(true);
  });

  it.each<[string, number, string, string]>([
    ['one name for several pages', 2, 'x.png', 'is for one page, and there are 2'],
    ['a PDF', 1, 'x.pdf', 'is not the name of a PNG file'],
    ['the ending of another format', 1, 'x.jpg', 'is not the name of a PNG file'],
    ['an archive of one image', 1, 'x.zip', 'is not the name of a PNG file'],
    ['other placeholders', 2, '{page}-{name}.png', 'no placeholder {name}'],
  ])('refuses %s as the name', async (_name, pages, name, says) => {
    const id = await makeImages(pages);
    for (const verb of ['get', 'wait']) {
      const { code, stderr } = await platen(['renders', verb, id, '-o', name]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
    }
    expect(existsSync(inHome(name))).toBe(false);
  });

  it('refuses files for the pages of a PDF', async () => {
    const id = await submit();
    const { code, stderr } = await platen(['renders', 'wait', id, '-o', 'page-{page}.png']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('{page} is for images')]);
  });

  it('is listed with its kind', async () => {
    await makeImages(2);
    const { stdout } = await platen(['renders', 'list']);
    expect(JSON.parse(stdout).data).toMatchObject([{ kind: 'image', type: 'application/zip' }]);
  });
});

describe('--put', () => {
  it('goes with a render that is waited for, and with --parts', async () => {
    await platen(['render', 'pdf', '--parts', 'https://example.com', '--put', 'https://a.example/b', '-o', 'x.pdf']);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ destination: { put: 'https://a.example/b' } });
  });

  it('does not change a request that is sent exactly as given', async () => {
    writeFileSync(inHome('request.json'), '{"parts": "https://example.com"}');
    const { code, stderr } = await platen(['render', 'pdf', '--input', 'request.json', '--put', 'https://a.example']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('"destination"')]);
  });
});

describe('renders wait', () => {
  it('says that nobody is there to do the render, and with --timeout how to come back', {
    timeout: 20_000,
  }, async () => {
    const alone = await startRecordingServer((_request, response) =>
      sendJson(response, 200, { data: { ...queued, waits_for: 'worker' } }),
    );
    onTestFinished(() => alone.close());
    const env = { PLATEN_BASE_URL: alone.url, PLATEN_API_KEY: 'a-key' };
    const { code, stderr } = await platen(['renders', 'wait', queued.id, '--timeout', '5s'], { env });
    expect(code).toBe(12);
    expect(stderr.match(/no service does renders in the background now/g)).toHaveLength(1);
    expect(stderr).toContain(`the render ${queued.id} has not ended within 5 s`);
    expect(stderr).toContain(`to wait again: platen renders wait ${queued.id}`);
  });

  it('writes the PDF once the render has ended', async () => {
    const id = await submit();
    const waiting = platen(['renders', 'wait', id, '-o', 'x.pdf']);
    await expect.poll(() => server.requests.at(-1)?.path).toContain('wait_seconds');
    expect(existsSync(inHome('x.pdf'))).toBe(false);
    server.end(id);
    const { code, stderr } = await waiting;
    expect([code, stderr]).toEqual([0, expect.stringContaining('Wrote x.pdf (1 page')]);
    expect(readFileSync(inHome('x.pdf')).equals(tinyPdf)).toBe(true);
  });

  it('prints the render where no file is named, and the file with --json', async () => {
    const id = await submit();
    server.end(id);
    expect(JSON.parse((await platen(['renders', 'wait', id])).stdout).data).toMatchObject({ id, status: 'done' });
    const { stdout } = await platen(['--json', 'renders', 'wait', id, '-o', 'y.pdf']);
    expect(JSON.parse(stdout)).toMatchObject({ path: inHome('y.pdf'), pages: 1, bytes: tinyPdf.length });
  });

  it('ends as a render that is waited for where it failed', async () => {
    const id = await submit();
    server.end(id, failure);
    for (const words of [
      ['wait', id, '-o', 'x.pdf'],
      ['wait', id],
      ['get', id, '-o', 'x.pdf'],
    ]) {
      const { code, stderr } = await platen(['renders', ...words]);
      expect(code, words.join(' ')).toBe(7);
      expect(stderr).toMatch(/^error: the page returned an error\n {2}why: .*status 500/);
      expect(stderr).toContain('code: page_failed (422), request r-1');
    }
    expect(existsSync(inHome('x.pdf'))).toBe(false);
  });

  it('says that the render goes on, and how to wait again, when it is interrupted', async () => {
    const id = await submit();
    const { promise: begun, resolve: begin } = Promise.withResolvers<(name: 'SIGINT') => void>();
    const waiting = platen(['renders', 'wait', id, '-o', 'x.pdf'], { onStart: begin });
    await expect.poll(() => server.requests.at(-1)?.path).toContain('wait_seconds');
    (await begun)('SIGINT');
    const { code, stderr } = await waiting;
    expect(code).toBe(130);
    expect(stderr).toContain(`The render continues. To wait again: platen renders wait ${id} -o x.pdf\n`);
    expect(server.renders[0]?.status).toBe('queued');
  });

  it('says the same when its time is over', async () => {
    const id = await submit();
    const { code, stderr } = await platen(['renders', 'wait', id, '--timeout', '300ms']);
    expect(code).toBe(12);
    expect(stderr).toContain(`error: the render ${id} has not ended within 0.3 s`);
    expect(stderr).toContain(`platen renders wait ${id}`);
  });

  it('reports a service that is not there at once', async () => {
    const { code, stderr } = await platen(['renders', 'wait', unknown], {
      env: { PLATEN_BASE_URL: 'http://127.0.0.1:1' },
    });
    expect([code, stderr]).toEqual([11, expect.stringContaining('connection_refused')]);
  });

  it('refuses a file that is there, before it asks', async () => {
    writeFileSync(inHome('x.pdf'), 'mine');
    const { code } = await platen(['renders', 'wait', unknown, '-o', 'x.pdf']);
    expect([code, server.requests]).toEqual([6, []]);
    expect(readFileSync(inHome('x.pdf'), 'utf8')).toBe('mine');
  });
});

describe('renders get', () => {
  it('shows how far a render is, as JSON in a pipe and in words at a terminal', async () => {
    const id = await submit();
    expect(JSON.parse((await platen(['renders', 'get', id])).stdout).data).toEqual(server.renders[0]);
    server.end(id);
    const { stdout } = await platen(['renders', 'get', id], { stdoutTerminal: true });
    expect(stdout).toContain('done');
    expect(stdout).toContain('1 page, ');
    server.end(await submit(), failure);
    const [, second] = server.renders;
    const { code, stdout: failed } = await platen(['renders', 'get', second?.id ?? ''], { stdoutTerminal: true });
    expect([code, failed]).toEqual([0, expect.stringContaining('page_failed: https://example.com/ answered')]);
  });

  it('fetches the PDF of one that is done, to a file or to stdout', async () => {
    const id = await submit();
    expect((await platen(['renders', 'get', id, '-o', 'x.pdf'])).code).toBe(6);
    server.end(id);
    expect((await platen(['renders', 'get', id, '-o', 'x.pdf'])).code).toBe(0);
    expect(readFileSync(inHome('x.pdf')).equals(tinyPdf)).toBe(true);
    expect((await platen(['renders', 'get', id, '-o', '-'])).bytes.equals(tinyPdf)).toBe(true);
  });

  it('says so where the id is unknown, or none', async () => {
    const missing = await platen(['renders', 'get', unknown]);
    expect([missing.code, missing.stderr]).toEqual([5, expect.stringContaining('platen renders list')]);
    const wrong = await platen(['renders', 'get', 'x']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('a UUID such as')]);
  });
});

describe('renders cancel', () => {
  it('cancels what has not ended', async () => {
    const id = await submit();
    const { code, stderr } = await platen(['renders', 'cancel', id]);
    expect([code, stderr]).toEqual([0, `Cancelled ${id}\n`]);
    const waited = await platen(['renders', 'wait', id]);
    expect([waited.code, waited.stderr]).toEqual([7, expect.stringContaining(`${id} was cancelled`)]);
  });

  it('keeps the PDF of one that has ended, unless it is to be forgotten', async () => {
    const id = await submit();
    server.end(id);
    const { code, stderr } = await platen(['renders', 'cancel', id]);
    expect([code, stderr, server.renders.length]).toEqual([0, `${id} had ended: done\n`, 1]);
    const forgotten = await platen(['--json', 'renders', 'cancel', id, '--forget']);
    expect(JSON.parse(forgotten.stdout)).toEqual({ data: { id, forgotten: true }, warnings: [] });
    expect(server.renders).toEqual([]);
  });

  it('forgets one that runs, too', async () => {
    const id = await submit();
    expect((await platen(['renders', 'cancel', id, '--forget'])).code).toBe(0);
    expect(server.renders).toEqual([]);
  });
});

describe('renders list', () => {
  it('is one JSON document in a pipe, and a table at a terminal', async () => {
    const [first, second] = [await submit(), await submit()];
    server.end(first, failure);
    const { data } = JSON.parse((await platen(['renders', 'list'])).stdout);
    expect(data.map(({ id }: { id: string }) => id)).toEqual([second, first]);
    const { stdout } = await platen(['renders', 'list', '--status', 'failed'], { stdoutTerminal: true });
    expect(stdout).toContain('failed (page_failed)');
    expect(stdout).not.toContain(second);
  });

  it('says what to do where there are none, and refuses what is no status', async () => {
    const { stderr } = await platen(['renders', 'list'], { stdoutTerminal: true });
    expect(stderr).toContain('--async');
    expect((await platen(['renders', 'list', '--status', 'lost'])).code).toBe(2);
    const none = await platen(['renders', 'list', '--limit', '0']);
    expect(none.code).toBe(2);
    expect(none.stderr).toMatch(/^error: --limit "0" is not a whole number of 1 or more\n/);
  });
});
