import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EgressSession } from '../../../../src/browser/egress/egress-session.ts';
import type { Deadline } from '../../../../src/engine/deadline.ts';
import { cutHanging } from '../../../../src/engine/page/load/cut-hanging.ts';
import type { Page } from '../../../../src/engine/page/open/page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page of a render that has 4 s left, and how often its connections are cut. */
function open({ isDocument = true, ...activity }: { isDocument?: boolean } & Partial<Deadline> = {}) {
  const listeners = new Map<string, (event: object) => void>();
  const page = { frame: 'main', on: (name: string, listener: () => void) => listeners.set(name, listener) };
  let cuts = 0;
  const egress = { cut: () => (cuts += 1) } as unknown as EgressSession;
  const deadline = { remainingMs: 4000, stage: 'load', condition: undefined, ...activity } as Deadline;
  const end = cutHanging(page as unknown as Page, { deadline, egress, isDocument });
  return {
    end,
    navigate: (loaderId: string, id = 'main') => listeners.get('Page.frameNavigated')?.({ frame: { id, loaderId } }),
    finish: (requestId: string) => listeners.get('Network.loadingFinished')?.({ requestId }),
    cutsAfter: (ms: number) => {
      vi.advanceTimersByTime(ms);
      return cuts;
    },
  };
}

test('connections are cut once half of the time has passed, and every 250 ms after that', () => {
  const { cutsAfter, end } = open();
  expect([cutsAfter(1999), cutsAfter(1), cutsAfter(249), cutsAfter(1), cutsAfter(500)]).toEqual([0, 1, 1, 2, 4]);
  end();
  expect(cutsAfter(5000)).toBe(4);
});

test.each<[Partial<Deadline>, number]>([
  [{ stage: 'wait' }, 1],
  [{ stage: 'wait', condition: 'an idle network' }, 0],
  [{ stage: 'print' }, 0],
])('of a render in the state %j, connections are cut %i times', (activity, cuts) => {
  expect(open(activity).cutsAfter(2000)).toBe(cuts);
});

test('a page keeps its connections until it has arrived itself', () => {
  const { navigate, finish, cutsAfter } = open({ isDocument: false });
  expect(cutsAfter(2000)).toBe(0);
  navigate('page');
  navigate('frame', 'inner');
  finish('image');
  finish('frame');
  expect(cutsAfter(250)).toBe(0);
  finish('page');
  expect(cutsAfter(250)).toBe(1);
  navigate('next');
  expect(cutsAfter(250)).toBe(1);
  finish('next');
  expect(cutsAfter(250)).toBe(2);
});

test('a document of the request does not have to arrive', () => {
  const { navigate, cutsAfter } = open();
  navigate('page');
  expect(cutsAfter(2000)).toBe(1);
});
