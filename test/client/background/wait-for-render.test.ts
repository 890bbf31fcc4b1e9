import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitForRender } from '../../../src/client/background/wait-for-render.ts';
import type { WaitOptions } from '../../../src/client/options/client-options.ts';
import { ServiceError } from '../../../src/client/service-error.ts';
import type { Render } from '../../../src/contract/index.ts';

interface Asked {
  waitSeconds: number;
  signal: AbortSignal;
  retries: number;
}

const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';
const done = { id, status: 'done', ended_at: '2026-01-01T00:00:00Z', error: null, request_id: 'r' } as Render;
const running = { ...done, status: 'running', ended_at: null } as Render;

/** A service that answers with these one after the other, the last one for ever. It keeps what it was asked. */
function answer(...answers: (Render | Error)[]) {
  const asked: Asked[] = [];
  const getRender = async (_: string, options: unknown) => {
    const next = answers[Math.min(asked.push(options as Asked), answers.length) - 1];
    if (next instanceof Error) throw next;
    return next as Render;
  };
  const wait = (options?: WaitOptions, callMs = 120_000) => waitForRender(id, { getRender, callMs }, options);
  return { asked, wait };
}

describe('a render that has ended', () => {
  it('is returned', async () => {
    expect(await answer(done).wait()).toBe(done);
  });

  it('and was cancelled fails', async () => {
    const cancelled = { ...done, status: 'cancelled' } as Render;
    await expect(answer(cancelled).wait()).rejects.toMatchObject({
      code: 'render_failed',
      message: `the render ${id} was cancelled`,
      details: { status: 409, requestId: 'r' },
    });
  });

  it.each([
    [{ code: 'timeout', title: 'Too slow', detail: 'it took 60 s' }, 'timeout', 'it took 60 s', 500],
    [{ code: 'timeout', title: 'Too slow' }, 'timeout', 'Too slow', 500],
    [{ code: 'too_large', title: 'Too large' }, 'too_large', 'Too large', 413],
    [{ code: 'from_the_future', title: 'Lost', part: 2 }, 'server_failed', 'Lost', 500],
  ])('and failed throws what a synchronous render would: %j', async (error, code, message, status) => {
    const failed = { ...done, status: 'failed', error } as unknown as Render;
    const thrown = await answer(failed)
      .wait()
      .catch((reason: unknown) => reason);
    expect(thrown).toMatchObject({ code, message });
    const part = 'part' in error && { part: 2 };
    expect((thrown as ServiceError).details).toMatchObject({ requestId: 'r', status, ...part });
  });
});

describe('a service is asked', () => {
  it.each<[string, WaitOptions, number, number]>([
    ['30 s', {}, 120_000, 30],
    ['half of the longest call', {}, 20_000, 10],
    ['1 s with a listener for progress', { onProgress: () => {} }, 120_000, 1],
    ['2 s at first with a listener for stalls', { onStall: () => {} }, 120_000, 2],
    ['what is left of the time', { timeoutMs: 4500 }, 120_000, 5],
  ])('to keep its answer for %s', async (_, options, callMs, seconds) => {
    const { asked, wait } = answer(done);
    await wait(options, callMs);
    expect(asked).toEqual([{ waitSeconds: seconds, signal: expect.any(AbortSignal), retries: 0 }]);
  });

  it('to keep its answer for 2 s twice with a listener for stalls, and then for longer', async () => {
    let at = 0;
    const clock = vi.spyOn(process, 'uptime').mockImplementation(() => at / 1000);
    onTestFinished(() => clock.mockRestore());
    const asked: number[] = [];
    const getRender = async (_: string, { waitSeconds = 0 }: { waitSeconds?: number } = {}) => {
      asked.push(waitSeconds);
      // As long as the service kept it, so that nothing waits before the next question.
      at += 1000 * waitSeconds;
      return asked.length === 5 ? done : running;
    };
    await waitForRender(id, { getRender, callMs: 120_000 }, { onStall: () => {}, timeoutMs: 95_500 });
    expect(asked).toEqual([2, 2, 30, 30, 30]);
  });

  it('until the render has ended, and progress is reported each time', async () => {
    const onProgress = vi.fn();
    const { asked, wait } = answer(running, done);
    expect(await wait({ onProgress }, 2)).toBe(done);
    expect(asked).toHaveLength(2);
    expect(onProgress.mock.calls).toEqual([[running], [done]]);
  });

  it('again if it is away, and that is reported', async () => {
    const away = new ServiceError('connection_failed', 'x', { retryAfterMs: 1 });
    const onWait = vi.fn();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await answer(away, done).wait({ onWait })).toBe(done);
    expect(onWait.mock.calls).toEqual([[1, away, 250]]);
  });

  it.each([
    new ServiceError('render_not_found', 'x', { status: 404 }),
    new ServiceError('unauthorized', 'x', { status: 401 }),
    new Error('x'),
  ])('no more after %s', async (error) => {
    const { asked, wait } = answer(error);
    await expect(wait()).rejects.toBe(error);
    expect(asked).toHaveLength(1);
  });

  it('no more if it stays away for five minutes', async () => {
    const away = new ServiceError('connection_failed', 'x', { retryAfterMs: 300_001 });
    const onWait = vi.fn();
    await expect(answer(away).wait({ onWait })).rejects.toBe(away);
    expect(onWait).not.toHaveBeenCalled();
  });
});

describe('waiting ends', () => {
  it('with the time, and names it', async () => {
    await expect(answer(running).wait({ timeoutMs: 20 })).rejects.toMatchObject({
      code: 'timeout',
      message: `the render ${id} has not ended within 0.02 s`,
      cause: running,
    });
  });

  it('with the time if the service is away, and no further wait is reported', async () => {
    const onWait = vi.fn();
    const away = new ServiceError('connection_failed', 'x');
    await expect(answer(away).wait({ timeoutMs: 20, onWait })).rejects.toMatchObject({ code: 'timeout', cause: away });
    expect(onWait).not.toHaveBeenCalled();
  });

  it.each([new ServiceError('timeout', 'x', { status: 408 }), Object.assign(new Error('x'), { name: 'TimeoutError' })])(
    'with the time after an answer that was lost: %s',
    async (late) => {
      await expect(answer(late).wait({ timeoutMs: 20 })).rejects.toMatchObject({
        code: 'timeout',
        cause: { code: 'connection_failed', message: 'the service did not answer in time', cause: late },
      });
    },
  );

  it('with its signal, during a question and between two', async () => {
    const reason = new Error('stopped');
    await expect(answer(new Error('x')).wait({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const stop = new AbortController();
    await expect(answer(running).wait({ signal: stop.signal, onProgress: () => stop.abort(reason) })).rejects.toBe(
      reason,
    );
  });

  it('at once for options that are not valid', async () => {
    const { asked, wait } = answer(done);
    await expect(wait({ timeoutMs: -1 })).rejects.toMatchObject({ message: expect.stringContaining('timeoutMs') });
    expect(asked).toEqual([]);
  });
});

describe('a render that waits for a service', () => {
  const waiting = { ...running, waits_for: 'worker' } as Render;

  /** Advances the clock of the process by `stepMs` before each answer. */
  function watch(stepMs: number, ...answers: Render[]) {
    let at = 0;
    const clock = vi.spyOn(process, 'uptime').mockImplementation(() => at / 1000);
    onTestFinished(() => clock.mockRestore());
    let number = 0;
    const getRender = async () => {
      at += stepMs;
      return answers[number++] as Render;
    };
    const onStall = vi.fn();
    // Who watches the progress asks each second, so that nothing waits once a second has passed.
    const options = { onStall, onProgress: () => {} };
    return { onStall, ended: waitForRender(id, { getRender, callMs: 120_000 }, options) };
  }

  it('counts as stalled after 1.5 s, once', async () => {
    const { onStall, ended } = watch(1500, waiting, waiting, waiting, done);
    await ended;
    expect(onStall.mock.calls).toEqual([[waiting]]);
  });

  it('does not count as stalled before', async () => {
    const { onStall, ended } = watch(1499, waiting, waiting, done);
    await ended;
    expect(onStall).not.toHaveBeenCalled();
  });

  it('counts as stalled again if it was rendered in between', async () => {
    const { onStall, ended } = watch(2000, waiting, waiting, running, waiting, waiting, done);
    await ended;
    expect(onStall).toHaveBeenCalledTimes(2);
  });
});
