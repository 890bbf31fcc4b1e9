import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildProgram } from '../helpers/built-program.ts';
import { callService } from '../helpers/call-service.ts';
import { openTerminal } from '../helpers/open-terminal.ts';
import { waitUntil } from '../helpers/process-tree.ts';
import { runCli } from '../helpers/run-cli.ts';
import { startWaitingPage, type WaitingPage } from '../helpers/waiting-page.ts';
import { openWorkspace, type Started, type Workspace } from '../helpers/workspace.ts';

const ctrlC = '\u0003';
let workspace: Workspace;
let page: WaitingPage;
let service: Started;
let url: string;
let key: string;
let remote: Record<string, string> = {};

/** Starts the service; again at the same port where one is named. */
async function serve(port = '0'): Promise<void> {
  const flags = ['--port', port, '--egress', 'open', '--sandbox', 'preferred', '--concurrency', '1', '--grace', '1s'];
  service = workspace.start(['serve', ...flags], { limitMs: 120_000 });
  const shown = () => /listens on (http:\S+)/.exec(service.stderr())?.[1];
  await Promise.race([waitUntil('the service listens', () => shown() !== undefined), service.ended]);
  url = shown() ?? '';
  if (url === '') throw new Error(`the service ended: ${service.stderr()}`);
}

beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
  page = await startWaitingPage();
  await serve();
  key = (await platen('keys', 'create', '--name', 'test')).stdout.trim();
  remote = { PLATEN_BASE_URL: url, PLATEN_API_KEY: key };
  writeFileSync(join(workspace.folder, 'a.html'), '<h1>A</h1>');
});
afterAll(async () => {
  await page.close();
  await workspace.clear();
});

/** Runs a command inside this process, for what needs no signal and no restart. */
const run = (words: string[], stdoutTerminal = false) =>
  runCli(words, { cwd: workspace.folder, env: { ...workspace.env, ...remote, NO_COLOR: '1' }, stdoutTerminal });
const platen = (...words: string[]) => run(words);
const watch = (...words: string[]) => openTerminal(workspace, words, { env: remote });
/** Submits a render, and gives its id. */
const submit = async (source: string) => (await platen('render', 'pdf', source, '--async')).stdout.trim();
const isPdf = (name: string) => readFileSync(join(workspace.folder, name), 'latin1').startsWith('%PDF-');
/** Background renders that have ended well since the service started. */
async function countDone(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^platen_jobs_ended_total\{status="done"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

it('waiting at a terminal shows that it runs; Ctrl-C ends the wait alone, and the same command waits again', async () => {
  const asked = page.asked();
  const id = await submit(page.url);
  await asked;
  const first = watch('renders', 'wait', id, '-o', 'waited.pdf');
  await first.shows('running');
  first.type(ctrlC);
  expect(await first.ended).toBe(130);
  expect(first.text()).toContain(`To wait again: platen renders wait ${id} -o waited.pdf`);
  const second = watch('renders', 'wait', id, '-o', 'waited.pdf');
  await second.shows('running');
  page.release();
  expect(await second.ended).toBe(0);
  expect(second.text()).toContain('Wrote waited.pdf (1 page');
  expect(isPdf('waited.pdf')).toBe(true);
});

it('a render that fails in the background ends the command as one that is waited for', async () => {
  const broken = 'http://127.0.0.1:1/';
  const atOnce = await platen('render', 'pdf', broken, '-o', 'x.pdf');
  const waited = await platen('renders', 'wait', await submit(broken), '-o', 'x.pdf');
  expect(waited.code).toBe(atOnce.code);
  const plain = (text: string) => text.replace(/^error: .*?: /, 'error: ').replace(/request \S+/, 'request');
  expect(plain(waited.stderr)).toBe(plain(atOnce.stderr));
  expect(readdirSync(workspace.folder)).not.toContain('x.pdf');
});

it('a render that has ended is a line for each fact at a terminal, and unknown once it is forgotten', async () => {
  const id = await submit('a.html');
  await platen('renders', 'wait', id);
  const shown = await run(['renders', 'get', id], true);
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(/status +done\s+PDF +1 page, /)]);
  const list = await run(['renders', 'list'], true);
  expect([list.code, list.stdout]).toEqual([0, expect.stringContaining(id)]);
  expect((await platen('renders', 'cancel', id, '--forget')).code).toBe(0);
  for (const words of [
    ['get', id],
    ['wait', id],
    ['cancel', id],
  ]) {
    const { code, stderr } = await platen('renders', ...words);
    expect([code, stderr]).toEqual([5, expect.stringContaining('render_not_found')]);
  }
});

it('waiting outlives a restart of the service', async () => {
  const asked = page.asked();
  const id = await submit(page.url);
  await asked;
  const waiting = watch('renders', 'wait', id, '-o', 'restarted.pdf');
  await waiting.shows('running');
  service.child.kill('SIGTERM');
  await waiting.shows('asking again');
  await service.ended;
  const askedAgain = page.asked();
  await serve(new URL(url).port);
  await askedAgain;
  page.release();
  expect(await waiting.ended).toBe(0);
  expect(isPdf('restarted.pdf')).toBe(true);
});

it('a batch that is killed and run again renders nothing twice', async () => {
  // One runs, one waits for its turn.
  const names = ['0.pdf', '1.pdf'];
  const lines = names.map((output) => `${JSON.stringify({ parts: page.url, output })}\n`);
  writeFileSync(join(workspace.folder, 'jobs.ndjson'), lines.join(''));
  const before = await countDone();
  const asked = page.asked();
  const first = workspace.start(['render', 'batch', 'jobs.ndjson', '-j', '2'], { env: remote });
  await asked;
  const countOpen = async () => {
    const { data } = (await callService(url, { method: 'GET', path: '/api/v1/renders', key })).json();
    return data.filter(({ ended_at }: { ended_at: string | null }) => ended_at === null).length;
  };
  await expect.poll(countOpen, { timeout: 10_000 }).toBe(2);
  first.child.kill('SIGKILL');
  await first.ended;
  const releasing = setInterval(() => page.release(), 100);
  const again = await platen('render', 'batch', 'jobs.ndjson', '-j', '2');
  clearInterval(releasing);
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('Rendered 2 PDFs')]);
  expect(names.every(isPdf)).toBe(true);
  expect(await countDone()).toBe(before + 2);
  expect(readdirSync(workspace.folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});
