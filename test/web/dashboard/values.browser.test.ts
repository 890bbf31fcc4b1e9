import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callService } from '../../helpers/call-service.ts';
import { type Hands, openMouse, overwrite, see, show } from './hands.ts';
import { account, serveDashboard } from './served-dashboard.ts';

const dashboard = serveDashboard();
let key: string;
let id: string;
const schema = { required: ['number'], properties: { number: { type: 'integer' } } };

const api = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  callService(dashboard.url, { key, method, path: `/api/v1/templates${path}`, ...(body && { body }) });
const stored = async () => (await api('GET', `/${id}/values`)).json().data;

beforeAll(async () => {
  key = await dashboard.makeKey(account);
  const template = { name: 'Invoice', content: '<p>No. {{ number }}</p>', preview_context: { number: 1 } };
  id = (await api('POST', '', { template })).json().data.id;
  await api('PATCH', `/${id}/values`, { values: { sets: { paid: { number: 7 } } } });
}, 60_000);

describe('the values in the editor', { timeout: 120_000 }, () => {
  let page: Page;
  let hands: Hands;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await dashboard.openSignedIn('ada@example.com', 'editor', `templates/${id}`));
    hands = openMouse(page);
    await hands.press('Values');
  }, 60_000);
  afterAll(() => page?.browserContext().close());

  const write = async (editor: string, text: string) => {
    await hands.enterEditor(editor);
    await overwrite(page, text);
  };
  /** Stores the values. An earlier note may say the same, so the button says when it is done: it goes. */
  const save = async () => {
    await hands.press('Save values');
    await page.waitForFunction(() => !document.querySelector('.values-bar .strong'));
  };
  const drawn = (words: string) => see(page, words);

  it('are chosen among the named ones, which the pages then have', async () => {
    await drawn('No. 1');
    await hands.choose('Which values', 'p', 'set paid');
    await drawn('No. 7');
  });

  it('are changed and stored, without a change of the preview context', async () => {
    await write('Values paid', '{"number": 70}');
    await drawn('No. 70');
    await save();
    expect((await stored()).sets).toEqual({ paid: { number: 70 } });
    expect((await api('GET', `/${id}`)).json().data.preview_context).toEqual({ number: 1 });
  });

  it('are made, renamed and deleted', async () => {
    await hands.pick('Actions for values', 'New values');
    await hands.fill('Name', 'draft');
    await hands.press('Create');
    await page.waitForFunction(() => document.querySelector('.values-bar select option[value="set draft"]'));
    await hands.pick('Actions for values', 'Rename');
    await hands.fill('Name', 'unpaid');
    await hands.press('Rename');
    await page.waitForFunction(() => document.querySelector('.values-bar select option[value="set unpaid"]'));
    expect((await stored()).sets).toEqual({ paid: { number: 70 }, unpaid: { number: 70 } });
    await hands.pick('Actions for values', 'Delete');
    await hands.press('Delete');
    await page.waitForFunction(() => !document.querySelector('.values-bar select option[value="set unpaid"]'));
    expect((await stored()).sets).toEqual({ paid: { number: 70 } });
  });

  it('follow a schema, whose faults are next to them with their paths, before it is stored too', async () => {
    await hands.pick('Actions for values', 'Add a schema');
    await write('Schema', JSON.stringify(schema));
    await hands.choose('Which values', 'p', 'set paid');
    await write('Values paid', '{"number": "seven"}');
    await see(page, '1 value does not follow the schema');
    await see(page, 'must be a whole number');
    await save();
    expect(await stored()).toMatchObject({ sets: { paid: { number: 'seven' } }, schema });
    await write('Values paid', '{"number": 8}');
    await page.waitForFunction(() => !document.querySelector('.faults'));
    await save();
  });

  it('say why a schema cannot be used', async () => {
    await hands.choose('Which values', 's', 'schema');
    await write('Schema', '{"type": "text"}');
    await see(page, 'The schema cannot be used: schema is invalid');
    await hands.press('Save values');
    await see(page, 'cannot be used: schema is invalid');
    await write('Schema', JSON.stringify(schema));
    await page.waitForFunction(() => !document.querySelector('.said.bad'));
  });

  it('leave the content to be saved as before', async () => {
    await hands.press('Content');
    await write('Content', '<p>New {{ number }}</p>');
    await hands.press('Save');
    await page.waitForFunction(() => !document.title.startsWith('•'));
    expect((await api('GET', `/${id}`)).json().data.content).toBe('<p>New {{ number }}</p>');
    expect((await stored()).sets).toEqual({ paid: { number: 8 } });
  });

  it('stay while another view is shown, and are not stored over those of another person', async () => {
    await hands.press('Values');
    await hands.choose('Which values', 'p', 'set paid');
    await write('Values paid', '{"number": 9}');
    await hands.press('API Keys');
    await see(page, 'Keys are made by admins');
    await show(page, `${dashboard.url}/dashboard/${account}/templates/${id}`);
    await hands.press('Values');
    await hands.choose('Which values', 'p', 'set paid');
    await see(page, 'Save values');
    await api('PATCH', `/${id}/values`, { values: { sets: { paid: { number: 10 } } } });
    await hands.press('Save values');
    await see(page, 'Another person has changed the template.');
    expect((await stored()).sets).toEqual({ paid: { number: 10 } });
  });

  it('complain about nothing', () => expect(complaints).toEqual([]));
});
