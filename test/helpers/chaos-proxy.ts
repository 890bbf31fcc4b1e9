import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What happens to the bytes of an answer on their way to the caller. */
export interface Fault {
  /** Bytes that pass before `end` happens. Default: all. */
  after?: number;
  /** How the way ends there: an orderly end, a reset, silence, or an end of what is sent to the caller alone. */
  end?: 'close' | 'reset' | 'stall' | 'half-close';
  /** Milliseconds before the first byte. */
  delayMs?: number;
  /** Bytes at a time, each after `pauseMs` milliseconds. */
  drip?: { bytes: number; pauseMs: number };
  /** Sends every piece twice. */
  twice?: boolean;
}

/** A way to a service on which answers come to harm. */
export interface ChaosProxy {
  url: string;
  /** Faults of the next connections, one each; further ones have none. */
  faults: Fault[];
  /** Connections taken. */
  readonly taken: number;
  /** Connections that are open. */
  readonly open: number;
  close(): Promise<void>;
}

/** Starts one in front of a service on loopback. */
export async function startChaosProxy(port: number): Promise<ChaosProxy> {
  const faults: Fault[] = [];
  const sockets = new Set<Socket>();
  let taken = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    taken += 1;
    const service = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    for (const socket of [client, service]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => sockets.delete(socket));
    }
    client.once('close', () => service.destroy());
    client.pipe(service);
    void spoil(service, client, faults.shift() ?? {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    get taken() {
      return taken;
    },
    get open() {
      return sockets.size;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function spoil(service: Socket, client: Socket, fault: Fault): Promise<void> {
  const { after = Number.POSITIVE_INFINITY, end = 'close', delayMs, drip, twice = false } = fault;
  let passed = 0;
  if (delayMs !== undefined) await sleep(delayMs);
  try {
    for await (const chunk of service as AsyncIterable<Buffer>) {
      for (const piece of cut(chunk.subarray(0, after - passed), drip?.bytes)) {
        if (drip) await sleep(drip.pauseMs);
        for (let times = twice ? 2 : 1; times > 0; times -= 1) client.write(piece);
      }
      passed += chunk.length;
      if (passed < after) continue;
      if (end === 'half-close') client.end();
      if (end === 'half-close' || end === 'stall') return linger(client);
      if (end === 'reset') client.resetAndDestroy();
      break;
    }
  } catch {
    // The caller or the service has gone.
  }
  client.end(() => client.destroy());
  service.destroy();
}

/** Listens on until the caller has enough. */
function linger(client: Socket): void {
  client.once('end', () => client.destroy());
  client.resume();
}

function cut(chunk: Buffer, size = Math.max(1, chunk.length)): Buffer[] {
  return Array.from({ length: Math.ceil(chunk.length / size) }, (_, index) =>
    chunk.subarray(index * size, (index + 1) * size),
  );
}
