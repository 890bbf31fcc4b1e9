import { EventEmitter } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { guardProcess } from '../../src/server/index.ts';
import { startWaitingPage } from '../helpers/waiting-page.ts';
import { startTestServer } from './start-test-server.ts';

const render = '/api/v1/renderers/pdf';

describe('a service that is asked to stop', () => {
  it('lets a render finish, refuses new ones, and closes every connection', async () => {
    const page = await startWaitingPage();
    const { server, call, entries } = await startTestServer();
    const idle = connect(Number(new URL(server.url).port), '127.0.0.1');
    const idleClosed = new Promise((resolve) => idle.once('close', resolve));
    idle.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => idle.once('data', resolve));

    const asked = page.asked();
    const running = call(render, { parts: page.url });
    await asked;
    const closed = server.close(60_000);
    await idleClosed;
    const refused = await call(render, { parts: { html: 'x' } });
    expect(await refused.json()).toMatchObject({ status: 503, code: 'shutting_down', retryable: true });
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(refused.headers.get('connection')).toBe('close');
    expect((await call('/readyz')).status).toBe(503);
    page.release();
    const answer = await running;
    expect(answer.status).toBe(200);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await closed;
    await expect(call('/healthz')).rejects.toThrow();
    await server.close();
    expect(entries.map(({ event }) => event)).toEqual(['listening', 'shutting_down', 'closed']);
    await page.close();
  });

  it('first says that it is not ready, and takes requests still, on connections that end with their answers', async () => {
    const { server, call } = await startTestServer();
    const closed = server.close(60_000, 600_000);
    const ready = await call('/readyz');
    expect([ready.status, (await ready.json()).status]).toEqual([503, 'shutting_down']);
    const taken = await call(render, { parts: { html: 'x' } });
    expect([taken.status, taken.headers.get('connection')]).toEqual([200, 'close']);
    await taken.arrayBuffer();
    await server.close(0);
    await closed;
    await expect(call('/healthz')).rejects.toThrow();
  });

  it('ends at once when it is asked again, and says why to those who wait', async () => {
    const page = await startWaitingPage();
    const { server, call } = await startTestServer();
    const asked = page.asked();
    const running = call(render, { parts: page.url });
    await asked;
    const first = server.close(600_000);
    const second = server.close(0);
    const answer = await running;
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'shutting_down' });
    await Promise.all([first, second]);
    await page.close();
  });

  it('ends when the time is over', async () => {
    const page = await startWaitingPage();
    const { server, call } = await startTestServer();
    const asked = page.asked();
    const running = call(render, { parts: page.url });
    await asked;
    await server.close(50);
    expect((await running).status).toBe(503);
    await page.close();
  });
});

describe('an error that nobody caught', () => {
  it.each(['uncaughtException', 'unhandledRejection'] as const)(
    '(%s) ends the service in the same way',
    async (event) => {
      const { server, call, entries } = await startTestServer();
      const process = new EventEmitter();
      const guard = guardProcess(server, process, 1000);
      const error = new TypeError('secret');
      process.emit(event, error);
      process.emit(event, new Error('another while it ends'));
      expect(await guard.failed).toBe(error);
      await expect(call('/healthz')).rejects.toThrow();
      expect(entries.find((entry) => entry.event === 'uncaught_error')).toMatchObject({
        level: 'fatal',
        error: { name: 'TypeError', stack: expect.any(Array) },
      });
      expect(JSON.stringify(entries)).not.toContain('secret');
      guard.stop();
      expect(process.eventNames()).toEqual([]);
    },
  );
});

describe('a service that cannot start', () => {
  it('leaves nothing behind where its port is taken', async () => {
    const { server } = await startTestServer();
    const port = Number(new URL(server.url).port);
    const timers = () => process.getActiveResourcesInfo().filter((what) => what === 'TCPServerWrap').length;
    const before = timers();
    await expect(startTestServer({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await vi.waitFor(() => expect(timers()).toBe(before));
  });
});
