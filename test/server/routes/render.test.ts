import { describe, expect, it } from 'vitest';
import { localCaller } from '../../../src/server/checks/caller.ts';
import { renderOnce } from '../../../src/server/routes/render.ts';

const timings = { queue_ms: 3, load_ms: 1, print_ms: 1, bind_ms: 1 };
const result = { pdf: Buffer.from('%PDF'), pages: 1, warnings: [], timings };
const body = { parts: 'https://example.com' };

interface Given {
  headers?: object;
  caller?: object;
  fails?: Error;
  finish?: () => Promise<void>;
  forced?: boolean;
  isAborted?: boolean;
  /** Whether the same request was answered before. */
  isRepeated?: boolean;
}

/** Renders a request, and gives its outcome and what was done, in its order. */
async function run({
  headers = {},
  caller = {},
  fails,
  finish,
  forced = false,
  isAborted = false,
  isRepeated = false,
}: Given = {}) {
  const steps: unknown[][] = [];
  const note = (...step: unknown[]) => void steps.push(step);
  const signal = isAborted ? AbortSignal.abort() : new AbortController().signal;
  let time = 0;
  let context: Record<string, unknown> = {};
  const parts = {
    engine: {
      render: async (request: object, given: Record<string, unknown>) => {
        note('render', request);
        context = given;
        if (fails) throw fails;
        return result;
      },
    },
    store: { revisions: {} },
    admission: { noteDuration: (ms: number) => note('noteDuration', ms) },
    replays: {
      run: async (replayed: object, work: (stop: AbortSignal) => Promise<unknown>) => {
        note('replays', replayed);
        return isRepeated ? result : work(signal);
      },
    },
    sharedReplays: {
      run: async (replayed: object, work: () => Promise<unknown>) => {
        note('sharedReplays', replayed);
        return work();
      },
    },
    shutdown: { signalFor: () => signal, forced },
    metrics: { noteTimings: (...facts: unknown[]) => note('noteTimings', ...facts) },
    recorder: {
      admit: async (account: string) => note('admit', account),
      note: (entry: object) => note('note', entry),
    },
    tracing: undefined,
    background: { jobs: async () => ({ findRepeated: async (wanted: object) => note('findRepeated', wanted) }) },
    clock: () => {
      time += 10;
      return time;
    },
  };
  const request = {
    id: 'r1',
    headers,
    account: 'home',
    keyId: 'k1',
    bodyDigest: 'digest',
    caller: { ...localCaller('home'), ...caller },
    releasePlace: () => note('release'),
  };
  const outcome = await renderOnce(
    parts as never,
    request as never,
    {} as never,
    { body, ...(finish && { finish }) } as never,
  ).catch((error: unknown) => error);
  return { outcome, steps, names: steps.map(([name]) => name), context };
}

const noted = { caller: localCaller('home'), requestId: 'r1', request: body, ms: 10 };

describe('a render', () => {
  it('is counted, recorded and answered, and its place is free', async () => {
    const { outcome, steps, context } = await run();
    expect(outcome).toBe(result);
    expect(steps).toEqual([
      ['admit', 'home'],
      ['render', body],
      ['note', { ...noted, result }],
      ['noteTimings', timings, 10],
      ['noteDuration', 7],
      ['release'],
    ]);
    expect(context).toMatchObject({ account: 'home', key: 'local', quotesTemplates: true });
    expect((await run({ caller: { scopes: ['render'] } })).context).toMatchObject({ quotesTemplates: false });
  });

  it('is done once for an idempotency key', async () => {
    const { steps, names } = await run({ headers: { 'idempotency-key': 'once' } });
    const replayed = { scope: 'home k1', idempotencyKey: 'once', digest: 'digest' };
    expect(names.slice(0, 5)).toEqual(['replays', 'sharedReplays', 'findRepeated', 'admit', 'render']);
    expect(steps[0]?.[1]).toMatchObject(replayed);
    expect(steps[2]).toEqual([
      'findRepeated',
      { account: 'home', api_key: 'k1', idempotency: { name: 'once', digest: 'digest' } },
    ]);
    expect((await run({ headers: { 'idempotency-key': 'once' }, isRepeated: true })).names).toEqual([
      'replays',
      'release',
    ]);
  });

  it('that fails is recorded with its error, unless its caller has gone', async () => {
    const fails = new Error('words');
    const { outcome, steps } = await run({ fails });
    expect([outcome, steps.slice(2)]).toEqual([fails, [['note', { ...noted, error: fails }], ['release']]]);
    expect((await run({ fails, isAborted: true })).names).toEqual(['admit', 'render', 'release']);
  });

  it('fails with what is made of it', async () => {
    const error = new Error('drawing');
    const { outcome, names } = await run({ finish: () => Promise.reject(error) });
    expect([outcome, names]).toEqual([error, ['admit', 'render', 'note', 'release']]);
  });

  it('that fails in a shutdown names the shutdown', async () => {
    expect((await run({ fails: new Error('x'), forced: true })).outcome).toMatchObject({ code: 'shutting_down' });
  });

  it('is refused before all else for what its key may not do', async () => {
    const { outcome, steps } = await run({ caller: { templates: ['t'] } });
    expect([outcome, steps]).toEqual([expect.objectContaining({ code: 'forbidden' }), []]);
  });
});
