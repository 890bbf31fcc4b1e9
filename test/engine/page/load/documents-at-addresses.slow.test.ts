import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { readPdf } from '../../read-pdf.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const svg = 'xmlns="http://www.w3.org/2000/svg"';
const front = '---\ntitle: Notes\noptions:\n  page_size: A5\n---\n';
const long = Buffer.from(`# Long\n\n${'word '.repeat(5000)}\n`);

/** What the server answers with, by path: type, body, and the length that it claims. */
const answers: Record<string, [type: string, body: string | Buffer, length?: number]> = {
  '/picture': ['image/svg+xml', `<svg ${svg} width="300" height="200"><text x="20" y="100">drawn</text></svg>`],
  '/scaled': [
    'image/svg+xml',
    `<?xml version="1.0"?><svg ${svg} viewBox="0 0 300 200"><text x="20" y="100">drawn</text></svg>`,
  ],
  '/notes': ['text/markdown; charset=utf-8', `${front}# Größe\n\n[other](other)\n\n![](picture)\n`],
  '/old': ['text/x-markdown;charset=iso-8859-1', Buffer.from('# Größe\n', 'latin1')],
  '/bad': ['text/markdown', '---\ntitle: [\n---\n'],
  '/cut': ['text/markdown', long.subarray(0, 400), long.length],
  '/empty': ['text/html', ''],
  '/script': ['text/html', '<script>location.href = "/elsewhere/other"</script>'],
};

const server = createServer(({ url = '' }, response) => {
  if (url.startsWith('/elsewhere'))
    return response.writeHead(302, { location: `http://localhost:${port()}/${url.slice('/elsewhere/'.length)}` }).end();
  if (url === '/moved') return response.writeHead(302, { location: '/notes' }).end();
  const [type, body, length] = answers[url] ?? ['text/html', 'other'];
  response.writeHead(200, { 'content-type': type, ...(length !== undefined && { 'content-length': length }) });
  response.write(body);
  return length === undefined ? response.end() : setTimeout(() => response.destroy(), 100);
});

const port = () => (server.address() as AddressInfo).port;

let base: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { pdf } = await renderParts(engine, { html: 'file' });
  answers['/file'] = ['application/pdf', Buffer.from(pdf)];
  base = `http://127.0.0.1:${port()}`;
});
afterAll(() => {
  server.close();
});

const render = async (path: string, options: object = {}) => {
  const { pdf, warnings } = await renderParts(engine, { url: base + path }, options);
  return { ...(await readPdf(pdf)), warnings };
};

describe('a picture of SVG at an address is printed', () => {
  test.each(['/picture', '/scaled'])('%s', async (path) => {
    const { pages, warnings } = await render(path);
    expect({ pages, warnings }).toEqual({ pages: ['drawn'], warnings: [] });
  });

  test('and an empty page is refused as before', async () => {
    await expect(render('/empty')).rejects.toMatchObject({ code: 'page_failed' });
  });
});

describe('Markdown at an address is printed as Markdown', () => {
  test.each(['/notes', '/moved'])('with the options of its front matter and the files beside it: %s', async (path) => {
    const { pages, sizes, outline, warnings } = await render(path);
    expect(pages[0]).toContain('Größe other drawn');
    expect(sizes[0]?.map(Math.round)).toEqual([420, 595]);
    expect([outline, warnings]).toEqual([['Größe'], []]);
  });

  test('in the encoding of its answer, and with the options of the request', async () => {
    expect((await render('/old')).pages[0]).toContain('Größe');
    const { pages, sizes } = await render('/notes', { page_size: 'A6', footer: '<p>foot', margin: '20mm' });
    expect(sizes[0]?.map(Math.round)).toEqual([298, 420]);
    expect(pages[0]).toContain('foot');
  });

  test('unless it is wrong or breaks off', async () => {
    await expect(render('/bad')).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(render('/cut')).rejects.toMatchObject({ code: 'page_failed' });
  });
});

test.each(['other', 'file', 'notes'])('a URL that redirects to another site is a warning: %s', async (what) => {
  const { warnings } = await render(`/elsewhere/${what}`);
  const detail = `${base}/elsewhere/${what} redirects to http://localhost:${port()}/${what}`;
  expect(warnings).toEqual([{ part: 0, code: 'page_redirected', detail }]);
});

test('so is a page that a script replaces by one of another site', async () => {
  const { pages, warnings } = await render('/script');
  expect(pages).toEqual(['other']);
  const detail = `${base}/script redirects to http://localhost:${port()}/other`;
  expect(warnings).toEqual([{ part: 0, code: 'page_redirected', detail }]);
});
