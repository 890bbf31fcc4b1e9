import { describe, expect, it } from 'vitest';
import { archivePage, type Source } from './build-page.ts';

const drawn = (entries: string): Source => ({
  content: 'BT /F1 12 Tf (A) Tj ET',
  resources: '/Font <</F1 5 0 R>> /ColorSpace <</C1 [/CalGray <</WhitePoint [1 1 1]>>]>>',
  more: [
    `<</Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 65 /LastChar 65
      /Widths [500] /Encoding <</Differences [65 /a]>> /CharProcs <</a 6 0 R>> ${entries}>>`,
    { dict: '', data: '500 0 d0 /C1 cs 0 0 9 9 re f' },
  ],
});

/** A CMYK profile as far as its header is read. */
const profile = Buffer.alloc(128);
profile.write('prtrCMYKLab ', 12, 'latin1');
const overprint = (state: string, content: string, space = '/C1 [/ICCBased 5 0 R]'): Source => ({
  content: `/G1 gs ${content}`,
  resources: `/ExtGState <</G1 <<${state}>>>> /ColorSpace <<${space}>>`,
  more: [{ dict: '/N 4', data: profile }],
});

describe('content of a user in an archive is refused for', () => {
  it.each<[string, Source, string]>([
    ['a large number', { content: '0 2157483648 m n' }, 'page 1: the number 2157483648 (ISO 19005-2, 6.1.13)'],
    [
      'a long string',
      { content: `BT (${'x'.repeat(32_768)}) Tj ET` },
      'a string that is too long (ISO 19005-2, 6.1.13)',
    ],
    ['a long string in an array', { content: `BT [(${'x'.repeat(32_768)})] TJ ET` }, 'a string that is too long'],
    ['a long name of a mark', { content: `/${'x'.repeat(128)} BMC EMC` }, 'a name that is too long'],
    ['a long name of a property', { content: `/Span <</${'x'.repeat(128)} 1>> BDC EMC` }, 'a name that is too long'],
    [
      'a hexadecimal string with an odd number of digits',
      { content: 'BT <48 455> Tj ET' },
      'a hexadecimal string with an odd number of digits (ISO 19005-2, 6.1.6)',
    ],
    [
      'a rendering intent of an inline image',
      { content: 'BI /W 1 /H 1 /BPC 8 /CS /G /Intent /Bright ID a EI' },
      'the rendering intent Bright (ISO 19005-2, 6.2.6)',
    ],
    [
      'a colour space that a drawn glyph takes from the page',
      drawn(''),
      'resources from elsewhere (ISO 19005-2, 6.2.2)',
    ],
    [
      'an ink whose name is not UTF-8',
      { content: '/C1 cs', resources: '/ColorSpace <</C1 [/Separation /Gold#C3 /DeviceRGB <<>>]>>' },
      'whose name is not UTF-8 (ISO 19005-2, 6.1.8)',
    ],
    [
      'a font whose name is not UTF-8',
      {
        content: 'BT /F1 12 Tf 3 Tr (a) Tj ET',
        resources: '/Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Body#C3>>>>',
      },
      'whose name is not UTF-8 (ISO 19005-2, 6.1.8)',
    ],
    [
      'fills that overprint in CMYK of a profile',
      overprint('/op true /OPM 1', '/C1 cs 0 0 1 0 sc 0 0 9 9 re f'),
      'overprint mode 1 with CMYK colours of a profile (ISO 19005-2, 6.2.4.2)',
    ],
    ['strokes that do', overprint('/OP true /op false /OPM 1', '/C1 CS 0 0 9 9 re S'), 'overprint mode 1'],
    ['text that does', overprint('/OP true /OPM 1', '/C1 cs BT (a) Tj ET'), 'overprint mode 1'],
    [
      'DeviceCMYK that a profile replaces',
      overprint('/OP true /OPM 1', '0 0 0 1 k 0 0 9 9 re f', '/DefaultCMYK [/ICCBased 5 0 R]'),
      'overprint mode 1',
    ],
    [
      'a long title of a bookmark',
      {
        catalog: '/Outlines 5 0 R',
        more: ['<</First 6 0 R /Last 6 0 R>>', `<</Parent 5 0 R /Dest [3 0 R /Fit] /Title (${'x'.repeat(32_768)})>>`],
      },
      'a string that is too long',
    ],
  ])('%s', (_what, source, message) => {
    expect(() => archivePage(source)).toThrow(
      expect.objectContaining({ code: 'not_conforming', message: expect.stringContaining(message) }),
    );
  });
});

describe('content of a user in an archive may have', () => {
  it.each<[string, Source]>([
    ['the largest number', { content: '0 2147483647 m n' }],
    ['the longest string', { content: `BT (${'x'.repeat(32_767)}) Tj ET` }],
    ['brackets in strings', { content: 'BT (<123> \\( <1) Tj ET' }],
    ['the longest name', { content: `/${'x'.repeat(127)} BMC EMC` }],
    ['space in hexadecimal strings', { content: 'BT <48 45\n5\t0> Tj ET' }],
    ['a hexadecimal string that is repaired', { content: 'BT <484!> Tj ET' }],
    ['a drawn glyph with its own resources', drawn('/Resources <</ColorSpace <</C1 [/CalGray <<>>]>>>>')],
    [
      'names in UTF-8',
      { content: '/C1 cs', resources: '/ColorSpace <</C1 [/Separation /Gr#C3#BCn /DeviceRGB <<>>]>>' },
    ],
    ['overprint of strokes while it fills', overprint('/OP true /op false /OPM 1', '/C1 cs 0 0 9 9 re f')],
    ['overprint with mode 0', overprint('/OP true /OPM 0', '/C1 cs 0 0 9 9 re f')],
    ['overprint mode 1 with another colour space', overprint('/OP true /OPM 1', '/C1 cs 1 0 0 rg 0 0 9 9 re f')],
  ])('%s', (_what, source) => {
    expect(archivePage(source).length).toBeGreaterThan(0);
  });

  it('overprint that a saved state ends', () => {
    const source = overprint('/OP true /OPM 1', 'Q /C1 cs 0 0 9 9 re f');
    expect(archivePage({ ...source, content: `q ${source.content}` }).length).toBeGreaterThan(0);
  });
});

describe('content of a user in an archive', () => {
  it.each([
    ['draws what is not there', '/X9 Do'],
    ['draws what is no stream', '/X1 Do'],
  ])('may be one that %s: readers leave it out', (_what, content) => {
    expect(archivePage({ content, resources: '/XObject <</X1 [1]>>' }).length).toBeGreaterThan(0);
  });

  it.each([
    ['no descendant', '/Subtype /Type0 /Encoding /Identity-H'],
    ['a descendant of another kind', '/Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<</Subtype /Type1>>]'],
    ['another kind', '/Subtype /Type9'],
  ])('is refused for a font with %s', (_what, font) => {
    const source = {
      content: 'BT /F1 12 Tf <0001> Tj ET',
      resources: '/Font <</F1 5 0 R>>',
      more: [`<</Type /Font /BaseFont /Body ${font}>>`],
    };
    expect(() => archivePage(source)).toThrow('which is of no kind that PDF knows (ISO 19005-2, 6.2.11.2)');
  });
});
