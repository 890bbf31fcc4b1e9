import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RenderResult } from '../../../src/engine/index.ts';
import { openSharedReplays, type SharedReplays } from '../../../src/server/requests/shared-replays.ts';

const request = { scope: 's', idempotencyKey: 'k', digest: 'd' };
const megabyte = 1024 * 1024;
const pdfOf = (bytes: number) => ({ pages: 1, pdf: new Uint8Array(bytes) }) as unknown as RenderResult;

let said: string[];
let claimed: object;
let isAway: boolean;
let time: number;
let replays: SharedReplays;

/** Claims that answer `claimed`, and note what they are told. */
const claims = {
  async claim(
    { scope, name, digest }: Record<string, string>,
    _holder: string,
    { holdMs, keepMs }: Record<string, number>,
  ) {
    said.push(`claim ${scope} ${name} ${digest} ${holdMs} ${keepMs}`);
    return claimed;
  },
  renew: async (_holder: string, holdMs: number) => void said.push(`renew ${holdMs}`),
  async finish(_request: object, _holder: string, result?: { facts: object; pdf: Uint8Array }) {
    said.push(`finish ${result ? `${JSON.stringify(result.facts)} ${result.pdf.length}` : 'nothing'}`);
    if (isAway) throw new Error('away');
  },
  async release() {
    said.push('release');
    if (isAway) throw new Error('away');
  },
  sweep: async () => void said.push('sweep'),
};

beforeEach(() => {
  vi.useFakeTimers();
  [said, claimed, isAway, time] = [[], { state: 'mine' }, false, 0];
  replays = openSharedReplays({ openClaims: async () => claims as never, keepMs: 500, clock: () => time });
});

afterEach(() => {
  replays.close();
  vi.useRealTimers();
});

const run = (work = async () => pdfOf(3)) => replays.run(request, work);
/** What is kept of renders, by the sizes of their PDFs in bytes. */
async function keep(...sizes: number[]): Promise<boolean[]> {
  said = [];
  for (const size of sizes) await run(async () => pdfOf(size));
  return said.filter((text) => text.startsWith('finish')).map((text) => text !== 'finish nothing');
}

describe('a render that is asked for first', () => {
  it('is claimed, made, and kept', async () => {
    const result = pdfOf(3);
    expect(await run(async () => result)).toBe(result);
    expect(said).toEqual(['claim s k d 10000 500', 'finish {"pages":1} 3']);
  });

  it('is given back if it fails', async () => {
    const fail = () => Promise.reject(new Error('broken'));
    await expect(run(fail)).rejects.toThrow('broken');
    isAway = true;
    await expect(run(fail)).rejects.toThrow('broken');
    expect(said.filter((text) => text === 'release')).toHaveLength(2);
  });

  it('succeeds if its result cannot be kept', async () => {
    isAway = true;
    expect((await run()).pdf).toHaveLength(3);
  });

  it('is claimed again every three seconds while it is made, and no longer', async () => {
    let finish = (_: RenderResult) => {};
    const running = run(() => new Promise((resolve) => (finish = resolve)));
    await vi.advanceTimersByTimeAsync(2_999);
    expect(said).toEqual(['claim s k d 10000 500']);
    await vi.advanceTimersByTimeAsync(3_001);
    expect(said.slice(1)).toEqual(['renew 10000', 'renew 10000']);
    finish(pdfOf(3));
    await running;
    await vi.advanceTimersByTimeAsync(9_000);
    expect(said.filter((text) => text.startsWith('renew'))).toHaveLength(2);
    await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await vi.advanceTimersByTimeAsync(9_000);
    expect(said.filter((text) => text.startsWith('renew'))).toHaveLength(2);
  });
});

describe('the room for results', () => {
  it('is a megabyte for each', async () => {
    expect(await keep(megabyte, megabyte + 1, megabyte)).toEqual([true, false, true]);
  });

  it('is 64 megabytes for all, until their time is over', async () => {
    const all = Array.from({ length: 64 }, () => megabyte);
    expect(await keep(...all, 1)).toEqual([...all.map(() => true), false]);
    time = 499;
    expect(await keep(1)).toEqual([false]);
    time = 500;
    expect(await keep(...all, 1)).toEqual([...all.map(() => true), false]);
  });
});

describe('a render that was asked for before', () => {
  it('has the kept result', async () => {
    const pdf = new Uint8Array([1]);
    claimed = { state: 'done', result: { facts: { pages: 2 }, pdf } };
    expect(await run()).toEqual({ pages: 2, pdf });
  });

  it('is made again if none was kept', async () => {
    claimed = { state: 'done', result: undefined };
    expect((await run()).pdf).toHaveLength(3);
    expect(said).toHaveLength(1);
  });

  it('waits a second for another service', async () => {
    claimed = { state: 'runs' };
    await expect(run()).rejects.toMatchObject({ code: 'still_running', retryAfterMs: 1000 });
  });

  it('is refused with another body', async () => {
    claimed = { state: 'mismatch' };
    await expect(run()).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    await expect(replays.guard(request, async () => 1)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });
});

describe('what keeps its own repeats', () => {
  it('is claimed while it works, and given back whatever comes of it', async () => {
    expect(await replays.guard(request, async () => 1)).toBe(1);
    await expect(replays.guard(request, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(said).toEqual(['claim s k d 10000 500', 'release', 'claim s k d 10000 500', 'release']);
  });

  it.each(['runs', 'done'])('works without a claim where another has one that %s', async (state) => {
    claimed = { state };
    expect(await replays.guard(request, async () => 1)).toBe(1);
    expect(said).not.toContain('release');
  });
});

it('claims that are over are swept every minute, until the end', async () => {
  await vi.advanceTimersByTimeAsync(59_999);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toEqual(['sweep']);
  replays.close();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(said).toEqual(['sweep']);
});
