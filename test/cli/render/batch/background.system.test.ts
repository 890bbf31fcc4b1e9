import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BackgroundServer, startBackgroundServer } from '../../../helpers/background-server.ts';
import { type RecordedRequest, sendPdf, startRecordingServer, tinyPdf } from '../../../helpers/recording-server.ts';
import { type CliResult, type CliSetting, makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';

let home: TestHome;
let server: BackgroundServer;

beforeEach(() => {
  home = makeHome();
});
afterEach(async () => {
  await server?.close();
  home.remove();
});

function batch(words: string[] = [], setting: CliSetting = {}): Promise<CliResult> {
  const env = { ...home.env, PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'k', ...setting.env };
  return runCli(['render', 'batch', 'jobs.ndjson', '-j', '2', ...words], { cwd: home.folder, ...setting, env });
}
const inHome = (name: string) => join(home.folder, name);

/** Writes so many jobs, with more fields in each. */
function writeJobs(count: number, more: object = {}): void {
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify({ parts: { html: `<p>${index}` }, output: `${index}.pdf`, ...more }),
  );
  writeFileSync(inHome('jobs.ndjson'), `${lines.join('\n')}\n`);
}

const submissions = ({ requests }: { requests: RecordedRequest[] }) =>
  requests.filter(({ method, headers }) => method === 'POST' && headers.prefer === 'respond-async');
const atOnce = ({ requests }: { requests: RecordedRequest[] }) =>
  requests.filter(({ method, headers }) => method === 'POST' && headers.prefer === undefined);
const keys = (requests: RecordedRequest[]) => new Set(requests.map(({ headers }) => headers['idempotency-key']));
const failure = { code: 'page_failed', title: 'The page returned an error', retryable: false };

/** Runs the batch until it waits for all its renders, and stops it. */
async function interrupt(waits: number, words: string[] = []): Promise<CliResult> {
  const { promise, resolve } = Promise.withResolvers<(name: 'SIGINT') => void>();
  const running = batch(words, { onStart: resolve });
  await expect.poll(() => server.requests.filter(({ path }) => path.includes('wait_seconds')).length).toBe(waits);
  (await promise)('SIGINT');
  return running;
}

describe('a batch of long renders at a service', () => {
  it('leaves them to the service, and has it forget what is here', async () => {
    server = await startBackgroundServer();
    writeJobs(5);
    const { code, stdout } = await batch();
    expect(code).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).ok),
    ).toEqual([true, true, true, true, true]);
    for (const index of [0, 1, 2, 3, 4]) expect(readFileSync(inHome(`${index}.pdf`)).equals(tinyPdf)).toBe(true);
    expect([submissions(server).length, atOnce(server).length, server.renders]).toEqual([5, 0, []]);
  });

  it('that was interrupted asks for what it submitted, and renders nothing twice', async () => {
    server = await startBackgroundServer({ holds: true });
    writeJobs(2);
    const stopped = await interrupt(2);
    expect([stopped.code, existsSync(inHome('0.pdf'))]).toEqual([130, false]);
    const [first, second] = server.renders.map(({ id }) => id);
    // They go on, and end while nobody waits.
    server.end(first ?? '');
    server.end(second ?? '');
    const again = await batch();
    expect(again.code).toBe(0);
    expect(keys(submissions(server)).size).toBe(2);
    expect(readdirSync(home.folder).filter((name) => name.endsWith('.pdf'))).toEqual(['0.pdf', '1.pdf']);
    // And a third time there is nothing to do.
    const before = server.requests.length;
    expect((await batch()).code).toBe(0);
    expect(server.requests.length).toBe(before);
  });

  it('submits again what has failed meanwhile, and what has changed', async () => {
    server = await startBackgroundServer({ holds: true });
    writeJobs(2);
    await interrupt(2);
    // Two at a time come in any order.
    const isFirst = submissions(server).map(({ body }) => body.includes('<p>0'));
    for (const [at, { id }] of server.renders.entries()) server.end(id, isFirst[at] ? failure : undefined);
    writeFileSync(inHome('jobs.ndjson'), readFileSync(inHome('jobs.ndjson'), 'utf8').replace('<p>1', '<p>one'));
    const again = batch();
    await expect.poll(() => server.renders.length).toBe(4);
    for (const { id } of server.renders.slice(2)) server.end(id);
    expect((await again).code).toBe(0);
  });

  it('renders again what somebody has removed, with or without its journal', async () => {
    server = await startBackgroundServer();
    writeJobs(1);
    await batch();
    rmSync(inHome('0.pdf'));
    await batch();
    rmSync(inHome('0.pdf'));
    rmSync(inHome('jobs.ndjson.journal'));
    await batch();
    expect(keys(submissions(server)).size).toBe(3);
    expect(existsSync(inHome('0.pdf'))).toBe(true);
  });

  it('cancels what it waits for where no journal would know of it', async () => {
    server = await startBackgroundServer({ holds: true });
    writeJobs(1);
    const { promise, resolve } = Promise.withResolvers<(name: 'SIGINT') => void>();
    const setting = { cwd: home.folder, env: { ...home.env, PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'k' } };
    const stdin = readFileSync(inHome('jobs.ndjson'));
    const running = runCli(['render', 'batch', '-'], { ...setting, stdin, onStart: resolve });
    await expect.poll(() => server.requests.some(({ path }) => path.includes('wait_seconds'))).toBe(true);
    (await promise)('SIGINT');
    expect((await running).code).toBe(130);
    expect(server.renders[0]?.status).toBe('cancelled');
  });

  it('says of each that fails why, as a render at once does', async () => {
    server = await startBackgroundServer({ holds: true });
    writeJobs(1);
    const running = batch();
    await expect.poll(() => server.renders.length).toBe(1);
    server.end(server.renders[0]?.id ?? '', failure);
    const { code, stdout } = await running;
    expect([code, JSON.parse(stdout).error.code]).toEqual([7, 'page_failed']);
  });
});

describe('a batch of short renders at a service', () => {
  it('learns from the first that they are short, and waits for the others at once', async () => {
    server = await startBackgroundServer({ tookMs: 20 });
    writeJobs(10);
    expect((await batch()).code).toBe(0);
    expect(submissions(server).length).toBeLessThanOrEqual(3);
    expect(submissions(server).length + atOnce(server).length).toBe(10);
  });

  it('leaves those to the service whose job says how', async () => {
    server = await startBackgroundServer({ tookMs: 20 });
    writeJobs(6, { job: { keep_seconds: 3600 } });
    expect((await batch()).code).toBe(0);
    expect(submissions(server).length).toBe(6);
    expect(server.renders.length, 'kept as long as they are to be').toBe(6);
  });
});

it('a batch at a service without renders in the background renders at once', async () => {
  const plain = await startRecordingServer((request, response) =>
    request.method === 'POST' ? sendPdf(response) : response.writeHead(404).end(),
  );
  server = { ...plain, renders: [], end: () => {} };
  writeJobs(3);
  expect((await batch()).code).toBe(0);
  expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'POST']);
  expect(submissions(server)).toEqual([]);
});
