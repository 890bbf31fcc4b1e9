import { homedir } from 'node:os';
import { join } from 'node:path';
import { startBrowser } from '../../../../src/engine/index.ts';

/** A real browser with one page, for looking at what a user would see. */
export interface Tab {
  /** The value of an expression in the page. */
  read<T>(expression: string): Promise<T>;
  /** Waits until an expression is true. */
  until(expression: string): Promise<void>;
  /** Puts a text in the place of the one in the focused editor, as pasting does. */
  overwrite(text: string): Promise<void>;
  /** What the page complained about, such as something that its policy forbids. */
  complaints: string[];
  close(): Promise<void>;
}

/** Opens an address of this machine. */
export async function openTab(url: string): Promise<Tab> {
  const browser = await startBrowser({
    cacheFolder: join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'platen'),
    sandbox: 'preferred',
  });
  // The browser starts with a proxy that refuses everything.
  const { browserContextId } = await browser.send('Target.createBrowserContext', { proxyServer: 'direct://' });
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const session = browser.openSession(sessionId);
  const complaints: string[] = [];
  session.on('Log.entryAdded', ({ entry }) => complaints.push(entry.text));
  session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => complaints.push(exceptionDetails.text));
  await Promise.all([session.send('Log.enable'), session.send('Runtime.enable')]);
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: 1200,
    height: 800,
    deviceScaleFactor: 1,
    mobile: false,
  });
  await session.send('Page.navigate', { url });

  async function read<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  }
  async function until(expression: string): Promise<void> {
    for (let look = 0; look < 500; look++) {
      if (await read<boolean>(`Boolean(${expression})`).catch(() => false)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`never true: ${expression}\n${await read('document.body.innerText')}\n${complaints.join('\n')}`);
  }
  async function overwrite(text: string): Promise<void> {
    // Chromium keeps the style of the words that an insertion replaces in an attribute, which the policy forbids.
    for (const key of [
      { key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, modifiers: 2 },
      { key: 'Delete', code: 'Delete', windowsVirtualKeyCode: 46 },
    ]) {
      await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
    }
    await session.send('Input.insertText', { text });
  }
  return { read, until, overwrite, complaints, close: () => browser.kill() };
}
