import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showProgress } from '../../../../src/cli/render/batch/show-progress.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Shows the progress of a batch, which the test may change, and notes what is shown. */
function show(
  standing: { worked: number; finished: number; failed: number; total: number | null },
  peopleAtTerminal = true,
) {
  const shown = { bar: '', details: [] as string[], stopped: 0 };
  const output = {
    peopleAtTerminal,
    progress: () => ({
      update: (text: string) => {
        shown.bar = text;
      },
      stop: () => {
        shown.stopped += 1;
      },
    }),
    detail: (text: string) => shown.details.push(text),
  };
  const io = { env: { LANG: 'C.UTF-8' }, platform: 'linux' };
  const end = showProgress({ output, io } as unknown as Parameters<typeof showProgress>[0], () => standing);
  return { shown, standing, end };
}
/** The text behind the bar. */
const facts = (bar: string) => bar.replace(/^.{24} /u, '');

it.each([
  [{ worked: 0, finished: 0, failed: 0, total: 300 }, '0/300'],
  [{ worked: 10, finished: 120, failed: 2, total: 300 }, '120/300, 2 failed, 10.0/s, 18 s left'],
  [{ worked: 1, finished: 1, failed: 0, total: 61 }, '1/61, 1.0/s, 1 min 0 s left'],
  [{ worked: 1, finished: 1, failed: 1, total: 3600 }, '1/3600, 1 failed, 1.0/s, 59 min 59 s left'],
  [{ worked: 1, finished: 1, failed: 0, total: 3601 }, '1/3601, 1.0/s, 1 h 0 min left'],
  [{ worked: 1, finished: 1, failed: 0, total: 7400 }, '1/7400, 1.0/s, 2 h 3 min left'],
  [{ worked: 1, finished: 1, failed: 0, total: 60 }, '1/60, 1.0/s, 59 s left'],
  [{ worked: 5, finished: 5, failed: 0, total: null }, '5 done, 5.0/s'],
])('after a second %j is shown as "%s"', (standing, text) => {
  const { shown, end } = show(standing);
  vi.advanceTimersByTime(1_000);
  expect(facts(shown.bar)).toBe(text);
  end();
});

it('shows a bar of 24 signs, and none while the jobs still come in', () => {
  const { shown, standing, end } = show({ worked: 1, finished: 1, failed: 0, total: 4 });
  vi.advanceTimersByTime(200);
  const [full, empty] = [shown.bar[0] as string, shown.bar[23] as string];
  expect(shown.bar).toBe(`${full.repeat(6)}${empty.repeat(18)} 1/4`);
  expect(full).not.toBe(empty);
  Object.assign(standing, { finished: 4 });
  vi.advanceTimersByTime(200);
  expect(shown.bar.startsWith(`${full.repeat(24)} 4/4`)).toBe(true);
  for (const total of [0, null]) {
    Object.assign(standing, { total });
    vi.advanceTimersByTime(200);
    expect(shown.bar[0]).toBe('4');
  }
  end();
});

it('says a slow rate by the minute, and measures it over the last quarter of a minute', () => {
  const { shown, standing, end } = show({ worked: 0, finished: 0, failed: 0, total: 10 });
  vi.advanceTimersByTime(10_000);
  Object.assign(standing, { worked: 1, finished: 1 });
  vi.advanceTimersByTime(200);
  expect(facts(shown.bar)).toBe('1/10, 5.9/min, 1 min 32 s left');
  vi.advanceTimersByTime(30_000);
  expect(facts(shown.bar)).toBe('1/10, 0.0/s');
  end();
});

it('writes plain lines every five seconds where there is no terminal', () => {
  const plain = show({ worked: 5, finished: 5, failed: 0, total: 10 }, false);
  vi.advanceTimersByTime(4_999);
  expect(plain.shown.details).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(plain.shown.details).toEqual(['5/10, 1.0/s, 5 s left']);
  plain.end();
  const people = show({ worked: 5, finished: 5, failed: 0, total: 10 });
  vi.advanceTimersByTime(10_000);
  expect([people.shown.details, plain.shown.details.length]).toEqual([[], 1]);
  people.end();
  expect([vi.getTimerCount(), people.shown.stopped]).toEqual([0, 1]);
});
