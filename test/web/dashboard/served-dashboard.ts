import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { afterAll, beforeAll } from 'vitest';
import { formatApiKey, type Role } from '../../../src/contract/index.ts';
import { makeSecret } from '../../../src/server/sessions/cookies.ts';
import { openPasswords } from '../../../src/server/sessions/passwords.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import { makeHome, runCli, type TestHome } from '../../helpers/run-cli.ts';
import { type RunningCommand, startCommand } from '../../helpers/start-command.ts';
import { openBrowser } from '../open-browser.ts';

/** A service with its dashboard, as the build wrote that, and a browser to look at it. */
export interface ServedDashboard {
  home: TestHome;
  url: string;
  /** Makes a person and gives the one-time link. */
  invite(email: string, ...words: string[]): Promise<string>;
  /** Makes a key of an account. */
  makeKey(account: string): Promise<string>;
  /** A window of somebody who shares nothing with other windows. */
  openWindow(address: string): Promise<Window>;
  /** A window of somebody new in the account "acme", who is signed in, at a place of its dashboard. */
  openSignedIn(email: string, role: Role, path: string): Promise<Window>;
  /** Makes somebody of the account "acme", who has the password of the tests. Gives the id. */
  makePerson(email: string, role: Role): Promise<string>;
}

/** A window, with what its pages complain about. */
export interface Window {
  page: Page;
  context: BrowserContext;
  complaints: string[];
}

/** What every person of the tests has. */
export const password = 'three words or four';
/** The account that they are in. */
export const account = 'acme';

/** Serves a dashboard for the tests of a file. `more` gives further settings of the service. */
export function serveDashboard(more: () => Promise<Record<string, string>> = async () => ({})): ServedDashboard {
  let browser: Browser;
  let store: Store;

  async function openWindow(address: string, secret?: string): Promise<Window> {
    const context = await browser.createBrowserContext();
    await context.overridePermissions(served.url, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
    if (secret !== undefined) {
      const { hostname, port } = new URL(served.url);
      const cookie = { name: `platen-${port}`, value: secret, path: '/', httpOnly: true, sameSite: 'Strict' } as const;
      await context.setCookie({ ...cookie, domain: hostname });
    }
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      // An answer that is an error is no complaint about the page.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load')) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.setViewport({ width: 1280, height: 860 });
    await page.goto(address);
    return { page, context, complaints };
  }

  const served = {
    async invite(email, ...more) {
      const words = ['users', 'create', email, '--json', ...more];
      const made = await runCli(words, { cwd: served.home.folder, env: served.home.env });
      const link: string = JSON.parse(made.stdout).data.link;
      return served.url + link.slice(link.indexOf('/dashboard/'));
    },
    async makeKey(holder) {
      const key = formatApiKey(randomBytes(32));
      await store.keys.create({ account: holder, name: 'ci', key });
      return key;
    },
    async makePerson(email, role) {
      const { users } = await store.accounts();
      const { id } = await users.create(email);
      await users.setRole(id, account, role);
      // A check of a password of full strength takes half a second.
      await users.setPassword(id, await openPasswords({ log2N: 4 }).hash(password));
      return id;
    },
    openWindow: (address) => openWindow(address),
    async openSignedIn(email, role, path) {
      const userId = await served.makePerson(email, role);
      const secret = makeSecret();
      const { sessions } = await store.accounts();
      await sessions.create({ secret, userId, account, address: '127.0.0.1', network: '127.0.0.1', agent: 'Test' });
      return openWindow(`${served.url}/dashboard/${account}/${path}`, secret);
    },
  } as ServedDashboard;

  let service: RunningCommand;
  beforeAll(async () => {
    served.home = makeHome();
    const serve = ['serve', '--port', '0', '--egress', 'open', '--sandbox', 'preferred'];
    const env = { ...served.home.env, PLATEN_DRAIN_DELAY: '0s', ...(await more()) };
    service = await startCommand(serve, { ...served.home, env }, /listens on (http:\S+)/);
    served.url = service.found;
    store = await openStore({ dataFolder: join(served.home.env.XDG_DATA_HOME ?? '', 'platen') });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), store?.close()]);
    await service?.stop();
    served.home?.remove();
  });
  return served;
}
