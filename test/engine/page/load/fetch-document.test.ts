import { describe, expect, test } from 'vitest';
import { type ConvertedMarkdown, watchDocuments } from '../../../../src/engine/page/load/fetch-document.ts';
import type { OriginHeaders } from '../../../../src/engine/page/load/page-credentials.ts';
import type { Page } from '../../../../src/engine/page/open/page.ts';

type Paused = Record<string, unknown>;

interface Given {
  /** The body of each answer, in pieces. */
  body?: string[];
  isBase64?: boolean;
  end?: 'whole' | 'cut';
  isSpent?: boolean;
  originHeaders?: OriginHeaders;
  convert?: (text: string) => Promise<ConvertedMarkdown>;
}

/** Watches the documents of a page whose main frame is `main`. */
function watch({ body = [], isBase64 = false, end, isSpent = false, originHeaders, convert }: Given = {}) {
  const posted: [method: string, parameters: Record<string, unknown>][] = [];
  const pieces = [...body];
  const sent: string[] = [];
  let pause: (paused: Paused) => void = () => undefined;
  const page = {
    frame: 'main',
    on: (_: string, listener: (paused: Paused) => void) => {
      pause = listener;
    },
    post: (method: string, parameters: Record<string, unknown>) => void posted.push([method, parameters]),
    send: async (method: string) => {
      sent.push(method);
      if (method === 'Fetch.takeResponseBodyAsStream') return { stream: 'handle' };
      return { data: pieces.shift() ?? '', base64Encoded: isBase64, eof: pieces.length === 0 };
    },
  };
  const documents = watchDocuments(page as unknown as Page, {
    endOf: () => end,
    isSpent: () => isSpent,
    convertMarkdown: convert,
    originHeaders,
  });
  const answer = (status: number, headers: Record<string, string> = {}, frameId = 'main') =>
    pause({
      requestId: 'request',
      frameId,
      responseStatusCode: status,
      request: { url: 'https://a.example/', headers: {} },
      responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
    });
  return { documents, posted, sent, answer, pause: (paused: Paused) => pause(paused) };
}

const download = { 'Content-Disposition': 'attachment; filename=a' };
const pdfType = { 'Content-Type': 'application/pdf' };

describe('an answer to the main frame', () => {
  test.each<[number, Record<string, string>, string | undefined]>([
    [200, { 'Content-Type': 'text/html' }, undefined],
    [302, {}, undefined],
    [302, download, undefined],
    [399, {}, undefined],
    [400, {}, 'The page answered with status 400.'],
    [503, pdfType, 'The page answered with status 503.'],
    [204, {}, 'The page answered with status 204 and no content.'],
    [205, {}, 'The page answered with status 205 and no content.'],
    [304, {}, 'The page answered with status 304 and no content.'],
    [200, download, 'The URL returned a download, not a page.'],
    [299, download, 'The URL returned a download, not a page.'],
    [300, download, undefined],
    [200, { 'Content-Disposition': 'inline' }, undefined],
  ])('with status %i and %j fails as: %s', (status, headers, message) => {
    const { documents, posted, answer } = watch();
    answer(status, headers);
    expect(documents.failure?.message).toBe(message);
    expect(posted.at(-1)).toEqual(['Fetch.continueRequest', { requestId: 'request' }]);
  });

  test('counts as the last one does, and those of frames do not', () => {
    const { documents, answer } = watch();
    answer(500, {}, 'inner');
    expect(documents.failure).toBeUndefined();
    answer(500);
    answer(200, {}, 'inner');
    expect(documents.failure?.code).toBe('page_failed');
    answer(200);
    expect(documents.failure).toBeUndefined();
  });

  test('is paused at its start, and requests to an origin with headers as well', () => {
    const answers = { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' };
    expect(watch().posted).toEqual([['Fetch.enable', { patterns: [answers] }]]);
    const originHeaders = { origin: 'https://a.example', headers: [{ name: 'X-A', value: 'b' }] };
    const requests = { urlPattern: 'https://a.example/*', requestStage: 'Request' };
    const { posted, pause, documents } = watch({ originHeaders });
    expect(posted[0]).toEqual(['Fetch.enable', { patterns: [answers, requests] }]);
    const request = { url: 'https://a.example/x', headers: {} };
    pause({ requestId: 'request', frameId: 'main', request });
    expect(posted[1]).toMatchObject(['Fetch.continueRequest', { requestId: 'request', headers: expect.any(Array) }]);
    pause({ requestId: 'failed', frameId: 'main', request, responseErrorReason: 'Failed' });
    expect(posted[2]).toEqual(['Fetch.continueRequest', { requestId: 'failed' }]);
    expect(documents.failure).toBeUndefined();
  });
});

describe('a PDF in place of a page', () => {
  const file = '%PDF-1.7\n%%EOF';

  test.each<[string, Given, Record<string, string>]>([
    ['of its length', { body: ['%PDF', '-1.7'] }, { 'Content-Length': '8' }],
    ['in base64', { body: [Buffer.from('%PDF-1.7').toString('base64')], isBase64: true }, { 'content-length': '8' }],
    ['whose connection ended in order', { body: ['%PDF', '-1.7'], end: 'whole' }, {}],
    ['whose length is that of a packed body', { body: [file] }, { 'Content-Length': '4', 'Content-Encoding': 'gzip' }],
    ['with a content encoding', { body: ['%PDF'] }, { 'Content-Length': '4', 'Content-Encoding': 'identity' }],
    ['without a length', { body: [file.slice(0, 9), file.slice(9), '\r\n'] }, {}],
    ['with a length that is no number', { body: [file] }, { 'Content-Length': 'x' }],
    ['with a status of a part', { body: [file] }, { 'content-type': 'application/x-pdf' }],
  ])('is read %s', async (_, given, headers) => {
    const { documents, answer, posted } = watch(given);
    answer(206, { ...pdfType, ...download, ...headers });
    const bytes = Buffer.from(await documents.pdf).toString();
    expect(bytes).toBe(given.isBase64 ? '%PDF-1.7' : given.body?.join(''));
    expect(posted).toHaveLength(1);
  });

  test.each<[string, Given, Record<string, string>]>([
    ['is shorter than its length', { body: [file] }, { 'Content-Length': '20' }],
    ['has its length, and whose connection was cut', { body: ['%PDF'], end: 'cut' }, { 'Content-Length': '4' }],
    ['has no length and no end', { body: ['%PDF'] }, {}],
    ['has its end more than 1 KiB earlier', { body: [`${file}${' '.repeat(1020)}`] }, {}],
  ])('that %s is cut off', async (_, given, headers) => {
    const { documents, answer } = watch(given);
    answer(200, { ...pdfType, ...headers });
    await expect(documents.pdf).rejects.toMatchObject({
      code: 'page_failed',
      message: 'The PDF download was cut off.',
    });
  });

  test('that is too large is refused, by its length before it is read', async () => {
    const tooLong = watch();
    tooLong.answer(200, { ...pdfType, 'Content-Length': '1000000001' });
    await expect(tooLong.documents.pdf).rejects.toMatchObject({ code: 'pdf_invalid' });
    expect(tooLong.sent).toEqual([]);
    const spent = watch({ body: [file], isSpent: true });
    spent.answer(200, pdfType);
    await expect(spent.documents.pdf).rejects.toThrow(/^The file at the URL is larger than \d+ MB\.$/);
  });
});

describe('a Markdown document', () => {
  const converted = { html: '<p>ä', options: {}, metadata: {}, warnings: [] };

  test.each(['text/markdown', 'text/x-markdown; charset=utf-8', ' TEXT/MARKDOWN'])(
    'of type %s becomes HTML at its address',
    async (type) => {
      const texts: string[] = [];
      const { documents, answer, posted } = watch({
        body: ['# ', 'x'],
        convert: async (text) => {
          texts.push(text);
          return converted;
        },
      });
      answer(200, { 'Content-Type': type });
      await expect.poll(() => documents.markdown).toBe(converted);
      expect(texts).toEqual(['# x']);
      expect(posted[1]).toEqual([
        'Fetch.fulfillRequest',
        {
          requestId: 'request',
          responseCode: 200,
          responseHeaders: [{ name: 'content-type', value: 'text/html; charset=utf-8' }],
          body: Buffer.from('<p>ä').toString('base64'),
        },
      ]);
      answer(200);
      expect(documents.markdown).toBeUndefined();
    },
  );

  test.each<[string, Given, Record<string, string>, string]>([
    [
      'Latin-1',
      { body: ['w6Qg5A=='], isBase64: true },
      { 'Content-Type': 'text/markdown; charset="iso-8859-1"' },
      'Ã¤ ä',
    ],
    ['UTF-8', { body: ['w6Q='], isBase64: true }, { 'Content-Type': 'text/markdown' }, 'ä'],
    ['an unknown one', { body: ['w6Q='], isBase64: true }, { 'Content-Type': 'text/markdown; charset=x' }, 'ä'],
  ])('is read in its encoding: %s', async (_, given, headers, wanted) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { answer } = watch({
      ...given,
      convert: async (text) => {
        resolve(text);
        return converted;
      },
    });
    answer(200, headers);
    expect(await promise).toBe(wanted);
  });

  test.each<[string, Given, Record<string, string>]>([
    ['another length', { body: ['# x'] }, { 'Content-Length': '4' }],
    ['a connection that was cut', { body: ['# x'], end: 'cut' }, { 'Content-Length': '3' }],
  ])('with %s is cut off', async (_, given, headers) => {
    const { documents, answer } = watch({ ...given, convert: async () => converted });
    answer(200, { 'Content-Type': 'text/markdown', ...headers });
    await expect(documents.pdf).rejects.toThrow('The download of the page was cut off.');
  });

  test('is text if nothing converts it', () => {
    const { answer, posted } = watch();
    answer(200, { 'Content-Type': 'text/markdown' });
    expect(posted.at(-1)).toEqual(['Fetch.continueRequest', { requestId: 'request' }]);
  });
});
