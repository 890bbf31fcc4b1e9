import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callService } from '../../helpers/call-service.ts';
import { type Hands, openMouse, overwrite, see, show } from './hands.ts';
import { account, serveDashboard } from './served-dashboard.ts';

const dashboard = serveDashboard();
let key: string;
let id: string;

const api = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, headers = {}) =>
  callService(dashboard.url, { key, method, path: `/api/v1/templates${path}`, headers, ...(body && { body }) });
const stored = async () => (await api('GET', `/${id}`)).json().data;
const rendered = async () => {
  const answer = await callService(dashboard.url, {
    ...{ key, method: 'POST', path: '/api/v1/renderers/pdf', body: { parts: { template: id } } },
  });
  return answer.headers['platen-template-revision'];
};

beforeAll(async () => {
  key = await dashboard.makeKey(account);
  const template = { name: 'Letter', content: '<p>One</p>\n', preview_context: { n: 1 } };
  id = (await api('POST', '', { template })).json().data.id;
  const message = { 'platen-revision-message': 'Two is better' };
  await api('PATCH', `/${id}`, { template: { content: '<p>Two</p>\n' } }, message);
  await api('PATCH', `/${id}`, { template: { content: '<p>Three</p>\n' } });
}, 60_000);

describe('the history beside the editor', { timeout: 120_000 }, () => {
  let page: Page;
  let hands: Hands;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await dashboard.openSignedIn('ada@example.com', 'editor', `templates/${id}`));
    hands = openMouse(page);
    await hands.press('History');
  }, 60_000);
  afterAll(() => page?.browserContext().close());

  /** Waits for both sides of a comparison. Until they are there, the buttons below them move. */
  const seeSides = () =>
    page.waitForFunction(
      () => document.querySelector('dialog .merge')?.shadowRoot?.querySelectorAll('.cm-content').length === 2,
    );

  it('lists the revisions with their messages and authors', async () => {
    await see(page, 'Revision 3');
    await see(page, 'Two is better');
    await see(page, ' by key ci');
    await see(page, 'Renders use the newest revision.');
  });

  it('puts a revision live, which renders use from now on', async () => {
    await hands.pick('Actions for revision 2', 'Put live');
    await see(page, 'Revision 2 is live.');
    await see(page, 'Renders use revision 2, which is live.');
    expect(await rendered()).toBe('2');
  });

  it('compares a revision with the editor, which takes over pieces of it', async () => {
    await hands.press('Compare revision 1');
    await see(page, 'In the editor');
    const sides = () =>
      page.$$eval('dialog .merge', ([merge]) =>
        [...(merge?.shadowRoot?.querySelectorAll('.cm-content') ?? [])].map((side) => side.textContent),
      );
    await seeSides();
    expect(await sides()).toEqual(['<p>Three</p>', '<p>One</p>']);
    await page.evaluate(() => {
      const merge = document.querySelector('dialog .merge')?.shadowRoot;
      merge?.querySelector('.cm-merge-revert button')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    });
    expect(await sides()).toEqual(['<p>One</p>', '<p>One</p>']);
    await hands.press('Done');
    await hands.pick('Actions for this template', 'Save with a message…');
    await hands.fill('What has changed', 'Größer, 5%');
    await hands.press('Save');
    await see(page, 'Saved.');
    await see(page, 'Revision 4');
    await see(page, 'Größer, 5%');
    expect(await stored()).toMatchObject({ content: '<p>One</p>\n' });
    // What is saved waits.
    expect(await rendered()).toBe('2');
  });

  it('restores a revision after a question about what is not saved', async () => {
    await hands.press('Content');
    await hands.enterEditor('Content');
    await overwrite(page, '<p>Lost</p>');
    await hands.press('History');
    await hands.pick('Actions for revision 3', 'Restore');
    await see(page, 'What you have not saved is discarded.');
    await hands.press('Cancel');
    expect(await stored()).toMatchObject({ content: '<p>One</p>\n' });
    await hands.press('Compare revision 3');
    await seeSides();
    await hands.press('Restore');
    await hands.press('Discard and restore');
    await see(page, 'Revision 3 is restored as revision 5.');
    expect(await stored()).toMatchObject({ content: '<p>Three</p>\n' });
    await see(page, 'Restores revision 3');
    await see(page, 'Saved');
  });

  it('renders the newest again after a question', async () => {
    await hands.press('Render the newest instead');
    await see(page, 'Render the newest revision?');
    await hands.press('Render the newest');
    await see(page, 'The newest revision is rendered.');
    expect(await rendered()).toBe('5');
  });

  it('does not restore over what another person has saved meanwhile', async () => {
    await api('PATCH', `/${id}`, { template: { content: '<p>Theirs</p>' } });
    await hands.pick('Actions for revision 1', 'Restore');
    await see(page, 'Another person has changed the template.');
    expect(await stored()).toMatchObject({ content: '<p>Theirs</p>' });
  });

  it('breaks no rule of the page', () => expect(complaints).toEqual([]));
});

it('viewers see the history, and cannot change it', { timeout: 60_000 }, async () => {
  const { page, context } = await dashboard.openSignedIn('eve@example.com', 'viewer', 'templates');
  await show(page, `${dashboard.url}/dashboard/${account}/templates/${id}`);
  await openMouse(page).press('History');
  await see(page, 'Revision 1');
  expect(await page.$('[aria-label="Actions for revision 1"]')).toBeNull();
  await openMouse(page).press('Compare revision 1');
  await page.waitForSelector('dialog .buttons');
  expect(await page.$$eval('dialog .buttons button', (all) => all.map((one) => one.textContent))).toEqual(['Done']);
  await context.close();
});
