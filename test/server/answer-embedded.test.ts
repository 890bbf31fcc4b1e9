import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { limits, messageHeader } from '../../src/contract/index.ts';
import { answerEmbedded, checkRender, type EmbeddedRequest } from '../../src/server/answer-embedded.ts';

const pdf = Buffer.from('%PDF');
const timings = { queue_ms: 1, load_ms: 2, print_ms: 3, bind_ms: 4 };
const stored = { id: 't1', name: 'n', content: 'c', version: 3 };

interface Given extends Partial<EmbeddedRequest> {
  render?: (request: object) => Promise<object>;
  store?: object;
}

async function ask({ render, store, ...request }: Given = {}) {
  const rendered: unknown[] = [];
  const opened: string[] = [];
  const answer = await answerEmbedded(
    {
      route: 'renderPdf',
      headers: {},
      body: { parts: 'https://example.com' },
      signal: new AbortController().signal,
      ...request,
    },
    {
      account: 'home',
      render: async (body: object) => {
        rendered.push(body);
        return (render ? await render(body) : { pdf, pages: 1, warnings: [], timings }) as never;
      },
      draw: async () => [],
      openStore: async () => {
        opened.push('store');
        return (store ?? {}) as never;
      },
      checkValues: async () => ({}) as never,
    },
  );
  const body = await text(answer.body);
  const isJson = answer.headers['content-type']?.includes('json');
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(body) : body, rendered, opened };
}

const noBackground = 'renders in the background and webhooks need a service that keeps running: platen serve';
const failing =
  (code: string, more: object = {}) =>
  async () => {
    throw Object.assign(new Error('words'), { code, ...more });
  };

describe('a render in the same process', () => {
  it('is answered as a service would', async () => {
    const body = { parts: { html: 'x' }, metadata: { title: 'Report' } };
    const answer = await ask({ body });
    expect([answer.status, answer.body, answer.rendered, answer.opened]).toEqual([200, '%PDF', [body], []]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '4',
      'content-disposition': 'inline; filename="Report.pdf"',
    });
  });

  it('is answered in the form that is asked for', async () => {
    const { headers, body } = await ask({ headers: { accept: 'application/json' } });
    expect([headers, body.data.pages]).toEqual([{ 'content-type': 'application/json' }, 1]);
    expect((await ask({ headers: { accept: 'text/html' } })).status).toBe(406);
  });

  it('may hold bytes', async () => {
    const body = { parts: { pdf } };
    expect((await ask({ body })).rendered).toEqual([body]);
  });

  it.each([
    ['for the background', { headers: { prefer: 'respond-async' } }, noBackground],
    ['with a job', { body: { parts: 'https://example.com', job: {} } }, noBackground],
    ['of images for the background', { route: 'renderImage' as const, headers: { prefer: 'x' } }, noBackground],
    [
      'of images with a job',
      { route: 'renderImage' as const, body: { parts: 'https://example.com', job: {} } },
      noBackground,
    ],
    ['with an unknown field', { body: { parts: 'https://example.com', none: 1 } }, /^\/none is not a known field/],
    ['with a query', { query: { none: '1' } }, 'the query parameter "none" is not a known field'],
  ])('%s is refused', async (_what, request, detail) => {
    const { status, body, rendered } = await ask(request);
    const wanted = typeof detail === 'string' ? detail : expect.stringMatching(detail);
    expect([status, body.code, body.detail, rendered]).toEqual([422, 'invalid_request', wanted, []]);
    expect(body.request_id).toMatch(/^[\da-f-]{36}$/);
  });

  it('without a body is refused', async () => {
    const { status, body } = await ask({ body: undefined });
    expect([status, body.code, body.detail]).toEqual([400, 'invalid_json', 'the body is empty']);
  });

  it('has no query that is not defined', async () => {
    expect((await ask({ query: { none: undefined } })).status).toBe(200);
  });

  it('is refused if it is too large', async () => {
    const body = { parts: { html: 'x'.repeat(limits.body) } };
    expect((await ask({ body })).body).toMatchObject({
      code: 'too_large',
      detail: `the body is larger than ${limits.body} bytes`,
    });
  });

  it.each([
    [new Error('mine'), 'the request cannot be read: mine'],
    ['text', 'the request cannot be read: text'],
  ])('is refused if it cannot be read: %s', async (thrown, detail) => {
    const body = {
      get parts() {
        throw thrown;
      },
    };
    expect((await ask({ body })).body).toMatchObject({ code: 'invalid_request', detail });
  });

  it('that fails is a problem, and names when to come again', async () => {
    const failed = await ask({ render: failing('page_failed', { part: 1 }) });
    expect([failed.status, failed.body.code, failed.body.part]).toEqual([422, 'page_failed', 1]);
    expect(failed.headers['content-type']).toBe('application/json');
    expect((await ask({ render: failing('queue_full') })).headers['retry-after']).toBe('1');
  });

  it.each(['internal', 'ENOENT', 'storage_full'])('whose error is for the operator throws it: %s', async (code) => {
    await expect(ask({ render: failing(code) })).rejects.toMatchObject({ code, message: 'words' });
  });

  it('is given up with its caller', async () => {
    const reason = new Error('gone');
    await expect(ask({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const render = async () => {
      controller.abort(reason);
      throw new Error('stopped');
    };
    await expect(ask({ signal: controller.signal, render })).rejects.toBe(reason);
  });

  it('of images is answered with them', async () => {
    const { status, rendered } = await ask({
      route: 'renderImage',
      body: { parts: 'https://example.com', image: { dpi: 50 } },
    });
    expect([status, rendered]).toEqual([200, [{ parts: 'https://example.com' }]]);
  });
});

describe('a request for templates and keys in the same process', () => {
  it('is answered with the store', async () => {
    const calls: unknown[][] = [];
    const get = async (...args: unknown[]) => {
      calls.push(args);
      return stored;
    };
    const answer = await ask({ route: 'getTemplate', id: 't1', body: undefined, store: { templates: { get } } });
    expect([answer.status, answer.headers.etag, answer.body.data.name, answer.opened]).toEqual([
      200,
      '"v3"',
      'n',
      ['store'],
    ]);
    expect(calls).toEqual([[{ account: 'home', ids: null, folder: null }, 't1']]);
    const headers = { 'if-none-match': '"v3"' };
    const known = await ask({
      route: 'getTemplate',
      id: 't1',
      body: undefined,
      store: { templates: { get } },
      headers,
    });
    expect([known.status, known.body]).toEqual([304, '']);
  });

  it('has the headers, the query and the path of the request', async () => {
    const calls: unknown[][] = [];
    const store = {
      templates: {
        delete: async (...args: unknown[]) => void calls.push(['delete', ...args]),
        update: async (...args: unknown[]) => {
          calls.push(['update', ...args]);
          return stored;
        },
      },
      labels: { remove: async (...args: unknown[]) => void calls.push(['remove', ...args]) },
    };
    const reach = { account: 'home', ids: null, folder: null };
    const headers = { 'if-match': '"v2"', [messageHeader]: 'why' };
    const gone = await ask({
      route: 'deleteTemplate',
      id: 't1',
      query: { force: 'true' },
      body: undefined,
      headers,
      store,
    });
    expect([gone.status, gone.body]).toEqual([204, '']);
    await ask({ route: 'updateTemplate', id: 't1', body: { template: { name: 'm' } }, headers, store });
    await ask({ route: 'deleteLabel', id: 't1', params: { label: 'live' }, body: undefined, store });
    expect(calls).toEqual([
      ['delete', reach, 't1', [2], true],
      ['update', reach, 't1', { name: 'm' }, [2], 'the command line', 'why'],
      ['remove', reach, 't1', 'live'],
    ]);
  });

  it('may be about keys', async () => {
    const store = { keys: { list: async () => [{ id: 'k1', account: 'home' }] } };
    const { status, body } = await ask({ route: 'listKeys', body: undefined, store });
    expect([status, body]).toEqual([200, { data: [{ id: 'k1' }], page: { next: null } }]);
  });

  it('is not there for what a service alone has', async () => {
    const { status, body, opened } = await ask({ route: 'listRenders', body: undefined });
    expect([status, body.code, body.detail, opened]).toEqual([404, 'not_found', noBackground, []]);
  });

  it('has a path that follows its schema', async () => {
    const params = { label: 'not a label' };
    expect((await ask({ route: 'deleteLabel', id: 't1', params, body: undefined })).status).toBe(422);
  });

  it('that was given up while the store opened is not carried out', async () => {
    const controller = new AbortController();
    const reason = new Error('gone');
    const calls: unknown[] = [];
    const store = {
      get templates() {
        return { get: async () => calls.push('get') };
      },
    };
    const work = ask({ route: 'getTemplate', id: 't1', body: undefined, store, signal: controller.signal });
    controller.abort(reason);
    await expect(work).rejects.toBe(reason);
    expect(calls).toEqual([]);
  });
});

describe('a render that is checked', () => {
  it.each([
    [{ parts: 'https://example.com' }, undefined],
    [{ parts: 'https://example.com', image: {} }, undefined],
    [{ parts: 'https://example.com', job: {} }, noBackground],
    [{ parts: 'https://example.com', image: {}, job: {} }, noBackground],
    [{ parts: 'https://example.com', image: { dpi: 50, width: 50 } }, '/image/width cannot be combined with dpi'],
    [null, 'the body must be an object'],
  ])('%j is refused with: %s', async (body, message) => {
    const refused = await checkRender(body).then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(refused).toBe(message);
  });
});
