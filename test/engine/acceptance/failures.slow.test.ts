import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Engine } from '../../../src/engine/index.ts';
import { type Origin, openOrigin } from '../../browser/egress/origin.ts';
import { buildPages } from '../../pdf/build-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { openTestEngine, renderParts } from '../test-engine.ts';

const answers: Record<string, (response: ServerResponse) => void> = {
  '/404': (response) => response.writeHead(404).end('secret of the page'),
  '/500': (response) => response.writeHead(500).end('secret of the page'),
  '/204': (response) => response.writeHead(204).end(),
  '/empty': (response) => response.writeHead(200, { 'content-type': 'text/html', 'content-length': 0 }).end(),
  '/blank': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(' \n'),
  '/download': (response) => response.writeHead(200, { 'content-disposition': 'attachment' }).end('PK'),
  '/archive': (response) => response.writeHead(200, { 'content-type': 'application/zip' }).end('PK'),
  '/round': (response) => response.writeHead(302, { location: '/round' }).end(),
  '/on': (response) => response.writeHead(302, { location: '/404' }).end(),
  '/to': (response) => response.writeHead(302).end(),
  '/cut': (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1000 }).write('half');
    setTimeout(() => response.destroy(), 50);
  },
  '/refresh': (response) => response.end(),
  '/some': (response) => response.end('some words'),
  '/silent': () => undefined,
  '/no-pdf': (response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('no PDF'),
};

let origin: Origin;
let base: string;
/** An engine that may reach this server, and no other of this machine. */
let strict: Engine;

beforeAll(async () => {
  origin = await openOrigin((request, response) => {
    response.setHeader('content-type', 'text/html');
    const [path = '', query = ''] = (request.url ?? '').split('?');
    if (query !== '') response.setHeader(path === '/to' ? 'location' : 'refresh', decodeURIComponent(query));
    answers[path]?.(response);
  });
  base = `http://127.0.0.1:${origin.port}`;
  strict = openTestEngine({ egress: { level: 'public', allow: [`127.0.0.1/32:${origin.port}`] } });
});
afterAll(async () => {
  await strict.close();
  await origin.close();
});

const fail = (parts: unknown, options: object = {}) =>
  renderParts(engine, parts, options).then(
    ({ pages }) => ({ pages }),
    (error) => error,
  );

describe('a page that is not ready in time', () => {
  // Long enough to reach the stage on a busy machine; the renders wait for it together.
  const timeout_ms = 5_000;
  const conditions: [object, string][] = [
    [{ selector: '#never' }, 'the selector #never'],
    [{ selector: 'body', expression: 'window.never' }, 'the expression window.never'],
    [{ delay_ms: 20_000 }, 'a delay of 20000 ms'],
  ];
  let ends: { silent: unknown; waiting: unknown[] };
  beforeAll(async () => {
    const slots = openTestEngine({ concurrency: conditions.length + 1 });
    await slots.start();
    const end = (parts: object, options: object) =>
      renderParts(slots, parts, { ...options, timeout_ms }).catch((error: unknown) => error);
    const [silent, ...waiting] = await Promise.all([
      end({ url: `${base}/silent` }, {}),
      ...conditions.map(([wait_for]) => end({ html: 'x' }, { wait_for })),
    ]);
    ends = { silent, waiting };
    await slots.close();
  });

  test('fails while it loads if its server does not answer', () => {
    expect(ends.silent).toMatchObject({ code: 'render_timeout', stage: 'load', part: 0 });
  });

  test.each(conditions.map(([wait_for, named], index) => ({ wait_for, named, index })))(
    'fails with the condition that it never meets: $wait_for',
    ({ named, index }) => {
      const detail = `The deadline of ${timeout_ms} ms passed while waiting for the page to meet wait_for: ${named}.`;
      expect(ends.waiting[index]).toMatchObject({ code: 'render_timeout', stage: 'wait', detail });
    },
  );
});

describe('a page that cannot be shown is an error of its part and never a blank PDF:', () => {
  test.each([
    ['/404', 'page_failed', 'load', /status 404/],
    ['/500', 'page_failed', 'load', /status 500/],
    ['/204', 'page_failed', 'load', /status 204/],
    ['/empty', 'page_failed', 'load', /no content/],
    ['/blank', 'page_failed', 'load', /no content/],
    ['/download', 'page_failed', 'load', /download/],
    ['/archive', 'page_failed', 'load', /download/],
    ['/round', 'page_failed', 'load', /redirects without end/],
    ['/cut', 'page_failed', 'load', /broke off/],
    ['/on', 'page_failed', 'load', /status 404/],
    ['/no-pdf', 'pdf_invalid', 'bind', /cannot be read/],
  ])('%s', async (path, code, stage, detail) => {
    const failure = await fail({ url: base + path });
    expect(failure).toMatchObject({ code, stage, part: 0, detail: expect.stringMatching(detail) });
    expect(failure.detail).not.toMatch(/secret|127\.0\.0\.1/);
  });

  test.each([
    '<script>location.href = "/elsewhere"</script>',
    '<meta http-equiv="refresh" content="0; url=/elsewhere">',
  ])('one that sends itself to a file it does not have, by %s', async (html) => {
    const failure = await fail({ html: `<p>start</p>${html}` }, { wait_for: { delay_ms: 300 } });
    expect(failure).toMatchObject({ code: 'page_failed', part: 0, detail: expect.stringMatching(/does not have/) });
  });

  test('one whose address is refused, like one whose name does not resolve', async () => {
    const other = await openOrigin((_, response) => response.end('reached'));
    const addresses = [`127.0.0.1:${other.port}`, 'localhost', '[::1]', '0x7f.1', '169.254.169.254', 'nowhere.invalid'];
    const refused = await Promise.all(
      addresses.map((address) => renderParts(strict, { url: `http://${address}/` }).catch((error) => error)),
    );
    await other.close();
    expect(other.hits).toBe(0);
    for (const failure of refused)
      expect(failure).toMatchObject({ code: 'address_not_allowed', stage: 'load', part: 0 });
    expect(new Set(refused.map(({ detail }) => detail)).size).toBe(1);
  });

  test('one whose host can be no name', async () => {
    const failure = await fail({ url: 'http://a..b/' });
    expect(failure).toMatchObject({ code: 'address_not_allowed', stage: 'load', part: 0 });
  });

  test('one with a port that browsers do not open', async () => {
    const failure = await fail({ url: 'http://127.0.0.1:25/' });
    expect(failure).toMatchObject({ code: 'page_unreachable', detail: 'Browsers open no page on port 25.', part: 0 });
  });

  test('one that is redirected to an address which an earlier part was refused', async () => {
    const refused = 'http://169.254.169.254/';
    const earlier = { html: `<p>text</p><img src="${refused}">`, options: { on_resource_error: 'ignore' } };
    const part = { url: `${base}/to?${encodeURIComponent(refused)}` };
    const failure = await renderParts(strict, [earlier, part]).catch((error) => error);
    expect(failure).toMatchObject({ code: 'address_not_allowed', stage: 'load', part: 1 });
  });

  test('an empty one that sends itself on by "Refresh" is what it sends itself to', async () => {
    const outcomes = {
      '0; url=http://169.254.169.254/': { code: 'address_not_allowed' },
      '1; url=http://169.254.169.254/': { code: 'address_not_allowed' },
      '0; url=/404': { code: 'page_failed', detail: 'The page answered with status 404.' },
      '0; url=/some': { pages: 1 },
      '100; url=/some': { code: 'page_failed', detail: 'The page answered with no content.' },
    };
    for (const [refresh, outcome] of Object.entries(outcomes)) {
      const url = `${base}/refresh?${encodeURIComponent(refresh)}`;
      const found = await renderParts(strict, { url }).catch((error) => error);
      expect(found, refresh).toMatchObject(outcome);
    }
  });
});

/** The part before the one that fails. */
const ordinary = { pdf: buildPages(1).toString('base64') };

describe('every stage names itself, the part and the cause:', () => {
  test.each([
    ['load', { url: 'http://127.0.0.1:2/' }, { code: 'page_unreachable' }],
    ['wait', { html: '<script>location = "https://example.invalid/"</script>' }, { code: 'page_failed' }],
    ['print', { html: 'x', options: { page_ranges: '9' } }, { code: 'invalid_request' }],
    ['print', { html: 'x', options: { margin: '30cm' } }, { code: 'invalid_request' }],
    ['bind', { pdf: Buffer.from('x').toString('base64') }, { code: 'pdf_invalid' }],
  ])('%s', async (stage, part, rest) => {
    expect(await fail([ordinary, part])).toMatchObject({
      ...rest,
      stage,
      part: 1,
      detail: expect.stringMatching(/^[^ ].+\S$/),
    });
  });

  test('pages that the whole document does not have are no failure of a part', async () => {
    const parts = [{ html: 'x' }, { html: 'y' }];
    expect(await renderParts(engine, parts, { page_ranges: '3-' }).catch((error: unknown) => error)).toMatchObject({
      code: 'invalid_request',
      detail: 'The document has 2 pages, and page_ranges "3-" names none of them.',
      part: undefined,
    });
  });
});
