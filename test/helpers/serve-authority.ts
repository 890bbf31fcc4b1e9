import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { makeSigningAuthority, type SigningAuthority } from './signing-authority.ts';

/** An authority that answers on loopback: `/tsa`, `/ocsp`, `/crl` and `/ca`. */
export interface ServedAuthority extends SigningAuthority {
  url: string;
  /** What was asked: method and path. */
  asked: string[];
  /** What was sent, as it came. */
  sent: Buffer[];
  close(): Promise<void>;
}

/** Starts one. Its certificates name its address. Close it. */
export async function serveAuthority(): Promise<ServedAuthority> {
  const asked: string[] = [];
  const sent: Buffer[] = [];
  let authority: SigningAuthority | undefined;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const body = await buffer(request);
    asked.push(`${request.method} ${path}`);
    sent.push(Buffer.from(JSON.stringify(request.headers)), body);
    try {
      response.end(authority?.answer(path, body));
    } catch {
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  authority = makeSigningAuthority(url);
  return {
    ...authority,
    url,
    asked,
    sent,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
      authority?.remove();
    },
  };
}
