import { type IncomingHttpHeaders, request } from 'node:http';

/** One call, as any program would make it that knows only the published interface. */
export interface ServiceCall {
  method: string;
  path: string;
  key?: string | undefined;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

/** What came back, whole. */
export interface ServiceAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The body as JSON; a test says with its expectations what it should be. */
  json(): ReturnType<typeof JSON.parse>;
}

/** Calls a service on its own connection. Rejects where the connection fails. */
export function callService(
  url: string,
  { method, path, key, headers: more, body }: ServiceCall,
): Promise<ServiceAnswer> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...more,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const sent = request(new URL(path, url), { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes,
          json: () => JSON.parse(bytes.toString('utf8')),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
