import { randomUUID } from 'node:crypto';
import type { Protocol } from 'devtools-protocol';
import type { Browser, Session } from '../../../browser/index.ts';
import type { PageCalls } from '../../../injected/calls.ts';
import { type CalledPage, type CallResult, callInside } from './call-inside.ts';
import { composeProgram } from './injected-programs.ts';

/** A browser context: cookies, storage and cache, and one process for its pages. */
interface PageContext {
  id: string;
  /** How many pages are open in it. With the last it goes. */
  pages: number;
  /** How many of them load or print. */
  busy: number;
  /** Whether no document in it has requested anything outside its own origin. */
  isClean: boolean;
}

/** One page in its own browser context, or in that of other pages in which nothing can act. */
export interface Page extends CalledPage {
  browser: Browser;
  context: PageContext;
  /** Calls `listener` with each session of the page: its own, and those of workers and of frames in other processes. */
  onSession(listener: SessionListener): void;
  /** Settles when the page's process crashes. */
  crashed: Promise<void>;
  /** Settles with the first error of a listener of any of its sessions. Never rejects. */
  readonly failed: Promise<unknown>;
  /** Whether the page ever started another target: a worker, a frame in another process, a popup. */
  readonly spawnedTargets: boolean;
  /** Whether the page is neither closed, crashed nor failed. */
  readonly isAlive: boolean;
  /** Documents shown after the first. */
  uses: number;
  /** Whether locale and time zone must be set for each document, because they may differ from what the browser starts with. */
  hasRegion: boolean;
  /** Calls a function of the program inside the page. Throws `wait_failed` if the function does. */
  call<N extends keyof PageCalls>(name: N, ...args: Parameters<PageCalls[N]>): Promise<CallResult<N>>;
  /** Synthetic origin of the document on show. */
  origin: string | undefined;
  /** Drops all listeners, for the next document. After a static document nothing else needs clearing. */
  dropListeners(): void;
  /**
   * Replaces the document with an empty one and clears what a document may leave behind: listeners, history, cookies, cache,
   * storage. Not enough for a page that started other targets or reached another origin: close that.
   */
  clear(): Promise<void>;
  /** Closes the page, and with the last one its context: frames, workers, storage, cookies, and a script that never ends. */
  close(): Promise<void>;
}

/**
 * Milliseconds that a browser may take to dispose of a context before it counts as broken. Not less: on a machine that is busy,
 * a browser that is killed ends other renders with it, and restarts when there is least time for it.
 */
const closeLimitMs = 5000;

/** Milliseconds that a browser may take to open a page before it counts as broken. */
const openLimitMs = 10_000;

/**
 * Opens a page in its own browser context, which shares no cookies, storage, cache or service workers with another, or beside other pages
 * in theirs.
 * Everything it loads goes through the proxy. Dialogs are dismissed, popups closed before they run, downloads and
 * permissions refused. Commands are sent without waiting for each answer, because the browser handles them in order.
 */
export async function openPage(browser: Browser, proxyPort: number, beside?: Page): Promise<Page> {
  // A browser that lives but opens no page would hold each render until its deadline.
  const timer = setTimeout(() => browser.kill(), openLimitMs);
  try {
    return await openInContext(browser, beside?.context ?? (await openContext(browser, proxyPort)));
  } finally {
    clearTimeout(timer);
  }
}

async function openContext(browser: Browser, proxyPort: number): Promise<PageContext> {
  const { browserContextId } = await browser.send('Target.createBrowserContext', {
    disposeOnDetach: true,
    proxyServer: `http://127.0.0.1:${proxyPort}`,
    proxyBypassList: '<-loopback>',
  });
  browser.post('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
  browser.post('Browser.grantPermissions', { permissions: [], browserContextId });
  return { id: browserContextId, pages: 0, busy: 0, isClean: true };
}

async function openInContext(browser: Browser, context: PageContext): Promise<Page> {
  context.pages += 1;
  context.busy += 1;
  try {
    const { targetId } = await browser.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId: context.id,
    });
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    return buildPage(browser, context, targetId, browser.openSession(sessionId));
  } catch (error) {
    context.pages -= 1;
    context.busy -= 1;
    if (context.pages === 0) browser.post('Target.disposeBrowserContext', { browserContextId: context.id });
    throw error;
  }
}

function buildPage(browser: Browser, context: PageContext, targetId: string, session: Session): Page {
  const listeners: SessionListener[] = [];
  const { promise: crashed, resolve: crash } = Promise.withResolvers<void>();
  const { promise: failed, resolve: fail } = Promise.withResolvers<unknown>();
  let spawnedTargets = false;
  let isAlive = true;
  const end = () => {
    isAlive = false;
  };
  void session.closed.then(end);
  void failed.then(end);
  void session.failed.then(fail);
  const listen = () => {
    session.on('Inspector.targetCrashed', () => {
      isAlive = false;
      crash();
    });
    // In another process, the id of the world may be that of a world of the page.
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === targetId) page.installed = undefined;
    });
    session.on('Page.javascriptDialogOpening', ({ type }) => {
      session.post('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' });
    });
    followTargets(browser, session, (child, kind) => {
      spawnedTargets = true;
      void child?.failed.then(fail);
      for (const listener of listeners) if (child) listener(child, kind);
    });
  };
  const dropListeners = () => {
    listeners.length = 0;
    // What comes next is another document.
    page.installed = undefined;
    session.dropListeners();
    listen();
  };
  listen();
  session.post('Inspector.enable');
  session.post('Page.enable');
  session.post('Page.addScriptToEvaluateOnNewDocument', { source: composeProgram('removeWebRtc') });
  const page: Page = {
    ...session,
    browser,
    context,
    frame: targetId,
    crashed,
    failed,
    uses: 0,
    // Elsewhere the system chooses them, not the environment of the browser.
    hasRegion: process.platform !== 'linux',
    world: undefined,
    installed: undefined,
    origin: undefined,
    get spawnedTargets() {
      return spawnedTargets;
    },
    get isAlive() {
      return isAlive;
    },
    onSession(listener) {
      listeners.push(listener);
      listener(session, 'page');
    },
    call(name, ...args) {
      return callInside(this, name, args);
    },
    dropListeners,
    async clear() {
      session.post('Fetch.disable');
      // An address that no document navigates to. The answer may come before the document.
      const empty = `about:blank?${randomUUID()}`;
      const isEmpty = nextDocument(session, { frame: targetId, url: empty });
      await session.send('Page.navigate', { url: empty });
      await Promise.race([isEmpty, session.closed, crashed]);
      this.world = undefined;
      // Waits until the browser's process has left the document too, so that it writes nothing after the clearing.
      await resetHistory(session, empty);
      // The window's name outlives document, origin and process.
      session.post('Runtime.evaluate', { expression: 'window.name = ""' });
      dropListeners();
      await Promise.all([
        session.send('Network.clearBrowserCache'),
        session.send('Runtime.discardConsoleEntries'),
        browser.send('Storage.clearCookies', { browserContextId: context.id }),
        this.origin && session.send('Storage.clearDataForOrigin', { origin: this.origin, storageTypes: 'all' }),
      ]);
    },
    async close() {
      context.pages -= 1;
      const closing =
        context.pages === 0
          ? browser.send('Target.disposeBrowserContext', { browserContextId: context.id })
          : browser.send('Target.closeTarget', { targetId });
      const timer = setTimeout(() => browser.kill(), closeLimitMs);
      await closing.catch(() => undefined);
      clearTimeout(timer);
    },
  };
  return page;
}

function nextDocument(session: Session, { frame: frameId, url }: { frame: string; url: string }): Promise<void> {
  return new Promise((resolve) => {
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === frameId && frame.url === url) resolve();
    });
  });
}

/**
 * Resets the history to the document on show. The page's process reports that document before the browser's process, which
 * keeps the history, knows it; a reset in between would keep the one before.
 */
async function resetHistory(session: Session, url: string): Promise<void> {
  for (;;) {
    const [{ entries }] = await Promise.all([
      session.send('Page.getNavigationHistory'),
      session.send('Page.resetNavigationHistory'),
    ]);
    if (entries.at(-1)?.url === url) return;
  }
}

/** What a session is of. A `shared` worker, or one of a service, may outlive the script that started it. */
type SessionKind = 'page' | 'frame' | 'worker' | 'shared';
type SessionListener = (session: Session, kind: SessionKind) => void;

const kinds: Readonly<Record<string, SessionKind>> = { iframe: 'frame', worker: 'worker' };

/** Attaches to each target that the page starts, paused until it is set up. A popup never runs. */
function followTargets(
  browser: Browser,
  session: Session,
  onSession: (session: Session | undefined, kind: SessionKind) => void,
): void {
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'page' || targetInfo.type === 'tab') {
      browser.post('Target.closeTarget', { targetId: targetInfo.targetId });
      onSession(undefined, 'frame');
      return;
    }
    const child = browser.openSession(sessionId);
    const kind = kinds[targetInfo.type] ?? 'shared';
    if (kind === 'frame')
      child.post('Page.addScriptToEvaluateOnNewDocument', { source: composeProgram('removeWebRtc') });
    followTargets(browser, child, onSession);
    onSession(child, kind);
    child.post('Runtime.runIfWaitingForDebugger');
  });
  const attaching: Protocol.Target.SetAutoAttachRequest = {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
  };
  session.set('Target.setAutoAttach', attaching);
}
