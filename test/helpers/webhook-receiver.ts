import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { EgressPolicy } from '../../src/browser/egress/egress-policy.ts';
import { refusesOutside, sendOutside } from '../../src/browser/egress/send-outside.ts';
import type { Engine } from '../../src/engine/index.ts';

/** A receiver of events on this machine, closed with the test. */
export interface WebhookReceiver {
  got: { headers: IncomingHttpHeaders; body: string }[];
  port: number;
  address: string;
}

/** Opens one, which answers as the test says. Default: 200. */
export async function openReceiver(
  answer: (response: ServerResponse, count: number) => void = (response) => response.end(),
): Promise<WebhookReceiver> {
  const got: WebhookReceiver['got'] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    answer(response, got.push({ headers: request.headers, body }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { got, port, address: `http://127.0.0.1:${port}/hook` };
}

/** What an engine sends outside: to public addresses, to these ports of this machine, and by these names alone. */
export function buildOutside(
  ports: readonly number[],
  names: Readonly<Record<string, string[]>> = {},
): Pick<Engine, 'sendOutside' | 'refusesOutside'> {
  const policy: EgressPolicy = { level: 'public', allow: ports.map((port) => `127.0.0.0/8:${port}`) };
  const edges = { resolve: async (host: string) => names[host] ?? [] };
  return {
    sendOutside: (request) => sendOutside(policy, request, edges),
    refusesOutside: async (url) => refusesOutside(policy, url),
  };
}
