import { describe, expect, test } from 'vitest';
import { diedOfMemory, openChildPool } from '../../src/children/child-pool.ts';
import type { Child, ChildAnswer } from '../../src/children/child-process.ts';

const died = (answer: Partial<Extract<ChildAnswer, { end: 'died' }>>): ChildAnswer => ({
  end: 'died',
  started: true,
  first: true,
  signal: null,
  code: null,
  output: '',
  ...answer,
});
const frame = { end: 'frame' } as ChildAnswer;

/** A pool of children that answer when the test says so. */
function open(children: number) {
  const started: { requests: string[]; killed: boolean; answer: (answer: ChildAnswer) => void; die: () => void }[] = [];
  const limits: number[] = [];
  const start = (): Child => {
    let alive = true;
    let waiting: ((answer: ChildAnswer) => void) | undefined;
    const child = {
      requests: [] as string[],
      killed: false,
      answer: (answer: ChildAnswer) => {
        if (answer.end !== 'frame') alive = false;
        waiting?.(answer);
      },
      die: () => {
        alive = false;
      },
    };
    started.push(child);
    return {
      pid: started.length,
      isAlive: () => alive,
      ask: (request, _, killAfterMs) => {
        child.requests.push(request.toString());
        limits.push(killAfterMs);
        return new Promise((resolve) => {
          waiting = resolve;
        });
      },
      kill: async () => {
        child.killed = true;
        alive = false;
        waiting?.(died({}));
      },
    };
  };
  const pool = openChildPool({ children, killAfterMs: 7, start });
  const run = (request: string, account = 'a', signal = new AbortController().signal) =>
    pool.run(Buffer.from(request), { account, signal });
  return { pool, run, started, limits, turn: () => new Promise(setImmediate) };
}

describe('a child of a pool', () => {
  test('starts with the first request, or ahead of it', async () => {
    const { pool, run, started, limits } = open(2);
    expect(started).toHaveLength(0);
    pool.startAhead();
    pool.startAhead();
    expect(started).toHaveLength(1);
    const answer = run('1');
    started[0]?.answer(frame);
    expect(await answer).toBe(frame);
    expect([started.length, limits]).toEqual([1, [7]]);
    await pool.close();
    pool.startAhead();
    expect(started).toHaveLength(1);
  });

  test('serves one account, one request at a time', async () => {
    const { run, started } = open(3);
    const answers = [run('1', 'a'), run('2', 'a'), run('3', 'b')];
    expect(started.map(({ requests }) => requests)).toEqual([['1'], ['2'], ['3']]);
    for (const child of started) child.answer(frame);
    await Promise.all(answers);
    answers.push(run('4', 'b'), run('5', 'a'));
    expect(started.map(({ requests }) => requests)).toEqual([['1', '5'], ['2'], ['3', '4']]);
    for (const child of started) child.answer(frame);
    await Promise.all(answers);
  });

  test('makes way for that of another account if there is no room, the one unused for longest first', async () => {
    const { run, started } = open(2);
    const first = run('1', 'a');
    started[0]?.answer(frame);
    await first;
    const second = run('2', 'b');
    started[1]?.answer(frame);
    await second;
    const third = run('3', 'c');
    started[2]?.answer(frame);
    await third;
    expect(started.map(({ killed }) => killed)).toEqual([true, false, false]);
  });

  test('that has died meanwhile is not asked', async () => {
    const { run, started } = open(1);
    const first = run('1');
    started[0]?.answer(frame);
    await first;
    started[0]?.die();
    const second = run('2');
    started[1]?.answer(frame);
    expect(await second).toBe(frame);
  });

  test('takes the requests that wait in their order, and none that was given up', async () => {
    const { run, started, turn } = open(1);
    const caller = new AbortController();
    const first = run('1');
    const given = run('2', 'a', caller.signal);
    const last = run('3');
    caller.abort(new Error('gave up'));
    await expect(given).rejects.toThrow('gave up');
    started[0]?.answer(frame);
    await first;
    await turn();
    expect(started[0]?.requests).toEqual(['1', '3']);
    started[0]?.answer(frame);
    expect(await last).toBe(frame);
    await expect(run('4', 'a', caller.signal)).rejects.toThrow('gave up');
    expect(started[0]?.requests).toEqual(['1', '3']);
  });

  test('that is stopped rejects with the reason', async () => {
    const { run, started } = open(1);
    const caller = new AbortController();
    const answer = run('1', 'a', caller.signal);
    caller.abort(new Error('gave up'));
    started[0]?.answer({ end: 'aborted' });
    await expect(answer).rejects.toThrow('gave up');
  });
});

describe('a request whose child dies', () => {
  test.each<[string, ChildAnswer]>([
    ['before it began', died({ started: false })],
    ['by SIGKILL', died({ signal: 'SIGKILL' })],
    ['with a full heap after another request', died({ first: false, signal: 'SIGABRT' })],
    ['with a full heap after another request, by its code', died({ first: false, code: 134 })],
  ])('is made again by a fresh child: %s', async (_, answer) => {
    const { run, started, turn } = open(2);
    const given = run('1');
    started[0]?.answer(answer);
    await turn();
    started[1]?.answer(answer);
    expect(await given).toBe(answer);
    expect(started.map(({ requests }) => requests)).toEqual([['1'], ['1']]);
  });

  test.each<[string, ChildAnswer]>([
    ['because its heap is full', died({ signal: 'SIGABRT' })],
    ['of another fault', died({ first: false, code: 1 })],
    ['because its time is over', { end: 'timeout' }],
    ['because its answer is too large', { end: 'too-large', kind: 'text' }],
  ])('is to blame: %s', async (_, answer) => {
    const { run, started } = open(2);
    const given = run('1');
    started[0]?.answer(answer);
    expect(await given).toBe(answer);
    expect(started).toHaveLength(1);
  });

  test('is made again by a child that no request has used', async () => {
    const { run, started, turn } = open(2);
    const others = [run('1'), run('2')];
    started[1]?.answer(frame);
    await others[1];
    started[0]?.answer(died({ signal: 'SIGKILL' }));
    await turn();
    expect(started.map(({ requests }) => requests)).toEqual([['1'], ['2'], ['1']]);
    started[2]?.answer(frame);
    expect(await others[0]).toBe(frame);
  });
});

describe('a pool that closes', () => {
  test('refuses what runs, what waits and what comes', async () => {
    const { pool, run, started } = open(1);
    const running = run('1');
    const waiting = run('2');
    const ended = Promise.all([
      expect(running).rejects.toMatchObject({ code: 'shutting_down' }),
      expect(waiting).rejects.toMatchObject({ code: 'shutting_down' }),
    ]);
    await pool.close();
    await ended;
    await expect(run('3')).rejects.toMatchObject({ code: 'shutting_down' });
    expect(started).toHaveLength(1);
    expect(started[0]?.killed).toBe(true);
  });
});

test.each<[ChildAnswer, boolean]>([
  [died({ signal: 'SIGTRAP' }), true],
  [died({ signal: 'SIGILL' }), true],
  [died({ signal: 'SIGSEGV' }), true],
  [died({ code: 134 }), true],
  [died({ code: 0x80000003 }), true],
  [died({ code: 133 }), false],
  [died({ signal: 'SIGTERM' }), false],
  [died({ signal: 'SIGABRT', started: false }), false],
  [{ end: 'timeout' }, false],
])('%j is a full heap: %s', (answer, isFull) => {
  expect(diedOfMemory(answer)).toBe(isFull);
});
