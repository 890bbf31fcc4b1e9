import { describe, expect, it } from 'vitest';
import type { Browser } from '../../../../src/browser/chromium/launch-browser.ts';
import type { EgressSession } from '../../../../src/browser/egress/egress-session.ts';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import { buildPageSet } from '../../../../src/engine/page/open/page-set.ts';

const browser = {} as Browser;
const clean = { isClean: () => true, isStatic: false };
const wants = { mayBeUsed: true, isStatic: true };
const still = { isClean: () => true, isStatic: true };

interface Facts {
  uses?: number;
  spawnedTargets?: boolean;
  isAlive?: boolean;
  /** Whether a request left the render. */
  traffic?: boolean;
  clear?: () => Promise<void>;
  /** How many pages the set keeps. */
  limit?: number;
}

/** A set whose first page is a double that notes what is done to it. */
function open({ traffic = false, clear = async () => {}, limit = 1, ...facts }: Facts = {}) {
  const done: string[] = [];
  const page = {
    browser,
    uses: 0,
    context: { id: 'context', pages: 1, busy: 1, isClean: true },
    spawnedTargets: false,
    isAlive: true,
    ...facts,
    dropListeners: () => done.push('listeners dropped'),
    clear: () => {
      done.push('cleared');
      return clear();
    },
    post: (method: string) => done.push(method),
    close: async () => void done.push('closed'),
  };
  const egress = { hasTraffic: () => traffic, close: async () => void done.push('egress closed') };
  const pages = buildPageSet(egress as unknown as EgressSession, {
    ahead: Promise.resolve(page as unknown as Page),
    limit,
  });
  return { pages, page, done };
}

describe('a page that has shown a document', () => {
  it('is kept as it is if nothing in the document could act', async () => {
    const { pages, page, done } = open();
    pages.release(pages.acquire(browser, wants), still);
    expect(await pages.settle()).toBe(1);
    expect(done).toEqual(['listeners dropped']);
    expect(await pages.acquire(browser, wants)).toBe(page);
    expect(page.uses).toBe(1);
  });

  it('is cleared and kept if the document had scripts', async () => {
    const { pages, page, done } = open();
    pages.release(pages.acquire(browser, wants), clean);
    expect(await pages.settle()).toBe(1);
    expect(done).toEqual(['cleared']);
    expect(await pages.acquire(browser, wants)).toBe(page);
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
    expect(await pages.settle()).toBe(0);
    expect(done).toEqual(['closed']);
  });

  it('is kept after its 99th document', async () => {
    const { pages } = open({ uses: 99 });
    pages.release(pages.acquire(browser, wants), still);
    expect(await pages.settle()).toBe(1);
  });

  it.each([
    [still, 9, ['listeners dropped', 'HeapProfiler.collectGarbage']],
    [clean, 19, ['cleared', 'HeapProfiler.collectGarbage']],
    [still, 0, ['listeners dropped']],
    [still, 10, ['listeners dropped']],
  ])('is asked to free memory after every tenth document: %j after %i others', async (use, uses, expected) => {
    const { pages, page, done } = open({ uses });
    pages.release(Promise.resolve(page as unknown as Page), use);
    await pages.settle();
    expect(done).toEqual(expected);
  });

  it.each<[string, Facts['clear']]>([
    ['fails', () => Promise.reject(new Error('gone'))],
    ['never ends', () => new Promise(() => {})],
  ])('is closed if clearing %s', async (_how, clear) => {
    const { pages, done } = open({ ...(clear && { clear }) });
    pages.release(pages.acquire(browser, wants), clean);
    expect(await pages.settle()).toBe(0);
    expect(done).toEqual(['cleared', 'closed']);
  });

  it('is closed if its document was found not clean while it was cleared', async () => {
    const { pages, done } = open();
    let asked = 0;
    pages.release(pages.acquire(browser, wants), { isClean: () => ++asked === 1, isStatic: false });
    expect(await pages.settle()).toBe(0);
    expect(done).toEqual(['cleared', 'closed']);
  });

  it('is closed if its set keeps as many as it may', async () => {
    const [{ pages, done }, other] = [open(), open()];
    pages.release(pages.acquire(browser, wants), still);
    await pages.settle();
    pages.release(Promise.resolve(other.page as unknown as Page), still);
    expect(await pages.settle()).toBe(1);
    expect([done, other.done]).toEqual([['listeners dropped'], ['closed']]);
  });

  it('is kept beside others, and the one that was used last is used first', async () => {
    const [{ pages, page }, other] = [open({ limit: 2 }), open()];
    pages.release(Promise.resolve(await pages.acquire(browser, wants)), still);
    pages.release(Promise.resolve(other.page as unknown as Page), still);
    expect(await pages.settle()).toBe(2);
    expect([await pages.acquire(browser, wants), await pages.acquire(browser, wants)]).toEqual([other.page, page]);
  });

  it('is closed if the set is trimmed, the one that was used last as the last', async () => {
    const [{ pages, page, done }, other] = [open({ limit: 2 }), open()];
    pages.release(Promise.resolve(await pages.acquire(browser, wants)), still);
    pages.release(Promise.resolve(other.page as unknown as Page), still);
    expect([await pages.settle(), pages.trim(2), pages.trim(1), pages.trim(1)]).toEqual([2, 2, 1, 1]);
    expect([done.at(-1), other.done.at(-1)]).toEqual(['closed', 'listeners dropped']);
    expect(await pages.acquire(browser, wants)).not.toBe(page);
  });

  it('is closed once it is dead', async () => {
    const { pages, page, done } = open();
    pages.release(Promise.resolve(await pages.acquire(browser, wants)), still);
    expect(await pages.settle()).toBe(1);
    page.isAlive = false;
    expect([await pages.settle(), done.at(-1)]).toEqual([0, 'closed']);
  });

  it('makes room for another once it is dead', async () => {
    const [{ pages, page }, other] = [open(), open()];
    pages.release(pages.acquire(browser, wants), still);
    await pages.settle();
    page.isAlive = false;
    pages.release(Promise.resolve(other.page as unknown as Page), still);
    expect(await pages.settle()).toBe(1);
    expect(await pages.acquire(browser, wants)).toBe(other.page);
  });

  it('is closed if one that shares its context is kept', async () => {
    const [{ pages, page }, other] = [open({ limit: 2 }), open()];
    other.page.context = page.context;
    pages.release(Promise.resolve(await pages.acquire(browser, wants)), still);
    pages.release(Promise.resolve(other.page as unknown as Page), still);
    expect(await pages.settle()).toBe(1);
    expect(other.done).toEqual(['closed']);
  });

  it('is waited for while it is cleared, as that is shorter than to open another', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { pages, page } = open({ clear: () => promise });
    const first = pages.acquire(browser, wants);
    await first;
    pages.release(first, clean);
    await Promise.resolve();
    const second = pages.acquire(browser, { mayBeUsed: true, isStatic: false });
    resolve();
    expect(await second).toBe(page);
  });

  it('is closed with its set', async () => {
    const { pages, done } = open();
    pages.release(pages.acquire(browser, wants), still);
    await pages.close();
    expect(done).toEqual(['listeners dropped', 'closed', 'egress closed']);
  });

  it('is closed with its set if it was never used', async () => {
    const { pages, done } = open();
    await pages.close();
    expect(done).toEqual(['closed', 'egress closed']);
  });
});

describe('a page that stays open to be printed again', () => {
  /** A set with one page open, in a browser double that lists what it is asked for. */
  async function openFirst() {
    const asked: string[] = [];
    const never = new Promise<never>(() => {});
    const session = { on: () => {}, set: () => {}, post: () => {}, closed: never, failed: never };
    const send = async (method: string) => {
      asked.push(method.replace('Target.', ''));
      return { browserContextId: 'context', targetId: 'target', sessionId: 'session' };
    };
    const double = { send, post: () => {}, openSession: () => session } as unknown as Browser;
    const egress = { port: 9, hasTraffic: () => false, close: async () => {} };
    const pages = buildPageSet(egress as unknown as EgressSession);
    const first = pages.acquire(double, wants);
    await first;
    return { pages, first, double, asked };
  }

  it('shares its context with the next one, and the last of them closes it', async () => {
    const { pages, first, double, asked } = await openFirst();
    pages.park(first, still);
    const second = pages.acquire(double, wants);
    await second;
    for (const page of [first, second]) pages.release(page, { ...still, isClean: () => false });
    await pages.settle();
    expect(asked.filter((call) => /Context|close/.test(call))).toEqual([
      'createBrowserContext',
      'closeTarget',
      'disposeBrowserContext',
    ]);
  });

  it.each([
    ['is still at work', undefined, wants],
    ['has a document with scripts', clean, wants],
    ['requested something elsewhere', { ...still, isClean: () => false }, wants],
    ['would be beside a document with scripts', still, { ...wants, isStatic: false }],
  ])('shares its context with no other if it %s', async (_, use, wanted) => {
    const { pages, first, double, asked } = await openFirst();
    if (use) pages.park(first, use);
    await pages.acquire(double, wanted);
    expect(asked.filter((call) => call === 'createBrowserContext')).toHaveLength(2);
  });
});
