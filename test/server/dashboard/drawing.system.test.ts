import { describe, expect, it, vi } from 'vitest';
import type { RenderContext } from '../../../src/engine/index.ts';
import { done } from '../test-service.ts';
import { openTestDashboard } from './test-dashboard.ts';

async function openWorkspace() {
  const workspace = await openTestDashboard();
  const { browser } = await workspace.addPerson('ada@example.com', 'viewer');
  const draw = (place: string, by = browser) =>
    by.send({
      method: 'POST',
      url: '/api/dashboard/drawing',
      payload: { content: '<p>', preview_context: {}, place },
    });
  return { ...workspace, browser, draw };
}

describe('a drawing', () => {
  it('takes the slot of drawings, and is neither listed nor counted', async () => {
    const { draw, engine, browser, flush } = await openWorkspace();
    expect((await draw('a')).statusCode).toBe(200);
    expect(engine.calls.map(({ context }) => context.drawing)).toEqual([true]);
    await flush();
    expect((await browser.read('/api/dashboard/renders')).data).toEqual([]);
    expect((await browser.read('/api/dashboard/usage')).data.days).toEqual([]);
  });

  it('ends the earlier one of the same editor, and no other', async () => {
    const { draw, engine, addPerson } = await openWorkspace();
    const other = (await addPerson('bob@example.com')).browser;
    const signals: (AbortSignal | undefined)[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    engine.answer = async (_request, { signal }: RenderContext) => {
      signals.push(signal);
      await Promise.race([released, new Promise((resolve) => signal?.addEventListener('abort', resolve))]);
      signal?.throwIfAborted();
      return done;
    };
    const drawn = [draw('a'), draw('b'), draw('a', other)];
    await vi.waitFor(() => expect(signals).toHaveLength(3));
    drawn.push(draw('a'));
    expect((await drawn[0])?.json()).toMatchObject({ code: 'still_running' });
    release();
    expect((await Promise.all(drawn)).map(({ statusCode }) => statusCode)).toEqual([409, 200, 200, 200]);
  });
});

describe('requests of the dashboard', () => {
  it('have a rate for each person', async () => {
    const { browser, addPerson, draw, move } = await openWorkspace();
    const bob = (await addPerson('bob@example.com')).browser;
    const answers = await Promise.all(Array.from({ length: 201 }, (_, place) => draw(String(place))));
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.map((answer) => answer.json().code)).toEqual(['rate_limited']);
    expect(refused[0]?.headers['retry-after']).toBe('1');
    expect((await browser.send({ url: '/api/dashboard/renders' })).statusCode).toBe(429);
    expect((await draw('a', bob)).statusCode).toBe(200);
    move(50);
    expect((await draw('a')).statusCode).toBe(200);
  });

  it('have a rate for each network where nobody is signed in', async () => {
    const { openBrowser } = await openWorkspace();
    const [one, two] = [openBrowser({ remoteAddress: '203.0.113.9' }), openBrowser({ remoteAddress: '198.51.100.4' })];
    const ask = () => one.send({ url: '/api/dashboard/session' });
    const answers = await Promise.all(Array.from({ length: 201 }, ask));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
    expect((await two.send({ url: '/api/dashboard/session' })).statusCode).toBe(200);
  });
});
