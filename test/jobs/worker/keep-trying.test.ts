import { afterEach, describe, expect, it, vi } from 'vitest';
import { isAway, keepTrying } from '../../../src/jobs/worker/keep-trying.ts';

afterEach(() => void vi.restoreAllMocks());

const away = Object.assign(new Error('away'), { code: 'store_unavailable' });

/** Work that fails with these errors before it succeeds. */
function open(...failures: Error[]) {
  return vi.fn(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return 'done';
  });
}

describe('work that fails for a moment', () => {
  it.each([undefined, new AbortController().signal])('is done again, with the signal %o', async (signal) => {
    const work = open(away);
    expect(await keepTrying(work, isAway, signal)).toBe('done');
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('fails with the last failure where the next try would be later than after a minute', async () => {
    const times = [0, 0, 59_801];
    vi.spyOn(performance, 'now').mockImplementation(() => times.shift() ?? 0);
    const last = Object.assign(new Error('full'), { code: 'storage_full' });
    await expect(keepTrying(open(away, last, away), isAway)).rejects.toBe(last);
    expect(times).toEqual([]);
  });

  it('fails at once for what does not pass', async () => {
    const work = open(new Error('wrong'));
    await expect(keepTrying(work, isAway)).rejects.toThrow('wrong');
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('fails with its failure when the signal comes, before a pause or in it', async () => {
    const work = open(away, away);
    await expect(keepTrying(work, isAway, AbortSignal.abort())).rejects.toBe(away);
    expect(work).toHaveBeenCalledTimes(1);
    const controller = new AbortController();
    const failed = expect(keepTrying(work, isAway, controller.signal)).rejects.toBe(away);
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2));
    controller.abort();
    await failed;
    expect(work).toHaveBeenCalledTimes(2);
  });
});

it.each([
  [{ code: 'store_unavailable' }, true],
  [{ code: 'results_unavailable' }, true],
  [{ code: 'storage_full' }, true],
  [{ code: 'result_gone' }, false],
  [new Error('x'), false],
  [undefined, false],
  [null, false],
])('%o is one that may be over in a moment: %s', (error, expected) => {
  expect(isAway(error)).toBe(expected);
});
