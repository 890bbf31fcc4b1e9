import { describe, expect, it } from 'vitest';
import { openReplays, readIdempotencyKey } from '../../../src/server/requests/replays.ts';
import { done } from '../test-service.ts';

const result = (size: number) => ({ ...done, pdf: new Uint8Array(size) });

function open({ keepMs = 1000, byteLimit = 100_000 } = {}) {
  const clock = { time: 0 };
  const replays = openReplays(keepMs, byteLimit, () => clock.time);
  let runs = 0;
  const run = (
    idempotencyKey: string,
    digest = 'd',
    work: (signal: AbortSignal) => Promise<typeof done> = async () => done,
  ) =>
    replays.run({ scope: 's', idempotencyKey, digest, signal: new AbortController().signal }, (signal) => {
      runs += 1;
      return work(signal);
    });
  return { clock, replays, run, runs: () => runs };
}

describe('renders kept for their idempotency keys', () => {
  it('are given again until their time is over', async () => {
    const { clock, run, runs, replays } = open();
    expect(await run('k')).toBe(await run('k'));
    clock.time = 999;
    await run('k');
    expect(runs()).toBe(1);
    expect(replays.bytes).toBeGreaterThan(done.pdf.byteLength);
    clock.time = 1000;
    await run('k');
    expect(runs()).toBe(2);
  });

  it('free their key once they have ended, also if nothing is kept', async () => {
    const { run, runs } = open({ byteLimit: 1 });
    await run('k');
    await run('k');
    expect(runs()).toBe(2);
    await expect(run('l', 'd', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await run('l')).toBe(done);
    expect(runs()).toBe(4);
  });

  it('count within their scope', async () => {
    const { replays, run, runs } = open();
    await run('k');
    const signal = new AbortController().signal;
    const other = { ...done };
    expect(await replays.run({ scope: 't', idempotencyKey: 'k', digest: 'x', signal }, async () => other)).toBe(other);
    expect(runs()).toBe(1);
  });

  it('are refused to another body, finished or not', async () => {
    const { run } = open();
    const { promise, resolve } = Promise.withResolvers<typeof done>();
    const slow = run('k', 'd', () => promise);
    await expect(run('k', 'e')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    resolve(done);
    await slow;
    await expect(run('k', 'e')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });

  it('are not kept where everybody had given up, though the work came to its end', async () => {
    const { replays, run, runs } = open();
    const { promise, resolve } = Promise.withResolvers<typeof done>();
    const caller = new AbortController();
    const request = { scope: 's', idempotencyKey: 'k', digest: 'd', signal: caller.signal };
    const given = replays.run(request, () => promise);
    caller.abort();
    await expect(given).rejects.toMatchObject({ code: 'interrupted' });
    resolve(done);
    await promise;
    await run('k');
    expect(runs()).toBe(1);
  });

  it('are not kept when they fail, and those who joined hear the same', async () => {
    const { run, runs } = open();
    const fail = () => Promise.reject(new Error('no'));
    const both = [run('k', 'd', fail), run('k', 'd', fail)];
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(runs()).toBe(1);
    expect(await run('k')).toBe(done);
  });

  it('give way to newer ones where there is no room', async () => {
    const { run, runs, replays } = open({ byteLimit: 10_000 });
    for (const key of ['a', 'b', 'c']) await run(key, 'd', async () => result(3000));
    expect(replays.bytes).toBeLessThanOrEqual(10_000);
    await run('c');
    expect(runs()).toBe(3);
    await run('a', 'd', async () => result(3000));
    expect(runs()).toBe(4);
    await run('huge', 'd', async () => result(1_000_000));
    expect(replays.bytes).toBe(0);
  });

  it('join up to eight callers', async () => {
    const { run, runs } = open();
    const { promise, resolve } = Promise.withResolvers<typeof done>();
    const eight = Array.from({ length: 8 }, () => run('k', 'd', () => promise));
    await expect(run('k')).rejects.toMatchObject({ code: 'still_running' });
    resolve(done);
    expect(new Set(await Promise.all(eight))).toEqual(new Set([done]));
    expect(runs()).toBe(1);
  });

  it('go on until the last of those who wait has given up', async () => {
    const { replays, run, runs } = open();
    const callers = [new AbortController(), new AbortController()];
    let stopped = false;
    const waits = callers.map(({ signal }) =>
      replays.run({ scope: 's', idempotencyKey: 'k', digest: 'd', signal }, (stop) => {
        const { promise, reject } = Promise.withResolvers<typeof done>();
        stop.addEventListener('abort', () => {
          stopped = true;
          reject(new Error('stopped'));
        });
        return promise;
      }),
    );
    callers[0]?.abort();
    await expect(waits[0]).rejects.toMatchObject({ code: 'interrupted' });
    expect(stopped).toBe(false);
    callers[1]?.abort();
    await expect(waits[1]).rejects.toMatchObject({ code: 'interrupted' });
    expect(stopped).toBe(true);
    expect(await run('k')).toBe(done);
    expect(runs()).toBe(1);
  });
});

describe('the header Idempotency-Key', () => {
  it.each([undefined, 'a', '!~', 'x'.repeat(255), '"quoted"'])('may be %j', (header) => {
    expect(readIdempotencyKey(header)).toBe(header);
  });

  it.each(['', ' ', 'a b', 'x'.repeat(256), 'ä', 'a\tb'])('may not be %j', (header) => {
    expect(() => readIdempotencyKey(header)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
