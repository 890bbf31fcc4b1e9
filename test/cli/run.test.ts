import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { EndSignal } from '../../src/cli/output/io.ts';
import { run } from '../../src/cli/run.ts';
import { makeHome } from '../helpers/run-cli.ts';

const silence = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** A command that waits for stdin, what sends it signals, and the exit codes it was ended with at once. */
function startWaiting(...flags: string[]) {
  return start(['render', 'pdf', '-', '-o', 'x.pdf', ...flags]);
}

/** A command line that runs. */
function start(words: readonly string[], hasFile = false) {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const home = makeHome();
  onTestFinished(() => home.remove());
  const stdin = new PassThrough();
  const stderr = new PassThrough();
  const stdout = silence();
  const ends: number[] = [];
  let listener: ((signal: EndSignal) => void) | undefined;
  const io = {
    stdin,
    stdout,
    stderr,
    env: { ...home.env, PLATEN_BASE_URL: 'http://127.0.0.1:1', PLATEN_API_KEY: 'a-key-of-a-test' },
    cwd: home.folder,
    platform: process.platform,
    homeFolder: home.env.HOME ?? '',
    onSignal(handler: typeof listener) {
      listener = handler;
      return () => {
        listener = undefined;
      };
    },
    uncaught: new EventEmitter(),
    end: (code: number) => void ends.push(code),
  };
  if (hasFile) writeFileSync(join(home.folder, 'x.pdf'), '');
  const ended = run(words, io, '0.0.0-test');
  return {
    ...{ stdin, stdout, ends, ended },
    send: (signal: EndSignal) => listener?.(signal),
    listens: () => listener !== undefined,
    readError: () => JSON.parse(String(stderr.read())).error,
  };
}

it('takes a signal that comes twice at once for one, and a later one for a second', async () => {
  const { stdin, ends, ended, send } = startWaiting();
  send('SIGINT');
  send('SIGINT');
  expect(ends).toEqual([]);
  vi.advanceTimersByTime(150);
  send('SIGINT');
  expect(ends).toEqual([130]);
  stdin.end('<p>');
  expect(await ended).toBe(130);
});

it('ends with its exit code when a signal comes after a stopped command is done', async () => {
  const { stdin, ends, ended, send } = startWaiting();
  send('SIGINT');
  stdin.end('<p>');
  expect(await ended).toBe(130);
  vi.advanceTimersByTime(150);
  send('SIGINT');
  expect(ends).toEqual([130]);
});

it.each([
  ['SIGINT', 130, 'interrupted'],
  ['SIGTERM', 143, 'terminated'],
] as const)('waits for no pipe after %s, and with --json prints an error', async (signal, exit, code) => {
  const { ended, send, readError } = startWaiting('--json');
  send(signal);
  expect(await ended).toBe(exit);
  expect(readError()).toMatchObject({ code, message: code });
});

it('waits for a pipe as long as --timeout says', async () => {
  const { ended, readError } = startWaiting('--json', '--timeout', '20ms');
  expect(await ended).toBe(12);
  expect(readError()).toMatchObject({ code: 'timeout', message: 'stdin did not end within 20ms' });
});

it.each(['EPIPE', 'EIO'])('ends with 0 and says nothing if the reader of stdout is gone: %s', async (code) => {
  const { stdin, stdout, ended, listens } = startWaiting();
  stdout.emit('error', Object.assign(new Error(code), { code }));
  stdin.end('<p>');
  expect([await ended, listens()]).toEqual([0, false]);
});

it('goes on after another error of stdout', async () => {
  const { stdin, stdout, ended } = startWaiting();
  stdout.emit('error', Object.assign(new Error('full'), { code: 'ENOSPC' }));
  stdin.end();
  expect(await ended).not.toBe(0);
});

it.each(['SIGINT', 'SIGTERM'] as const)('ends with 0 after %s if the command serves until then', async (signal) => {
  const { stdin, ended, send, ends } = start(['mcp']);
  // It serves once it reads.
  await vi.waitFor(() => expect(stdin.listenerCount('data')).toBe(1), { timeout: 8000 });
  send(signal);
  expect([await ended, ends]).toEqual([0, []]);
});

it('leaves signals to the system after a command that nobody stopped', async () => {
  const { stdin, ended, listens } = startWaiting();
  stdin.end();
  expect(await ended).not.toBe(0);
  expect(listens()).toBe(false);
});

it.each([
  [['--help'], 0, false],
  [['templates', 'update', '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f', '--name', 'x', '--dry-run', '--json'], 0, false],
  [['templates', 'update', 'no-id'], 2, true],
])('for %j opens stderr only when there is something to say', async (words, code, says) => {
  const home = makeHome();
  onTestFinished(() => home.remove());
  let opened = false;
  const io = {
    stdin: new PassThrough(),
    stdout: silence(),
    get stderr() {
      opened = true;
      return silence();
    },
    env: { ...home.env, PLATEN_BASE_URL: 'http://127.0.0.1:1', PLATEN_API_KEY: 'a-key-of-a-test' },
    cwd: home.folder,
    platform: process.platform,
    homeFolder: home.env.HOME ?? '',
    onSignal: () => () => {},
    uncaught: new EventEmitter(),
    end: () => {},
  };
  expect(await run(words, io, '0.0.0-test')).toBe(code);
  expect(opened).toBe(says);
});

it.each([
  [['-'], 'choose another file, or overwrite it: platen render pdf -o x.pdf --json - -f'],
  [['--', '-'], 'choose another file, or overwrite it: platen render pdf -o x.pdf --json -f -- -'],
  [['-', '--title', 'x'.repeat(500)], 'name another file with -o, or overwrite it with --force'],
])('advises the same command line with -f if the file exists: %j', async (words, fix) => {
  const { stdin, ended, readError } = start(['render', 'pdf', '-o', 'x.pdf', '--json', ...words], true);
  stdin.end('<p>');
  expect(await ended).toBe(6);
  expect(readError()).toMatchObject({ code: 'output_exists', hint: fix });
});
