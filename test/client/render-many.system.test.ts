import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, createClient, type RenderManyResult } from '../../src/client/index.ts';
import { waitUntil } from '../helpers/process-tree.ts';
import { type RecordingServer, sendJson, startRecordingServer, tinyPdf } from '../helpers/recording-server.ts';

let server: RecordingServer;
let client: Client;
/** Answers that wait, by the HTML of the request. */
let held: Map<string, ServerResponse>;

async function start(isHeld: (html: string) => boolean = () => false): Promise<void> {
  held = new Map();
  server = await startRecordingServer(({ body }, response) => {
    const { html } = JSON.parse(body).parts;
    if (html === 'bad') sendJson(response, 422, { status: 422, code: 'page_failed', title: 'x', detail: 'it failed' });
    else if (isHeld(html)) held.set(html, response);
    else answer(response);
  });
  client = createClient({ baseUrl: server.url, apiKey: 'key', timeoutMs: 30_000, retries: 0 });
}

function answer(response: ServerResponse | undefined): void {
  response?.writeHead(200, { 'content-type': 'application/pdf' }).end(tinyPdf);
}

const jobsOf = (...texts: string[]) => texts.map((html) => ({ id: `of ${html}`, parts: { html } }));
const outcome = ({ index, id, pdf, error }: RenderManyResult) => [index, id, pdf ? 'pdf' : error.code];

async function readAll(results: AsyncIterable<RenderManyResult>): Promise<RenderManyResult[]> {
  const all: RenderManyResult[] = [];
  for await (const result of results) all.push(result);
  return all;
}

afterEach(async () => {
  for (const response of held.values()) response.destroy();
  await client.close();
  await server.close();
});

describe('many renders', () => {
  it('have their results in the order of the jobs, with the error of each', async () => {
    await start((html) => html === 'slow');
    const found: unknown[] = [];
    const reading = (async () => {
      for await (const result of client.renderMany(jobsOf('slow', 'bad', 'c'))) found.push(outcome(result));
    })();
    await waitUntil('three requests', () => server.requests.length === 3);
    expect(found).toEqual([]);
    answer(held.get('slow'));
    await reading;
    expect(found).toEqual([
      [0, 'of slow', 'pdf'],
      [1, 'of bad', 'page_failed'],
      [2, 'of c', 'pdf'],
    ]);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ parts: { html: 'slow' } });
  });

  it('are taken when a place is free, and wait for their turn in a bounded number', async () => {
    await start((html) => html === '0');
    let taken = 0;
    function* source() {
      for (; taken < 50; taken += 1) yield { parts: { html: String(taken) } };
    }
    const results = client.renderMany(source(), { parallel: 2 });
    const first = results.next();
    await waitUntil('four requests', () => server.requests.length === 4);
    answer(held.get('0'));
    expect(outcome((await first).value as RenderManyResult)).toEqual([0, undefined, 'pdf']);
    expect(taken).toBeLessThanOrEqual(5);
    const rest = await readAll(results);
    expect(rest.map(({ index }) => index)).toEqual(Array.from({ length: 49 }, (_, at) => at + 1));
  });

  it('yield a result while the source has no further job yet', async () => {
    await start();
    let more = (): void => undefined;
    async function* source() {
      yield { parts: { html: 'a' } };
      await new Promise<void>((resolve) => {
        more = resolve;
      });
      yield { parts: { html: 'b' } };
    }
    const results = client.renderMany(source());
    expect(outcome((await results.next()).value as RenderManyResult)).toEqual([0, undefined, 'pdf']);
    more();
    expect((await readAll(results)).map(outcome)).toEqual([[1, undefined, 'pdf']]);
  });

  it.each(['break', 'abort'])('end with %s, which aborts what is running and closes the source', async (how) => {
    await start((html) => html !== 'a');
    let isClosed = false;
    async function* source() {
      try {
        for (const html of ['a', 'b', 'c', 'd']) yield { parts: { html } };
      } finally {
        isClosed = true;
      }
    }
    const aborting = new AbortController();
    const results = client.renderMany(source(), { parallel: 2, signal: aborting.signal });
    await results.next();
    await waitUntil('the second request', () => held.has('b'));
    const cut = once(held.get('b') as ServerResponse, 'close');
    if (how === 'break') await results.return();
    else {
      aborting.abort(new Error('enough'));
      await expect(results.next()).rejects.toThrow('enough');
    }
    await cut;
    expect(isClosed).toBe(true);
  });

  it('yield what was started before an error of the source, and then reject with it', async () => {
    await start();
    function* source() {
      yield { parts: { html: 'a' } };
      throw new Error('line 2 is wrong');
    }
    const results = client.renderMany(source());
    expect(outcome((await results.next()).value as RenderManyResult)).toEqual([0, undefined, 'pdf']);
    await expect(results.next()).rejects.toThrow('line 2 is wrong');
  });

  it('refuse what is no list of jobs, and unknown options', async () => {
    await start();
    const many = client.renderMany as (jobs: unknown, options?: unknown) => AsyncGenerator;
    for (const jobs of [undefined, null, 5, 'jobs']) {
      await expect(many(jobs).next()).rejects.toMatchObject({
        code: 'invalid_request',
        message: 'the jobs must be a list, or another iterable of requests',
      });
    }
    await expect(many([], { parallel: 0 }).next()).rejects.toThrow('parallel must be a whole number from 1 to 256');
    await expect(many([], { speed: 1 }).next()).rejects.toThrow('the options of renderMany have no speed');
    expect(await many([]).next()).toEqual({ done: true, value: undefined });
  });
});
