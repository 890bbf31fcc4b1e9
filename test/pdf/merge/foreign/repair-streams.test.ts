import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { repairStreams, StreamRepair } from '../../../../src/pdf/merge/foreign/repair-streams.ts';
import { buildDict, type PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../../src/pdf/objects/objects.ts';
import type { OpenPart } from '../../../../src/pdf/part/open-part.ts';

const packed = deflateSync(Buffer.from(Array.from({ length: 3000 }, (_, index) => index * index).join(' ')));

/** A compressed stream, whole or cut off. */
const stream = (isWhole: boolean, entries: Record<string, PdfObject> = {}) =>
  new PdfRef(
    new PdfStream(buildDict({ Filter: 'FlateDecode', ...entries }), isWhole ? packed : packed.subarray(0, 2000)),
  );
const page = (contents: PdfObject) => new PdfRef(buildDict({ Type: 'Page', Contents: contents }));

function repair(pages: PdfRef[], catalog: PdfDict = new Map(), kept = pages.map((_, index) => index)): string[] {
  const warnings: string[] = [];
  repairStreams({ pages, kept, catalog } as OpenPart, new StreamRepair(), (detail) => warnings.push(detail));
  return warnings;
}
const lost = 'is damaged, so that some of it may be missing or wrong';

describe('streams that are cut off', () => {
  it('are not warned of if there are none', () => {
    expect(repair([page(stream(true)), page(stream(true))])).toEqual([]);
  });

  it('are named by their page, as it is numbered in the file', () => {
    const pages = [page(stream(true)), page(stream(false))];
    expect(repair(pages)).toEqual([expect.stringMatching(/^page 2: .* is damaged/)]);
    expect(repair([page(stream(false))], new Map(), [6])).toEqual([expect.stringMatching(/^page 7: /)]);
  });

  it('are named by all their pages, at most five', () => {
    const shared = stream(false);
    expect(repair([page(shared), page(shared)])).toEqual([expect.stringMatching(/^pages 1, 2: /)]);
    const often = stream(false);
    expect(repair(Array.from({ length: 7 }, () => page(often)))).toEqual([
      expect.stringMatching(/^pages 1, 2, 3, 4, 5 and 2 more: /),
    ]);
  });

  it('are named without a page if no page shows them', () => {
    const catalog = buildDict({ AF: [stream(false, { Subtype: 'Image' })] });
    expect(repair([page(stream(true))], catalog)).toEqual([`a picture ${lost}`]);
  });

  it.each<[string, Record<string, PdfObject>]>([
    ['a picture', { Subtype: 'Image' }],
    ['a drawing', { Subtype: 'Form' }],
    ['a drawing', { PatternType: 1 }],
    ['an attached file', { Type: 'EmbeddedFile' }],
    ['a font or another resource', {}],
  ])('are named by what they are: %s, as of %j', (name, entries) => {
    expect(repair([], buildDict({ AF: [stream(false, entries)] }))).toEqual([`${name} ${lost}`]);
  });

  it('are as damaged as they were when they are asked for again', () => {
    const [known, broken] = [new StreamRepair(), stream(false).value as PdfStream];
    expect([known.repair(broken), known.repair(broken)]).toEqual(['part', 'part']);
  });

  it('are found behind references to references, each once, and not where links lead', () => {
    const shared = stream(false);
    const ring: PdfObject[] = [new PdfRef(shared), 'x', null, shared];
    ring.push(new PdfRef(ring));
    expect(repair([page(ring)])).toEqual([`page 1: a font or another resource ${lost}`]);
    expect(repair([new PdfRef(buildDict({ Type: 'Page', Dest: stream(false), Thumb: stream(false) }))])).toEqual([]);
  });

  it('are found on a page that the page before it leads to', () => {
    const second = page(stream(false));
    const first = new PdfRef(buildDict({ Type: 'Page', Contents: stream(true), Other: second }));
    expect(repair([first, second])).toEqual([`page 2: a font or another resource ${lost}`]);
  });

  it.each([
    [5, 'pages 1, 2, 3, 4, 5'],
    [6, 'pages 1, 2, 3, 4, 5 and 1 more'],
  ])('are named by %i pages', (count, pages) => {
    const often = stream(false);
    expect(repair(Array.from({ length: count }, () => page(often)))).toEqual([
      `${pages}: a font or another resource ${lost}`,
    ]);
  });

  it('are looked at once', () => {
    const [known, broken] = [new StreamRepair(), stream(false)];
    const warnings: string[] = [];
    const part = { pages: [page(broken)], kept: [0], catalog: new Map() } as unknown as OpenPart;
    for (let time = 0; time < 2; time++) repairStreams(part, known, (detail) => warnings.push(detail));
    expect(warnings).toHaveLength(1);
    expect(known.knows(broken.value as PdfStream)).toBe(true);
  });
});
