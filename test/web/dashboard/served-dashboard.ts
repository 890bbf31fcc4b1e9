import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { afterAll, beforeAll } from 'vitest';
import { makeHome, runCli, type TestHome } from '../../helpers/run-cli.ts';
import { type RunningCommand, startCommand } from '../../helpers/start-command.ts';
import { openBrowser } from '../open-browser.ts';

/** A service with its dashboard, as the build wrote that, and a browser to look at it. */
export interface ServedDashboard {
  home: TestHome;
  url: string;
  /** Makes a person and gives the one-time link. */
  invite(email: string, ...words: string[]): Promise<string>;
  /** A window of somebody who shares nothing with other windows. */
  openWindow(address: string): Promise<{ page: Page; context: BrowserContext; complaints: string[] }>;
}

/** What every person of the tests has. */
export const password = 'three words or four';

/** Serves a dashboard for the tests of a file. `more` gives further settings of the service. */
export function serveDashboard(more: () => Promise<Record<string, string>> = async () => ({})): ServedDashboard {
  let browser: Browser;
  const served = {
    async invite(email, ...more) {
      const words = ['users', 'create', email, '--json', ...more];
      const made = await runCli(words, { cwd: served.home.folder, env: served.home.env });
      const link: string = JSON.parse(made.stdout).data.link;
      return served.url + link.slice(link.indexOf('/dashboard/'));
    },
    async openWindow(address) {
      const context = await browser.createBrowserContext();
      await context.overridePermissions(served.url, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
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
    },
  } as ServedDashboard;

  let service: RunningCommand;
  beforeAll(async () => {
    served.home = makeHome();
    const serve = ['serve', '--port', '0', '--egress', 'open', '--sandbox', 'preferred'];
    const env = { ...served.home.env, ...(await more()) };
    service = await startCommand(serve, { ...served.home, env }, /listens on (http:\S+)/);
    served.url = service.found;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    served.home?.remove();
  });
  return served;
}
