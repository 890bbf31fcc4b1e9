import { describe, expect, test } from 'vitest';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import { watchLeaving } from '../../../../src/engine/page/open/watch-leaving.ts';

type Listener = (event: object) => void;

/** A watch of a page whose main frame is `main`, and what tells the page of events. */
function watch() {
  const listeners = new Map<string, Listener>();
  const page = { frame: 'main', on: (name: string, listener: Listener) => listeners.set(name, listener) };
  const leaving = watchLeaving(page as unknown as Page);
  const tell = (name: string, event: object) => listeners.get(`Page.${name}`)?.(event);
  return {
    leaving,
    schedule: (delay: number, frameId = 'main') => tell('frameScheduledNavigation', { frameId, delay }),
    navigate: (id = 'main') => tell('frameNavigated', { frame: { id } }),
    start: (frameId = 'main') => tell('frameStartedLoading', { frameId }),
    stop: (frameId = 'main') => tell('frameStoppedLoading', { frameId }),
  };
}

describe('a document', () => {
  test.each([
    [0, true],
    [1, true],
    [1.5, false],
  ])('that sends itself to another after %d s is about to leave: %s', (delay, isOnTheWay) => {
    const { leaving, schedule } = watch();
    schedule(delay);
    expect(leaving.isOnTheWay).toBe(isOnTheWay);
  });

  test('has arrived once the next one is there and has loaded', async () => {
    const { leaving, schedule, start, navigate, stop } = watch();
    schedule(0);
    start();
    const arrived: string[] = [];
    const waiting = leaving.arrived().then(() => arrived.push('arrived'));
    navigate();
    await new Promise(setImmediate);
    expect([leaving.isOnTheWay, arrived]).toEqual([true, []]);
    stop();
    await waiting;
    expect([leaving.isOnTheWay, arrived]).toEqual([false, ['arrived']]);
  });

  test('that loads is on its way until it is there, even if it is about to leave', async () => {
    const { leaving, schedule, start, stop, navigate } = watch();
    start();
    expect(leaving.isOnTheWay).toBe(true);
    schedule(0);
    stop();
    expect(leaving.isOnTheWay).toBe(true);
    navigate();
    await leaving.arrived();
    expect(leaving.isOnTheWay).toBe(false);
  });

  test('is not on its way because of a frame in it', async () => {
    const { leaving, schedule, start, stop, navigate } = watch();
    schedule(0, 'inner');
    start('inner');
    expect(leaving.isOnTheWay).toBe(false);
    await leaving.arrived();
    start();
    stop('inner');
    expect(leaving.isOnTheWay).toBe(true);
    stop();
    schedule(0);
    navigate('inner');
    expect(leaving.isOnTheWay).toBe(true);
  });
});
