import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { EngineError } from '../../../src/children/engine-error.ts';
import { isErrorCode } from '../../../src/contract/index.ts';
import { isLong } from '../../helpers/is-long.ts';
import { buildOddDocument, escapeHtml, oddAddresses } from '../../helpers/odd-addresses.ts';
import { openTestEngine, renderParts } from '../test-engine.ts';

/** Serves the odd document of an address at `/page/N`, and sends to it from `/to/N`. */
const site = http.createServer(({ url = '' }, response) => {
  const [, kind, index] = url.split('/');
  const odd = oddAddresses[Number(index)] ?? '';
  // A field has bytes of Latin-1 alone.
  const location = encodeURI(odd.toWellFormed()).replaceAll('%25', '%');
  if (kind === 'to') response.writeHead(302, { location }).end();
  else response.setHeader('content-type', 'text/html; charset=utf-8').end(buildOddDocument(odd));
});
await once(site.listen(0, '127.0.0.1'), 'listening');
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
const addressOf = (kind: string, odd: string) => `http://${host}/${kind}/${oddAddresses.indexOf(odd)}`;
const engine = openTestEngine({ egress: { level: 'allow-list', hosts: ['127.0.0.1'], allow: [host] } });

afterAll(async () => {
  await engine.close();
  site.closeAllConnections();
  site.close();
});

/** Those that are tried in places that need their own document. */
const someAddresses = oddAddresses.filter((_, index) => isLong || index % 3 === 1);

/** How a render ended: `pdf`, or the code of its one error. */
async function endOf(part: object, timeout = 20_000, drawing = false): Promise<string> {
  try {
    const request = { parts: part, options: { timeout_ms: timeout } } as never;
    const { pdf } = await engine.render(request, { account: 'test', drawing });
    return Buffer.from(pdf.subarray(0, 5)).toString() === '%PDF-' ? 'pdf' : 'no pdf';
  } catch (error) {
    const { code } = error as EngineError;
    return error instanceof EngineError && isErrorCode(code) ? code : String(error);
  }
}

test.each(oddAddresses)(
  'a document with the address %j in every place is printed',
  { timeout: 30_000 },
  async (odd) => {
    expect(await endOf({ html: buildOddDocument(odd) })).toBe('pdf');
  },
);

test.each(someAddresses)('a document with the base %j is drawn for an editor', { timeout: 30_000 }, async (odd) => {
  expect(await endOf({ html: buildOddDocument('x.png', `<base href="${escapeHtml(odd)}">`) }, 20_000, true)).toBe(
    'pdf',
  );
});

test.each(someAddresses)(
  'a document that sends itself to %j is printed, or fails by a code',
  { timeout: 30_000 },
  async (odd) => {
    const refresh = `<meta http-equiv="refresh" content="0;url=${escapeHtml(odd)}"><p>text`;
    // Of its own address it is loaded again for ever.
    expect(['pdf', 'page_failed', 'render_timeout']).toContain(await endOf({ html: refresh }, 5000));
  },
);

test('a host with a space is a resource that could not be loaded', async () => {
  const html =
    '<p>text<img src="https://a b.test/"><iframe src="https://a%20b.test/f"></iframe><script>fetch("https://a\u00a0b.test/g")</script>';
  const { warnings } = await renderParts(engine, { html });
  expect(warnings.map(({ code }) => code)).toContain('resource_failed');
});

test.each(someAddresses)(
  'a web page with the address %j in every place is printed',
  { timeout: 30_000 },
  async (odd) => {
    expect(await endOf({ url: addressOf('page', odd) })).toBe('pdf');
  },
);

test.each(someAddresses)('a web page that sends to %j fails by a code', { timeout: 30_000 }, async (odd) => {
  expect(await endOf({ url: addressOf('to', odd) }, 5000)).toMatch(
    /^(page_failed|page_unreachable|address_not_allowed|render_timeout)$/,
  );
});
