import { describe, expect, it } from 'vitest';
import { collectArchiveBreaches } from '../../../src/pdf/conformance/archive-clauses.ts';
import type { ColourChecker } from '../../../src/pdf/conformance/check-colour.ts';
import { checkIntent, ImageChecker, repairIntent } from '../../../src/pdf/conformance/check-images.ts';
import { buildDict, type PdfObject, PdfStream } from '../../../src/pdf/objects/objects.ts';

type Entries = Record<string, PdfObject>;

const collect = () => collectArchiveBreaches({ part: 2, level: 'B' } as Parameters<typeof collectArchiveBreaches>[0]);
const image = (entries: Entries) => new PdfStream(buildDict(entries), Buffer.from('data'));

/** What breaks the standard in an image, the colour spaces that were checked, and what was repaired. */
function check(checked: PdfStream, { isSure = false, repair = false, times = 1 } = {}) {
  const [breaches, spaces, repairs]: [ReturnType<typeof collect>, unknown[], string[]] = [collect(), [], []];
  const colours = { check: (space: unknown) => spaces.push(space) } as unknown as ColourChecker;
  const note = (what: string) => void repairs.push(what);
  const checker = new ImageChecker(breaches, colours, { bytes: 1000 }, { isSure, repair: repair ? note : undefined });
  for (let count = 0; count < times; count += 1) checker.check(checked, undefined);
  return { found: breaches.describe(), spaces, repairs };
}

describe('an image', () => {
  it.each([1, 2, 4, 8, 16])('may have %i bits', (bits) => {
    expect(check(image({ BitsPerComponent: bits, ColorSpace: 'DeviceRGB' }))).toEqual({
      found: undefined,
      spaces: ['DeviceRGB'],
      repairs: [],
    });
  });

  it.each<[string, Entries, string]>([
    ['3 bits', { BitsPerComponent: 3 }, 'an image of 3 bits (ISO 19005-2, 6.2.8)'],
    ['a mask of 8 bits', { BitsPerComponent: 8, ImageMask: true }, 'an image of 8 bits (ISO 19005-2, 6.2.8)'],
    ['an unknown intent', { Intent: 'Odd' }, 'the rendering intent Odd (ISO 19005-2, 6.2.6)'],
    ['JPEG 2000', { Filter: 'JPXDecode' }, expect.stringContaining('JPEG 2000, which is not looked into here')],
    ['a soft mask of 3 bits', { SMask: image({ BitsPerComponent: 3 }) }, 'an image of 3 bits (ISO 19005-2, 6.2.8)'],
    ['a mask of 5 bits', { Mask: image({ BitsPerComponent: 5 }) }, 'an image of 5 bits (ISO 19005-2, 6.2.8)'],
  ])('with %s is reported', (_, entries, found) => {
    expect(check(image(entries)).found).toEqual(found);
  });

  it('that is a mask is not asked for its colour space', () => {
    const masks = { ImageMask: true, BitsPerComponent: 1 };
    expect(check(image({ ...masks, ColorSpace: 'DeviceRGB' }))).toMatchObject({ found: undefined, spaces: [] });
  });

  it('has the colour spaces of its masks checked, and each image once', () => {
    const mask = image({ ColorSpace: 'DeviceGray' });
    const ring = image({ ColorSpace: 'DeviceRGB', SMask: mask, Mask: [0, 1] });
    mask.dict.set('Mask', ring);
    expect(check(ring, { times: 2 }).spaces).toEqual(['DeviceRGB', 'DeviceGray']);
  });

  it('in JPEG 2000 is looked into in a file that claims to be an archive itself', () => {
    const { found } = check(image({ Filter: 'JPXDecode' }), { isSure: true });
    expect(found).toBe('an image in JPEG 2000 without a header (ISO 19005-2, 6.2.8.3)');
  });

  it('gets an intent that viewers know where it may be repaired', () => {
    const odd = image({ Intent: 'Odd' });
    expect(check(odd, { repair: true })).toMatchObject({
      found: undefined,
      repairs: ['unknown rendering intents are RelativeColorimetric'],
    });
    expect(odd.dict.get('Intent')).toBe('RelativeColorimetric');
  });
});

describe('a rendering intent', () => {
  it.each(['RelativeColorimetric', 'AbsoluteColorimetric', 'Perceptual', 'Saturation'])('may be %s', (name) => {
    const breaches = collect();
    checkIntent(name, breaches);
    const dict = buildDict({ RI: name });
    repairIntent(dict, 'RI', () => expect.unreachable());
    expect([breaches.describe(), dict.get('RI')]).toEqual([undefined, name]);
  });

  it('that is missing is neither reported nor repaired', () => {
    const breaches = collect();
    checkIntent(undefined, breaches);
    const dict = buildDict({});
    repairIntent(dict, 'RI', () => expect.unreachable());
    expect([breaches.describe(), dict.size]).toEqual([undefined, 0]);
  });
});

describe('an inline image', () => {
  /** What breaks the standard in an inline image with these entries, and the colour spaces that were checked and looked up. */
  function checkInline(entries: string, part: 2 | 4 = 2) {
    const content = Buffer.from(`BI ${entries} ID x EI`, 'latin1');
    const breaches = collectArchiveBreaches({ part, level: 'B' } as Parameters<typeof collectArchiveBreaches>[0]);
    const [spaces, names]: unknown[][] = [[], []];
    const colours = { check: (space: unknown) => spaces?.push(space) } as unknown as ColourChecker;
    const checker = new ImageChecker(breaches, colours, { bytes: 1000 }, { isSure: false, repair: undefined });
    const operation = { operator: 'BI', start: 0, at: 0, end: content.length };
    checker.checkInline(content, operation, undefined, (name) => names?.push(name));
    return { found: breaches.describe(), spaces, names };
  }

  it.each([
    ['/W 1 /H 1 /CS /RGB /L 1', undefined],
    ['/W 1 /H 1 /I true /L 1', 'an image that is to be smoothed (ISO 19005-2, 6.2.8)'],
    ['/W 1 /H 1 /Interpolate true /L 1', 'an image that is to be smoothed (ISO 19005-2, 6.2.8)'],
    ['/W 1 /H 1 /I false /L 1', undefined],
    ['/W 1 /H 1 /F /LZW /L 1', 'the filter LZW (ISO 19005-2, 6.1.10)'],
    ['/W 1 /H 1 /Filter [/AHx /LZWDecode] /L 1', 'the filter LZW (ISO 19005-2, 6.1.10)'],
    ['/W 1 /H 1 /F /Fl /L 1', undefined],
    ['/W 1 /H 1 /Intent /Odd /L 1', 'the rendering intent Odd (ISO 19005-2, 6.2.6)'],
  ])('with %s: %s', (entries, found) => {
    expect(checkInline(entries).found).toBe(found);
  });

  it('without its length breaks part 4 alone', () => {
    expect(checkInline('/W 1 /H 1').found).toBeUndefined();
    expect(checkInline('/W 1 /H 1', 4).found).toBe('an inline image without its length (ISO 19005-4, 6.1.9)');
    expect(checkInline('/W 1 /H 1 /Length 1', 4).found).toBeUndefined();
  });

  it('has its colour space looked up by name and checked, unless it is a mask', () => {
    expect(checkInline('/W 1 /H 1 /CS /Spot /L 1')).toMatchObject({ spaces: ['Spot'], names: ['Spot'] });
    expect(checkInline('/W 1 /H 1 /L 1')).toMatchObject({ spaces: [null], names: [] });
    expect(checkInline('/W 1 /H 1 /IM true /CS /Spot /L 1')).toMatchObject({ spaces: [], names: [] });
  });
});
