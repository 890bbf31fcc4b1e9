import { EventEmitter, getEventListeners, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Io } from '../../../src/cli/output/io.ts';
import { limitStdin } from '../../../src/cli/service/limit-stdin.ts';

/** The edges with a limited stdin, and what stops the command. */
function open(readTimeout: () => Promise<number | null> = async () => null, isTTY = false) {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const stdin = Object.assign(new PassThrough(), { isTTY });
  const abort = new AbortController();
  const timeouts = vi.fn(readTimeout);
  const io = { stdin, cwd: '/work', uncaught: new EventEmitter() } as unknown as Io;
  return { limited: limitStdin(io, abort.signal, timeouts), stdin, abort, timeouts };
}

it('a pipe that stays open ends after the time limit', async () => {
  const { limited, stdin } = open(async () => 20_000);
  expect(limited.stdin).toBe(stdin);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(stdin.destroyed).toBe(false);
  const failed = once(limited.stdin, 'error');
  await vi.advanceTimersByTimeAsync(1);
  expect(await failed).toEqual([
    expect.objectContaining({
      code: 'timeout',
      message: 'stdin did not end within 20s',
      fix: 'close what is piped in, or allow more time with --timeout 5m',
    }),
  ]);
});

it.each<[string, () => Promise<number | null>]>([
  ['without a limit', async () => null],
  ['if the settings cannot be read', () => Promise.reject(new Error('no settings'))],
])('a pipe stays open %s', async (_case, readTimeout) => {
  const { limited, stdin } = open(readTimeout);
  expect(limited.stdin).toBe(stdin);
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect([stdin.destroyed, vi.getTimerCount()]).toEqual([false, 0]);
});

it('a pipe ends with the command', async () => {
  const { limited, abort } = open();
  const failed = once(limited.stdin, 'error');
  abort.abort(new Error('stopped'));
  expect(await failed).toEqual([new Error('stopped')]);
});

it('a pipe ends immediately in a command that was stopped', async () => {
  const { limited, abort } = open();
  abort.abort(new Error('stopped'));
  expect(limited.stdin.destroyed).toBe(true);
});

it('the time begins with the first look, and once', async () => {
  const { limited, timeouts } = open();
  expect([limited.cwd, timeouts.mock.calls]).toEqual(['/work', []]);
  expect(limited.stdin).toBe(limited.stdin);
  expect(timeouts).toHaveBeenCalledTimes(1);
});

it('a terminal has no limit', async () => {
  const { limited, stdin, abort, timeouts } = open(async () => 1, true);
  expect(limited.stdin).toBe(stdin);
  abort.abort();
  expect([stdin.destroyed, timeouts.mock.calls]).toEqual([false, []]);
});

it('a pipe that ended does not listen any more', async () => {
  const { limited, abort } = open();
  const { stdin } = limited;
  expect(getEventListeners(abort.signal, 'abort')).toHaveLength(1);
  stdin.destroy();
  await once(stdin, 'close');
  expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
});
