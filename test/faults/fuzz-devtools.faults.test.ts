import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openConnection } from '../../src/browser/chromium/connection.ts';
import type { Browser } from '../../src/browser/chromium/launch-browser.ts';
import { openEgressSession } from '../../src/browser/egress/egress-session.ts';
import { watchDocuments } from '../../src/engine/page/load/fetch-document.ts';
import { loadAddress, loadDocument } from '../../src/engine/page/load/load-page.ts';
import { serveOrigin } from '../../src/engine/page/load/synthetic-origin.ts';
import { watchResources } from '../../src/engine/page/load/watch-resources.ts';
import { openPage } from '../../src/engine/page/open/page.ts';
import { translateSheets } from '../../src/engine/page/paged/translate-sheets.ts';
import { isLong } from '../helpers/is-long.ts';

const origin = 'https://0123.invalid';
const egress = await openEgressSession({ level: 'deny' });

/** A page with all listeners of the engine, in a browser that answers each command with an empty result. */
async function openListeningPage() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const results: Record<string, object> = {
    'Target.createBrowserContext': { browserContextId: 'context' },
    'Target.createTarget': { targetId: 'main' },
    'Target.attachToTarget': { sessionId: 'page' },
    'Browser.getVersion': { product: 'fuzz' },
  };
  let rest = '';
  input.on('data', (piece) => {
    const texts = (rest + piece).split('\0');
    rest = texts.pop() ?? '';
    for (const { id, method, sessionId } of texts.map((text) => JSON.parse(text)))
      output.write(`${JSON.stringify({ id, result: results[method] ?? {}, sessionId })}\0`);
  });
  const connection = openConnection(input, output);
  const page = await openPage(Object.assign(connection, { kill: async () => undefined }) as unknown as Browser, 1);
  const resources = watchResources(page, { egress, origin, isStatic: false });
  serveOrigin(page, origin, '<p>x', { 'a.png': { type: 'image/png', base64: '' } });
  const source = { ...egress, isSpent: () => false };
  watchDocuments(page, source).pdf.catch(() => undefined);
  for (const work of [loadDocument(page, origin), loadAddress(page, 'https://a.test/', source), translateSheets(page)])
    work.catch(() => undefined);
  await nextTurn();
  return { page, connection, resources, send: (event: object) => output.write(`${JSON.stringify(event)}\0`) };
}

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    'https://a b.test/',
    'https://a%20b.test/',
    `${origin}/%ff`,
    `${origin}/a.png`,
    '//',
    'http://[',
    '\ud800',
    '',
  ),
  fc.constantFrom(
    'main',
    'page',
    '1',
    'Document',
    'Image',
    'Script',
    'application/pdf',
    'content-length',
    'mixed-content',
  ),
);
const odd = fc.oneof({ weight: 4, arbitrary: oddText }, fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(200, 404, 204));

/** What listeners read of events, with anything in any place. */
const params = fc.letrec((tie) => ({
  value: fc.oneof({ weight: 5, arbitrary: odd }, { weight: 3, arbitrary: tie('record') }),
  record: fc.dictionary(
    fc.constantFrom(
      ...[
        'requestId',
        'request',
        'url',
        'type',
        'frameId',
        'loaderId',
        'response',
        'status',
        'mimeType',
        'frame',
        'id',
      ],
      ...['unreachableUrl', 'errorText', 'canceled', 'blockedReason', 'exceptionDetails', 'exception', 'description'],
      ...['value', 'text', 'targetInfo', 'targetId', 'sessionId', 'header', 'delay', 'toString'],
      ...['responseStatusCode', 'responseHeaders', 'name'],
    ),
    tie('value'),
    { maxKeys: 8 },
  ),
})).record;

const shaped = fc.oneof(
  params,
  fc.record({ requestId: oddText, request: fc.record({ url: odd }), type: odd, frameId: odd, loaderId: odd }),
  fc.record({
    requestId: oddText,
    response: fc.record({ url: odd, status: odd, mimeType: odd }),
    type: odd,
    frameId: odd,
  }),
  fc.record({ frame: fc.record({ id: odd, url: odd, loaderId: odd, unreachableUrl: odd }) }),
  fc.record({ exceptionDetails: fc.record({ text: odd, exception: fc.record({ description: odd, value: odd }) }) }),
  fc.record({
    sessionId: odd,
    targetInfo: fc.record({ type: fc.constantFrom('iframe', 'worker', 'page', 'x'), targetId: odd }),
  }),
);

const event = fc.record({
  method: fc.constantFrom(
    ...['Network.requestWillBeSent', 'Network.responseReceived', 'Network.loadingFinished', 'Network.loadingFailed'],
    ...['Page.frameNavigated', 'Page.frameStoppedLoading', 'Page.frameStartedLoading', 'Page.loadEventFired'],
    ...['Page.frameScheduledNavigation', 'Page.javascriptDialogOpening', 'Fetch.requestPaused', 'CSS.styleSheetAdded'],
    ...['Runtime.exceptionThrown', 'Target.attachedToTarget', 'Target.detachedFromTarget', 'Inspector.targetCrashed'],
  ),
  params: fc.oneof(shaped, shaped, shaped, odd),
  sessionId: fc.constant('page'),
});

test('no event of a page throws outside of it, and the browser still answers', { timeout: 120_000 }, async () => {
  let failures = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
      const { page, connection, resources, send } = await openListeningPage();
      void page.failed.then(() => (failures += 1));
      for (const each of events) expect(() => send(each)).not.toThrow();
      expect(await connection.send('Browser.getVersion')).toEqual({ product: 'fuzz' });
      for (const { detail } of resources.warnings) expect(detail.length).toBeLessThan(400);
      connection.close();
    }),
    { seed: 40, numRuns: isLong ? 5000 : 400 },
  );
  // Events without what the protocol promises do make listeners throw: that is what is contained.
  expect(failures).toBeGreaterThan(0);
  await egress.close();
});
