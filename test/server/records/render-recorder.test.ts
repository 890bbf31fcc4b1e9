import { beforeEach, describe, expect, it } from 'vitest';
import { RequestError } from '../../../src/server/answers/problems.ts';
import { openRenderRecorder, type RecordOptions } from '../../../src/server/records/render-recorder.ts';
import type { NewRenderEntry } from '../../../src/store/index.ts';

type Recorder = ReturnType<typeof openRenderRecorder>;
type Edges = Parameters<typeof openRenderRecorder>;

let time: number;
let rows: NewRenderEntry[][];
let sums: object[];
let dropped: number[];
let lines: unknown[];
let isBroken: boolean;

beforeEach(() => {
  [time, rows, sums, dropped, lines, isBroken] = [Date.parse('2030-05-20T10:00:00Z'), [], [], [], [], false];
});

function open(options?: RecordOptions): Recorder {
  const renders = {
    add: async (added: NewRenderEntry[]) => void rows.push(added),
    dropBefore: async (at: number) => void dropped.push(at),
  };
  const usage = { add: async (added: object[]) => void sums.push(...added), quota: async () => ({}) };
  const accounts = async () => {
    if (isBroken) throw new Error('the store is gone');
    return { renders, usage };
  };
  const log = { write: (...line: unknown[]) => lines.push(line) } as unknown as Edges[1];
  return openRenderRecorder({ accounts } as unknown as Edges[0], log, options, () => new Date(time));
}

const result = {
  pages: 2,
  pdf: Buffer.from('%PDF'),
  timings: { queue_ms: 1, load_ms: 2, print_ms: 3, bind_ms: 4 },
  warnings: Array.from({ length: 51 }, () => ({ part: 0, code: 'x', detail: 'y' })),
};
const ended = (more: object = {}) =>
  ({
    caller: { account: 'acme', keyId: 'k1', by: 'key shop' },
    requestId: 'r1',
    request: { parts: { html: 'x' } },
    ms: 20.26,
    result,
    ...more,
  }) as unknown as Parameters<Recorder['note']>[0];
const failed = (error: unknown) => ended({ result: undefined, error });

describe('a render that is kept', () => {
  it('has begun as long ago as it took, and has its times and at most 50 warnings', async () => {
    await open().record(ended());
    expect(rows).toMatchObject([
      [
        {
          at: time - 20,
          ms: 20.3,
          key: 'k1',
          pages: 2,
          bytes: 4,
          timings: { queue_ms: 1, load_ms: 2, print_ms: 3, bind_ms: 4 },
          warnings: result.warnings.slice(0, 50),
          error: null,
          request_id: 'r1',
        },
      ],
    ]);
    expect(rows[0]?.[0]).not.toHaveProperty('request');
    expect(rows[0]?.[0]).not.toHaveProperty('pdf');
  });

  it('has no key if a person asked for it, and neither pages nor times if it failed', async () => {
    const error = new RequestError('invalid_request', 'the template has a fault');
    await open().record({ ...failed(error), caller: { account: 'acme', keyId: 'user:u1', by: 'Ada' } as never });
    expect(rows[0]?.[0]).toMatchObject({ key: null, by: 'Ada', pages: null, bytes: null, timings: null, warnings: [] });
    expect(rows[0]?.[0]?.error).toEqual({
      code: 'invalid_request',
      detail: 'the template has a fault',
      stage: null,
      part: null,
    });
  });

  it('has its request and its PDF if the operator says so', async () => {
    await open({ keepContent: true }).record(ended());
    expect(rows[0]?.[0]).toMatchObject({ request: '{"parts":{"html":"x"}}', pdf: result.pdf });
  });

  it.each<[string, RecordOptions | undefined, number]>([
    ['30 days', undefined, 30],
    ['a week', { days: 7 }, 7],
  ])('goes after %s, looked for once an hour', async (_what, options, days) => {
    const recorder = open(options);
    const first = time;
    await recorder.record(ended());
    time += 3_599_999;
    await recorder.record(ended());
    expect(dropped).toEqual([first - days * 86_400_000]);
    time += 1;
    await recorder.record(ended());
    expect(dropped).toHaveLength(2);
  });

  it('is not kept with 0 days, but is counted', async () => {
    await open({ days: 0 }).record(ended());
    expect([rows, dropped]).toEqual([[], []]);
    expect(sums).toMatchObject([{ renders: 1 }]);
  });
});

describe('what gathers', () => {
  it('is counted by account, day and key, failures apart', async () => {
    const recorder = open();
    recorder.note(ended());
    recorder.note(failed(new Error('x')));
    recorder.note(ended());
    recorder.note(ended({ caller: { account: 'acme', keyId: 'user:u1', by: 'Ada' } }));
    await recorder.close();
    expect(sums).toEqual([
      { account: 'acme', day: '2030-05-20', key: 'k1', renders: 2, failures: 1, pages: 4, bytes: 8 },
      { account: 'acme', day: '2030-05-20', key: null, renders: 1, failures: 0, pages: 2, bytes: 4 },
    ]);
    await recorder.flush();
    expect(sums).toHaveLength(2);
  });

  it('is written 50 at a time, and at most 2000 of it', async () => {
    const recorder = open();
    for (let count = 0; count < 2001; count += 1) recorder.note(ended());
    await recorder.flush();
    expect(rows.map(({ length }) => length)).toEqual(Array(40).fill(50));
    expect(sums).toMatchObject([{ renders: 2001 }]);
  });

  it('is lost if the store does not answer, and the log says how much', async () => {
    const recorder = open();
    isBroken = true;
    recorder.note(ended());
    await recorder.record(ended());
    expect(lines).toMatchObject([['error', 'render_log_failed', { lost: 2 }]]);
    isBroken = false;
    await recorder.record(ended());
    expect(rows.map(({ length }) => length)).toEqual([1]);
  });
});
