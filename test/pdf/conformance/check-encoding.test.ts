import { describe, expect, it } from 'vitest';
import { collectArchiveBreaches } from '../../../src/pdf/conformance/archive-clauses.ts';
import { checkEncoding } from '../../../src/pdf/conformance/check-encoding.ts';
import { buildDict, type PdfObject, PdfStream, PdfString } from '../../../src/pdf/objects/objects.ts';

const collect = (ordering: string, supplement: number, registry = 'Adobe') =>
  buildDict({ Registry: new PdfString(registry), Ordering: new PdfString(ordering), Supplement: supplement });

/** The breaches of a font whose glyphs are of a collection, in a file that claims to be PDF/A-2. */
function check(encoding: PdfObject, own: PdfObject = collect('Japan1', 2), isSure = true): string | undefined {
  const breaches = collectArchiveBreaches({ part: 2, level: 'B' });
  const font = buildDict({ Encoding: encoding, DescendantFonts: [buildDict({ CIDSystemInfo: own })] });
  checkEncoding(font, 'the font F', breaches, { bytes: 100_000 }, isSure);
  return breaches.describe();
}

const cmap = (text: string, entries: Record<string, PdfObject> = {}) =>
  new PdfStream(buildDict({ CIDSystemInfo: collect('Japan1', 2), ...entries }), Buffer.from(text, 'latin1'));

const collections =
  'the font F, whose characters are of another collection than its encoding (ISO 19005-2, 6.2.11.3.1)';

describe('the encoding of a composite font', () => {
  it.each<[string, PdfObject, PdfObject]>([
    ['Identity-H, whatever the characters', 'Identity-H', null],
    ['Identity-V', 'Identity-V', null],
    ['one that readers know, for the same collection and supplement', '90ms-RKSJ-H', collect('Japan1', 2)],
    ['its vertical form, for a lower supplement', '90ms-RKSJ-V', collect('Japan1', 1)],
    ['one without a direction in its name', 'H', collect('Japan1', 1)],
    ['one of the first supplement', 'GB-EUC-H', collect('GB1', 0)],
    ['one that needs a later supplement', 'UniGB-UTF16-V', collect('GB1', 4)],
    ['an embedded one', cmap(''), collect('Japan1', 2)],
    ['an embedded one that uses Identity-H', cmap('/Identity-H usecmap'), collect('Japan1', 2)],
    ['an embedded one that uses one that readers know', cmap('', { UseCMap: '90ms-RKSJ-H' }), collect('Japan1', 2)],
    [
      'an embedded one that uses an embedded one with the name of a known one',
      cmap('', { UseCMap: new PdfStream(buildDict({ CMapName: 'EUC-H' }), Buffer.alloc(0)) }),
      collect('Japan1', 2),
    ],
    ['an embedded one that is vertical in both places', cmap('/WMode 1 def', { WMode: 1 }), collect('Japan1', 2)],
    ['an embedded one that is vertical in a comment', cmap('% /WMode 1 def\n'), collect('Japan1', 2)],
    ['characters up to 65535', cmap('1 begincidrange <0000> <00ff> 65280 endcidrange'), collect('Japan1', 2)],
  ])('is archivable: %s', (_what, encoding, own) => {
    expect(check(encoding, own)).toBeUndefined();
  });

  it.each<[string, PdfObject, PdfObject, string]>([
    ['of another ordering', '90ms-RKSJ-H', collect('Korea1', 2), collections],
    ['of another registry', '90ms-RKSJ-H', collect('Japan1', 2, 'Other'), collections],
    ['of a later supplement', '90ms-RKSJ-H', collect('Japan1', 3), collections],
    [
      'of no collection',
      '90ms-RKSJ-H',
      null,
      'the font F, whose characters and encoding do not say what they are made for (ISO 19005-2, 6.2.11.3.1)',
    ],
    [
      'and an embedded encoding of no collection',
      cmap('', { CIDSystemInfo: null }),
      collect('Japan1', 2),
      'the font F, whose characters and encoding do not say what they are made for (ISO 19005-2, 6.2.11.3.1)',
    ],
  ])('is refused for characters %s', (_what, encoding, own, refusal) => {
    expect(check(encoding, own)).toBe(refusal);
  });

  const unknownBase = 'the font F, whose encoding needs another one that readers do not know (ISO 19005-2, 6.2.11.3.3)';
  const twoDirections = 'the font F, whose encoding says two directions of writing (ISO 19005-2, 6.2.11.3.3)';
  it.each<[string, PdfObject, string]>([
    ['is missing', null, 'the font F, which has no encoding (ISO 19005-2, 6.2.11.3.1)'],
    ['uses an unknown one by its entry', cmap('', { UseCMap: 'Mine-H' }), unknownBase],
    ['uses an unknown one by its program', cmap('/Mine-H usecmap'), unknownBase],
    [
      'uses an embedded one with an unknown name',
      cmap('', { UseCMap: new PdfStream(buildDict({ CMapName: 'Mine-H' }), Buffer.alloc(0)) }),
      unknownBase,
    ],
    ['is vertical by its program alone', cmap('/WMode 1 def'), twoDirections],
    ['is vertical by its entry alone', cmap('', { WMode: 1 }), twoDirections],
    [
      'has a range that ends at 65536',
      cmap('1 begincidrange <0000> <0100> 65280 endcidrange'),
      'the font F, whose encoding has characters beyond 65535 (ISO 19005-2, 6.1.13)',
    ],
  ])('is refused if it %s', (_what, encoding, refusal) => {
    expect(check(encoding)).toBe(refusal);
  });

  it('is refused if readers do not know it and it is not embedded', () => {
    expect(check('Mine-H')).toContain('the font F, whose encoding Mine-H is not embedded (ISO 19005-2, 6.2.11.3.3)');
  });

  it('is not looked into if the file does not claim to be PDF/A', () => {
    expect(check('90ms-RKSJ-H', collect('Japan1', 2), false)).toBe(
      'the font F, whose encoding 90ms-RKSJ-H is not looked into here',
    );
  });
});
