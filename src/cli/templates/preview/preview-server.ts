import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PreviewSource } from '../preview-source.ts';
import { openPreviewHandler, type PreviewServerEdges } from './preview-handler.ts';

/** The server of the preview page, for this machine alone. */
export interface PreviewServer {
  /** Its address, with the secret that opens it. */
  url: string;
  /** Creates an address that leads to `url` once, because other users see the arguments of programs. */
  buildTicket(): string;
  close(): Promise<void>;
}

/** Serves the page on 127.0.0.1. */
export async function startPreviewServer(
  found: readonly PreviewSource[],
  edges: PreviewServerEdges,
  port: number,
): Promise<PreviewServer> {
  const handler = openPreviewHandler(found, edges);
  // The page itself says what is wrong with a request without a Host.
  const server = createServer({ requireHostHeader: false }, handler.handle);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The first render starts while the browser opens.
  handler.begin();
  return {
    url: `${base}${handler.path}`,
    buildTicket: () => `${base}${handler.buildTicket()}`,
    async close() {
      handler.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
