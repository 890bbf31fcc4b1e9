import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { renderUser } from '../../../src/browser/chromium/private-folders.ts';
import { startBrowser } from '../../../src/browser/chromium/start-browser.ts';
import { openEgressSession } from '../../../src/browser/egress/egress-session.ts';
import { type NetworkNamespace, openNetworkNamespace } from '../../../src/browser/network/network-namespace.ts';
import type { Engine } from '../../../src/engine/index.ts';
import { readPdf } from '../../engine/read-pdf.ts';
import { cacheFolder, openTestEngine, renderParts } from '../../engine/test-engine.ts';
import { listDescendants, waitUntilGone } from '../../helpers/process-tree.ts';
import { type Origin, openOrigin } from '../egress/origin.ts';

const user = process.getuid?.() === 0 ? renderUser : undefined;
const why = await openNetworkNamespace(user).then(
  (namespace) => namespace.close(),
  (error: Error) => ` (skipped: this system gives none: ${error.message})`,
);

let origin: Origin;
const engines: Engine[] = [];
beforeAll(async () => {
  origin = await openOrigin((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('from outside');
  });
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});
afterAll(() => origin.close());

function open(options: Parameters<typeof openTestEngine>[0]): Engine {
  const engine = openTestEngine({ concurrency: 2, ...options });
  engines.push(engine);
  return engine;
}
const render = async (engine: Engine, account = 'a') => {
  const request = { parts: { url: `http://127.0.0.1:${origin.port}/` } };
  return (await readPdf((await engine.render(request as never, { account })).pdf)).pages;
};
const findListener = () =>
  listDescendants(process.pid).find(({ pid }) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('listen-child');
    } catch {
      return false;
    }
  });

/** What a page sees of an address if its context has no proxy and the browser no switch that keeps it in. */
async function loadDirectly(network: NetworkNamespace | undefined): Promise<string> {
  const browser = await startBrowser({ cacheFolder, sandbox: 'preferred', network });
  try {
    const direct = { proxyServer: 'direct://', proxyBypassList: '<-loopback>' };
    const { browserContextId } = await browser.send('Target.createBrowserContext', direct);
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    const url = `http://127.0.0.1:${origin.port}/`;
    return (await browser.openSession(sessionId).send('Page.navigate', { url })).errorText ?? 'loaded';
  } finally {
    await browser.kill();
  }
}

describe.skipIf(why)(`a browser in a separate network${why ?? ''}`, () => {
  let before: Set<number>;
  let engine: Engine;
  beforeAll(() => {
    before = new Set(listDescendants(process.pid).map(({ pid }) => pid));
    engine = openTestEngine({ concurrency: 2, ownNetwork: 'required' });
    return engine.close;
  });

  test('loads through its proxy, in its sandbox, and says so', async () => {
    expect(await render(engine)).toEqual(['from outside']);
    expect(engine.status()).toMatchObject({ own_network: 'on' });
    expect(spawnSync('readlink', [`/proc/${engine.status().pid}/ns/net`]).stdout).not.toEqual(
      spawnSync('readlink', ['/proc/self/ns/net']).stdout,
    );
  });

  test('goes on when the process that opens its sockets is killed, and when the browser is', async () => {
    const listener = findListener();
    expect(listener).toBeDefined();
    process.kill(listener?.pid ?? Number.NaN, 'SIGKILL');
    await waitUntilGone(listener ? [listener] : []);
    expect(await render(engine, 'b')).toEqual(['from outside']);
    process.kill(engine.status().pid ?? Number.NaN, 'SIGKILL');
    expect(await render(engine, 'b')).toEqual(['from outside']);
    // That was the second try, in a separate browser. The next render starts the shared one.
    expect(await render(engine, 'b')).toEqual(['from outside']);
    expect(engine.status()).toMatchObject({ own_network: 'on' });
  });

  test('leaves no process behind', async () => {
    const started = listDescendants(process.pid).filter(({ pid }) => !before.has(pid));
    expect(started.length).toBeGreaterThan(3);
    await engine.close();
    expect(await waitUntilGone(started)).toEqual([]);
  });

  test('reaches nothing without its proxy, where another does', async () => {
    const network = await openNetworkNamespace(user);
    expect(await loadDirectly(network)).toBe('net::ERR_CONNECTION_REFUSED');
    network.close();
    expect(await loadDirectly(undefined)).toBe('loaded');
  });

  test('opens and closes its sockets without keeping any', async () => {
    const { listen, close } = await openNetworkNamespace(user);
    const openAndClose = async () => {
      const session = await openEgressSession({ level: 'open' }, {}, { listen });
      await session.close();
    };
    await openAndClose();
    const before = readdirSync('/proc/self/fd').length;
    await Promise.all(Array.from({ length: 50 }, openAndClose));
    expect(readdirSync('/proc/self/fd').length).toBeLessThan(before + 10);
    close();
  });
});

describe('where a browser can have no separate network', () => {
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
  });

  test('"auto" warns once and shares the network', async () => {
    process.env.PATH = '/nowhere';
    const warnings: string[] = [];
    const engine = open({ ownNetwork: 'auto', onWarning: (text) => void warnings.push(text) });
    expect(await render(engine)).toEqual(['from outside']);
    expect(engine.status()).toMatchObject({ own_network: 'off' });
    const about = warnings.filter((text) => text.includes('network'));
    expect(about).toEqual([
      expect.stringMatching(/no separate network here \(spawn unshare ENOENT\).*It takes unshare/),
    ]);
  });

  test('"required" starts no browser', async () => {
    process.env.PATH = '/nowhere';
    const engine = open({ ownNetwork: 'required' });
    await expect(render(engine)).rejects.toMatchObject({ code: 'config_invalid' });
  });
});

test('a browser that shares the network starts no process for it', async () => {
  const engine = open({});
  await renderParts(engine, { html: 'x' });
  expect(findListener()).toBeUndefined();
  expect(engine.status()).toMatchObject({ own_network: 'off' });
});
