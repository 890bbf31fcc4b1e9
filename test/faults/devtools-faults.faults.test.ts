import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserSupervisor, openBrowserSupervisor } from '../../src/browser/chromium/browser-supervisor.ts';
import { ConnectionClosed, DevToolsError, type Session } from '../../src/browser/chromium/connection.ts';
import type { Browser } from '../../src/browser/chromium/launch-browser.ts';
import { startBrowser } from '../../src/browser/chromium/start-browser.ts';
import { EngineError } from '../../src/children/engine-error.ts';
import { openQueue } from '../../src/children/queue.ts';
import { startDeadline } from '../../src/engine/deadline.ts';
import { openRenderer, type Renderer } from '../../src/engine/render/renderer.ts';
import { cacheFolder } from '../engine/test-engine.ts';
import { isLong } from '../helpers/is-long.ts';
import { buildFaultPoint, raiseUntilClean } from './fault-point.ts';

type Mode = 'refused' | 'unanswered' | 'deadly';

const point = buildFaultPoint();
let mode: Mode = 'refused';
let supervisor: BrowserSupervisor;
let renderer: Renderer;

/** Sends as the session does, but for one command. */
function spoil(session: Session, browser: Browser): Session['send'] {
  return (method, ...params) => {
    // What the watch over the processes asks belongs to no render.
    if (method === 'SystemInfo.getProcessInfo' || !point.isHit()) return session.send(method, ...params);
    if (mode === 'refused') return Promise.reject(new DevToolsError(`${method}: not now`));
    if (mode === 'unanswered') {
      return session.closed.then(() => {
        throw new ConnectionClosed(`${method}: nobody is there any more`);
      });
    }
    void browser.kill();
    return session.send(method, ...params);
  };
}

beforeAll(() => {
  const start = async (signal: AbortSignal) => {
    const browser = await startBrowser({ cacheFolder, sandbox: 'preferred', signal });
    const openSession = (id: string) => {
      const session = browser.openSession(id);
      return { ...session, send: spoil(session, browser) };
    };
    return Object.assign(Object.create(browser) as Browser, { send: spoil(browser, browser), openSession });
  };
  supervisor = openBrowserSupervisor({ start });
  const checkValues = async () => ({ faults: [] });
  const options = {
    version: '0.0.0',
    cacheFolder,
    sandbox: 'preferred',
    egress: { level: 'deny' },
    checkValues,
  } as const;
  const supervisors = { system: supervisor, bundled: supervisor };
  renderer = openRenderer(options, { supervisors, webglSupervisors: supervisors }, 2);
});
afterAll(async () => {
  await Promise.all([supervisor.close(), renderer.close()]);
});

const counted = '<style>@page { @bottom-left { content: counter(pages) } }</style><p>counted';
const queue = openQueue(2, 8);
const parts = [{ html: counted, options: { header: 'page' } }, { html: '<img src="a.svg"><p>second' }];

async function render(timeoutMs: number): Promise<string> {
  const deadline = startDeadline(timeoutMs);
  try {
    const request = { parts } as never;
    const context = { account: 'a' };
    const run = { request, context, deadline, fonts: 'system', starting: undefined, queue } as const;
    const { pages } = await renderer.render(run);
    return `${pages} pages`;
  } catch (error) {
    if (error instanceof EngineError) return error.code;
    if (error instanceof DevToolsError) return 'internal';
    throw error;
  } finally {
    deadline.stop();
  }
}

describe('a render whose commands are, one after the other,', () => {
  test.each<[Mode, string[], number]>([
    ['refused', ['2 pages', 'internal', 'page_failed', 'resource_failed'], isLong ? 1 : 31],
    ['deadly', ['2 pages', 'page_failed'], isLong ? 1 : 29],
    ['unanswered', ['2 pages', 'render_timeout'], isLong ? 1 : 43],
  ])('%s ends in time, and the next one is whole', { timeout: 900_000 }, async (name, ends, step) => {
    mode = name;
    expect(await render(20_000)).toBe('2 pages');
    const seen = new Set<string>();
    const commands = await raiseUntilClean(
      point,
      () => render(name === 'unanswered' ? 1500 : 20_000),
      async (n, end) => {
        expect(ends, `${name} at ${n}`).toContain(end);
        seen.add(end);
        expect(await render(20_000), `after ${name} at ${n}`).toBe('2 pages');
      },
      step,
    );
    expect(commands).toBeGreaterThan(10);
    expect(seen).toContain('2 pages');
  });
});
