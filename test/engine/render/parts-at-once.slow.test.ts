import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RenderRequest } from '../../../src/contract/index.ts';
import { digestPdf } from '../acceptance/digest-renders.ts';
import { readPdf } from '../read-pdf.ts';
import { openTestEngine } from '../test-engine.ts';

const engine = openTestEngine({ concurrency: 3 });
const oneSlot = openTestEngine({ concurrency: 1 });

let site: string;
let waiting: ServerResponse[] = [];
/** Requests for `/never` that are open. */
let asked = 0;

/** Answers `/together` once two have asked for it, and `/never` never. */
const server = createServer((request, response) => {
  response.setHeader('access-control-allow-origin', '*');
  if (request.url === '/never') {
    asked += 1;
    request.once('close', () => {
      asked -= 1;
    });
  }
  if (request.url === '/late') setTimeout(() => response.writeHead(500).end(), 700);
  if (request.url !== '/together') return;
  waiting.push(response);
  if (waiting.length < 2) return;
  for (const one of waiting) one.end('TOGETHER');
  waiting = [];
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await Promise.all([engine.close(), oneSlot.close()]);
  server.closeAllConnections();
  server.close();
});

const together = (name: string) =>
  `<p>${name} <script>fetch('${site}/together').then((answer) => answer.text()).then((text) => document.body.append(text))</script>`;
const never = (rest = '') => `<p>x<img src="${site}/never">${rest}`;
const fails = { html: '<p>x', options: { wait_for: { expression: 'throw new Error("no")' } } };

function render(parts: object[], options: object = {}, by = engine) {
  return by.render({ parts, options: { timeout_ms: 20_000, ...options } } as RenderRequest, { account: 'a' });
}

test('parts load side by side and keep their order', async () => {
  const { pdf } = await render([{ html: together('first') }, { html: together('second') }]);
  expect((await readPdf(pdf)).pages).toEqual(['first TOGETHER', 'second TOGETHER']);
  // Its pages are closed after it has its PDF.
  await expect.poll(() => engine.status().running).toBe(0);
});

test('the bytes, warnings and progress are those of parts that follow one another', async () => {
  const counted = '<style>@page { @bottom-right { content: counter(page) " of " counter(pages) } }</style>';
  const pages = (name: string, count: number) =>
    Array.from({ length: count }, (_, i) => `<h1 style="break-before: page" id="${name}${i}">${name} ${i}</h1>`).join(
      '',
    );
  const parts = [
    { html: `${counted}<h1>Contents</h1><a href="#c1" style="content: none">c</a>`, name: 'contents' },
    { html: `${counted}${pages('b', 4)}<script>document.body.append('drawn')</script>` },
    { markdown: '# Text\n\nof *Markdown*' },
    { html: `${counted}${pages('c', 3)}<img src="missing.png">` },
    { pdf: Buffer.from((await render([{ html: '<p>before' }])).pdf).toString('base64') },
    { html: `${counted}<p>last`, options: { header: '<span class="pageNumber"></span>', margin: '3cm' } },
  ];
  const one = await render(parts, {}, oneSlot);
  const several = await render(parts);
  expect(digestPdf(several.pdf)).toBe(digestPdf(one.pdf));
  expect(several.warnings).toEqual(one.warnings);
  expect((await readPdf(several.pdf)).pages.at(-1)).toContain('11 of 11');
});

test('a failure ends the parts after it at once, and their pages', async () => {
  const failing = render([
    { html: `<p>x<img src="${site}/late">`, options: { on_resource_error: 'fail' } },
    { html: never() },
  ]);
  await expect.poll(() => asked).toBe(1);
  await expect(failing).rejects.toMatchObject({ code: 'resource_failed', part: 0 });
  await expect.poll(() => asked).toBe(0);
  expect(engine.status().running).toBe(0);
});

test('of two failures that of the first part is reported, whichever comes first', async () => {
  const late = { html: `<p>x<img src="${site}/late">`, options: { on_resource_error: 'fail' } };
  await expect(render([late, fails])).rejects.toMatchObject({ part: 0 });
  await expect(render([{ html: '<p>fine' }, { html: '<p>fine' }, fails])).rejects.toMatchObject({ part: 2 });
});

test('a deadline that passes names the first part that was not ready, and what that waited for', async () => {
  const busy = { html: '<p>x', options: { wait_for: { selector: '#not-there' } } };
  await expect(render([{ html: '<p>fine' }, { html: never() }, busy], { timeout_ms: 5000 })).rejects.toMatchObject({
    code: 'render_timeout',
    part: 1,
    detail: expect.stringContaining('/never had not answered'),
  });
});

test('parts of one render leave a slot to a render that comes later', async () => {
  const long = render(
    Array.from({ length: 6 }, () => ({ html: never() })),
    { timeout_ms: 20_000, on_resource_error: 'fail' },
  );
  long.catch(() => undefined);
  await expect.poll(() => engine.status().running).toBe(3);
  const { pdf } = await engine.render({ parts: { html: '<p>other' } }, { account: 'other' });
  expect((await readPdf(pdf)).pages).toEqual(['other']);
  server.closeAllConnections();
  await expect(long).rejects.toMatchObject({ code: 'resource_failed', part: 0 });
});
