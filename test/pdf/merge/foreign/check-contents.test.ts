import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkContents } from '../../../../src/pdf/merge/foreign/check-contents.ts';
import {
  asDict,
  buildDict,
  PdfDamage,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '../../../../src/pdf/objects/objects.ts';
import { MergeWarnings } from '../../../../src/pdf/part/merge-warnings.ts';
import type { OpenPart } from '../../../../src/pdf/part/open-part.ts';

const stream = (data: string | Uint8Array, entries: Record<string, PdfObject> = {}) =>
  new PdfRef(new PdfStream(buildDict(entries), Buffer.from(data)));
const packed = deflateSync(Buffer.from(Array.from({ length: 500 }, (_, at) => `${at * at} w`).join(' ')));
const cut = () => stream(packed.subarray(0, 400), { Filter: 'FlateDecode' });
const broken = () => stream('no flate', { Filter: 'FlateDecode' });

interface Choices {
  foreign?: boolean;
  original?: Uint8Array;
  oddities?: string[];
  entries?: Record<string, PdfObject>;
}

/** Checks the fifth page of a file, which has these contents. */
function check(contents: PdfObject | undefined, { foreign = true, oddities = [], entries, ...more }: Choices = {}) {
  const page = new PdfRef(buildDict({ Type: 'Page', MediaBox: [0, 0, 9, 9], Contents: contents, ...entries }));
  const warnings = new MergeWarnings();
  const file = { name: 'file' };
  const part = { foreign, ...more };
  const opened = { part, index: 2, file, pages: [page], kept: [4], catalog: new Map(), oddities };
  checkContents(opened as unknown as OpenPart, warnings);
  return {
    page: asDict(page),
    warnings: warnings.list().map(({ part, code, detail }) => `${part} ${code}: ${detail}`),
  };
}
const text = (value: PdfObject | undefined) => Buffer.from(((value as PdfRef).value as PdfStream).data).toString();

describe("the content of a user's page", () => {
  it('stays if it is whole', () => {
    const contents = [stream('q'), stream('Q')];
    const { page, warnings } = check(contents);
    expect(warnings).toEqual([]);
    expect(page?.get('Contents')).toBe(contents);
    expect(check(undefined).warnings).toEqual([]);
  });

  it.each<[string, PdfObject, string, number | undefined]>([
    ['missing', new PdfRef(null), 'its content is missing', undefined],
    ['a dictionary', buildDict({}), 'its content is missing', undefined],
    ['missing in part', [stream('q Q'), new PdfRef(null)], 'some of its content is missing', 1],
    [
      'behind an unknown filter',
      stream('x', { Filter: 'Odd' }),
      'its content is not readable: its filter is unknown',
      undefined,
    ],
    [
      'in part behind an unknown filter',
      [stream('x', { Filter: 'DCTDecode' }), stream('q Q')],
      'some of its content is not readable: its filter is unknown',
      1,
    ],
  ])('is reported if it is %s', (_, contents, detail, count) => {
    const { page, warnings } = check(contents);
    expect(warnings).toEqual([`2 pdf_repaired: page 5: ${detail}`]);
    expect((page?.get('Contents') as PdfObject[] | undefined)?.length).toBe(count);
  });

  it('is repaired if it breaks the syntax', () => {
    const { page, warnings } = check([stream('q [(a)'), stream('TJ Q')]);
    expect(warnings).toEqual(['2 pdf_repaired: page 5: its content breaks the syntax of PDF, and was repaired']);
    expect(text(page?.get('Contents')).replace(/\s+/g, ' ')).toContain('[(a) ] TJ Q');
  });

  it('is reported as damaged if it is cut off', () => {
    const { warnings } = check(cut());
    expect(warnings).toEqual(['2 pdf_repaired: page 5 is damaged, so that some of it may be missing or wrong']);
  });

  it('asks for a repair of the file if it cannot be decoded', () => {
    const failure = (() => {
      try {
        return check([stream('q Q'), broken()]);
      } catch (error) {
        return error;
      }
    })();
    expect(failure).toBeInstanceOf(PdfDamage);
    expect(failure).toMatchObject({ message: 'page 5 does not unfold', source: { name: 'file' } });
  });

  it('is reported if it cannot be decoded after a repair', () => {
    const { warnings } = check(broken(), { original: new Uint8Array() });
    expect(warnings).toEqual(['2 pdf_repaired: page 5 cannot be read, so that some of it may be missing']);
  });

  it('is reported without a size, and with what other readers take otherwise', () => {
    const { warnings } = check(stream('q Q'), { entries: { MediaBox: [0, 0] }, oddities: ['an oddity'] });
    expect(warnings).toEqual(['2 pdf_repaired: an oddity', '2 pdf_repaired: page 5 has no size']);
  });
});

it('the content of a printed page is not checked', () => {
  expect(check(broken(), { foreign: false, oddities: ['an oddity'] }).warnings).toEqual([]);
});
