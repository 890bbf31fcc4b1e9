import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EgressSession, openEgressSession } from '../../src/browser/egress/egress-session.ts';
import { type Origin, openOrigin } from '../browser/egress/origin.ts';
import { exchange } from '../browser/egress/raw-client.ts';
import { buildFaultPoint, raiseUntilClean } from './fault-point.ts';

type Mode = 'fails' | 'throws' | 'is never answered' | 'answers nonsense';

const point = buildFaultPoint();
let mode: Mode = 'fails';
let origin: Origin;
let egress: EgressSession;

function spoil<T>(value: () => T, nonsense: T): Promise<T> {
  if (!point.isHit()) return Promise.resolve(value());
  if (mode === 'throws') throw new Error('not now');
  if (mode === 'fails') return Promise.reject(new Error('not now'));
  return mode === 'answers nonsense' ? Promise.resolve(nonsense) : new Promise(() => undefined);
}

beforeAll(async () => {
  origin = await openOrigin((_, response) => response.end('whole'));
});
afterAll(() => origin.close());

/** An egress session, to an origin on this machine or through it as through a proxy, where no name passes that does not resolve. */
async function openSpoiltSession(proxied: boolean): Promise<void> {
  const behind = {
    level: 'public',
    ports: [origin.port],
    proxy: () => new URL(`http://127.0.0.1:${origin.port}`),
  } as const;
  egress = await openEgressSession(
    proxied ? behind : { level: 'open' },
    { resolveMs: 300, connectMs: 300 },
    {
      resolve: (host) => spoil(() => [proxied ? '93.184.216.34' : '127.0.0.1'], [`not an address of ${host}`]),
      connect(address, port) {
        const socket = connect({ host: address, port });
        if (!point.isHit()) return socket;
        if (mode === 'is never answered') socket.connect = () => socket;
        socket.destroy(new Error('not now'));
        return socket;
      },
    },
  );
}

/** Each under its own name, because names are asked for once. */
let asked = 0;
function ask(): Promise<string> {
  asked += 1;
  const host = `n${asked}.example`;
  const head = `GET http://${host}:${origin.port}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  return exchange(egress.port, head);
}

describe.each([
  ['an egress session', false],
  ['an egress session through a proxy', true],
] as const)('%s whose name or connection', (_way, proxied) => {
  beforeAll(() => openSpoiltSession(proxied));
  afterAll(() => egress.close());

  test.each<Mode>(['fails', 'throws', 'is never answered', 'answers nonsense'])(
    '%s gives no word, and serves the next request',
    async (name) => {
      mode = name;
      const calls = await raiseUntilClean(
        point,
        async (n) => ({ answer: await ask(), isHit: point.calls >= n }),
        async (_, { answer, isHit }) => {
          expect(answer).toMatch(isHit ? /^$/ : /whole$/);
          expect(await ask()).toMatch(/whole$/);
        },
      );
      expect(calls).toBe(3);
    },
  );
});
