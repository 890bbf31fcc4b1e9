import { afterEach, expect, it } from 'vitest';
import type { Browser } from '../../../../src/browser/chromium/launch-browser.ts';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import { openPageCache } from '../../../../src/engine/page/open/page-cache.ts';

const browser = {} as Browser;
const limit = 3;
let cache = openPageCache({ level: 'open' }, limit);
let closed: string[] = [];
afterEach(async () => {
  await cache.close();
  cache = openPageCache({ level: 'open' }, limit);
  closed = [];
});

/** A page double that notes when it is closed. */
function buildPage(name: string): Page {
  const page = {
    name,
    browser,
    uses: 0,
    context: { pages: 1, busy: 1, isClean: true },
    spawnedTargets: false,
    isAlive: true,
    dropListeners: () => {},
    post: () => {},
    close: async () => void closed.push(name),
  };
  return page as unknown as Page;
}

/** A render of an account that leaves these pages. */
async function render(account: string, ...names: string[]): Promise<void> {
  const pages = await cache.acquire(account);
  for (const name of names) pages.release(Promise.resolve(buildPage(name)), { isClean: () => true, isStatic: true });
  await cache.release(account, pages);
}

it('keeps the pages of an account for its next render', async () => {
  await render('ada', 'a1', 'a2');
  const pages = await cache.acquire('ada');
  const wants = { mayBeUsed: true, isStatic: true };
  const kept = [await pages.acquire(browser, wants), await pages.acquire(browser, wants)];
  expect(kept.map((page) => (page as unknown as { name: string }).name)).toEqual(['a2', 'a1']);
  expect(closed).toEqual([]);
  await pages.close();
});

it('gives no account the pages of another', async () => {
  await render('ada', 'a1');
  const pages = await cache.acquire('bob');
  expect(await pages.settle()).toBe(0);
  await pages.close();
});

it.each<[string, [string, ...string[]][], string[]]>([
  [
    'keeps pages up to its limit',
    [
      ['ada', 'a1', 'a2'],
      ['bob', 'b1'],
    ],
    [],
  ],
  [
    'closes the second page of an account before the only one of another',
    [
      ['ada', 'a1'],
      ['bob', 'b1', 'b2', 'b3'],
    ],
    ['b1'],
  ],
  [
    'closes it too if it is older',
    [
      ['ada', 'a1', 'a2'],
      ['bob', 'b1'],
      ['eve', 'e1'],
    ],
    ['a1'],
  ],
  [
    'closes the set that waits longest',
    [
      ['ada', 'a1'],
      ['bob', 'b1'],
      ['eve', 'e1'],
      ['max', 'm1'],
    ],
    ['a1'],
  ],
  [
    'closes no more of a set than it must',
    [
      ['ada', 'a1', 'a2', 'a3'],
      ['bob', 'b1'],
    ],
    ['a1'],
  ],
  ['closes a page beyond what one set may keep', [['ada', 'a1', 'a2', 'a3', 'a4']], ['a4']],
])('%s', async (_, renders, expected) => {
  for (const [account, ...names] of renders) await render(account, ...names);
  expect(closed).toEqual(expected);
});

it('closes all pages with it', async () => {
  await render('ada', 'a1', 'a2');
  await render('bob', 'b1');
  await cache.close();
  expect(closed.sort()).toEqual(['a1', 'a2', 'b1']);
  await render('eve', 'e1');
  expect(closed).toContain('e1');
});
