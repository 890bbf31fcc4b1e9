import { describe, expect, it } from 'vitest';
import type { Browser } from '../../../../src/browser/chromium/launch-browser.ts';
import type { EgressSession } from '../../../../src/browser/egress/egress-session.ts';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import { buildPageSet } from '../../../../src/engine/page/open/page-set.ts';

const browser = {} as Browser;
const clean = { isClean: () => true, isStatic: false };
const still = { isClean: () => true, isStatic: true };

interface Facts {
  uses?: number;
  spawnedTargets?: boolean;
  isAlive?: boolean;
  /** Whether a request left the render. */
  traffic?: boolean;
  clear?: () => Promise<void>;
}

/** A set whose first page is a double that notes what is done to it. */
function open({ traffic = false, clear = async () => {}, ...facts }: Facts = {}) {
  const done: string[] = [];
  const page = {
    browser,
    uses: 0,
    spawnedTargets: false,
    isAlive: true,
    ...facts,
    dropListeners: () => done.push('listeners dropped'),
    clear: () => {
      done.push('cleared');
      return clear();
    },
    close: async () => void done.push('closed'),
  };
  const egress = { hasTraffic: () => traffic, close: async () => void done.push('egress closed') };
  const pages = buildPageSet(egress as unknown as EgressSession, Promise.resolve(page as unknown as Page));
  return { pages, page, done };
}

describe('a page that has shown a document', () => {
  it('is kept as it is if nothing in the document could act', async () => {
    const { pages, page, done } = open();
    pages.release(pages.acquire(browser, true), still);
    expect(await pages.settle()).toBe(true);
    expect(done).toEqual(['listeners dropped']);
    expect(await pages.acquire(browser, true)).toBe(page);
    expect(page.uses).toBe(1);
  });

  it('is cleared and kept if the document had scripts', async () => {
    const { pages, page, done } = open();
    pages.release(pages.acquire(browser, true), clean);
    expect(await pages.settle()).toBe(true);
    expect(done).toEqual(['cleared']);
    expect(await pages.acquire(browser, true)).toBe(page);
  });

  it.each<[string, Facts, typeof clean]>([
    ['it is dead', { isAlive: false }, still],
    ['it started other targets', { spawnedTargets: true }, still],
    ['a request left the render', { traffic: true }, still],
    ['its document is not clean', {}, { isClean: () => false, isStatic: true }],
    ['it has shown a hundred documents', { uses: 100 }, still],
  ])('is closed without clearing if %s', async (_why, facts, use) => {
    const { pages, page, done } = open(facts);
    pages.release(Promise.resolve(page as unknown as Page), use);
    expect(await pages.settle()).toBe(false);
    expect(done).toEqual(['closed']);
  });

  it('is kept after its 99th document', async () => {
    const { pages } = open({ uses: 99 });
    pages.release(pages.acquire(browser, true), still);
    expect(await pages.settle()).toBe(true);
  });

  it.each<[string, Facts['clear']]>([
    ['fails', () => Promise.reject(new Error('gone'))],
    ['never ends', () => new Promise(() => {})],
  ])('is closed if clearing %s', async (_how, clear) => {
    const { pages, done } = open({ ...(clear && { clear }) });
    pages.release(pages.acquire(browser, true), clean);
    expect(await pages.settle()).toBe(false);
    expect(done).toEqual(['cleared', 'closed']);
  });

  it('is closed if its document was found not clean while it was cleared', async () => {
    const { pages, done } = open();
    let asked = 0;
    pages.release(pages.acquire(browser, true), { isClean: () => ++asked === 1, isStatic: false });
    expect(await pages.settle()).toBe(false);
    expect(done).toEqual(['cleared', 'closed']);
  });

  it('is closed if another one is kept', async () => {
    const [{ pages, done }, other] = [open(), open()];
    pages.release(pages.acquire(browser, true), still);
    await pages.settle();
    pages.release(Promise.resolve(other.page as unknown as Page), still);
    expect(await pages.settle()).toBe(true);
    expect([done, other.done]).toEqual([['listeners dropped'], ['closed']]);
  });

  it('is closed with its set', async () => {
    const { pages, done } = open();
    pages.release(pages.acquire(browser, true), still);
    await pages.close();
    expect(done).toEqual(['listeners dropped', 'closed', 'egress closed']);
  });

  it('is closed with its set if it was never used', async () => {
    const { pages, done } = open();
    await pages.close();
    expect(done).toEqual(['closed', 'egress closed']);
  });
});
