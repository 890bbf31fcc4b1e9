import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { checkPdf, readDigest } from '../../src/client/pdf-check.ts';

const pdf = '%PDF-1.7\nx\n%%EOF\n';
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64');

/** What comes through of a file in these pieces. */
async function check(pieces: readonly string[], promise: Partial<Parameters<typeof checkPdf>[0]> = {}) {
  const { stream, facts } = checkPdf({ length: undefined, digest: undefined, ...promise });
  let text = '';
  await pipeline(Readable.from(pieces.map((piece) => Buffer.from(piece))), stream, async (source) => {
    for await (const chunk of source) text += chunk;
  });
  return { text, facts: facts() };
}

describe('a PDF', () => {
  it.each([[[pdf]], [[...pdf]], [['%PDF', pdf.slice(4)]]])('comes through in pieces: %j', async (pieces) => {
    const promise = { length: pdf.length, digest: digestOf(pdf) };
    expect(await check(pieces, promise)).toEqual({
      text: pdf,
      facts: { bytes: pdf.length, sha256: createHash('sha256').update(pdf).digest('hex') },
    });
  });

  it('has its end mark in the last KiB', async () => {
    const start = '%PDF-1.7\n%%EOF';
    for (const pieces of [[start + ' '.repeat(1019)], [start, ' '.repeat(1019)], [start, ...' '.repeat(1019)]])
      expect((await check(pieces)).text).toHaveLength(1033);
    for (const pieces of [[start + ' '.repeat(1020)], [start, ' '.repeat(1020)], [start, ' '.repeat(1025)]])
      await expect(check(pieces)).rejects.toMatchObject({ code: 'body_cut' });
  });

  it.each<[string[], object, string, string]>([
    [['<html>'], {}, 'unexpected_answer', 'the answer says it is a PDF but does not start with %PDF-'],
    [['%P', 'NG-'], {}, 'unexpected_answer', 'the answer says it is a PDF but does not start with %PDF-'],
    [['%PDF-1.7'], {}, 'body_cut', 'the PDF was cut off after 8 bytes: its end mark is missing'],
    [[], {}, 'body_cut', 'the PDF was cut off after 0 bytes: its end mark is missing'],
    [[pdf], { length: 18 }, 'body_cut', 'the PDF was cut off: 17 of 18 bytes came'],
    [[pdf], { length: 0 }, 'body_cut', 'the PDF was cut off: 17 of 0 bytes came'],
    [[pdf], { digest: digestOf('x') }, 'body_cut', 'the PDF does not match its digest'],
  ])('%j with the promise %j is refused', async (pieces, promise, code, message) => {
    await expect(check(pieces, promise)).rejects.toMatchObject({ code, message });
  });
});

describe('another file', () => {
  it('may begin and end with anything', async () => {
    expect((await check(['PNG'], { isOther: true, length: 3, digest: digestOf('PNG') })).text).toBe('PNG');
  });

  it('has its length and its digest', async () => {
    await expect(check(['PNG'], { isOther: true, length: 4 })).rejects.toThrow('the file was cut off: 3 of 4 bytes');
    await expect(check(['PNG'], { isOther: true, digest: 'x' })).rejects.toThrow('the file does not match its digest');
  });
});

it.each([
  [undefined, undefined],
  ['', undefined],
  [`sha-256=:${digestOf(pdf)}:`, digestOf(pdf)],
  [`sha-512=:abcd:, sha-256=:${digestOf(pdf)}:`, digestOf(pdf)],
  ['sha-256=:abcd:', undefined],
  [`x-sha-256=:${digestOf(pdf)}:`, undefined],
])('the digest of the header %j is %s', (header, digest) => {
  expect(readDigest(header)).toBe(digest);
});
