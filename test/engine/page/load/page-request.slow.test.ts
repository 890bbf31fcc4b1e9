import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { readPdf } from '../../read-pdf.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

/** What a server was asked for. */
interface Seen extends Pick<IncomingMessage, 'headers'> {
  url: string;
}

const pages: Record<string, string> = {
  '/': `<p>hello<img src="/dot.png"><script>document.write('<p>' + document.cookie + ' ' + (localStorage.token ?? '-'))</script>`,
  '/lazy': `<div id="list"></div><script>
    let n = 0;
    const add = () => { for (let i = 0; i < 10; i++) list.insertAdjacentHTML('beforeend', '<p style="height: 300px">row ' + ++n); };
    add();
    addEventListener('scroll', () => { if (innerHeight + scrollY >= document.body.scrollHeight - 10 && n < 60) add(); });
  </script>`,
  '/endless': `<div id="list"></div><script>
    const add = () => list.insertAdjacentHTML('beforeend', '<p style="height: 3000px">row');
    add();
    addEventListener('scroll', () => { if (innerHeight + scrollY >= document.body.scrollHeight - 10) add(); });
  </script>`,
  '/login': '<form><input type=password></form>please sign in',
  '/shop': '<nav>menu</nav><main style="padding: 9px"><h1>goods</h1><aside>ad</aside></main><footer>foot</footer>',
};

let site: Server;
let other: Server;
let [origin, elsewhere] = ['', ''];
let seen: Seen[] = [];
let seenElsewhere: Seen[] = [];

async function serve(log: () => Seen[]): Promise<Server> {
  const server = createServer(({ url = '', headers }, response) => {
    log().push({ url, headers });
    const target = new URL(url, 'http://x').searchParams.get('to');
    if (target !== null) return void response.writeHead(302, { location: target }).end();
    if (url === '/protected' && headers.authorization === undefined)
      return void response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
    response.writeHead(200, { 'content-type': url.endsWith('.png') ? 'image/png' : 'text/html' });
    response.end(pages[url] ?? `<p>${url}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  site = await serve(() => seen);
  other = await serve(() => seenElsewhere);
  origin = `http://127.0.0.1:${portOf(site)}`;
  elsewhere = `http://localhost:${portOf(other)}`;
});
afterAll(() => {
  site.close();
  other.close();
});
beforeEach(() => {
  seen = [];
  seenElsewhere = [];
});

const render = async (path: string, request: object, options: object = {}) => {
  const { pdf, warnings } = await renderParts(engine, [{ url: `${origin}${path}`, request, options }]);
  return { text: (await readPdf(pdf)).pages.join(' '), codes: warnings.map(({ code }) => code) };
};
const secret = { headers: { 'X-Token': 'tell-nobody' }, basic_auth: { username: 'ada', password: 'pass:word' } };

describe('the request of a part', () => {
  test('has headers, credentials, a user agent and a language on every request to its origin', async () => {
    await render('/', { ...secret, user_agent: 'Robot/1', language: 'de-AT,de' });
    expect(seen.map(({ url }) => url)).toEqual(expect.arrayContaining(['/', '/dot.png']));
    for (const { headers } of seen) {
      expect(headers).toMatchObject({
        'x-token': 'tell-nobody',
        authorization: `Basic ${Buffer.from('ada:pass:word').toString('base64')}`,
        'user-agent': 'Robot/1',
      });
      expect(headers['accept-language']).toMatch(/^de-AT,de/);
    }
  });

  test('opens pages behind basic authentication', async () => {
    expect((await render('/protected', secret)).text).toBe('/protected');
  });

  test('sends headers and credentials to no other origin, after a redirect or for a file', async () => {
    pages['/other-files'] = `<img src="${elsewhere}/a.png"><iframe src="${elsewhere}/frame"></iframe>`;
    await render('/other-files', secret);
    const { codes } = await render(`/?to=${encodeURIComponent(`${elsewhere}/after`)}`, secret);
    expect(codes).toContain('page_redirected');
    expect(seenElsewhere.map(({ url }) => url)).toEqual(expect.arrayContaining(['/a.png', '/frame', '/after']));
    for (const { headers } of seenElsewhere) expect(JSON.stringify(headers)).not.toMatch(/tell-nobody|Basic/);
  });

  test('sends cookies to its own origin, which scripts see as well', async () => {
    const { text } = await render('/', { cookies: { session: 'abc', lang: 'de' } });
    expect(text).toContain('session=abc; lang=de');
    expect(seen.every(({ headers }) => headers.cookie === 'session=abc; lang=de')).toBe(true);
  });

  test('sends cookies to no other host, and reaches no other port of that host', async () => {
    const cookies = { session: 'abc' };
    await render(`/?to=${encodeURIComponent(`${elsewhere}/after`)}`, { cookies });
    expect(seenElsewhere.map(({ headers }) => headers.cookie)).toEqual([undefined]);
    const samePort = `http://127.0.0.1:${portOf(other)}/same-host`;
    await expect(render(`/?to=${encodeURIComponent(samePort)}`, { cookies })).rejects.toMatchObject({
      code: 'address_not_allowed',
    });
    expect(seenElsewhere).toHaveLength(1);
  });

  test('takes from a stored session what belongs to its origin', async () => {
    const cookie = (name: string, domain: string, more: object = {}) => ({
      name,
      value: name,
      domain,
      path: '/',
      ...more,
    });
    const storage_state = {
      cookies: [
        cookie('own', '127.0.0.1', { httpOnly: true, sameSite: 'Lax', expires: -1, secure: false }),
        cookie('old', '127.0.0.1', { expires: 1000 }),
        cookie('foreign', 'example.com'),
      ],
      origins: [
        { origin, localStorage: [{ name: 'token', value: 'of "this" site' }] },
        { origin: 'https://example.com', localStorage: [{ name: 'token', value: 'foreign' }] },
      ],
    };
    const { text } = await render('/', { storage_state });
    expect(seen[0]?.headers.cookie).toBe('own=own');
    expect(text).toContain('of "this" site');
    expect(text).not.toContain('own=');
  });
});

describe('a redirect to a page that asks for a password', () => {
  test('is a warning, and none if that page was asked for', async () => {
    expect((await render('/account?to=/login', {})).codes).toEqual(['login_suspected']);
    expect((await render('/login', {})).codes).toEqual([]);
  });
});

describe('options of a page', () => {
  test('print one element, and hide others', async () => {
    expect((await render('/shop', {}, { select: 'main' })).text).toBe('goods ad');
    expect((await render('/shop', {}, { hide: ['nav', 'aside, footer'] })).text).toBe('goods');
    const { pdf } = await renderParts(engine, { html: pages['/shop'] }, { select: 'h1', hide: ['nav'] });
    expect((await readPdf(pdf)).pages).toEqual(['goods']);
    await expect(render('/shop', {}, { select: '#none' })).rejects.toMatchObject({ code: 'page_failed' });
  });

  test('scroll until nothing is added, and end with a warning where that never happens', async () => {
    expect((await render('/lazy', {}, { scroll: true })).text).toContain('row 60');
    expect((await render('/endless', {}, { scroll: true })).codes).toContain('lazy_unloaded');
  });

  test('set the window and the pixels of the device', async () => {
    pages['/window'] = '<script>document.write([innerWidth, innerHeight, devicePixelRatio].join(" "))</script>';
    const { text } = await render('/window', {}, { viewport: { width: 1280, height: 800 }, device_scale: 2 });
    expect(text).toBe('1280 800 2');
  });
});
