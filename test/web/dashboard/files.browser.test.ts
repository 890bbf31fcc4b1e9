import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import type { ElementHandle, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callService } from '../../helpers/call-service.ts';
import { runCli } from '../../helpers/run-cli.ts';
import { expectNoFlaws } from './flaws.ts';
import { type Hands, looks, openMouse, receiveFile, see } from './hands.ts';
import { account, serveDashboard } from './served-dashboard.ts';

const dashboard = serveDashboard();
const svg = (id: string) => `<svg xmlns="http://www.w3.org/2000/svg" id="${id}"/>`;
let key: string;
let id: string;
let page: Page;
let hands: Hands;
let complaints: string[];

const api = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) =>
  callService(dashboard.url, { key, method, path: `/api/v1/${path}`, ...(body && { body }) });
const paths = async () =>
  (await api('GET', 'assets'))
    .json()
    .data.map((asset: { path: string; template: string | null }) => [asset.path, asset.template === null]);

beforeAll(async () => {
  key = await dashboard.makeKey(account);
  for (const [slug, content] of [
    ['partials/foot', '<footer><img src="assets/logo.svg"></footer>'],
    ['layouts/letter', '{% block body %}{% endblock %}{% render "partials/foot" %}'],
    ['letter/partials/own', 'own'],
  ]) {
    await api('POST', 'templates', { template: { name: slug, slug, content } });
  }
  const content =
    '{% layout "layouts/letter" %}{% block body %}{% render "partials/own" %}<img src="stamp.svg">{% endblock %}';
  id = (await api('POST', 'templates', { template: { name: 'Letter', content } })).json().data.id;
  ({ page, complaints } = await dashboard.openSignedIn('ada@example.com', 'editor', `templates/${id}`));
  hands = openMouse(page);
}, 60_000);
afterAll(() => page?.browserContext().close());

/** Uploads a file through the dialog. */
async function upload(name: string, text: string, owner: 'template' | 'account', folder: string): Promise<void> {
  const file = join(dashboard.home.folder, name);
  writeFileSync(file, text);
  await hands.press('Upload files…');
  const field = (await page.waitForSelector('dialog input[type=file]')) as ElementHandle<HTMLInputElement>;
  await field.uploadFile(file);
  await hands.choose('For', '', owner);
  await page.$eval('dialog input[name=folder]', (input, value) => (input.value = value), folder);
  await hands.press('Upload');
}

describe('the files of a template', { timeout: 60_000 }, () => {
  it('are uploaded for the template and for all, and listed', async () => {
    await hands.press('Files');
    await see(page, 'No files');
    await upload('logo.svg', svg('one'), 'account', 'assets');
    await see(page, '1 file uploaded.');
    await see(page, 'assets/logo.svg');
    await upload('stamp.svg', svg('stamp'), 'template', '');
    await see(page, 'stamp.svg');
    expect(await paths()).toEqual([
      ['assets/logo.svg', true],
      ['stamp.svg', false],
    ]);
    await page.waitForFunction(() => !document.querySelector('dialog[open]'), looks);
    await expectNoFlaws(page, 'the files');
  });

  it('are replaced after a question', async () => {
    await upload('logo.svg', svg('two'), 'account', 'assets');
    await see(page, 'assets/logo.svg exists already.');
    await hands.press('Replace');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'), looks);
    const { base64 } = (await api('GET', 'assets/content?path=assets/logo.svg')).json().data;
    expect(Buffer.from(base64, 'base64').toString()).toBe(svg('two'));
  });

  it('show why a file is refused', async () => {
    await upload('notes.txt', 'text', 'account', 'assets');
    await see(page, 'the media type of an image, a font or a style sheet');
    await hands.press('Cancel');
  });

  it('are packed with the partials and the layout, as push has them', async () => {
    await api('PATCH', `templates/${id}`, { template: { name: 'Letter' } });
    const folder = mkdtempSync(join(dashboard.home.folder, 'download-'));
    const archive = await receiveFile(page, folder, () =>
      hands.pick('Actions for this template', 'Download as a folder'),
    );
    const files = unzipSync(readFileSync(archive));
    for (const [path, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    expect(Object.keys(files).sort()).toEqual([
      '.platen.json',
      'assets/logo.svg',
      'layouts/letter.html',
      'letter/content.html',
      'letter/partials/own.html',
      'letter/preview_context.json',
      'letter/stamp.svg',
      'letter/template.json',
      'partials/foot.html',
    ]);
    const push = async () => {
      const words = ['templates', 'push', '--dir', folder, '--dry-run', '--json', '--base-url', dashboard.url];
      const { stdout } = await runCli(words, { cwd: folder, env: { ...dashboard.home.env, PLATEN_API_KEY: key } });
      return JSON.parse(stdout).data.filter(({ action }: { action: string }) => action !== 'same');
    };
    expect(await push()).toEqual([]);
    writeFileSync(join(folder, 'partials/foot.html'), 'changed');
    expect(await push()).toMatchObject([{ slug: 'partials/foot.html', action: 'update' }]);
  });

  it('are deleted after a question that names the templates that use them', async () => {
    await hands.pick('Actions for assets/logo.svg', 'Delete…');
    await hands.press('Delete the file');
    await see(page, 'is used by letter');
    await hands.press('Cancel');
    expect(await paths()).toHaveLength(2);
    await hands.pick('Actions for assets/logo.svg', 'Delete…');
    await hands.press('Delete the file');
    await hands.press('Delete it all the same');
    await see(page, 'assets/logo.svg is deleted.');
    expect(await paths()).toEqual([['stamp.svg', false]]);
  });

  it('break no rule of the page', () => expect(complaints).toEqual([]));
});
