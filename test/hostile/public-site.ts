import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { publicAddresses } from './internet-names.ts';

const objects = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
];

/** A PDF of one empty page (ISO 32000-2, 7.5). */
function buildPdf(): string {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 4\n0000000000 65535 f \n${offsets.join('')}`;
  return `${text}${table}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
}

/** A gigabyte of spaces, small on the way. */
const bomb = Buffer.concat(new Array(64).fill(gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '))));

/**
 * An ordinary and sometimes hostile web site, where the contacted address is a public one: answers as its path says.
 * False for any other address.
 */
export function servePublicSite(request: IncomingMessage, response: ServerResponse): boolean {
  const address = (request.socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  if (!publicAddresses.includes(address)) return false;
  const url = new URL(request.url ?? '/', 'http://public.test');
  const say = (name: string) => url.searchParams.get(name) ?? '';
  response.setHeader('Access-Control-Allow-Origin', '*');
  const [, kind, status] = url.pathname.split('/');
  if (kind === 'redirect') redirect(response, Number(status), say('to'));
  else if (kind === 'chain') redirect(response, 302, Number(status) > 0 ? `/chain/${Number(status) - 1}` : '/');
  else if (kind === 'loop') redirect(response, 302, '/loop');
  else if (kind === 'status') response.writeHead(Number(status), fields(say('fields'))).end('<p>an answer</p>');
  else if (kind === 'html')
    response.writeHead(200, { 'Content-Type': 'text/html', ...fields(say('fields')) }).end(say('html'));
  else if (kind === 'js') response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(say('js'));
  else if (kind === 'css')
    response.writeHead(200, { 'Content-Type': 'text/css', ...fields(say('fields')) }).end(say('css'));
  else if (kind === 'pdf') response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(buildPdf());
  else if (kind === 'hang') response.on('error', () => {});
  else if (kind === 'drip') drip(response);
  else if (kind === 'bomb')
    response.writeHead(200, { 'Content-Type': say('type'), 'Content-Encoding': 'gzip' }).end(bomb);
  else if (kind === 'echo') response.end(JSON.stringify(request.rawHeaders));
  else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>public words</p>');
  return true;
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/html' });
  const timer = setInterval(() => response.write('x'), 200);
  response.on('close', () => clearInterval(timer));
}

function redirect(response: ServerResponse, status: number, to: string): void {
  response.writeHead(status, { Location: to }).end();
}

function fields(json: string): Record<string, string> {
  return json === '' ? {} : JSON.parse(json);
}
