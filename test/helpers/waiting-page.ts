import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web page whose picture comes only when the test lets it: a render of it is in its middle for as long as wished. */
export interface WaitingPage {
  url: string;
  /** Resolves when the next browser waits for the picture. */
  asked(): Promise<void>;
  /** Lets those through that wait now. */
  release(): void;
  close(): Promise<void>;
}

/** Starts one on loopback. */
export async function startWaitingPage(): Promise<WaitingPage> {
  let waiting: ServerResponse[] = [];
  let listeners: (() => void)[] = [];
  const server = createServer((request, response) => {
    if (request.url !== '/picture.svg') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Waiting</title><h1>Waiting</h1><img src="/picture.svg">');
      return;
    }
    waiting.push(response);
    for (const listener of listeners.splice(0)) listener();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked: () => new Promise((resolve) => (listeners = [...listeners, resolve])),
    release() {
      for (const response of waiting.splice(0)) {
        response.writeHead(200, { 'content-type': 'image/svg+xml' });
        response.end(
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle cx="4" cy="4" r="4"/></svg>',
        );
      }
    },
    close: () =>
      new Promise((resolve) => {
        waiting = [];
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
