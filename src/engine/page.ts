import type { Protocol } from 'devtools-protocol';
import type { Session } from './browser/connection.ts';
import type { Browser } from './browser/launch-browser.ts';

/** One page in a browser context of its own. */
export interface Page extends Session {
  /** The main frame, which has the number of its target. */
  frame: string;
  /** Hears of each session of the page: its own, its frames' in other processes, its workers'. */
  onSession(listener: (session: Session, kind: 'page' | 'frame' | 'worker') => void): void;
  /** Settled when the page's process has crashed. */
  crashed: Promise<void>;
  /** Ends the page with all it started: frames, workers, storage, cookies, a script that never ends. */
  close(): Promise<void>;
}

/** How long a browser may take to drop a context before it counts as broken. */
const closeLimitMs = 2000;

/**
 * Opens a page in a fresh context, the one step that is known to end cookies, storage, cache and service workers together.
 * Everything it loads goes through the proxy. Dialogs are dismissed, popups closed before they run, downloads and
 * permissions refused. Commands are sent without waiting in between; the browser handles them in order.
 */
export async function openPage(browser: Browser, proxyPort: number): Promise<Page> {
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
  const listeners: ((session: Session, kind: 'page' | 'frame' | 'worker') => void)[] = [];
  const { promise: crashed, resolve: crash } = Promise.withResolvers<void>();
  session.on('Inspector.targetCrashed', () => crash());
  session.on('Page.javascriptDialogOpening', ({ type }) => {
    session.post('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' });
  });
  session.post('Inspector.enable');
  session.post('Page.enable');
  followTargets(browser, session, (child, kind) => {
    for (const listener of listeners) listener(child, kind);
  });
  return {
    ...session,
    frame: targetId,
    onSession(listener) {
      listeners.push(listener);
      listener(session, 'page');
    },
    crashed,
    async close() {
      const timer = setTimeout(() => browser.kill(), closeLimitMs);
      await browser.send('Target.disposeBrowserContext', { browserContextId }).catch(() => undefined);
      clearTimeout(timer);
    },
  };
}

/** Attaches to whatever the page starts, each paused until it is set up; a popup never gets to run. */
function followTargets(
  browser: Browser,
  session: Session,
  onSession: (session: Session, kind: 'frame' | 'worker') => void,
): void {
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'page' || targetInfo.type === 'tab') {
      browser.post('Target.closeTarget', { targetId: targetInfo.targetId });
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
  session.post('Target.setAutoAttach', attaching);
}
