import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Resume } from '../../../src/client/receive/open-body.ts';
import {
  type ReceivedRender,
  receiveRender,
  receiveResult,
  requirePdf,
} from '../../../src/client/receive/receive-render.ts';
import type { Answer } from '../../../src/client/send-request.ts';

const url = new URL('https://pdf.example.com/v1');
const { signal } = new AbortController();
const pdf = '%PDF-1.7\nabcdefgh\n%%EOF\n';

/** An answer with these pieces; an error cuts it off. */
function answerOf(headers: Record<string, string>, pieces: readonly (string | Error)[], status = 200) {
  const seen = { dumped: false, destroyed: false };
  const body = {
    async *[Symbol.asyncIterator]() {
      for (const piece of pieces) {
        if (piece instanceof Error) throw piece;
        yield Buffer.from(piece);
      }
    },
    async dump() {
      seen.dumped = true;
    },
    destroy() {
      seen.destroyed = true;
    },
  };
  return { answer: { status, headers, body } as Answer, seen };
}

async function readAll(received: ReceivedRender | { stream: AsyncIterable<Buffer> }): Promise<string> {
  let text = '';
  if ('stream' in received) for await (const chunk of received.stream) text += chunk;
  return text;
}

const receive = (headers: Record<string, string>, pieces: readonly (string | Error)[] = [pdf]) =>
  receiveRender(answerOf(headers, pieces).answer, url, signal, async (received) => ({
    ...received,
    text: await readAll(received),
  }));

describe('the answer of a render', () => {
  it.each(['application/pdf', 'Application/PDF; a=b', 'application/octet-stream'])('is a PDF: %s', async (type) => {
    expect(await receive({ 'content-type': type })).toMatchObject({
      kind: 'pdf',
      type: 'application/pdf',
      text: pdf,
      pages: null,
      warnings: [],
      timings: null,
      templateRevisions: [],
    });
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'application/problem+json'])(
    'is JSON: %s',
    async (type) => {
      expect(await receive({ 'content-type': type }, ['{"url"', ': "x"}'])).toMatchObject({
        kind: 'json',
        value: { url: 'x' },
      });
      await expect(receive({ 'content-type': type }, ['{'])).rejects.toThrow(
        'https://pdf.example.com answered JSON that cannot be read',
      );
    },
  );

  it.each([
    [{ 'content-type': 'text/html' }, 'text/html'],
    [{}, 'no media type'],
  ])('is nothing else: %j', async (headers, words) => {
    const { answer, seen } = answerOf(headers as Record<string, string>, [pdf]);
    await expect(receiveRender(answer, url, signal, async () => 1)).rejects.toMatchObject({
      code: 'unexpected_answer',
      message: `https://pdf.example.com answered ${words} instead of a PDF`,
      details: { status: 200 },
    });
    expect(seen.dumped).toBe(true);
  });

  it.each<[string, string, string, unknown]>([
    ['pages', 'platen-pages', '12', 12],
    ['pages', 'platen-pages', '1.5', null],
    ['pages', 'platen-pages', 'x', null],
    ['warnings', 'platen-warning-list', '[{"detail": "a"}, {"code": "b"}, null]', [{ detail: 'a' }]],
    ['warnings', 'platen-warning-list', '{"detail": "a"}', []],
    ['warnings', 'platen-warning-list', '[', []],
    ['templateRevisions', 'platen-template-revision', '7, 12', [7, 12]],
    ['templateRevisions', 'platen-template-revision', '7, 0', []],
    ['templateRevisions', 'platen-template-revision', '7, x', []],
    ['timings', 'server-timing', 'print;dur=1', null],
    [
      'timings',
      'server-timing',
      'queue;dur=1, load;dur=2.5, print;dur=3, bind;dur=4',
      { queue_ms: 1, load_ms: 2.5, print_ms: 3, bind_ms: 4 },
    ],
    ['timings', 'server-timing', 'load;dur=2', { queue_ms: 0, load_ms: 2, print_ms: 0, bind_ms: 0 }],
  ])('says its %s: %s %s', async (field, header, value, said) => {
    expect(await receive({ 'content-type': 'application/pdf', [header]: value })).toHaveProperty(field, said);
  });

  it('has the length and the digest that it promises', async () => {
    const headers = { 'content-type': 'application/pdf' };
    const digest = `sha-256=:${createHash('sha256').update(pdf).digest('base64')}:`;
    const promised = { ...headers, 'content-length': String(pdf.length), 'repr-digest': digest };
    expect(await receive(promised)).toMatchObject({ text: pdf });
    await expect(receive({ ...promised, 'content-length': '99' })).rejects.toMatchObject({ code: 'body_cut' });
    await expect(receive({ ...promised, 'repr-digest': digest.replace(/:.{4}/, ':AAAA') })).rejects.toMatchObject({
      code: 'body_cut',
    });
  });

  it('ends when its receiver fails', async () => {
    const { answer, seen } = answerOf({ 'content-type': 'application/pdf' }, [pdf]);
    const failure = new Error('x');
    await expect(receiveRender(answer, url, signal, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(seen.destroyed).toBe(true);
  });
});

describe('a PDF that was cut off', () => {
  const cut = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  const head = { 'content-type': 'application/pdf', 'content-length': String(pdf.length), etag: '"1"' };

  /** Receives a PDF that is cut after ten bytes, with these further answers. */
  async function resume(rests: readonly Answer[], headers: Record<string, string> = head) {
    const asked: unknown[] = [];
    const more: Resume = async (range) => {
      asked.push(range);
      const next = rests[asked.length - 1];
      if (next === undefined) throw new Error('no more');
      return next;
    };
    const { answer } = answerOf(headers, [pdf.slice(0, 10), cut]);
    const text = await receiveRender(answer, url, signal, readAll, more).catch((error: { code: string }) => error.code);
    return { text, asked };
  }

  const rest = (from: number, ...pieces: (string | Error)[]) =>
    answerOf({ 'content-range': `bytes ${from}-23/24` }, pieces, 206).answer;

  it('is asked for from where it ended', async () => {
    expect(await resume([rest(10, pdf.slice(10, 12), cut), rest(12, pdf.slice(12))])).toEqual({
      text: pdf,
      asked: [
        { range: 'bytes=10-', 'if-range': '"1"' },
        { range: 'bytes=12-', 'if-range': '"1"' },
      ],
    });
  });

  it('is asked for three times without a byte in between', async () => {
    const nothing = () => rest(10, cut);
    expect(await resume([nothing(), nothing(), rest(10, pdf.slice(10))])).toMatchObject({ text: pdf });
    const { text, asked } = await resume([nothing(), nothing(), nothing(), rest(10, pdf.slice(10))]);
    expect(text).toBe('body_cut');
    expect(asked).toHaveLength(3);
  });

  it.each<[string, Answer]>([
    ['all of it', answerOf({ 'content-range': 'bytes 10-' }, [pdf], 200).answer],
    ['another place', rest(9, pdf.slice(9))],
    ['no place', answerOf({}, [pdf.slice(10)], 206).answer],
  ])('fails if the service sends %s', async (_, answer) => {
    expect((await resume([answer])).text).toBe('body_cut');
  });

  it.each([{ etag: 'W/"1"' }, { etag: '' }])('is not asked for without a strong ETag: %j', async (headers) => {
    const { text, asked } = await resume([], { ...head, ...headers });
    expect([text, asked]).toEqual(['body_cut', []]);
  });
});

describe('the result of a background render', () => {
  const result = (type: string, piece: string) => {
    const { answer, seen } = answerOf({ 'content-type': type }, [piece]);
    const taken = receiveResult(
      answer,
      url,
      signal,
      async (file) => ({ kind: file.kind, type: file.type, text: await readAll(file) }),
      () => Promise.reject(new Error('x')),
    );
    return { taken, seen };
  };

  it.each([
    ['application/pdf', 'pdf', pdf],
    ['image/png', 'images', 'x'],
    ['image/jpeg', 'images', 'x'],
    ['application/zip', 'images', 'x'],
  ])('of the type %s has the kind %s', async (type, kind, text) => {
    expect(await result(type, text).taken).toEqual({ kind, type, text });
  });

  it('is nothing else', async () => {
    const { taken, seen } = result('application/octet-stream', pdf);
    await expect(taken).rejects.toThrow('answered application/octet-stream instead of a result');
    expect(seen.dumped).toBe(true);
  });
});

it('a PDF is required where JSON is no use', () => {
  const received = { kind: 'pdf' } as ReceivedRender;
  expect(requirePdf(received)).toBe(received);
  expect(() => requirePdf({ kind: 'json', value: {} })).toThrow('the service answered JSON instead of a PDF');
});
