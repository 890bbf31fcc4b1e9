import { describe, expect, it } from 'vitest';
import { readStyle } from '../../../src/pdf/fields/field-fonts.ts';
import { drawWidgetFrame, findInset, readLook, type WidgetLook } from '../../../src/pdf/fields/widget-look.ts';
import { buildDict, type PdfObject, PdfString } from '../../../src/pdf/objects/objects.ts';

const look = (entries: Record<string, PdfObject>) =>
  readLook(buildDict({ Rect: [10, 20, 110, 50], ...entries }), undefined) as WidgetLook;
const named = (entries: Record<string, PdfObject>) => buildDict(entries);

describe('how a widget looks', () => {
  it.each<[string, Record<string, PdfObject>, Partial<WidgetLook>]>([
    ['without entries', {}, { width: 100, height: 30, borderWidth: 1, style: 'S', dashes: [], border: undefined }],
    ['whose corners are exchanged', { Rect: [110, 50, 10, 20] }, { width: 100, height: 30 }],
    ['with a grey background', { MK: named({ BG: [0.5] }) }, { background: '0.5 g', border: undefined }],
    ['with a red border', { MK: named({ BC: [1, 0, 0] }) }, { background: undefined, border: '1 0 0 RG' }],
    ['with a border of four inks', { MK: named({ BC: [0, 0, 0, 1] }) }, { border: '0 0 0 1 K' }],
    ['with a transparent border', { MK: named({ BC: [] }) }, { border: undefined }],
    ['with a colour of two bands', { MK: named({ BC: [1, 0] }) }, { border: undefined }],
    ['with a border style', { BS: named({ W: 3, S: 'B' }) }, { borderWidth: 3, style: 'B' }],
    ['with a dashed border', { BS: named({ S: 'D', D: [4, 2] }) }, { borderWidth: 1, style: 'D', dashes: [4, 2] }],
    ['with an unknown border style', { BS: named({ S: 'X' }) }, { style: 'S' }],
    ['with a border as old programs write it', { Border: [0, 0, 2] }, { borderWidth: 2 }],
    ['with both, of which the style counts', { Border: [0, 0, 2], BS: named({ W: 0 }) }, { borderWidth: 0 }],
    ['with a width below zero', { BS: named({ W: -1 }) }, { borderWidth: 0 }],
    ['turned by 90 degrees', { MK: named({ R: 90 }) }, { width: 30, height: 100, matrix: [0, 1, -1, 0, 100, 0] }],
    ['turned by 180 degrees', { MK: named({ R: 180 }) }, { width: 100, height: 30, matrix: [-1, 0, 0, -1, 100, 30] }],
    ['turned by 270 degrees', { MK: named({ R: 270 }) }, { width: 30, height: 100, matrix: [0, -1, 1, 0, 0, 30] }],
    ['turned back by 90 degrees', { MK: named({ R: -90 }) }, { matrix: [0, -1, 1, 0, 0, 30] }],
    [
      'turned by its present appearance',
      { AP: named({ N: named({ Matrix: [0, 1, -1, 0, 100, 0] }) }) },
      { width: 30, height: 100 },
    ],
  ])('is read for one %s', (_what, entries, expected) => {
    expect(look(entries)).toMatchObject(expected);
  });

  it('is unknown without an area', () => {
    expect(readLook(buildDict({}), undefined)).toBeUndefined();
  });

  it.each<['S' | 'D' | 'U' | 'B' | 'I', number]>([
    ['S', 2],
    ['D', 2],
    ['U', 2],
    ['B', 4],
    ['I', 4],
  ])('keeps text from a border of style %s by %d points', (style, inset) => {
    expect(findInset(look({ BS: named({ W: 2, S: style }) }))).toBe(inset);
  });
});

describe('the frame of a widget', () => {
  const red = { BC: [1, 0, 0] };
  it.each<[string, Record<string, PdfObject>, string]>([
    ['nothing', {}, ''],
    ['nothing for a border of no width', { MK: named(red), BS: named({ W: 0 }) }, ''],
    ['a background over all of it', { MK: named({ BG: [1] }) }, 'q 1 g 0 0 100 30 re f Q\n'],
    ['a border inside of its edges', { MK: named(red), BS: named({ W: 2 }) }, 'q 1 0 0 RG 2 w 1 1 98 28 re S Q\n'],
    ['a line below', { MK: named(red), BS: named({ W: 2, S: 'U' }) }, 'q 1 0 0 RG 2 w 0 1 m 100 1 l S Q\n'],
    ['dashes of three', { MK: named(red), BS: named({ S: 'D' }) }, 'q 1 0 0 RG 1 w [3] 0 d 0.5 0.5 99 29 re S Q\n'],
    [
      'dashes of one length',
      { MK: named(red), BS: named({ S: 'D', D: [5] }) },
      'q 1 0 0 RG 1 w [5] 0 d 0.5 0.5 99 29 re S Q\n',
    ],
    [
      'its own dashes',
      { MK: named(red), BS: named({ S: 'D', D: [4, 2] }) },
      'q 1 0 0 RG 1 w [4 2] 0 d 0.5 0.5 99 29 re S Q\n',
    ],
    [
      'a raised edge, light at the left and above',
      { MK: named(red), BS: named({ S: 'B' }) },
      'q 1 g 1 1 m 1 29 l 99 29 l 98 28 l 2 28 l 2 2 l f 0.75 g 99 29 m 99 1 l 1 1 l 2 2 l 98 2 l 98 28 l f Q\n' +
        'q 1 0 0 RG 1 w 0.5 0.5 99 29 re S Q\n',
    ],
  ])('has %s', (_what, entries, drawn) => {
    expect(drawWidgetFrame(look(entries))).toBe(drawn);
  });

  it('is dark at the left and above if it looks sunken', () => {
    expect(drawWidgetFrame(look({ MK: named(red), BS: named({ S: 'I' }) }))).toMatch(/^q 0\.5 g 1 1 m 1 29 l/);
  });

  it.each([
    ['B', '1 g', '0.75 g'],
    ['I', '0.5 g', '0.75 g'],
  ])('has edges as wide as its border if its style is %s', (S, light, shadow) => {
    expect(drawWidgetFrame(look({ MK: named(red), BS: named({ S, W: 3 }) }))).toBe(
      `q ${light} 3 3 m 3 27 l 97 27 l 94 24 l 6 24 l 6 6 l f ` +
        `${shadow} 97 27 m 97 3 l 3 3 l 6 6 l 94 6 l 94 24 l f Q\n` +
        'q 1 0 0 RG 3 w 1.5 1.5 97 27 re S Q\n',
    );
  });

  it('has a line between the cells of a comb', () => {
    expect(drawWidgetFrame(look({ MK: named(red) }), 4)).toBe(
      'q 1 0 0 RG 1 w 0.5 0.5 99 29 re S 25 0.5 m 25 29.5 l S 50 0.5 m 50 29.5 l S 75 0.5 m 75 29.5 l S Q\n',
    );
  });
});

describe('the default appearance of a field', () => {
  it.each([
    ['/Arial 10 Tf 1 0 0 rg', { fontName: 'Arial', size: 10, colour: '1 0 0 rg' }],
    ['0.5 g /F1 0 Tf', { fontName: 'F1', size: 0, colour: '0.5 g' }],
    ['/F1 -9 Tf 0 0 0 1 k', { fontName: 'F1', size: 9, colour: '0 0 0 1 k' }],
    ['', { fontName: 'Helv', size: 0, colour: '0 g' }],
    ['12 Tf', { fontName: 'Helv', size: 0, colour: '0 g' }],
    ['/F1 12 Tf 1 0 rg', { fontName: 'F1', size: 12, colour: '0 g' }],
    ['/F1 12 Tf /Pattern 1 0 rg', { fontName: 'F1', size: 12, colour: '0 g' }],
    ['1 0 0 RG /F1 12 Tf', { fontName: 'F1', size: 12, colour: '0 g' }],
    ['/F1 12 Tf 1 2 3 4 rg', { fontName: 'F1', size: 12, colour: '2 3 4 rg' }],
  ])('%s is read', (text, style) => {
    expect(readStyle(new PdfString(text))).toEqual(style);
  });
});
