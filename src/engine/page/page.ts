import { randomUUID } from 'node:crypto';
import type { Protocol } from 'devtools-protocol';
import type { Session } from '../browser/connection.ts';
import type { Browser } from '../browser/launch-browser.ts';

/** One page in a browser context of its own. */
export interface Page extends Session {
  browser: Browser;
  /** The main frame, which has the number of its target. */
  frame: string;
  /** Hears of each session of the page: its own, its frames' in other processes, its workers'. */
  onSession(listener: SessionListener): void;
  /** Settled when the page's process has crashed. */
  crashed: Promise<void>;
  /** Whether it ever started anything beside itself: a worker, a frame in another process, a popup. */
  readonly spawnedTargets: boolean;
  /** Whether it is still there. */
  readonly isAlive: boolean;
  /** Documents that it has shown after its first. */
  uses: number;
  /** The world in which the document was last asked something (DevTools ExecutionContextId); gone with it. */
  world: number | undefined;
  /** The synthetic origin of the document that it shows. */
  origin: string | undefined;
  /** Forgets who listens, for the next document. Enough by itself after a document that could do nothing. */
  release(): void;
  /**
   * Leaves the document for an empty one and clears what a document may leave behind: listeners, history, cookies, cache,
   * storage. Not enough by itself for a page that has had company or that reached another origin.
   */
  clear(): Promise<void>;
  /** Ends the page with all it started: frames, workers, storage, cookies, a script that never ends. */
  close(): Promise<void>;
}

/** How long a browser may take to drop a context before it counts as broken. */
const closeLimitMs = 2000;

/** How long opening a page may take before the browser counts as broken. */
const openLimitMs = 10_000;

/**
 * Opens a page in a fresh context, the one step that is known to end cookies, storage, cache and service workers together.
 * Everything it loads goes through the proxy. Dialogs are dismissed, popups closed before they run, downloads and
 * permissions refused. Commands are sent without waiting in between; the browser handles them in order.
 */
export async function openPage(browser: Browser, proxyPort: number): Promise<Page> {
  // A browser that lives but opens no pages would hold every render up to its deadline.
  const timer = setTimeout(() => browser.kill(), openLimitMs);
  try {
    return await openInContext(browser, proxyPort);
  } finally {
    clearTimeout(timer);
  }
}

async function openInContext(browser: Browser, proxyPort: number): Promise<Page> {
  const { browserContextId } = await browser.send('Target.createBrowserContext', {
    disposeOnDetach: true,
    proxyServer: `http://127.0.0.1:${proxyPort}`,
    proxyBypassList: '<-loopback>',
  });
  try {
    browser.post('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
    browser.post('Browser.grantPermissions', { permissions: [], browserContextId });
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    return buildPage(browser, browserContextId, targetId, browser.openSession(sessionId));
  } catch (error) {
    browser.post('Target.disposeBrowserContext', { browserContextId });
    throw error;
  }
}

function buildPage(browser: Browser, browserContextId: string, targetId: string, session: Session): Page {
  const listeners: SessionListener[] = [];
  const { promise: crashed, resolve: crash } = Promise.withResolvers<void>();
  let spawnedTargets = false;
  let isAlive = true;
  void session.closed.then(() => {
    isAlive = false;
  });
  const listen = () => {
    session.on('Inspector.targetCrashed', () => {
      isAlive = false;
      crash();
    });
    session.on('Page.javascriptDialogOpening', ({ type }) => {
      session.post('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' });
    });
    followTargets(browser, session, (child, kind) => {
      spawnedTargets = true;
      for (const listener of listeners) if (child) listener(child, kind);
    });
  };
  const release = () => {
    listeners.length = 0;
    session.forget();
    listen();
  };
  listen();
  session.post('Inspector.enable');
  session.post('Page.enable');
  return {
    ...session,
    browser,
    frame: targetId,
    crashed,
    uses: 0,
    world: undefined,
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
    release,
    async clear() {
      session.post('Fetch.disable');
      // Its own address, which nothing else navigates to. The answer may come before the document does.
      const empty = `about:blank?${randomUUID()}`;
      const isEmpty = nextDocument(session, { frame: targetId, url: empty });
      await session.send('Page.navigate', { url: empty });
      await Promise.race([isEmpty, session.closed, crashed]);
      this.world = undefined;
      // Waits until the browser has left the document too, so that nothing of it writes to what is cleared next.
      await resetHistory(session, empty);
      // The one thing that outlives document, origin and process.
      session.post('Runtime.evaluate', { expression: 'window.name = ""' });
      release();
      await Promise.all([
        session.send('Network.clearBrowserCache'),
        session.send('Runtime.discardConsoleEntries'),
        browser.send('Storage.clearCookies', { browserContextId }),
        this.origin && session.send('Storage.clearDataForOrigin', { origin: this.origin, storageTypes: 'all' }),
      ]);
    },
    async close() {
      const timer = setTimeout(() => browser.kill(), closeLimitMs);
      await browser.send('Target.disposeBrowserContext', { browserContextId }).catch(() => undefined);
      clearTimeout(timer);
    },
  };
}

function nextDocument(session: Session, { frame: frameId, url }: { frame: string; url: string }): Promise<void> {
  return new Promise((resolve) => {
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === frameId && frame.url === url) resolve();
    });
  });
}

/**
 * Leaves a history of one document, the one shown. The page's process tells of it before the browser's, which keeps the history,
 * knows of it; a reset in between would keep the document before it.
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

type SessionListener = (session: Session, kind: 'page' | 'frame' | 'worker') => void;

/** Attaches to whatever the page starts, each paused until it is set up; a popup never gets to run. */
function followTargets(
  browser: Browser,
  session: Session,
  onSession: (session: Session | undefined, kind: 'frame' | 'worker') => void,
): void {
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'page' || targetInfo.type === 'tab') {
      browser.post('Target.closeTarget', { targetId: targetInfo.targetId });
      onSession(undefined, 'frame');
      return;
    }
    const child = browser.openSession(sessionId);
    followTargets(browser, child, onSession);
    onSession(child, targetInfo.type === 'iframe' ? 'frame' : 'worker');
    child.post('Runtime.runIfWaitingForDebugger');
  });
  const attaching: Protocol.Target.SetAutoAttachRequest = {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
  };
  session.set('Target.setAutoAttach', attaching);
}
