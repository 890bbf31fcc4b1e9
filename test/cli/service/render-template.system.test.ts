import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RecordingServer, sendPdf, startRecordingServer } from '../../helpers/recording-server.ts';
import { makeHome, runCli, type TestHome } from '../../helpers/run-cli.ts';

let home: TestHome;
let server: RecordingServer;

beforeAll(async () => {
  home = makeHome();
  server = await startRecordingServer((_request, response) => sendPdf(response));
  mkdirSync(join(home.folder, 'letter'));
  const write = (name: string, text: string) => writeFileSync(join(home.folder, 'letter', name), text);
  write('content.html', '<p>Dear {{ name }},<img src="logo.svg">');
  write('preview_context.json', '{"name": "Ada & Co"}');
  write('logo.svg', '<svg/>');
});
afterAll(async () => {
  await server.close();
  home.remove();
});

const render = (...words: string[]) =>
  runCli(['render', 'pdf', 'template:./letter', '-o', 'x.pdf', '--force', ...words], {
    cwd: home.folder,
    env: { ...home.env, PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'key' },
  });

describe('a template folder as a source of a render', () => {
  it('is rendered here, and travels to any service as HTML with its files', async () => {
    expect((await render()).code).toBe(0);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      parts: {
        html: '<p>Dear Ada &amp; Co,<img src="logo.svg">',
        assets: { 'logo.svg': { type: 'image/svg+xml', base64: Buffer.from('<svg/>').toString('base64') } },
      },
    });
  });

  it('takes the values that are given instead of its preview context', async () => {
    await render('--set', 'name=Grace');
    expect(JSON.parse(server.requests.at(-1)?.body ?? '').parts.html).toContain('Dear Grace,');
  });

  it('is refused with its line where it cannot be rendered, and nothing is sent', async () => {
    const sent = server.requests.length;
    writeFileSync(join(home.folder, 'letter', 'content.html'), '<p>\n{{ name | upcse }}');
    const { code, stderr } = await render();
    expect(code).toBe(7);
    expect(stderr).toContain('error: letter/content.html:2:11: there is no filter "upcse"; did you mean "upcase"?');
    expect(server.requests).toHaveLength(sent);
  });
});
