import { join } from 'node:path';
import type { ElementHandle, KeyInput, Page } from 'puppeteer-core';

/** How somebody uses a page: by names that they see or hear, never by what the page is made of. */
export interface Hands {
  /** Uses a button, a link, a tab or a row of a menu. */
  press(name: string): Promise<void>;
  /** Goes to a field and writes into it. */
  fill(name: string, text: string): Promise<void>;
  /** Chooses in a list of a few by the first letters of a row. */
  choose(name: string, letters: string, value: string): Promise<void>;
  /** Opens a menu and uses a row of it. */
  pick(menu: string, row: string): Promise<void>;
  /** Goes into an editor. */
  enterEditor(name: string): Promise<void>;
}

/** Milliseconds that something may take to appear. */
const limitMs = 15_000;
/** How often to look for something: twenty times a second. A look at each frame has the browser draw each. */
export const looks = { polling: 50 } as const;
const usable = 'button, a[href], input, select, [role=tab], [role=menuitem]';
const editors = '[contenteditable=true]';

/** Finds what is visible under a name; `things` says of what kinds. */
function find(page: Page, name: string, things = usable): Promise<ElementHandle<Element>> {
  // The page may have other parts of the same name below a dialog, which nobody can reach.
  const scoped = page.waitForFunction(
    (wanted: string, things: string) => {
      const visible = (element: Element) => element.getClientRects().length > 0;
      const nameOf = (element: Element) =>
        (
          element.getAttribute('aria-label') ??
          (element as HTMLInputElement).labels?.[0]?.textContent ??
          element.textContent ??
          ''
        ).trim();
      const dialogs = [...document.querySelectorAll('dialog[open]')];
      const root = dialogs.at(-1) ?? document;
      const all = [...root.querySelectorAll(things)];
      for (const host of root.querySelectorAll('.code-editor'))
        all.push(...(host.shadowRoot?.querySelectorAll(things) ?? []));
      const found = all.filter(visible);
      return (
        found.find((one) => nameOf(one) === wanted) ?? found.find((one) => nameOf(one).startsWith(wanted)) ?? false
      );
    },
    { timeout: limitMs, ...looks },
    name,
    things,
  );
  return scoped as unknown as Promise<ElementHandle<Element>>;
}

/** Hands at a mouse; they type into what they have clicked. */
export function openMouse(page: Page): Hands {
  const press = async (name: string) => {
    const found = await find(page, name);
    await found.waitForSelector?.('xpath/self::*[not(@disabled)]', { timeout: limitMs }).catch(() => {});
    await found.click();
  };
  return {
    press,
    async fill(name, text) {
      const field = await find(page, name);
      await field.click({ count: 3 });
      await page.keyboard.type(text);
    },
    async choose(name, _letters, value) {
      const field = (await find(page, name)) as ElementHandle<HTMLSelectElement>;
      await field.select(value);
    },
    async pick(menu, row) {
      await press(menu);
      await press(row);
    },
    enterEditor: async (name) => (await find(page, name, editors)).click(),
  };
}

/** Hands at a keyboard, without a mouse: Tab to go somewhere, Enter or the arrows to use it. */
export function openKeyboard(page: Page): Hands {
  const key = (name: KeyInput) => page.keyboard.press(name);

  /** Whether the focus is on what has this name; undefined where the page has put another in its place. */
  const isAt = (wanted: ElementHandle<Element>) =>
    wanted.evaluate((element) =>
      element.isConnected ? (element.getRootNode() as Document | ShadowRoot).activeElement === element : undefined,
    );
  const isInEditor = () => page.evaluate(() => Boolean(document.activeElement?.shadowRoot));

  /** Presses keys until the focus is on what has this name. */
  async function moveTo(name: string, things: string | undefined, limit: number, step: () => Promise<void>) {
    let wanted = await find(page, name, things);
    for (let steps = 0; steps < limit; steps++) {
      const isThere = await isAt(wanted);
      if (isThere) return;
      if (isThere === undefined) wanted = await find(page, name, things);
      else await step();
    }
    throw new Error(`the keyboard does not reach ${name}`);
  }
  const reach = (name: string, things?: string) =>
    moveTo(name, things, 120, async () => {
      // Tab writes in an editor, unless Escape was before it.
      if (await isInEditor()) await key('Escape');
      await key('Tab');
    });
  const press = async (name: string) => {
    await reach(name);
    await key('Enter');
  };
  return {
    press,
    async fill(name, text) {
      await reach(name);
      await page.keyboard.down('Control');
      await key('a');
      await page.keyboard.up('Control');
      await page.keyboard.type(text);
    },
    async choose(name, letters) {
      await reach(name);
      await page.keyboard.type(letters);
    },
    async pick(menu, row) {
      await press(menu);
      await moveTo(row, undefined, 12, () => key('ArrowDown'));
      await key('Enter');
    },
    enterEditor: (name) => reach(name, editors),
  };
}

/** Waits until the page shows some words. */
export async function see(page: Page, words: string): Promise<void> {
  const shown = page.waitForFunction(
    (wanted: string) => {
      const holds = (element: Element) => element.textContent?.includes(wanted) ?? false;
      // The innermost, because what is shown may hold what is hidden.
      const holders = [...document.body.querySelectorAll('*')].filter(holds);
      return holders.some((one) => ![...one.children].some(holds) && one.checkVisibility({ visibilityProperty: true }));
    },
    { timeout: limitMs, ...looks },
    words,
  );
  await shown.catch(async () => {
    const text = await page.$eval('body', (body) => body.textContent);
    throw new Error(`never seen: ${words}\n${page.url()}\nshown or hidden: ${text}`);
  });
}

/** Goes to an address as "back" does: the page stays loaded, and shows another view. */
export const show = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/** The path of the file that the browser downloads into a folder. */
export async function receiveFile(page: Page, folder: string, start: () => Promise<void>): Promise<string> {
  const session = await page.createCDPSession();
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    browserContextId: page.browserContext().id,
    downloadPath: folder,
    eventsEnabled: true,
  } as never);
  const named = new Promise<string>((resolve) =>
    session.once('Browser.downloadWillBegin', ({ suggestedFilename }) => resolve(suggestedFilename)),
  );
  const done = new Promise<void>((resolve) =>
    session.on('Browser.downloadProgress', ({ state }) => state === 'completed' && resolve()),
  );
  await start();
  const [file] = await Promise.all([named, done]);
  await session.detach();
  return join(folder, file);
}

/** Puts a text in the place of the one in the focused editor. */
export async function overwrite(page: Page, text: string): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.press('Delete');
  await page.keyboard.sendCharacter(text);
}
