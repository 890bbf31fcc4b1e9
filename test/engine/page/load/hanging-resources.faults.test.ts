import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../read-pdf.ts';
import { openTestEngine } from '../../test-engine.ts';

// Each render waits for seconds, so they run at once.
const engine = openTestEngine({ concurrency: 5 });

let server: Server;
let site: string;

/** Never answers, but for a page that names what never answers. */
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url !== '/page') return;
    response.setHeader('content-type', 'text/html');
    response.end('<p>TEXT<img src="/image.png">');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await engine.close();
  server.closeAllConnections();
  server.close();
});

const hanging: [name: string, write: (url: string) => string][] = [
  ['an image', (url) => `<p>TEXT<img src="${url}">`],
  ['a style sheet', (url) => `<link rel=stylesheet href="${url}"><p>TEXT`],
  ['a script', (url) => `<script src="${url}"></script><p>TEXT`],
  ['a frame', (url) => `<p>TEXT<iframe src="${url}"></iframe>`],
  [
    'an image that a script adds after the load event',
    (url) =>
      `<p>TEXT<script>onload = () => setTimeout(() => { document.body.append(new Image()); document.images[0].src = '${url}' })</script>`,
  ],
];

function render(parts: object, options: object) {
  return engine.render({ parts, options: { timeout_ms: 5000, ...options } }, { account: 'test' });
}

test.concurrent.each(hanging)('%s that hangs is named when the time is up', async (_name, write) => {
  await expect(render({ html: write(`${site}/hangs`) }, {})).rejects.toMatchObject({
    code: 'render_timeout',
    detail: expect.stringContaining(`${site}/hangs had not answered.`),
  });
});

test.concurrent.each(hanging)(
  'a page is printed without %s that hangs if such errors are ignored',
  async (_name, write) => {
    const { pdf, warnings } = await render(
      { html: write(`${site}/hangs`) },
      { timeout_ms: 8000, on_resource_error: 'ignore' },
    );
    expect((await readPdf(pdf)).pages.join(' ').trim()).toBe('TEXT');
    expect(warnings).toEqual([]);
  },
);

test.concurrent('so is a page at an address', async () => {
  const { pdf } = await render({ url: `${site}/page` }, { timeout_ms: 8000, on_resource_error: 'ignore' });
  expect((await readPdf(pdf)).pages.join(' ').trim()).toBe('TEXT');
});

test.concurrent('an address that never answers is no page without content', async () => {
  await expect(render({ url: `${site}/hangs` }, { on_resource_error: 'ignore' })).rejects.toMatchObject({
    code: 'render_timeout',
  });
});
