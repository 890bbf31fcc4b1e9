import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../helpers/built-program.ts';
import { openTerminal } from '../helpers/open-terminal.ts';
import { listAlive, listDescendants, waitUntilGone } from '../helpers/process-tree.ts';
import { type RecordingServer, sendJson, sendPdf, startRecordingServer } from '../helpers/recording-server.ts';
import { runCli } from '../helpers/run-cli.ts';
import { startWaitingPage, type WaitingPage } from '../helpers/waiting-page.ts';
import { openWorkspace, type Workspace } from '../helpers/workspace.ts';

/** A page that the service takes a render of, and never answers. */
const unanswered = 'https://example.com/unanswered';
const [hideCursor, showCursor] = ['\u001b[?25l', '\u001b[?25h'];
let workspace: Workspace;
let page: WaitingPage;
let service: RecordingServer;
let remote: Record<string, string>;

beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
  page = await startWaitingPage();
  service = await startRecordingServer(async (request, response) => {
    if (!request.path.endsWith('/renderers/pdf')) return sendJson(response, 404, { error: 'gone' });
    if (request.body.includes(unanswered)) return;
    // Longer than a spinner waits before it shows.
    await sleep(500);
    sendPdf(response, { 'platen-pages': '1' });
  });
  remote = { PLATEN_BASE_URL: service.url, PLATEN_API_KEY: 'key-of-a-test' };
});
afterAll(async () => {
  await page.close();
  await service.close();
  await workspace.clear();
});

const leftovers = () => readdirSync(workspace.folder).filter((name) => name.endsWith('.tmp'));

describe('Ctrl-C', () => {
  it('ends a render with 130 and leaves no process, no file and no hidden cursor', async () => {
    const asked = page.asked();
    const terminal = openTerminal(workspace, ['render', 'pdf', page.url, '-o', 'stopped.pdf']);
    await asked;
    await terminal.shows('rendering');
    const browser = listDescendants(terminal.pid);
    expect(browser.length).toBeGreaterThan(1);
    terminal.type('\u0003');
    expect(await terminal.ended).toBe(130);
    expect(await waitUntilGone(browser)).toEqual([]);
    expect(terminal.text()).toContain('stopping');
    expect(terminal.screen().lastIndexOf(showCursor)).toBeGreaterThan(terminal.screen().lastIndexOf(hideCursor));
    expect(readdirSync(workspace.folder)).not.toContain('stopped.pdf');
    expect(leftovers()).toEqual([]);
  });

  it('twice ends at once, browser and all', async () => {
    const asked = page.asked();
    const terminal = openTerminal(workspace, ['render', 'pdf', page.url, '-o', 'stopped.pdf']);
    await asked;
    const browser = listDescendants(terminal.pid);
    terminal.type('\u0003');
    await terminal.shows('stopping');
    setTimeout(() => terminal.type('\u0003'), 150);
    expect(await terminal.ended).toBe(130);
    expect(await waitUntilGone(browser)).toEqual([]);
    expect(leftovers()).toEqual([]);
  });

  it('ends a command that waits for a service', async () => {
    const terminal = openTerminal(workspace, ['render', 'pdf', unanswered, '-o', 'stopped.pdf'], { env: remote });
    await terminal.shows('rendering');
    terminal.type('\u0003');
    expect(await terminal.ended).toBe(130);
    expect(readdirSync(workspace.folder)).not.toContain('stopped.pdf');
    expect(leftovers()).toEqual([]);
  });
});

it('a terminal that closes ends the render and the browser', async () => {
  const asked = page.asked();
  const line = `platen render pdf ${page.url} -o hung-up.pdf & echo "pid $!."; read -r _`;
  const terminal = openTerminal(workspace, [], { line });
  await asked;
  const all = listDescendants(terminal.pid);
  expect(listAlive(all).length).toBeGreaterThan(2);
  process.kill(terminal.pid, 'SIGHUP');
  for (const { pid } of listAlive(all.slice(0, 1))) process.kill(pid, 'SIGHUP');
  expect(await waitUntilGone(all)).toEqual([]);
  expect(leftovers()).toEqual([]);
});

describe.concurrent('the spinner', () => {
  async function render(columns: number) {
    const name = `spinner-${columns}.pdf`;
    const words = ['render', 'pdf', 'https://example.com', '-o', name];
    const terminal = openTerminal(workspace, words, { columns, env: remote });
    const code = await terminal.ended;
    return { code, name, screen: terminal.screen(), text: terminal.text() };
  }

  it.each([
    ['wide', 80],
    ['hardly one', 12],
  ])('turns in a terminal that is %s, and vanishes', async (_, columns) => {
    const { code, name, screen, text } = await render(columns);
    expect(code).toBe(0);
    expect(text).toContain('rendering');
    expect(screen.lastIndexOf(showCursor)).toBeGreaterThan(screen.lastIndexOf(hideCursor));
    // The line was emptied before the next one was written there.
    expect(screen).toContain(`\u001b[0K${showCursor}Wrote ${name}`);
    expect(text.trimEnd()).toMatch(/bytes\)$/);
  });

  it('stays away where the terminal has no width', async () => {
    const line = 'stty cols 0; platen render pdf https://example.com -o zero.pdf';
    const terminal = openTerminal(workspace, [], { line, env: remote });
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).not.toContain('\u001b');
    expect(terminal.text()).toContain('Wrote zero.pdf');
  });

  it('is not shown if stderr is no terminal, and is shown if only stdout is redirected', async () => {
    const both =
      'platen render pdf https://example.com -o one.pdf 2> one.txt; platen render pdf https://example.com > two.pdf';
    const terminal = openTerminal(workspace, [], { line: both, env: remote });
    expect(await terminal.ended).toBe(0);
    expect(readFileSync(join(workspace.folder, 'one.txt'), 'utf8')).toMatch(/^Wrote one\.pdf [^\u001b]*$/);
    expect(terminal.text()).toContain('rendering');
    expect(readFileSync(join(workspace.folder, 'two.pdf'), 'latin1')).toMatch(/^%PDF-/);
  });
});

describe.concurrent('colour', () => {
  const failing = ['templates', 'get', '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f'];
  const red = '\u001b[31m';

  it.each<[string, string[], Record<string, string>, boolean]>([
    ['there is in a terminal', [], {}, true],
    ['there is none with NO_COLOR', [], { NO_COLOR: '0' }, false],
  ])('%s', async (_, words, env, coloured) => {
    const terminal = openTerminal(workspace, [...failing, ...words], { env: { ...remote, ...env } });
    expect(await terminal.ended).toBe(5);
    expect(terminal.screen().includes(red)).toBe(coloured);
    expect(terminal.text()).toContain('code: not_found (404)');
  });

  it('there is in a pipe only where it is asked for', async () => {
    const run = (words: string[], env: Record<string, string>) =>
      runCli(words, { cwd: workspace.folder, env: { ...workspace.env, ...remote, ...env } });
    const plain = await run(failing, {});
    const forced = await run(failing, { FORCE_COLOR: '1' });
    const asked = await run([...failing, '--color'], { NO_COLOR: '1' });
    expect([plain, forced, asked].map(({ stderr }) => stderr.includes('\u001b['))).toEqual([false, true, true]);
  });
});

describe('at a terminal', () => {
  it('a PDF goes to a file that is named after its source', async () => {
    writeFileSync(join(workspace.folder, 'named.html'), '<h1>Named</h1>');
    const terminal = openTerminal(workspace, ['render', 'pdf', 'named.html'], { env: remote });
    expect(await terminal.ended).toBe(0);
    expect(terminal.text()).not.toContain('%PDF');
    expect(readFileSync(join(workspace.folder, 'named.pdf'), 'latin1')).toMatch(/^%PDF-/);
  });

  it('a source - is refused, for nothing is piped in', async () => {
    const terminal = openTerminal(workspace, ['render', 'pdf', '-', '-o', 'x.pdf'], { env: remote });
    expect(await terminal.ended).toBe(2);
    expect(terminal.text()).toContain('nothing is piped in');
  });

  it('a key is asked for and not shown', async () => {
    const terminal = openTerminal(workspace, ['config', 'set', 'api_key']);
    await terminal.shows('API key:');
    terminal.type('a-key-that-nobody-sees\r');
    expect(await terminal.ended).toBe(0);
    expect(terminal.text()).not.toContain('nobody');
    const file = (await workspace.platen(['config', 'path'])).stdout.trim();
    expect(readFileSync(file, 'utf8')).toContain('a-key-that-nobody-sees');
  });

  it('Ctrl-C at the question for a key changes nothing, and the terminal shows what is typed again', async () => {
    const line = 'platen config set api_key --profile other; echo "ended $?"; stty -a | grep -o " echo "';
    const terminal = openTerminal(workspace, [], { line });
    await terminal.shows('API key:');
    terminal.type('half\u0003');
    await terminal.ended;
    expect(terminal.text()).toMatch(/ended 130\s+echo/);
    expect(terminal.text()).not.toContain('half');
  });

  it('a list is a table', async () => {
    const terminal = openTerminal(workspace, ['keys', 'list']);
    expect(await terminal.ended).toBe(0);
    expect(terminal.text()).toContain('There are no keys yet');
  });
});
