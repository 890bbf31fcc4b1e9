import { Readable } from 'node:stream';
import { createEmbeddedClient } from '../../src/client/client.ts';
import type { CallSettings } from '../../src/client/options/client-options.ts';
import type { TransportRequest } from '../../src/client/transport.ts';

/** An answer of the service. Default: status 200, no headers. */
export interface Response {
  status?: number;
  headers?: Record<string, string>;
  body?: object | string | Buffer | undefined;
}

/** A client of a service in memory, which answers each request with what `answer` gives. It keeps the requests. */
export function openMemoryClient(
  answer: Response | ((request: TransportRequest) => Response),
  settings: CallSettings = {},
) {
  const requests: TransportRequest[] = [];
  let closed = 0;
  const client = createEmbeddedClient(
    {
      async send(request) {
        requests.push(request);
        const { status = 200, headers = {}, body } = typeof answer === 'function' ? answer(request) : answer;
        const bytes = Buffer.isBuffer(body)
          ? body
          : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''));
        return { status, headers, body: Object.assign(Readable.from([bytes]), { dump: async () => {} }) as never };
      },
      close: async () => {
        closed += 1;
      },
    },
    settings,
  );
  return { client, requests, closed: () => closed };
}
