import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemIo } from '../../../src/cli/output/io.ts';

afterEach(() => void vi.restoreAllMocks());

describe('the edges of this process', () => {
  it('are its variables, its system and its current folder', () => {
    const io = systemIo(() => {});
    expect([io.env, io.platform, io.cwd, io.uncaught]).toEqual([process.env, process.platform, process.cwd(), process]);
  });

  it('end as they are asked to', () => {
    const end = vi.fn();
    systemIo(end).end(7);
    expect(end.mock.calls).toEqual([[7]]);
  });

  it('have one stderr, whose errors are ignored', () => {
    const io = systemIo(() => {});
    const before = process.stderr.listenerCount('error');
    expect(io.stderr).toBe(io.stderr);
    expect([io.stderr, process.stderr.listenerCount('error')]).toEqual([process.stderr, before + 1]);
    const [ignore] = process.stderr.listeners('error').slice(-1) as [() => void];
    process.stderr.off('error', ignore);
  });

  it('hear each signal that ends a command, until they stop listening', () => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    const count = () => signals.map((name) => process.listenerCount(name));
    const before = count();
    const heard = vi.fn();
    const stop = systemIo(() => {}).onSignal(heard);
    expect(count()).toEqual(before.map((number) => number + 1));
    const [listener] = process.listeners('SIGTERM').slice(-1) as [(name: string) => void];
    listener('SIGTERM');
    expect(heard.mock.calls).toEqual([['SIGTERM']]);
    stop();
    expect(count()).toEqual(before);
  });

  it('fail with advice if the current folder is gone', () => {
    const cause = new Error('ENOENT: uv_cwd');
    const io = systemIo(() => {});
    vi.spyOn(process, 'cwd').mockImplementation(() => {
      throw cause;
    });
    expect(() => io.cwd).toThrow(
      expect.objectContaining({
        ...{ code: 'io_failed', message: 'the current folder is not there any more', cause },
        fix: 'change to another one: cd',
      }),
    );
  });
});
