import { expect, test } from 'vitest';
import { keepSigned } from '../../../src/engine/merging/keep-signed.ts';
import type { MergedPdf, MergeOptions, MergePart } from '../../../src/pdf/index.ts';

const original = new Uint8Array([1]);
const dropped = { part: 0, code: 'signature_dropped', detail: '' };

/** Whether the original file is kept. */
function keeps(part: object, options: object = {}, warnings: object[] = [dropped], others: object[] = []): boolean {
  const merged = { pdf: new Uint8Array([2]), pages: 1, warnings } as unknown as MergedPdf;
  const parts = [{ pdf: original, foreign: true, ...part }, ...others] as unknown as MergePart[];
  const kept = keepSigned(parts, { outline: true, producer: '', ...options } as MergeOptions, merged);
  if (kept !== merged) expect(kept).toEqual({ pdf: original, pages: 1, warnings: [] });
  return kept !== merged;
}

test('a signed PDF that is the whole document is kept', () => {
  expect(keeps({})).toBe(true);
  expect(keeps({}, { metadata: {}, overlays: [], attachments: [] })).toBe(true);
});

test.each([{ foreign: false }, { pageRanges: '1' }, { form: {} }, { stamps: original }, { title: '' }, { sizes: [] }])(
  'a part with %j is not',
  (part) => {
    expect(keeps(part)).toBe(false);
  },
);

test.each([
  { outline: false },
  { metadata: { title: 'x' } },
  { templates: 'x' },
  { stamps: [] },
  { overlays: [{}] },
  { attachments: [{}] },
  { pageRanges: '1' },
  { conformance: {} },
])('a document with %j is not the file of its part', (options) => {
  expect(keeps({}, options)).toBe(false);
});

test('a PDF that lost nothing, something else, or is one of several is merged', () => {
  expect(keeps({}, {}, [])).toBe(false);
  expect(keeps({}, {}, [dropped, { part: 0, code: 'pdf_repaired', detail: '' }])).toBe(false);
  expect(keeps({}, {}, [dropped], [{}])).toBe(false);
});
