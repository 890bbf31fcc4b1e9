import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { digestText } from '../../../../src/cli/templates/context-text.ts';
import {
  openPreviewHandler,
  type PreviewHandler,
  type PreviewServerEdges,
} from '../../../../src/cli/templates/preview/preview-handler.ts';
import type { PreviewSource } from '../../../../src/cli/templates/preview-source.ts';

/** The values of each template, by its slug, and whether it can be read. */
let values: Record<string, string>;
let broken: string | undefined;
let handler: PreviewHandler;
let slugs: string[];

const sourceOf = (slug: string) => ({
  ...{ slug, name: slug.toUpperCase(), shown: `mails/${slug}`, contentFile: 'content.html', folder: undefined },
  valuesFile: (set?: string) => set ?? 'preview_context.json',
  listSets: async () => ['long'],
  async read() {
    if (slug === broken) throw new Error('broken');
    return { content: slug, context: values[slug] };
  },
  watch: () => () => {},
  async saveContext(text: string) {
    values[slug] = text;
  },
});

beforeEach(() => {
  values = { one: '{}', two: '{}', 'de/three': '{}' };
  broken = undefined;
  slugs = ['one', 'two', 'de/three'];
  let made = 0;
  const edges = {
    ...{ cwd: '/', platform: 'linux', request: {}, values: { find: async () => [] } },
    templates: {
      render: async ({ content }: { content: string }, given: object) => `${content} ${JSON.stringify(given)}`,
      findPartials: async () => [],
    },
    renderer: {
      render: async () => ({ pdf: Buffer.from(`PDF ${++made}`), pages: 1, warnings: [] }),
    },
    findSources: async () => slugs.map(sourceOf),
  };
  const sources = slugs.map(sourceOf) as unknown as PreviewSource[];
  handler = openPreviewHandler(sources, edges as unknown as PreviewServerEdges);
  onTestFinished(() => handler.close());
});

interface Request {
  method?: string;
  headers?: Record<string, string>;
  hosts?: string[];
  body?: string;
}

/** Sends a request, and gives its answer as far as it has come. */
async function send(url: string, { method = 'GET', headers = {}, hosts = ['127.0.0.1:9'], body = '' }: Request = {}) {
  const request = Object.assign(Readable.from(body === '' ? [] : [Buffer.from(body)]), {
    ...{ method, url, headers: { ...(hosts.length > 0 && { host: hosts[0] }), ...headers } },
    headersDistinct: hosts.length > 0 ? { host: hosts } : {},
  });
  const { promise, resolve: answered } = Promise.withResolvers<void>();
  const answer = { status: 0, headers: {} as Record<string, unknown>, text: '', isEnded: false };
  const response = Object.assign(new EventEmitter(), {
    ...{ destroyed: false, headersSent: false },
    writeHead(status: number, sent: Record<string, unknown>) {
      Object.assign(answer, { status, headers: sent });
      answered();
      response.headersSent = true;
      return response;
    },
    write(chunk: string) {
      answer.text += chunk;
    },
    end(chunk: string | Buffer = '') {
      answer.text += chunk.toString();
      answer.isEnded = true;
    },
    destroy() {
      answer.isEnded = true;
    },
  });
  handler.handle(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  await promise;
  return Object.assign(answer, { leave: () => response.emit('close') });
}
const page = (path: string, request?: Request) => send(`${handler.path}${path}`, request);
const change = (path: string, fields: unknown, request: Request = {}) =>
  page(path, {
    ...{ method: 'POST', body: typeof fields === 'string' ? fields : JSON.stringify(fields) },
    headers: { 'content-type': 'application/json', origin: 'http://127.0.0.1:9', ...request.headers },
  });
/** The states that a stream has told. */
const states = ({ text }: { text: string }) =>
  text.split('\n\n').flatMap((block) => (block.startsWith('data: ') ? [JSON.parse(block.slice(6))] : []));
const until = (check: () => void) => vi.waitFor(check, { interval: 2, timeout: 5000 });

describe('a request of the preview page', () => {
  it.each<[string[], string, number, string]>([
    [[], '/', 400, 'A request must have exactly one Host header.'],
    [['127.0.0.1', '127.0.0.1'], '/', 400, 'A request must have exactly one Host header.'],
    [['evil.example'], '/', 403, 'This host name is not served here.'],
    [['localhost:1'], 'http://x/', 400, 'Invalid URL.'],
    [['localhost:1'], '/', 404, 'Not found. Use the URL in the terminal.'],
    [['localhost:1'], '/secret/', 404, 'Not found. Use the URL in the terminal.'],
  ])('for the hosts %j and %s is refused', async (hosts, url, status, text) => {
    const answer = await send(url, { hosts });
    expect([answer.status, answer.text]).toEqual([status, `${text}\n`]);
    expect(answer.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  });

  it('leads a ticket to the page once', async () => {
    const ticket = handler.buildTicket();
    expect(ticket).not.toBe(handler.buildTicket());
    const first = await send(ticket);
    expect([first.status, first.headers.location]).toEqual([303, handler.path]);
    expect((await send(ticket)).status).toBe(404);
  });

  it.each(['PUT', 'HEAD', 'DELETE'])('has no method %s', async (method) => {
    expect(await page('', { method })).toMatchObject({ status: 405, text: 'Only GET and POST are understood.\n' });
  });

  it.each(['nothing', 'package.json', 'events/x'])('for %s finds nothing', async (name) => {
    expect(await page(name)).toMatchObject({ status: 404, text: 'There is nothing here.\n' });
  });

  it.each(['events', 'document.pdf'])('for %s needs a template', async (name) => {
    expect(await page(`${name}?template=four`)).toMatchObject({ status: 404, text: 'There is no such template.\n' });
  });
});

describe('the state of a preview', () => {
  it('is sent again after each change, with all templates', async () => {
    const stream = await page('events?template=two');
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    await until(() => expect(states(stream).at(-1).preview.busy).toBe(false));
    expect(states(stream).at(-1)).toEqual({
      templates: slugs.map((slug) => ({ slug, name: slug.toUpperCase(), shown: `mails/${slug}`, error: false })),
      preview: expect.objectContaining({ slug: 'two', error: null, pdf: expect.objectContaining({ version: 1 }) }),
    });
    expect(stream.isEnded).toBe(false);
    handler.close();
    expect(stream.isEnded).toBe(true);
  });

  it('is that of the first template without a name, and of templates that came later', async () => {
    slugs.unshift('zero');
    const stream = await page('events');
    expect(states(stream)[0]).toMatchObject({ templates: [{ slug: 'zero' }, {}, {}, {}], preview: { slug: 'one' } });
    const later = await page('events');
    expect(states(later)[0].preview.slug).toBe('zero');
  });

  it('shows at other templates which one has an error', async () => {
    broken = 'two';
    const stream = await page('events?template=one');
    const errors = () =>
      states(stream)
        .at(-1)
        .templates.map(({ error }: { error: boolean }) => error);
    await until(() => expect(states(stream).at(-1).preview.busy).toBe(false));
    await page('document.pdf?template=two');
    await until(() => expect(errors()).toEqual([false, true, false]));
    expect(states(stream).at(-1).preview.slug).toBe('one');
  });

  it('has a sign of life, until the reader leaves', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const stream = await page('events');
    const beats = () => stream.text.split('\n\n').filter((block) => block === ':').length;
    vi.advanceTimersByTime(14_999);
    expect(beats()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(beats()).toBe(1);
    stream.leave();
    const { text } = stream;
    vi.advanceTimersByTime(60_000);
    await change('set', { template: 'one', set: 'long' });
    expect(stream.text).toBe(text);
  });
});

describe('the PDF of a preview', () => {
  it('comes in the version that is asked for, else the newest', async () => {
    handler.begin();
    await until(async () => expect((await page('document.pdf')).status).toBe(200));
    const answer = await page('document.pdf?template=one');
    expect([answer.text, answer.headers]).toEqual([
      'PDF 1',
      expect.objectContaining({
        ...{ 'content-type': 'application/pdf', 'content-length': 5 },
        'content-disposition': 'inline; filename="one.pdf"',
      }),
    ]);
    expect((await page('document.pdf?version=1')).text).toBe('PDF 1');
    expect(await page('document.pdf?version=2')).toMatchObject({
      ...{ status: 404, text: 'There is no such PDF any more.\n' },
    });
    await change('context', { template: 'one', text: '{"a": 1}' });
    await until(async () => expect((await page('document.pdf')).text).toBe('PDF 2'));
    expect((await page('document.pdf?version=1')).text).toBe('PDF 1');
  });

  it('has a name that is safe', async () => {
    await page('document.pdf?template=de/three');
    await until(async () => expect((await page('document.pdf?template=de/three&download')).status).toBe(200));
    expect((await page('document.pdf?template=de/three&download')).headers['content-disposition']).toBe(
      'attachment; filename="de-three.pdf"',
    );
  });
});

describe('a change', () => {
  const template = 'one';
  const contextOf = async () => states(await page('events?template=one'))[0].preview.context;

  it.each<[Record<string, string>]>([
    [{ 'content-type': 'text/plain' }],
    [{ origin: 'http://evil.example' }],
    [{ origin: 'https://127.0.0.1:9' }],
  ])('is made by the page alone, not with %j', async (headers) => {
    expect(await change('context', { template, text: '{}' }, { headers })).toMatchObject({
      ...{ status: 403, text: 'Only the page may do this.\n' },
    });
  });

  it.each<[string, unknown, number, string]>([
    ['context', { text: '{}' }, 400, 'This is not understood.'],
    ['context', { template: 'four', text: '{}' }, 400, 'This is not understood.'],
    ['context', { template, text: 7 }, 400, 'This is not understood.'],
    ['other', { template, text: '{}' }, 404, 'There is nothing here.'],
    ['save', { template }, 404, 'There is nothing here.'],
    ['save', { template, text: null }, 404, 'There is nothing here.'],
  ])('to %s of %j is not made', async (name, fields, status, text) => {
    expect(await change(name, fields)).toMatchObject({ status, text: `${text}\n` });
    expect(values.one).toBe('{}');
  });

  it.each<[string, unknown, number, string]>([
    ['context', 'no JSON', 422, 'input_invalid'],
    ['save', { template, text: '{', base: '' }, 422, 'input_invalid'],
    ['save', { template, text: '{"a": 1}', base: 'other' }, 409, 'conflict'],
  ])('to %s of %j fails with its reason', async (name, fields, status, code) => {
    const answer = await change(name, fields);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      status,
      { error: { code, message: expect.any(String) } },
    ]);
    expect([answer.headers['content-type'], values.one]).toEqual(['application/json', '{}']);
  });

  it('of values is shown, and taken back', async () => {
    expect(await change('context', { template, text: '{"a": 2}' })).toMatchObject({ status: 200, text: '{}' });
    await until(async () => expect(await contextOf()).toMatchObject({ text: '{"a": 2}', edited: true }));
    await change('context', { template });
    await until(async () => expect(await contextOf()).toMatchObject({ text: '{}', edited: false }));
  });

  it('of the set of values is shown', async () => {
    expect(await change('set', { template, set: 'long' })).toMatchObject({ status: 200, text: '{}' });
    await until(async () => expect(await contextOf()).toMatchObject({ set: 'long' }));
    await change('set', { template, set: 7 });
    await until(async () => expect(await contextOf()).toMatchObject({ set: null }));
  });

  it('is saved to the file', async () => {
    const first = await change('save', { template, text: '{"a": 1}', base: digestText('{}') });
    expect([first.status, JSON.parse(first.text)]).toEqual([200, { digest: digestText('{"a": 1}') }]);
    await change('save', { template, text: '{"a": 2}' });
    expect(values.one).toBe('{"a": 2}');
  });
});
