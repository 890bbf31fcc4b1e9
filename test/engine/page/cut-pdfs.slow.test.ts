import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Origin, openTcpOrigin } from '../../browser/egress/origin.ts';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

let origin: Origin;
let file: Buffer;
/** The end of the older revision in `file`. */
let older: number;

const megabyte = Buffer.alloc(1_000_000, ' ');

/** Answers without a length that never end by themselves before 110 MB, on the wire or once they are unpacked. */
const floods: Record<string, () => Iterable<Buffer | string>> = {
  *'sent as it is'() {
    yield `${head}\r\n%PDF-1.7\n`;
    for (let sent = 0; sent < 110; sent += 1) yield megabyte;
  },
  *packed() {
    yield `${head}content-encoding: gzip\r\n\r\n`;
    yield gzipSync(Buffer.concat([Buffer.from('%PDF-1.7\n'), ...Array.from({ length: 110 }, () => megabyte)]));
  },
};

/** How a server sends `bytes`, of which it has `file.length`. */
const transfers: Record<string, (socket: Socket, bytes: Buffer) => void> = {
  'with a length': (socket, bytes) => {
    socket.write(`${head}content-length: ${file.length}\r\n\r\n`);
    socket.end(bytes);
  },
  'with a length and a coding that changes nothing': (socket, bytes) => {
    socket.write(`${head}content-encoding: identity\r\ncontent-length: ${file.length}\r\n\r\n`);
    socket.end(bytes);
  },
  'in chunks': (socket, bytes) => {
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n${bytes.length.toString(16)}\r\n`);
    socket.write(bytes);
    socket.end(bytes.length === file.length ? '\r\n0\r\n\r\n' : '\r\n');
  },
  'up to the end of the connection': (socket, bytes) => {
    socket.write(head.replace('1.1', '1.0'));
    socket.write('\r\n');
    if (bytes.length === file.length) socket.end(bytes);
    else socket.write(bytes, () => setImmediate(() => socket.resetAndDestroy()));
  },
  'up to a quiet end of the connection': (socket, bytes) => {
    socket.write(`${head.replace('1.1', '1.0')}\r\n`);
    socket.end(bytes);
  },
};
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\n';

/** A page whose first revision says "draft" and whose second says "final". */
async function buildRevisions(): Promise<void> {
  const say = (word: string) => `BT /F1 24 Tf 20 100 Td (${word}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${say('draft').length} >>\nstream\n${say('draft')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.7\n';
  const entry = (at: number) => `${String(at).padStart(10, '0')} 00000 n \n`;
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const first = text.length;
  text += `xref\n0 6\n0000000000 65535 f \n${places.map(entry).join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${first}\n%%EOF\n`;
  older = text.length;
  const at = text.length;
  text += `4 0 obj\n<< /Length ${say('final').length} >>\nstream\n${say('final')}\nendstream\nendobj\n`;
  const second = text.length;
  text += `xref\n4 1\n${entry(at)}trailer\n<< /Size 6 /Root 1 0 R /Prev ${first} >>\nstartxref\n${second}\n%%EOF\n`;
  file = Buffer.from(text, 'latin1');
}

beforeAll(async () => {
  await buildRevisions();
  origin = await openTcpOrigin((socket) => {
    socket.once('data', (data) => {
      const [, path = ''] = String(data).split(' ');
      const { searchParams } = new URL(path, 'http://x');
      if (searchParams.has('size')) {
        socket.write(`${head}content-length: ${searchParams.get('size')}\r\n\r\n%PDF-1.7\n`);
        return;
      }
      const flood = searchParams.get('flood');
      if (flood !== null) {
        Readable.from(floods[flood]?.() ?? []).pipe(socket);
        return;
      }
      transfers[searchParams.get('how') ?? '']?.(socket, file.subarray(0, Number(searchParams.get('bytes'))));
    });
  });
});
afterAll(async () => {
  await origin.close();
});

const render = (query: Record<string, string>) => {
  const url = `http://127.0.0.1:${origin.port}/a.pdf?${new URLSearchParams(query)}`;
  return renderParts(engine, { url }).then(
    async ({ pdf, warnings }) => ({ text: (await readPdf(pdf)).pages.join(), warnings }),
    ({ code, stage, detail }) => ({ code, stage, detail }),
  );
};

describe.each(Object.keys(transfers))('a PDF at an address that is sent %s', (how) => {
  test('is taken when it is whole', async () => {
    expect(await render({ how, bytes: String(file.length) })).toEqual({ text: 'final', warnings: [] });
  });

  test('is an error of its part when its transfer is cut, also inside a later revision', async () => {
    // Where nothing but the file says that it is cut, it is looked at.
    const others = how.includes('quiet') ? [100, older + 1, file.length - 8] : [];
    for (const bytes of [older + 40, ...others]) {
      expect(await render({ how, bytes: String(bytes) }), `${bytes} bytes`).toMatchObject({
        code: 'page_failed',
        stage: 'load',
        detail: 'The PDF download was cut off.',
      });
    }
  });
});

describe('a PDF at an address whose transfer is cut right behind an older revision', () => {
  test.each(Object.keys(transfers).slice(0, -1))('is not taken as that revision when sent %s', async (how) => {
    expect(await render({ how, bytes: String(older) })).toMatchObject({ code: 'page_failed' });
  });
});

test.each(Object.keys(floods))(
  'a PDF at an address that is larger than a render may load, without saying so, is refused when it is %s',
  async (flood) => {
    expect(await render({ flood })).toEqual({
      code: 'pdf_invalid',
      stage: 'load',
      detail: 'The file at the URL is larger than 100 MB.',
    });
  },
);

test('a PDF at an address that is larger than a render may load is refused by its length', async () => {
  // The server sends no more than the start: a render that read on would end by its deadline.
  expect(await render({ size: '100000001' })).toMatchObject({
    code: 'pdf_invalid',
    detail: expect.stringMatching(/larger than 100 MB/),
  });
});
