import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MergeError, mergePdfs } from '../../src/pdf/index.ts';
import { isLong } from '../helpers/is-long.ts';
import { tinyPdf } from '../helpers/recording-server.ts';

const numRuns = isLong ? 20_000 : 300;

const fixture = readFileSync(new URL('../fixtures/pdf/first.pdf', import.meta.url));
const words = [
  '/Kids',
  '/Parent 3 0 R',
  '/Length 99999999',
  '/Prev 0',
  'endobj',
  '<<',
  '>>',
  '[',
  '0 0 R',
  '/Count -1',
];

/** A change to a few places of a PDF: other bytes, bytes that are gone, words of the format where they do not belong. */
const damage = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    put: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 4 }),
      fc.constantFrom(...words).map((word) => Buffer.from(word)),
    ),
    cut: fc.integer({ min: 0, max: 40 }),
  }),
  { minLength: 1, maxLength: 4 },
);

function spoil(pdf: Buffer, changes: { at: number; put: Uint8Array; cut: number }[]): Buffer {
  return changes.reduce((bytes, { at, put, cut }) => {
    const place = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + cut)]);
  }, pdf);
}

test('a PDF that is damaged anywhere is merged, or refused with its part', { timeout: 900_000 }, () => {
  fc.assert(
    fc.property(fc.constantFrom(fixture, tinyPdf), damage, (pdf, changes) => {
      try {
        mergePdfs([{ pdf: spoil(pdf, changes), foreign: true }], { outline: true, producer: 'test' });
      } catch (error) {
        if (!(error instanceof MergeError)) throw error;
        expect([error.code, error.part]).toEqual([expect.stringMatching(/^(pdf_invalid|too_many_pages)$/), 0]);
      }
    }),
    { numRuns },
  );
});
