import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { readPdf } from '../../read-pdf.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

/** Frames have worlds too, whose ids must not be taken for that of the program. */
const frames = '<iframe srcdoc="<p>frame"></iframe>'.repeat(6);
const server = createServer((request, response) => {
  const move = `onload = () => setTimeout(() => { location = 'http://localhost:${portOf()}/next' }, 300)`;
  response.setHeader('content-type', 'text/html');
  response.end(
    request.url === '/next'
      ? `<!doctype html>${frames}<p class=ready>second`
      : `<!doctype html><script>${move}</script><p>first`,
  );
});
const portOf = () => (server.address() as AddressInfo).port;

beforeAll(() => new Promise<void>((resolve) => server.listen(0, resolve)));
afterAll(() => server.close());

test('a page that moves to another site while it is waited for is printed there', async () => {
  const options = { wait_for: { expression: 'document.querySelector(".ready")' } };
  const { pdf } = await renderParts(engine, { url: `http://127.0.0.1:${portOf()}/` }, options);
  expect(JSON.stringify(await readPdf(pdf))).toContain('second');
});
