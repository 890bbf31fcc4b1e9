import { describe, expect, it } from 'vitest';
import type { Face } from '../../../src/pdf/fields/bundled-face.ts';
import { FieldFonts, measureText, readStyle, splitRuns } from '../../../src/pdf/fields/field-fonts.ts';
import { buildDict, PdfRef, PdfString } from '../../../src/pdf/objects/objects.ts';
import { faces as files } from './faces.ts';

describe('a default appearance', () => {
  it.each([
    ['/Helv 12 Tf 0 g', { fontName: 'Helv', size: 12, colour: '0 g' }],
    ['/F1 9.5 Tf 1 0 0 rg', { fontName: 'F1', size: 9.5, colour: '1 0 0 rg' }],
    ['0 0 0 1 k /A#20B 0 Tf', { fontName: 'A#20B', size: 0, colour: '0 0 0 1 k' }],
    ['/F1 -8 Tf', { fontName: 'F1', size: 8, colour: '0 g' }],
    ['/F1 Tf .5 g', { fontName: 'Helv', size: 0, colour: '0.5 g' }],
    ['/F1 a Tf', { fontName: 'Helv', size: 0, colour: '0 g' }],
    ['9 /F1 10 Tf 7 .1 .2 .3 rg', { fontName: 'F1', size: 10, colour: '0.1 0.2 0.3 rg' }],
    ['1 0 rg', { fontName: 'Helv', size: 0, colour: '0 g' }],
    ['/x g 0 0 /x rg', { fontName: 'Helv', size: 0, colour: '0 g' }],
    ['1 0 0 RG 2 w 1 g', { fontName: 'Helv', size: 0, colour: '1 g' }],
    ['/A 1 Tf /B 2 Tf 1 g 0.2 g', { fontName: 'B', size: 2, colour: '0.2 g' }],
    ['', { fontName: 'Helv', size: 0, colour: '0 g' }],
  ])('%j is read', (text, style) => {
    expect(readStyle(new PdfString(text))).toEqual(style);
  });

  it('that is missing is that of viewers', () => {
    expect(readStyle(undefined)).toEqual({ fontName: 'Helv', size: 0, colour: '0 g' });
  });
});

describe('the faces for a text', () => {
  const named = (...names: string[]) => names.map((name) => ({ ...(files[0] as (typeof files)[0]), name }));
  const many = named('Tinos-Regular', 'Cousine-Bold', 'Arimo-BoldItalic', 'Tinos-Italic', 'Arimo-Regular');
  const chosen = (fontName: string, form?: ReturnType<typeof buildDict>, resources?: ReturnType<typeof buildDict>) =>
    new FieldFonts(form, many, true).choose(fontName, 'a', resources).faces.map(({ name }) => name);

  it.each([
    ['Helv', 'Arimo-Regular'],
    ['TiRo', 'Tinos-Regular'],
    ['TiIt', 'Tinos-Italic'],
    ['CoBo', 'Cousine-Bold'],
    ['HeBO', 'Arimo-BoldItalic'],
    ['GeorgiaPro', 'Tinos-Regular'],
    ['Garamond-Oblique', 'Tinos-Italic'],
    ['Consolas-Black', 'Cousine-Bold'],
    ['OpenSans-Roman', 'Arimo-Regular'],
    ['Whatever', 'Arimo-Regular'],
    ['TiBI', 'Arimo-Regular'],
  ])('of the font %s begin with %s', (fontName, first) => {
    const names = chosen(fontName);
    expect(names).toHaveLength(many.length);
    expect(names[0]).toBe(`Platen${first.replace('-', '')}`);
    if (first !== 'Arimo-Regular') expect(names[1]).toBe('PlatenArimoRegular');
  });

  it('begin with the one that is most like the font, whatever their order', () => {
    const first = (...names: string[]) => new FieldFonts(undefined, named(...names), true).choose('TiRo', 'a').faces[0];
    expect(first('Arimo-Regular', 'Tinos-Regular')?.name).toBe('PlatenTinosRegular');
    expect(first('Cousine-Regular', 'Arimo-Regular')?.name).toBe('PlatenArimoRegular');
  });

  it('are chosen by the name of the font in the form, then in the resources of the field', () => {
    const font = (name: string) => buildDict({ Font: buildDict({ F1: buildDict({ BaseFont: name }) }) });
    const first = (...given: (ReturnType<typeof buildDict> | undefined)[]) => chosen('F1', ...given)[0];
    expect(first(undefined, font('TimesNewRoman'))).toBe(chosen('TiRo')[0]);
    expect(first(buildDict({ DR: font('Courier-Bold') }), font('TimesNewRoman'))).toBe(chosen('CoBo')[0]);
    expect(first()).toBe(chosen('Helv')[0]);
  });

  it('lack characters that none has, and those of scripts that need shaping', () => {
    const fonts = new FieldFonts(undefined, files, true);
    expect(fonts.choose('Helv', 'a\u05d0').missing).toEqual([]);
    expect(fonts.choose('Helv', 'a\u4e2da\u4e2d\n\u4e2e').missing).toEqual(['\u4e2d', '\u4e2e']);
    expect(fonts.choose('Helv', '\u0915').missing).toEqual(['\u0915']);
    expect(new FieldFonts(undefined, [], true).choose('Helv', 'a')).toEqual({ faces: [], missing: ['a'] });
  });

  it('are the font of the form alone if that has all characters, unless it must be embedded', () => {
    const own = new PdfRef(
      buildDict({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' }),
    );
    const form = buildDict({ DR: buildDict({ Font: buildDict({ Helv: own }) }) });
    const choose = (text: string, mustEmbed: boolean) => new FieldFonts(form, files, mustEmbed).choose('Helv', text);
    expect(choose('a\nb', false).faces.map(({ ref }) => ref)).toEqual([own]);
    expect(choose('a\u05d0', false).faces).toHaveLength(files.length);
    expect(choose('a', true).faces).toHaveLength(files.length);
    // Without bundled fonts it has no widths.
    expect(new FieldFonts(form, [], false).choose('Helv', 'a')).toEqual({ faces: [], missing: ['a'] });
  });
});

describe('runs of a text', () => {
  const face = (characters: string, width: number) =>
    ({ has: (character: string) => characters.includes(character), measure: () => width }) as unknown as Face;
  const [latin, greek] = [face('ab', 0.5), face('\u03b1b', 2)];

  it('are of the first face that has its characters, without those that none has', () => {
    const runs = splitRuns('ab\u03b1\u4e2d\u03b1a', [latin, greek]);
    expect(runs).toEqual([
      { face: latin, text: 'ab' },
      { face: greek, text: '\u03b1\u03b1' },
      { face: latin, text: 'a' },
    ]);
    expect(splitRuns('b', [greek, latin])).toEqual([{ face: greek, text: 'b' }]);
    expect(splitRuns('', [latin])).toEqual([]);
  });

  it('are as wide as their characters', () => {
    expect(measureText('ab\u03b1\u4e2d', [latin, greek])).toBe(3);
    expect(measureText('', [latin])).toBe(0);
  });
});
