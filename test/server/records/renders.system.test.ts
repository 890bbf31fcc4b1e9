import { describe, expect, it } from 'vitest';
import type { Warning } from '../../../src/contract/index.ts';
import { EngineError } from '../../../src/engine/index.ts';
import { openTestDashboard } from '../dashboard/test-dashboard.ts';
import { done, pdf } from '../test-service.ts';

const day = 86_400_000;
const url = '/api/v1/renderers/pdf';

async function openWorkspace(records = {}) {
  const workspace = await openTestDashboard({}, records);
  const { browser } = await workspace.addPerson('ada@example.com');
  const { auth, id: key } = await workspace.makeKey('a');
  const render = (payload: object, headers: Record<string, string> = auth) =>
    workspace.app.inject({ method: 'POST', url, headers, payload });
  async function list(query = '') {
    await workspace.flush();
    return (await browser.read(`/api/dashboard/renders${query}`)).data;
  }
  return { ...workspace, browser, key, render, list };
}

describe('the log of renders', () => {
  it('says what, when, by whom and how long, and no value of the request', async () => {
    const { render, list, key, now, browser, engine } = await openWorkspace();
    engine.answer = async () => ({ ...done, warnings: [{ part: 0, code: 'resource_failed', detail: 'x' } as Warning] });
    const parts = [
      { html: '<p>SECRET', options: { margin: '7mm' } },
      { template: '0190A6C4-5b7e-7d3a-9f21-3c5d8e7f1a2b', context: { SECRETNAME: 'SECRET', b: 1 } },
    ];
    const answer = await render({ parts, options: { page_size: 'A4' }, metadata: { title: 'SECRET' } });
    const [entry] = await list();
    expect(entry).toEqual({
      id: expect.any(String),
      at: now().toISOString(),
      source: 'several',
      template: '0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b',
      key,
      by: 'key test',
      pages: 2,
      bytes: pdf.length,
      timings: { queue_ms: 1, load_ms: 20, print_ms: 30, bind_ms: 4 },
      ms: 0,
      warnings: [{ part: 0, code: 'resource_failed', detail: 'x' }],
      error: null,
      request_id: answer.headers['x-request-id'],
      shape: {
        parts: [
          { source: 'html', options: ['margin'] },
          { source: 'template', context_fields: 2 },
        ],
        options: ['page_size'],
        metadata: ['title'],
      },
      kept: false,
    });
    expect(JSON.stringify(entry)).not.toContain('SECRET');
    expect((await browser.read(`/api/dashboard/renders/${entry.id}`)).data).toEqual(entry);
    for (const what of ['request', 'pdf']) {
      expect((await browser.send({ url: `/api/dashboard/renders/${entry.id}/${what}` })).statusCode).toBe(404);
    }
  });

  it('says how a render failed, and nothing of what only the operator may see', async () => {
    const { render, list, engine } = await openWorkspace();
    engine.answer = async () => {
      throw new EngineError('page_failed', 'The page answered with status 500.', { part: 0, stage: 'load' });
    };
    await render({ parts: 'https://example.com' });
    engine.answer = async () => {
      throw new Error('password of the database');
    };
    await render({ parts: { html: 'x' } });
    const [internal, failed] = await list();
    expect(failed).toMatchObject({
      source: 'url',
      pages: null,
      bytes: null,
      timings: null,
      error: { code: 'page_failed', detail: 'The page answered with status 500.', stage: 'load', part: 0 },
    });
    expect(internal.error).toEqual({ code: 'internal', detail: 'An unexpected error', stage: null, part: null });
    expect(await list('?outcome=ok')).toEqual([]);
  });

  it('keeps a render for 30 days, or as long as is said', async () => {
    const { render, list, move, browser, flush } = await openWorkspace();
    await render({ parts: { html: 'x' } });
    expect(await list()).toHaveLength(1);
    move(30 * day + 1);
    await browser.signIn('ada@example.com');
    await render({ parts: { html: 'x' } });
    await flush();
    expect(await list()).toHaveLength(1);
    const none = await openWorkspace({ days: 0 });
    await none.render({ parts: { html: 'x' } });
    expect(await none.list()).toEqual([]);
    expect((await none.browser.read('/api/dashboard/usage')).data.month).toEqual({ renders: 1, pages: 2 });
  });

  it('keeps the request and the PDF where the operator says so', async () => {
    const { render, list, browser, addPerson } = await openWorkspace({ keepContent: true });
    const body = { parts: { html: '<p>ü' } };
    await render(body);
    const [entry] = await list();
    expect(entry.kept).toBe(true);
    const request = await browser.send({ url: `/api/dashboard/renders/${entry.id}/request` });
    expect([request.headers['content-type'], request.json()]).toEqual(['application/json; charset=utf-8', body]);
    const kept = await browser.send({ url: `/api/dashboard/renders/${entry.id}/pdf` });
    expect(kept.rawPayload.equals(pdf)).toBe(true);
    expect(kept.headers['content-disposition']).toMatch(/^attachment/);
    const viewer = await addPerson('bob@example.com', 'viewer');
    expect((await viewer.browser.send({ url: `/api/dashboard/renders/${entry.id}/request` })).statusCode).toBe(403);
  });

  it('is filtered by key and by day, which must be one', async () => {
    const { render, list, key, makeKey, browser, now } = await openWorkspace();
    const other = await makeKey('a');
    await render({ parts: { html: 'x' } });
    await render({ parts: { html: 'x' } }, other.auth);
    await browser.send({ method: 'POST', url, payload: { parts: { html: 'x' } } });
    expect((await list(`?key=${key}`)).map((entry: { by: string }) => entry.by)).toEqual(['key test']);
    expect((await list()).map((entry: { by: string; key: string }) => [entry.by, entry.key])[0]).toEqual([
      'ada@example.com',
      null,
    ]);
    const today = now().toISOString().slice(0, 10);
    expect(await list(`?from=${today}&to=${today}`)).toHaveLength(3);
    expect(await list('?to=2026-01-01')).toEqual([]);
    expect((await browser.send({ url: '/api/dashboard/renders?from=2026-13-01' })).statusCode).toBe(422);
    expect((await browser.send({ url: '/api/dashboard/renders?limit=1' })).json().page.next).toEqual(
      expect.any(String),
    );
  });

  it('notes a render once that is answered twice', async () => {
    const { render, list, auth } = await openWorkspace();
    const headers = { ...auth, 'idempotency-key': 'x' };
    await render({ parts: { html: 'x' } }, headers);
    await render({ parts: { html: 'x' } }, headers);
    expect(await list()).toHaveLength(1);
  });

  it('holds up no render where the store fails', async () => {
    const { render, accounts, flush, list } = await openWorkspace();
    const { add } = accounts.renders;
    accounts.renders.add = async () => {
      throw new Error('no room');
    };
    expect((await render({ parts: { html: 'x' } })).statusCode).toBe(200);
    await flush();
    accounts.renders.add = add;
    await render({ parts: { html: 'x' } });
    expect(await list()).toHaveLength(1);
  });
});

describe('the usage of an account', () => {
  it('is counted by day and key, failures apart', async () => {
    const { render, key, browser, engine, flush, move } = await openWorkspace();
    await render({ parts: { html: 'x' } });
    await flush();
    await render({ parts: { html: 'x' } });
    engine.answer = async () => {
      throw new EngineError('page_failed', 'x');
    };
    await render({ parts: { html: 'x' } });
    await flush();
    const { data } = await browser.read('/api/dashboard/usage');
    expect(data).toEqual({
      days: [{ day: '2026-05-04', key, renders: 2, failures: 1, pages: 4, bytes: 2 * pdf.length }],
      month: { renders: 2, pages: 4 },
      quota: { renders: null, pages: null },
    });
    move(2 * day);
    await browser.signIn('ada@example.com');
    expect((await browser.read('/api/dashboard/usage?days=2')).data.days).toEqual([]);
    expect((await browser.read('/api/dashboard/usage?days=3')).data.days).toHaveLength(1);
  });
});

describe('a quota', () => {
  it.each([
    [{ renders: 2, pages: null }, 2, '2 renders'],
    [{ renders: null, pages: 3 }, 2, '3 pages'],
    [{ renders: 0, pages: null }, 0, '0 renders'],
  ])('of %j lets %i renders through and then answers 402', async (quota, count, words) => {
    const { render, accounts, engine } = await openWorkspace();
    await accounts.usage.setQuota('a', quota);
    const answers = [];
    for (let index = 0; index <= count; index += 1) answers.push(await render({ parts: { html: 'x' } }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(count).fill(200), 402]);
    expect(answers.at(-1)?.json()).toMatchObject({
      code: 'payment_required',
      detail: expect.stringContaining(words),
      retryable: false,
    });
    expect(engine.calls).toHaveLength(count);
  });

  it('that a render has used up answers a repeat of it all the same', async () => {
    const { render, accounts, auth, engine } = await openWorkspace();
    await accounts.usage.setQuota('a', { renders: 1, pages: null });
    const headers = { ...auth, 'idempotency-key': 'order-1' };
    const answers = [await render({ parts: { html: 'x' } }, headers), await render({ parts: { html: 'x' } }, headers)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(engine.calls).toHaveLength(1);
    const other = { ...auth, 'idempotency-key': 'order-2' };
    expect((await render({ parts: { html: 'x' } }, other)).statusCode).toBe(402);
  });

  it('restarts with the month, and holds for one account alone', async () => {
    const { render, accounts, makeKey, move, flush } = await openWorkspace();
    await accounts.usage.setQuota('a', { renders: 1, pages: null });
    const other = await makeKey('b');
    expect((await render({ parts: { html: 'x' } })).statusCode).toBe(200);
    expect((await render({ parts: { html: 'x' } })).statusCode).toBe(402);
    expect((await render({ parts: { html: 'x' } }, other.auth)).statusCode).toBe(200);
    await flush();
    move(28 * day);
    expect((await render({ parts: { html: 'x' } })).statusCode).toBe(200);
  });

  it('that changes holds within a minute, also for what another service of the store has counted', async () => {
    const { render, accounts, move, now, browser } = await openWorkspace();
    expect((await render({ parts: { html: 'x' } })).statusCode).toBe(200);
    await accounts.usage.setQuota('a', { renders: 5, pages: null });
    await accounts.usage.add([
      { account: 'a', day: now().toISOString().slice(0, 10), key: null, renders: 9, failures: 0, pages: 9, bytes: 9 },
    ]);
    move(30_001);
    await render({ parts: { html: 'x' } });
    await expect.poll(async () => (await render({ parts: { html: 'x' } })).statusCode).toBe(402);
    expect((await browser.read('/api/dashboard/usage')).data.quota).toEqual({ renders: 5, pages: null });
  });

  it('that changes holds for the first render after a minute of rest, and lets through at once what it allows again', async () => {
    const { render, accounts, move } = await openWorkspace();
    expect((await render({ parts: { html: 'x' } })).statusCode).toBe(200);
    await accounts.usage.setQuota('a', { renders: 1, pages: null });
    move(60_001);
    expect((await render({ parts: { html: 'x' } })).statusCode).toBe(402);
    await accounts.usage.setQuota('a', { renders: 2, pages: null });
    move(30_001);
    expect((await render({ parts: { html: 'x' } })).statusCode).toBe(200);
  });
});
