import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ResourceWatch } from '../../../../src/engine/page/load/watch-resources.ts';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import { settleAnswers, settlePage, settleStaticPage } from '../../../../src/engine/page/settle/settle-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Given {
  /** What the page says of itself, each time that it is asked; the last holds on. */
  surveys?: object[];
  /** What moves with each step of its clock. */
  timers?: { moved: boolean; hasTimers: boolean }[];
  /** What is awaited, each time that it is asked; the last holds on. */
  awaited?: string[][];
  /** Milliseconds that each wait for answers takes. */
  answersTake?: number;
}

const next = <T>(list: T[]): T | undefined => (list.length > 1 ? list.shift() : list[0]);

/** A page and its resources, which note what is asked of them. */
function open({ surveys = [{}], timers = [], awaited = [[]], answersTake = 0 }: Given) {
  const asked: unknown[] = [];
  const page = {
    call: async (name: string, options: unknown) => {
      asked.push(name === 'settleDocument' ? options : name);
      return name === 'runTimers' ? next(timers) : { inTime: true, moves: false, hasUnseen: false, ...next(surveys) };
    },
  };
  const resources = {
    answers: async (limit: number) => {
      asked.push(limit);
      vi.advanceTimersByTime(answersTake);
    },
    listAwaited: () => next(awaited),
  };
  return { page: page as unknown as Page, resources: resources as unknown as ResourceWatch, asked };
}

const drawing = { mayDraw: true, rest: true };

describe('a page', () => {
  test('is settled with what is asked of it, and says what it has', async () => {
    const { page, asked } = open({ surveys: [{ sizes: ['A4'], hasTimers: true }] });
    expect(await settlePage(page, drawing)).toEqual({ warnings: [], sizes: ['A4'], hasTimers: true });
    expect(asked).toEqual([{ ...drawing, fontLimit: 5000, stepEvent: expect.any(String) }]);
  });

  test.each([
    [{ inTime: false }, 'fonts_late', 'Fonts were not ready after 5 s.'],
    [{ moves: true }, 'still_moving', 'The page kept changing until the time limit and is printed in mid-movement.'],
    [
      { hasUnseen: true },
      'lazy_unloaded',
      'Only the first 100 windows were brought into view for scripts that wait for that.',
    ],
  ])('warns of %j', async (survey, code, detail) => {
    const { page } = open({ surveys: [survey] });
    expect((await settlePage(page, drawing)).warnings).toEqual([{ code, detail }]);
  });

  test('in which nothing can act is asked in its own world', async () => {
    const sent: unknown[] = [];
    const send = async (method: string, { returnByValue }: { returnByValue: boolean }) => {
      sent.push([method, returnByValue]);
      return { result: { value: { sizes: ['A5'] } } };
    };
    const page = { world: 7, send } as unknown as Page;
    expect(await settleStaticPage(page)).toEqual({ warnings: [], sizes: ['A5'] });
    expect([page.world, sent]).toEqual([undefined, [['Runtime.evaluate', true]]]);
  });
});

describe('the answers that a page awaits', () => {
  test('are not waited for if nothing may draw', async () => {
    const { page, resources, asked } = open({ awaited: [['https://a.example/']] });
    const settled = await settleAnswers(page, resources, { mayDraw: false, rest: true }, { remainingMs: 9000 });
    expect(settled.warnings).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  test.each([
    [4000, 2000],
    [10_000, 5000],
    [60_000, 5000],
    [-1, 0],
  ])('of a render with %d ms left may take %d ms', async (remainingMs, limit) => {
    const { page, resources, asked } = open({});
    await settleAnswers(page, resources, drawing, { remainingMs });
    expect(asked[0]).toBe(limit);
  });

  test('are waited for again, until none is awaited or the time is up', async () => {
    const answered = open({ awaited: [['a'], ['a'], []], answersTake: 1000 });
    expect((await settleAnswers(answered.page, answered.resources, drawing, { remainingMs: 60_000 })).warnings).toEqual(
      [],
    );
    expect(answered.asked.filter((each) => typeof each === 'number')).toEqual([5000, 4000, 3000]);
    const silent = open({ surveys: [{ inTime: false }], awaited: [['https://a.example/ (data)']], answersTake: 600 });
    const { warnings } = await settleAnswers(silent.page, silent.resources, drawing, { remainingMs: 3000 });
    expect(warnings.map(({ code }) => code)).toEqual(['fonts_late', 'still_loading']);
    expect(warnings[1]?.detail).toBe('https://a.example/ (data) had not answered after 1.5 s, and is not waited for.');
    expect(silent.asked.filter((each) => typeof each === 'number')).toEqual([1500, 900, 300]);
  });

  test('come after short timers, on which the clock of the page moves on', async () => {
    const { page, resources, asked } = open({
      surveys: [{ hasTimers: true }, { hasTimers: false }],
      timers: [
        { moved: true, hasTimers: true },
        { moved: false, hasTimers: true },
      ],
    });
    expect((await settleAnswers(page, resources, drawing, { remainingMs: 60_000 })).warnings).toEqual([]);
    expect(asked.filter((each) => each === 'runTimers')).toHaveLength(2);
  });

  test('stop the clock of the page', async () => {
    const { page, resources, asked } = open({
      surveys: [{ hasTimers: true }, {}],
      timers: [{ moved: true, hasTimers: true }],
      awaited: [[], ['a'], []],
    });
    expect((await settleAnswers(page, resources, drawing, { remainingMs: 60_000 })).warnings).toEqual([]);
    expect(asked.filter((each) => each === 'runTimers')).toHaveLength(1);
  });

  test('are those of timers that ran by themselves too', async () => {
    const { page, resources } = open({
      surveys: [{ hasTimers: true }, {}],
      timers: [{ moved: false, hasTimers: false }],
    });
    expect((await settleAnswers(page, resources, drawing, { remainingMs: 60_000 })).warnings).toEqual([]);
  });

  test.each([
    ['long timers', { moved: false, hasTimers: true }, 60_000],
    ['timers when the time is up', { moved: true, hasTimers: true }, 0],
  ])('do not include those of %s, which is a warning', async (_, timer, remainingMs) => {
    const { page, resources } = open({ surveys: [{ hasTimers: true, moves: true }], timers: [timer] });
    const { warnings, hasTimers } = await settleAnswers(page, resources, drawing, { remainingMs });
    expect(hasTimers).toBe(true);
    expect(warnings.map(({ code }) => code)).toEqual(['still_moving', 'still_loading']);
    expect(warnings[1]?.detail).toBe(
      'A timer of its scripts was not waited for: it is longer than a second, or follows others without end.',
    );
  });
});
