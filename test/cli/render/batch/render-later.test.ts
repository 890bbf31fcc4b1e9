import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Journal } from '../../../../src/cli/render/batch/journal.ts';
import type { JournalEntry } from '../../../../src/cli/render/batch/journal-entry.ts';
import { renderLater, takesRenders } from '../../../../src/cli/render/batch/render-later.ts';
import type { Job } from '../../../../src/cli/render/jobs/read-job.ts';
import type { CallOptions, Client } from '../../../../src/client/index.ts';

const job: Job = {
  ...{ index: 0, place: 'jobs:1', id: null, output: 'a.pdf', path: '/a.pdf', body: { parts: 'x' }, input: 'i' },
};
const entry = { path: '/a.pdf', sha256: 'y' } as JournalEntry;

interface Setting {
  job?: Partial<Job>;
  /** The states in which renders are submitted, one after another; the last of them from then on. */
  states?: string[];
  journal?: Partial<Journal>;
  timeoutMs?: number;
  /** What waiting ends with. Default: nothing. */
  failure?: Error & { code?: string };
  signal?: AbortSignal;
}

/** Renders a job later, and tells the calls of the service. */
async function render({ job: changes, states = ['queued'], journal, timeoutMs, failure, signal }: Setting = {}) {
  const calls: unknown[][] = [];
  let submitted = 0;
  const submit =
    (name: string) =>
    async (...given: unknown[]) => {
      calls.push([name, ...given]);
      submitted += 1;
      return { id: `r${submitted}`, status: states[submitted - 1] ?? states.at(-1) };
    };
  const client = {
    submitRender: submit('submitRender'),
    submitImages: submit('submitImages'),
    async waitForRender(...given: unknown[]) {
      calls.push(['waitForRender', ...given]);
      if (failure) throw failure;
    },
    async cancelRender(...given: unknown[]) {
      calls.push(['cancelRender', ...given]);
      throw new Error('the service is away');
    },
  };
  const tools = {
    client: client as unknown as Client,
    journal: journal as Journal | undefined,
    timeoutMs,
    onStall: () => {},
    signal: signal ?? new AbortController().signal,
  };
  const ended = renderLater({ ...job, ...changes }, tools, { retries: 2 }, async (id) => {
    calls.push(['fetch', id]);
    return entry;
  });
  return { calls, result: await ended.catch((error: unknown) => error), tools };
}
const namesOf = (calls: unknown[][]) => calls.map(([name]) => name);
const keysOf = (calls: unknown[][]) =>
  calls.flatMap(([name, , choices]) => (name === 'submitRender' ? [(choices as CallOptions).idempotencyKey] : []));
const hash = (...texts: string[]) =>
  createHash('sha256')
    .update(`${texts.join('\n')}\n`)
    .digest('hex');

describe('a render that is left to the service', () => {
  it('is submitted, waited for, fetched and forgotten', async () => {
    const { calls, result, tools } = await render();
    const { signal, onStall } = tools;
    expect(calls).toEqual([
      ['submitRender', job.body, { retries: 2, idempotencyKey: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      ['waitForRender', 'r1', { signal, onStall }],
      ['fetch', 'r1'],
      ['cancelRender', 'r1', { retries: 0 }],
    ]);
    expect(calls[1]?.[2]).not.toHaveProperty('timeoutMs');
    expect(result).toBe(entry);
  });

  it('may be of images', async () => {
    const { calls } = await render({ job: { image: { format: 'png' } } });
    expect(namesOf(calls)).toEqual(['submitImages', 'waitForRender', 'fetch', 'cancelRender']);
  });

  it('is waited for as long as the time allows', async () => {
    const { calls } = await render({ timeoutMs: 0 });
    expect(calls[1]?.[2]).toMatchObject({ timeoutMs: 0 });
  });

  it('is kept if the job says how long', async () => {
    const { calls } = await render({ job: { body: { parts: 'x', job: { keep_seconds: 60 } } } });
    expect(namesOf(calls)).toEqual(['submitRender', 'waitForRender', 'fetch']);
  });
});

describe('the key of a render', () => {
  it('is another one in each run without a journal', async () => {
    const [first, second] = [await render(), await render()];
    expect(keysOf(first.calls)).not.toEqual(keysOf(second.calls));
  });

  it('is made of the journal, the file, the request and what was there before', async () => {
    const journal = (found?: JournalEntry) => ({ readBatch: () => 'batch', find: () => found });
    expect(keysOf((await render({ journal: journal() })).calls)).toEqual([hash('batch', '/a.pdf', 'i', 'null', '0')]);
    expect(keysOf((await render({ journal: journal(entry) })).calls)).toEqual([
      hash('batch', '/a.pdf', 'i', JSON.stringify(entry), '0'),
    ]);
  });

  it.each(['failed', 'cancelled'])('is the next one after a render that is %s', async (state) => {
    const journal = { readBatch: () => 'batch', find: () => undefined };
    const { calls } = await render({ journal, states: [state, 'done'] });
    expect(keysOf(calls)).toEqual(['0', '1'].map((left) => hash('batch', '/a.pdf', 'i', 'null', left)));
    expect(calls[2]?.slice(0, 2)).toEqual(['waitForRender', 'r2']);
  });

  it('is the last one after twenty renders without a result', async () => {
    const { calls } = await render({ states: ['failed'] });
    expect(keysOf(calls)).toHaveLength(21);
    expect(new Set(keysOf(calls)).size).toBe(21);
    expect(calls[21]?.slice(0, 2)).toEqual(['waitForRender', 'r21']);
  });
});

describe('a render that does not end well', () => {
  const journal = { readBatch: () => 'batch', find: () => undefined };
  const waited = ['submitRender', 'waitForRender'];

  it.each<[string, Setting, string[]]>([
    ['stays for the next run', {}, waited],
    [
      'is forgotten if its result is gone',
      { failure: Object.assign(new Error('gone'), { code: 'result_gone' }) },
      [...waited, 'cancelRender'],
    ],
    ['is forgotten if the run is stopped', { signal: AbortSignal.abort() }, [...waited, 'cancelRender']],
    ['stays for the next run if a journal knows it', { signal: AbortSignal.abort(), journal }, waited],
  ])('%s', async (_what, setting, names) => {
    const failure = setting.failure ?? new Error('failed');
    const { calls, result } = await render({ failure, ...setting });
    expect(namesOf(calls)).toEqual(names);
    expect(result).toBe(failure);
  });
});

describe('whether a service takes renders', () => {
  const ask = (answer: () => Promise<unknown>, signal = new AbortController().signal) => {
    const calls: unknown[][] = [];
    const listRenders = (...given: unknown[]) => {
      calls.push(given);
      return answer();
    };
    return takesRenders({ listRenders } as unknown as Client, signal).then((takes) => ({ takes, calls }));
  };
  const refuse = () => Promise.reject(new Error('not found'));

  it('is asked once', async () => {
    const { signal } = new AbortController();
    expect(await ask(async () => ({ data: [] }), signal)).toEqual({
      takes: true,
      calls: [[{ limit: 1 }, { signal, retries: 0 }]],
    });
    expect((await ask(refuse)).takes).toBe(false);
  });

  it('stays open if the run is stopped', async () => {
    await expect(ask(refuse, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  });
});
