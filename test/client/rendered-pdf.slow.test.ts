import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../src/client/index.ts';
import { type RecordingServer, sendJson, sendPdf, startRecordingServer, tinyPdf } from '../helpers/recording-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-rendered-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let server: RecordingServer;
let client: Client;

async function render(answer: Parameters<typeof startRecordingServer>[0], { timeoutMs = 5000 } = {}) {
  server = await startRecordingServer(answer);
  client = createClient({ baseUrl: server.url, apiKey: 'k', retries: 0, timeoutMs });
  return client.renderPdf({ parts: { html: 'x' } });
}

afterEach(async () => {
  await client.close();
  await server.close();
});

const sendHalf: Parameters<typeof startRecordingServer>[0] = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': String(tinyPdf.length) });
  response.write(tinyPdf.subarray(0, 100), () => response.destroy());
};

/** Sends the beginning of a PDF, and gives the socket that it goes to. */
function sendNoEnd() {
  const { promise: socket, resolve } = Promise.withResolvers<Socket>();
  const answer: Parameters<typeof startRecordingServer>[0] = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' }).write(tinyPdf);
    if (response.socket) resolve(response.socket);
  };
  return { answer, socket };
}

describe('a rendered PDF', () => {
  it('says what the service said of it', async () => {
    const warning = { part: 0, code: 'resource_missing', detail: 'logo.svg' };
    const headers = { 'platen-pages': '2', 'platen-warning-list': JSON.stringify([warning]) };
    const pdf = await render((_request, response) => sendPdf(response, headers));
    expect(pdf).toMatchObject({ pages: 2, warnings: [warning], timings: null });
    expect(Buffer.from(await pdf.bytes()).equals(tinyPdf)).toBe(true);
  });

  it('is written to a file whole, in the place of one that was there', async () => {
    const pdf = await render((_request, response) => sendPdf(response));
    const path = join(folder, 'whole.pdf');
    writeFileSync(path, 'before');
    expect(await pdf.save(path)).toMatchObject({
      bytes: tinyPdf.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(readFileSync(path).equals(tinyPdf)).toBe(true);
  });

  it.skipIf(process.platform === 'win32')(
    'keeps the permissions of a file, and the link that leads to it',
    async () => {
      const [path, link] = [join(folder, 'private.pdf'), join(folder, 'link.pdf')];
      writeFileSync(path, 'before', { mode: 0o600 });
      symlinkSync('private.pdf', link);
      await (await render((_request, response) => sendPdf(response))).save(link);
      expect(readFileSync(path).equals(tinyPdf)).toBe(true);
      expect([statSync(path).mode & 0o777, lstatSync(link).isSymbolicLink()]).toEqual([0o600, true]);
    },
  );

  it.skipIf(process.platform === 'win32')('is not put in the place of a pipe', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const pdf = await render((_request, response) => sendPdf(response));
    await expect(pdf.save(path)).rejects.toMatchObject({ code: 'io_failed' });
    expect(statSync(path).isFIFO()).toBe(true);
  });

  it('leaves the file as it was where the body is cut', async () => {
    const pdf = await render(sendHalf);
    const path = join(folder, 'cut.pdf');
    writeFileSync(path, 'before');
    await expect(pdf.save(path)).rejects.toMatchObject({ code: 'body_cut' });
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.each([
    ['a folder that is not there', join(folder, 'none', 'x.pdf'), 'ENOENT'],
    ['a folder', folder, 'is a folder'],
    ['a folder by its slash', `${join(folder, 'out')}/`, 'is a folder'],
  ])('is still there where %s was named to save it to', async (_what, path, why) => {
    const pdf = await render((_request, response) => sendPdf(response));
    const error = await pdf.save(path).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ServiceError', code: 'io_failed', message: expect.stringContaining(path) });
    expect((error as Error).message).toContain(why);
    for (const path of [5, '', 'a\0b']) {
      await expect(pdf.save(path as never)).rejects.toMatchObject({ name: 'ServiceError', code: 'invalid_request' });
    }
    const second = join(folder, 'second.pdf');
    await pdf.save(second);
    expect(readFileSync(second).equals(tinyPdf)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('that is cut rejects where it is read', async () => {
    await expect((await render(sendHalf)).bytes()).rejects.toMatchObject({ code: 'body_cut' });
    await client.close();
    await server.close();
    const stream = (await render(sendHalf)).stream();
    stream.resume();
    const [error] = await once(stream, 'error');
    expect(error).toMatchObject({ code: 'body_cut' });
  });

  it('is read once', async () => {
    const pdf = await render((_request, response) => sendPdf(response));
    await pdf.bytes();
    const gone = { name: 'ServiceError', code: 'result_gone', message: expect.stringContaining('read already') };
    await expect(pdf.bytes()).rejects.toMatchObject(gone);
    await expect(pdf.save(join(folder, 'again.pdf'))).rejects.toMatchObject(gone);
    expect(() => pdf.stream()).toThrow(expect.objectContaining(gone));
    expect(readdirSync(folder).filter((name) => /again|tmp/.test(name))).toEqual([]);
  });

  it('is not read ahead of who reads its stream', async () => {
    const size = 64 * 1024 * 1024;
    let sent = 0;
    const pdf = await render((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.write('%PDF-1.7\n');
      const piece = Buffer.alloc(64 * 1024, 32);
      const write = () => {
        while (sent < size) {
          sent += piece.length;
          if (!response.write(piece)) return void response.once('drain', write);
        }
        response.end('%%EOF\n');
      };
      write();
    });
    const stream = pdf.stream();
    await once(stream, 'readable');
    const first: Buffer = stream.read();
    expect(first.length).toBeGreaterThan(0);
    // What sockets of this machine hold is some megabytes.
    expect(sent).toBeLessThan(size / 2);
    let bytes = first.length;
    for await (const piece of stream) bytes += piece.length;
    expect(bytes).toBe(size + '%PDF-1.7\n%%EOF\n'.length);
  });

  it.each(['dump', Symbol.asyncDispose] as const)('that nobody reads frees its connection by %s', async (name) => {
    const { answer, socket } = sendNoEnd();
    const pdf = await render(answer, { timeoutMs: 60_000 });
    const closed = once(await socket, 'close');
    await pdf[name]();
    await closed;
  });

  it('that nobody reads frees its connection when the call runs out of time', async () => {
    const { answer, socket } = sendNoEnd();
    await render(answer, { timeoutMs: 5_000 });
    await once(await socket, 'close');
  });

  it('that does not end runs out of time', async () => {
    const { answer } = sendNoEnd();
    await expect((await render(answer, { timeoutMs: 5_000 })).bytes()).rejects.toMatchObject({ code: 'timeout' });
  });

  it('is no JSON', async () => {
    const answer = render((_request, response) => sendJson(response, 200, { url: 'https://example.com/x.pdf' }));
    await expect(answer).rejects.toMatchObject({ code: 'unexpected_answer' });
  });
});

describe('a request in memory', () => {
  it('travels with its bytes in base64', async () => {
    await (await render((_request, response) => sendPdf(response))).dump();
    const pdf = await client.renderPdf({ parts: { pdf: new Uint8Array([1, 2, 3]) } });
    await pdf.dump();
    expect(server.requests.at(-1)?.body).toBe('{"parts":{"pdf":"AQID"}}');
  });

  it.each([
    [
      'an asset',
      { html: 'x', assets: { 'a/b.png': Buffer.alloc(3) } },
      '/parts/0/assets/a~1b.png',
      'an object with type',
    ],
    ['a PDF', { pdf: new ArrayBuffer(3) }, '/parts/0/pdf', 'a Uint8Array or base64'],
    ['a PDF of another view', { pdf: new DataView(new ArrayBuffer(3)) }, '/parts/0/pdf', 'a Uint8Array or base64'],
  ])('with bytes that are none of %s is refused before it is sent', async (_what, part, pointer, words) => {
    await (await render((_request, response) => sendPdf(response))).dump();
    await expect(client.renderPdf({ parts: [part as never] })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(`${pointer} must be ${words}`),
      details: { errors: [{ pointer }] },
    });
    expect(server.requests).toHaveLength(1);
  });

  it('that goes in a circle is refused before it is sent', async () => {
    await (await render((_request, response) => sendPdf(response))).dump();
    const context: Record<string, unknown> = {};
    context.self = context;
    const request = { parts: { template: '01890000-0000-7000-8000-000000000000', context } };
    await expect(client.renderPdf(request)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(server.requests).toHaveLength(1);
  });

  it('with what JSON would change is refused before it is sent', async () => {
    await (await render((_request, response) => sendPdf(response))).dump();
    const context = { rows: [{ total: Number.NaN }] };
    const request = { parts: { template: '01890000-0000-7000-8000-000000000000', context } };
    const refused = { code: 'invalid_request', message: expect.stringContaining('total is NaN') };
    await expect(client.renderPdf(request)).rejects.toMatchObject(refused);
    expect(server.requests).toHaveLength(1);
  });
});
