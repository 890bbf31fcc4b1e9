import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type RenderManyResult, renderMany } from '../../src/client/render-many.ts';
import { ServiceError } from '../../src/client/service-error.ts';

type Job = { id?: string; name: string };

/** Renders of jobs that end when the test ends them, unless they are not held. It keeps the names of those that began. */
function open(isHeld: (name: string) => boolean = () => false) {
  const begun: string[] = [];
  const held = new Map<string, () => void>();
  const signals: AbortSignal[] = [];
  let running = 0;
  let most = 0;
  const receive = async (
    request: unknown,
    take: (answer: never) => Promise<unknown>,
    options: { signal: AbortSignal },
  ) => {
    const { name } = request as Job;
    begun.push(name);
    signals.push(options.signal);
    running += 1;
    most = Math.max(most, running);
    try {
      if (isHeld(name)) {
        await new Promise<void>((resolve, reject) => {
          held.set(name, resolve);
          options.signal.addEventListener('abort', () => reject(options.signal.reason));
        });
      } else await new Promise(setImmediate);
      if (name === 'bad') throw new ServiceError('page_failed', 'it failed');
      if (name === 'odd') throw new TypeError('odd');
      const stream = Readable.from([Buffer.from(name)]);
      return await take({ kind: 'pdf', stream, pages: 1, warnings: [], timings: null, templateRevisions: [] } as never);
    } finally {
      running -= 1;
    }
  };
  const run = (jobs: Iterable<Job> | AsyncIterable<Job>, options: object = {}, parallel = 4) =>
    renderMany(receive as never, jobs, options, parallel);
  return { run, begun, held, signals, most: () => most, running: () => running };
}

const jobs = (...names: string[]): Job[] => names.map((name) => ({ id: `of ${name}`, name }));

/** A result in short: its index, its id, and the text of its PDF or the code of its error. */
async function outcome({ index, id, pdf, error }: RenderManyResult) {
  return [index, id, pdf ? Buffer.from(await pdf.bytes()).toString() : error.code];
}

async function readAll(results: AsyncIterable<RenderManyResult>) {
  const all: unknown[] = [];
  for await (const result of results) all.push(await outcome(result));
  return all;
}

const turns = async (count = 20) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
};

describe('many renders', () => {
  it('have their results in the order of the jobs, with the error of each', async () => {
    const { run, held } = open((name) => name === 'slow');
    const reading = readAll(run(jobs('slow', 'bad', 'c', 'odd')));
    await turns();
    held.get('slow')?.();
    expect(await reading).toEqual([
      [0, 'of slow', 'slow'],
      [1, 'of bad', 'page_failed'],
      [2, 'of c', 'c'],
      [3, 'of odd', 'internal'],
    ]);
  });

  it('may have no ids, and may be none', async () => {
    const { run } = open();
    expect(await readAll(run([{ name: 'a' }]))).toEqual([[0, undefined, 'a']]);
    expect(await readAll(run([]))).toEqual([]);
  });

  it.each([
    [undefined, 4],
    [1, 1],
    [3, 3],
  ])('run in parallel, at most %s', async (parallel, most) => {
    const { run, ...service } = open();
    const names = Array.from({ length: 12 }, (_, index) => String(index));
    const results = await readAll(run(jobs(...names), parallel === undefined ? {} : { parallel }));
    expect([results.length, service.most()]).toEqual([12, most]);
  });

  it('wait for their turn in a bounded number', async () => {
    const { run, begun, held } = open((name) => name === '0');
    let taken = 0;
    function* source() {
      for (; taken < 50; ) yield { name: String(taken++) };
    }
    const results = run(source(), { parallel: 2 });
    const first = results.next();
    await turns();
    expect(begun).toEqual(['0', '1', '2', '3']);
    held.get('0')?.();
    expect(((await first).value as RenderManyResult).index).toBe(0);
    expect((await readAll(results)).length).toBe(49);
  });

  it('yield a result while the source has no further job yet', async () => {
    const { run } = open();
    let more = (): void => undefined;
    async function* source() {
      yield { name: 'a' };
      await new Promise<void>((resolve) => {
        more = resolve;
      });
      yield { name: 'b' };
    }
    const results = run(source());
    expect(await outcome((await results.next()).value as RenderManyResult)).toEqual([0, undefined, 'a']);
    more();
    expect(await readAll(results)).toEqual([[1, undefined, 'b']]);
  });

  it('yield what has begun before they fail as their source does', async () => {
    const { run } = open();
    const failure = new Error('no more');
    function* source() {
      yield { name: 'a' };
      throw failure;
    }
    const results = run(source());
    expect(await outcome((await results.next()).value as RenderManyResult)).toEqual([0, undefined, 'a']);
    await expect(results.next()).rejects.toBe(failure);
  });

  it('end with their reader: what runs is aborted, and the source is closed', async () => {
    const { run, signals, running } = open((name) => name !== 'a');
    let isClosed = false;
    function* source() {
      try {
        yield* jobs('a', 'b', 'c', 'd', 'e', 'f');
      } finally {
        isClosed = true;
      }
    }
    for await (const { index } of run(source(), { parallel: 2 })) {
      expect(index).toBe(0);
      await turns();
      break;
    }
    expect([signals.every(({ aborted }) => aborted), running(), isClosed]).toEqual([true, 0, true]);
  });

  it('end with a signal', async () => {
    const { run, begun, running } = open(() => true);
    const abort = new AbortController();
    const results = run(jobs('a', 'b'), { signal: abort.signal });
    const next = results.next();
    await turns();
    abort.abort(new Error('stop'));
    await expect(next).rejects.toThrow('stop');
    expect([begun, running()]).toEqual([['a', 'b'], 0]);
  });

  it('do not begin after a signal', async () => {
    const { run, begun } = open();
    await expect(run(jobs('a'), { signal: AbortSignal.abort(new Error('stop')) }).next()).rejects.toThrow('stop');
    expect(begun).toEqual([]);
  });

  it.each([['a text'], [undefined], [null], [7], [{}]])('are refused if they are no list: %j', async (wrong) => {
    const { run } = open();
    await expect(run(wrong as never).next()).rejects.toMatchObject({
      ...{ code: 'invalid_request', message: 'the jobs must be a list, or another iterable of requests' },
    });
  });

  it.each([0, -1, 1.5, '2'])('are refused for a wrong parallel: %j', async (parallel) => {
    await expect(open().run([], { parallel }).next()).rejects.toMatchObject({ name: 'ServiceError' });
  });
});
