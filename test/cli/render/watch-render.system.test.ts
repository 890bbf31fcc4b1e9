import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type RecordingServer,
  sendJson,
  sendPdf,
  startRecordingServer,
  tinyPdf,
} from '../../helpers/recording-server.ts';
import { makeHome, runCli, type TestHome } from '../../helpers/run-cli.ts';

let home: TestHome;
let server: RecordingServer;
let answer: Parameters<typeof startRecordingServer>[0];
let interrupt: (name: 'SIGINT') => void;

beforeEach(async () => {
  home = makeHome();
  answer = (_request, response) => sendPdf(response, { 'platen-pages': '1' });
  server = await startRecordingServer((request, response, number) => answer(request, response, number));
});
afterEach(async () => {
  await server.close();
  home.remove();
});

const inHome = (name: string) => join(home.folder, name);
const write = (name: string, text: string) => writeFileSync(inHome(name), text);

function platen(words: string[]) {
  const env = { ...home.env, PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'secret-key-of-a-test' };
  return runCli(['render', 'pdf', ...words, '--watch'], {
    cwd: home.folder,
    env,
    onStart: (send) => {
      interrupt = send;
    },
  });
}
/** Waits until a request was sent that has a text. */
const sent = (text: string) =>
  vi.waitFor(() => expect(server.requests.at(-1)?.body).toContain(text), { timeout: 15_000, interval: 20 });
const written = () => vi.waitFor(() => expect(existsSync(inHome('x.pdf'))).toBe(true), { timeout: 15_000 });

it('renders again when the source, its files or its style sheets change, and ends with 130 at Ctrl-C', async () => {
  write('a.html', '<img src="logo.svg"><p>first');
  write('logo.svg', '<svg/>');
  write('print.css', 'p { color: red }');
  const ending = platen(['a.html', '--css', 'print.css', '-o', 'x.pdf']);
  await sent('first');
  await written();
  write('a.html~', '<img src="logo.svg"><p>second');
  renameSync(inHome('a.html~'), inHome('a.html'));
  await sent('second');
  write('logo.svg', '<svg id="new"/>');
  await sent(Buffer.from('<svg id="new"/>').toString('base64'));
  write('print.css', 'p { color: lime }');
  await sent('lime');
  await vi.waitFor(() => expect(statSync(inHome('x.pdf')).size).toBe(tinyPdf.length));
  interrupt('SIGINT');
  const { code, stderr } = await ending;
  expect(code).toBe(130);
  expect(stderr.match(/^Wrote x\.pdf \(1 page, .*\)$/gm)?.length).toBeGreaterThanOrEqual(3);
});

it('keeps the last PDF while a source is missing or cannot be rendered, and goes on when it can', async () => {
  write('a.html', '<p>first');
  const ending = platen(['a.html', '-o', 'x.pdf', '--json']);
  await sent('first');
  await written();
  rmSync(inHome('a.html'));
  answer = (_request, response) => sendJson(response, 422, { title: 'no', code: 'template_invalid' });
  write('a.html', '<p>broken');
  await sent('broken');
  expect(readFileSync(inHome('x.pdf')).equals(tinyPdf)).toBe(true);
  answer = (_request, response) => sendPdf(response, { 'platen-pages': '1' });
  write('a.html', '<p>whole again');
  await sent('whole again');
  const count = server.requests.length;
  interrupt('SIGINT');
  const { code, stdout, stderr } = await ending;
  expect([code, server.requests.length]).toEqual([130, count]);
  for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ pages: 1 });
  expect(stderr).toContain('"error"');
});

it('renders one at a time, the last state at the end, however fast the changes are', async () => {
  let running = 0;
  let most = 0;
  answer = async (_request, response) => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running -= 1;
    sendPdf(response, { 'platen-pages': '1' });
  };
  write('a.html', '<p>state 0.');
  const ending = platen(['a.html', '-o', 'x.pdf']);
  await sent('state 0.');
  for (let state = 1; state <= 200; state++) {
    write('a.html', `<p>state ${state}.`);
    await new Promise(setImmediate);
  }
  await sent('state 200.');
  interrupt('SIGINT');
  await ending;
  expect(most).toBe(1);
  expect(server.requests.length).toBeLessThan(100);
});

it('renders a template again when a partial comes that was missing', async () => {
  mkdirSync(inHome('letter'));
  write('letter/content.html', '{% render "partials/head" %}<p>letter');
  const ending = platen(['template:./letter', '-o', 'x.pdf']);
  mkdirSync(inHome('letter/partials'));
  write('letter/partials/head.html', '<h1>head');
  await sent('head');
  write('letter/partials/head.html', '<h1>other');
  await sent('other');
  interrupt('SIGINT');
  expect((await ending).code).toBe(130);
});

it('prints a pattern again with a new file that it matches', async () => {
  mkdirSync(inHome('docs'));
  write('docs/a.html', '<p>one');
  const ending = platen(['docs/*.html', '-o', 'docs/x.pdf']);
  await sent('one');
  write('docs/b.html', '<p>two');
  await sent('two');
  interrupt('SIGINT');
  expect((await ending).code).toBe(130);
});

it.each([
  [['a.html', '-o', '-'], '--watch writes a file, not stdout'],
  [['a.html'], '--watch writes a file, not stdout'],
  [['https://example.com', '-o', 'x.pdf'], '--watch needs a file to watch'],
  [['a.html', '--each'], '--watch and --each cannot be used together'],
  [['-', '-o', 'x.pdf'], '--watch cannot read stdin again'],
])('refuses %j', async (words, message) => {
  write('a.html', '<p>a');
  const { code, stderr } = await platen(words);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('does not overwrite a file that it has not written', async () => {
  write('a.html', '<p>a');
  write('x.pdf', 'mine');
  expect((await platen(['a.html', '-o', 'x.pdf'])).code).toBe(6);
  expect(readFileSync(inHome('x.pdf'), 'utf8')).toBe('mine');
});
