import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openValuesChecker } from '../../../../src/cli/documents/check-values.ts';
import { type PreviewServer, startPreviewServer } from '../../../../src/cli/templates/preview/preview-server.ts';
import { findSources } from '../../../../src/cli/templates/preview-source.ts';
import { tinyPdf } from '../../../helpers/recording-server.ts';
import { makeHome, type TestHome } from '../../../helpers/run-cli.ts';

let home: TestHome;
let server: PreviewServer;

/** A renderer and a templates that do nothing wrong. */
const edges = (cwd: string) => ({
  cwd,
  platform: process.platform,
  request: {},
  renderer: {
    render: async () => ({ pdf: tinyPdf, pages: 1, warnings: [], timings: null }),
    send: () => Promise.reject(new Error('not used')),
  },
  templates: {
    render: async ({ content }: { content: string }) => content,
    check: async () => [],
    findPartials: async () => [],
  },
  values: openValuesChecker(),
  findSources: () => findSources('templates', cwd),
});

function add(name: string): void {
  mkdirSync(join(home.folder, 'templates', name), { recursive: true });
  writeFileSync(join(home.folder, 'templates', name, 'content.html'), '<p>x');
}

beforeEach(async () => {
  home = makeHome();
  add('one');
  server = await startPreviewServer(await findSources('templates', home.folder), edges(home.folder), 0);
});
afterEach(async () => {
  await server.close();
  home.remove();
});

it('leads a ticket to the page once', async () => {
  const ticket = server.buildTicket();
  const first = await fetch(ticket, { redirect: 'manual' });
  expect([first.status, new URL(first.headers.get('location') ?? '', ticket).href]).toEqual([303, server.url]);
  expect((await fetch(ticket, { redirect: 'manual' })).status).toBe(404);
});

it('forbids the page to load or send anything elsewhere', async () => {
  const { headers } = await fetch(server.url);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
  expect(headers.get('content-security-policy')).not.toMatch(/https?:|\*|unsafe/);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.has('access-control-allow-origin')).toBe(false);
});

it('lists templates that were made since, once the page is loaded again', async () => {
  add('two');
  const stream = await fetch(`${server.url}events?template=one`);
  const { value } = (await stream.body?.getReader().read()) ?? {};
  const { templates } = JSON.parse(new TextDecoder().decode(value).slice('data: '.length));
  expect(templates.map(({ slug }: { slug: string }) => slug)).toEqual(['one', 'two']);
});

it('hands out the PDF under a name that is safe', async () => {
  await fetch(`${server.url}events?template=one`);
  for (let look = 0; look < 100; look++) {
    const answer = await fetch(`${server.url}document.pdf?template=one&download`);
    if (answer.status === 200) {
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="one.pdf"');
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(tinyPdf);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('no PDF came');
});

describe('a request', () => {
  /** The status and the sentence of an answer. */
  async function send(start: string, ...headers: string[]): Promise<[number, string | undefined]> {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.end([`${start} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'));
    const answer = await text(socket);
    return [Number(answer.slice(9, 12)), /^[A-Z].*\.$/m.exec(answer)?.[0]];
  }
  const here = 'Host: 127.0.0.1';
  const elsewhere = 'Host: evil.example';

  it.each(['/', '//', '//evil.example/', '///', '/%', '/\\'])('for %s is refused by its host first', async (path) => {
    expect(await send(`GET ${path}`, elsewhere)).toEqual([403, 'This host name is not served here.']);
    expect(await send(`GET ${path}`, here)).toEqual([404, expect.stringContaining('Not found.')]);
  });

  it('without a host is rejected', async () => {
    expect(await send('GET /')).toEqual([400, 'A request must have exactly one Host header.']);
  });

  it.each([
    [here, here],
    [here, elsewhere],
    [elsewhere, here],
  ])('with two hosts is refused: %s, %s', async (first, second) => {
    expect(await send('GET /', first, second)).toEqual([400, 'A request must have exactly one Host header.']);
  });

  it.each(['http://127.0.0.1/', '*'])('for %s, another form of target, is not understood', async (target) => {
    expect(await send(`OPTIONS ${target}`, here)).toEqual([400, 'Invalid URL.']);
    expect(await send(`OPTIONS ${target}`, elsewhere)).toEqual([403, 'This host name is not served here.']);
  });
});

it('does not start where the port is taken', async () => {
  const port = Number(new URL(server.url).port);
  const sources = await findSources('templates', home.folder);
  await expect(startPreviewServer(sources, edges(home.folder), port)).rejects.toMatchObject({
    code: 'EADDRINUSE',
    port,
  });
});
