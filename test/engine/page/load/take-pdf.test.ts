import { describe, expect, it } from 'vitest';
import { type AnswerSource, readHeader, takePdf, takeText } from '../../../../src/engine/page/load/take-pdf.ts';

interface Given {
  headers?: Record<string, string>;
  end?: 'whole' | 'cut';
  isSpent?: boolean;
  /** The pieces that the browser gives. */
  pieces?: (string | Uint8Array)[];
}

/** An answer whose body is read from a browser, and what that was asked for. */
function open({ headers = {}, end, isSpent = false, pieces = [] }: Given) {
  const asked: unknown[][] = [];
  const left = [...pieces];
  const send = async (command: string, params: unknown) => {
    asked.push([command, params]);
    if (command === 'Fetch.takeResponseBodyAsStream') return { stream: 'handle' };
    const piece = left.shift() ?? '';
    const isText = typeof piece === 'string';
    return {
      data: isText ? piece : Buffer.from(piece).toString('base64'),
      base64Encoded: !isText,
      eof: left.length === 0,
    };
  };
  const url = 'http://x.example/';
  const paused = {
    requestId: 'r',
    request: { url },
    responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
  };
  const source: AnswerSource = { endOf: (from) => (from === url ? end : undefined), isSpent: () => isSpent };
  return { args: [{ send } as never, paused as never, source] as const, asked };
}

const pdf = async (given: Given) => {
  const { args, asked } = open(given);
  const bytes = await takePdf(...args).catch((error: { code: string; detail: string }) => [error.code, error.detail]);
  return { bytes: bytes instanceof Uint8Array ? String(bytes) : bytes, asked };
};
const cut = ['page_failed', 'The PDF download was cut off.'];
const large = ['pdf_invalid', 'The file at the URL is larger than 100 MB.'];
const whole = '%PDF %%EOF';

describe('the body of a PDF', () => {
  it('is read in pieces, as text or base64', async () => {
    const { bytes, asked } = await pdf({ pieces: ['%PDF ', Buffer.from('\xff%%', 'latin1'), 'EOF'] });
    expect(bytes).toBe(String(Buffer.concat([Buffer.from('%PDF '), Buffer.from('\xff%%EOF', 'latin1')])));
    expect(asked).toEqual([
      ['Fetch.takeResponseBodyAsStream', { requestId: 'r' }],
      ...Array(3).fill(['IO.read', { handle: 'handle', size: 1024 * 1024 }]),
    ]);
  });

  it.each([
    ['has its length', '%PDF', { 'content-length': '4' }, undefined, true],
    ['has its length, in spaces', '%PDF', { 'Content-Length': ' 4 ' }, undefined, true],
    ['is shorter than its length', whole, { 'content-length': '11' }, undefined, false],
    ['is longer than its length', whole, { 'content-length': '9' }, undefined, false],
    ['has its length, and is cut', '%PDF', { 'content-length': '4' }, 'cut', false],
    [
      'has the length of its packed body',
      whole,
      { 'content-length': '4', 'content-encoding': 'gzip' },
      undefined,
      true,
    ],
    ['is not packed', whole, { 'content-length': '4', 'content-encoding': ' Identity' }, undefined, false],
    ['has a length that is not a number', whole, { 'content-length': '4x' }, undefined, true],
    ['ends whole', '%PDF', {}, 'whole', true],
    ['ends with its marker', `${whole}\n\0 `, {}, undefined, true],
    ['ends after its marker', `${whole} more`, {}, undefined, false],
    ['ends long after its marker', whole + ' '.repeat(1020), {}, undefined, false],
    ['ends with spaces after its marker', whole + ' '.repeat(1019), {}, undefined, true],
    ['has its marker, and is cut', whole, {}, 'cut', false],
  ] as const)('that %s is whole or not: %#', async (_what, text, headers, end, isWhole) => {
    const { bytes } = await pdf({ headers, pieces: [text], ...(end && { end }) });
    expect(bytes).toEqual(isWhole ? text : cut);
  });

  it('has a limit, by its length', async () => {
    const beyond = await pdf({ headers: { 'content-length': '100000001' } });
    expect([beyond.bytes, beyond.asked]).toEqual([large, []]);
    const within = await pdf({ headers: { 'content-length': '100000000' }, pieces: ['x'] });
    expect(within.bytes).toEqual(cut);
  });

  it('is too large if the render has used up what it may load', async () => {
    expect((await pdf({ pieces: [whole], isSpent: true })).bytes).toEqual(large);
  });
});

describe('the body of a text', () => {
  const text = async (given: Given) =>
    takeText(...open(given).args).catch((error: { code: string; detail: string }) => [error.code, error.detail]);
  const latin = Buffer.from('\xe9', 'latin1');

  it.each([
    ['text/markdown; charset=latin1', latin, '\u00e9'],
    ['text/markdown; Charset = "ISO-8859-1"; x=y', latin, '\u00e9'],
    ['text/markdown', Buffer.from('\u00e9'), '\u00e9'],
    ['text/markdown', latin, '\ufffd'],
    ['text/markdown; charset=none', Buffer.from('\u00e9'), '\u00e9'],
  ])('is decoded by its type: %s', async (type, bytes, decoded) => {
    expect(await text({ headers: { 'content-type': type }, pieces: [bytes] })).toBe(decoded);
  });

  it.each([
    [{ 'content-length': '4' }, undefined, true],
    [{ 'content-length': '3' }, undefined, false],
    [{}, undefined, true],
    [{}, 'cut', false],
    [{ 'content-length': '4' }, 'cut', false],
  ] as const)('may be cut off: %j %s', async (headers, end, isWhole) => {
    const taken = await text({ headers, pieces: ['text'], ...(end && { end }) });
    expect(taken).toEqual(isWhole ? 'text' : ['page_failed', 'The download of the page was cut off.']);
  });
});

it('the field of an answer may be there or not', () => {
  const responseHeaders = [{ name: 'X-Own', value: 'a' }];
  expect(readHeader({ responseHeaders } as never, 'x-own')).toBe('a');
  expect(readHeader({ responseHeaders } as never, 'x-other')).toBe('');
  expect(readHeader({} as never, 'x-own')).toBe('');
});
