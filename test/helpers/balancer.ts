import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Shares requests out over services in turn, as a balancer in front of replicas does. It repeats nothing. */
export interface Balancer {
  url: string;
  /** The services that say that they are ready. */
  ready(): string[];
  add(target: string): void;
  remove(target: string): void;
  close(): void;
}

/** Milliseconds between two looks at whether a service is ready. */
const probeMs = 250;

/** Starts one on loopback. A request that no service answers is 502. */
export async function startBalancer(): Promise<Balancer> {
  const targets = new Set<string>();
  const ready = new Set<string>();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  const server = createServer((incoming, answer) => {
    const list = [...ready];
    const target = list[turn++ % list.length];
    const fail = (error?: Error) => {
      if (!answer.headersSent) answer.writeHead(502);
      answer.end(`${target}: ${error?.message}`);
    };
    if (target === undefined) return fail();
    const { method, headers } = incoming;
    const outgoing = request(target + incoming.url, { method, headers, agent }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
      from.once('error', fail);
    });
    outgoing.once('error', fail);
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const probing = setInterval(() => {
    for (const target of targets) {
      fetch(`${target}/readyz`)
        .then(
          ({ status }) => status === 200,
          () => false,
        )
        .then((isReady) => (isReady && targets.has(target) ? ready.add(target) : ready.delete(target)));
    }
  }, probeMs);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => [...ready],
    add: (target) => void targets.add(target),
    remove(target) {
      targets.delete(target);
      ready.delete(target);
    },
    close() {
      clearInterval(probing);
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
