import { expect, test } from 'vitest';
import { type BrowserSupervisor, openBrowserSupervisor } from '../../../src/browser/chromium/browser-supervisor.ts';
import type { Browser } from '../../../src/browser/chromium/launch-browser.ts';
import { EngineError } from '../../../src/children/engine-error.ts';

/** Stub browsers that only start and die, numbered in the order of their start. */
function startFakes() {
  const started: { killed: boolean; whole: boolean; browser: Browser }[] = [];
  const start = async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const stub = { killed: false, whole: true, browser: {} as Browser };
    const kill = async () => {
      stub.killed = true;
      resolve();
    };
    const isWhole = () => stub.whole;
    stub.browser = { product: String(started.push(stub)), closed, isWhole, kill } as Partial<Browser> as Browser;
    return stub.browser;
  };
  return { started, start };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const nameOf = async (supervisor: BrowserSupervisor) => {
  const lease = await supervisor.borrow();
  lease.end();
  return lease.browser.product;
};

test('one browser serves all loans at once', async () => {
  const { started, start } = startFakes();
  const supervisor = openBrowserSupervisor({ start });
  expect(started).toHaveLength(0);
  expect(await Promise.all([nameOf(supervisor), nameOf(supervisor), nameOf(supervisor)])).toEqual(['1', '1', '1']);
  expect(supervisor.restarts).toBe(0);
});

test('a dead browser is replaced with the next loan', async () => {
  const { started, start } = startFakes();
  const supervisor = openBrowserSupervisor({ start });
  await nameOf(supervisor);
  await started[0]?.browser.kill();
  await settle();
  expect(supervisor.current).toBeUndefined();
  expect(await nameOf(supervisor)).toBe('2');
  expect(supervisor.restarts).toBe(1);
});

test('a loan that is alone has its own browser, which ends with it', async () => {
  const { started, start } = startFakes();
  const supervisor = openBrowserSupervisor({ start });
  const shared = await supervisor.borrow();
  const own = await supervisor.borrow(true);
  expect([shared.browser.product, own.browser.product, await nameOf(supervisor)]).toEqual(['1', '2', '1']);
  own.end();
  expect(started.map(({ killed }) => killed)).toEqual([false, true]);
  await supervisor.borrow(true);
  await supervisor.close();
  expect(started.map(({ killed }) => killed)).toEqual([true, true, true]);
});

test('after many loans a fresh browser takes over, and the old one ends with its last loan', async () => {
  const { started, start } = startFakes();
  const supervisor = openBrowserSupervisor({ start, usesPerBrowser: 2 });
  const long = await supervisor.borrow();
  await nameOf(supervisor);
  await settle();
  expect(await nameOf(supervisor)).toBe('2');
  expect(started[0]?.killed).toBe(false);
  long.end();
  expect(started[0]?.killed).toBe(true);
});

test('a broken browser is killed at once', async () => {
  const { started, start } = startFakes();
  const supervisor = openBrowserSupervisor({ start });
  (await supervisor.borrow()).end(true);
  expect(started[0]?.killed).toBe(true);
  expect(await nameOf(supervisor)).toBe('2');
});

test('a browser that lost a process its pages depend on is not lent again', async () => {
  const { started, start } = startFakes();
  const supervisor = openBrowserSupervisor({ start });
  await nameOf(supervisor);
  Object.assign(started[0] ?? {}, { whole: false });
  expect(await Promise.all([nameOf(supervisor), nameOf(supervisor)])).toEqual(['2', '2']);
  expect(started[0]?.killed).toBe(true);
});

test('after three failed starts in a minute none is tried for a while', async () => {
  let now = 0;
  let attempts = 0;
  const start = async () => {
    attempts += 1;
    throw new Error('no browser');
  };
  const supervisor = openBrowserSupervisor({ start, now: () => now });
  for (let count = 0; count < 3; count += 1) await expect(supervisor.borrow()).rejects.toThrow('no browser');
  await expect(supervisor.borrow()).rejects.toMatchObject({ code: 'browser_restarting' });
  expect(attempts).toBe(3);
  now = 61_000;
  await expect(supervisor.borrow()).rejects.toThrow('no browser');
});

test('a browser that started before is reported as restarting, one that never started as missing', async () => {
  const { started, start } = startFakes();
  const refuse = async () => {
    throw new EngineError('browser_missing', 'no browser');
  };
  let starting: () => Promise<Browser> = refuse;
  const supervisor = openBrowserSupervisor({ start: () => starting() });
  await expect(supervisor.borrow()).rejects.toMatchObject({ code: 'browser_missing' });
  starting = start;
  (await supervisor.borrow()).end();
  await started[0]?.browser.kill();
  starting = refuse;
  await expect(supervisor.borrow()).rejects.toMatchObject({ code: 'browser_restarting' });
});

test('a closed supervisor kills its browser, even one that is still starting', async () => {
  const { started, start } = startFakes();
  const supervisor = openBrowserSupervisor({ start });
  const borrowing = supervisor.borrow();
  const refused = expect(borrowing).rejects.toMatchObject({ code: 'shutting_down' });
  await supervisor.close();
  await refused;
  expect(started[0]?.killed).toBe(true);
  await expect(supervisor.borrow()).rejects.toMatchObject({ code: 'shutting_down' });
});
