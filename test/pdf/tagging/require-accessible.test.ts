import { describe, expect, it } from 'vitest';
import { asString } from '../../../src/pdf/objects/objects.ts';
import type { Conformance } from '../../../src/pdf/part/conformance.ts';
import { MergeError } from '../../../src/pdf/part/merge-error.ts';
import type { MergePart } from '../../../src/pdf/part/merge-part.ts';
import { type OpenPart, openPart } from '../../../src/pdf/part/open-part.ts';
import { type JoinedStructure, joinStructure } from '../../../src/pdf/part/structure.ts';
import { requireAccessible } from '../../../src/pdf/tagging/require-accessible.ts';
import { buildPages } from '../build-pdf.ts';
import { buildTagged } from './tagged-pdf.ts';

/** A part without tags, whose catalog has these entries. */
function open(more: Partial<MergePart> = {}, catalog = '', index = 0): OpenPart {
  return openPart({ pdf: buildPages(1, { catalog }), foreign: false, ...more }, index, 10);
}
const untagged: JoinedStructure = { root: undefined, names: new Map() } as unknown as JoinedStructure;

interface Choices {
  title?: string | undefined;
  fonts?: ReadonlyMap<OpenPart, string>;
  structure?: JoinedStructure;
}

/** What is wrong with parts: the part and the message of the error, and its faults. */
function require(
  parts: readonly OpenPart[],
  conformance: Conformance,
  { title = 'Title', fonts = new Map(), structure = untagged }: Choices = {},
) {
  try {
    requireAccessible(parts, structure, conformance, title, fonts);
  } catch (error) {
    if (!(error instanceof MergeError)) throw error;
    const faults = error.faults.map(({ code, part }) => (part === undefined ? code : `${part} ${code}`));
    return { code: error.code, part: error.part, message: error.message, faults };
  }
  return undefined;
}

const archive = (level: 'A' | 'B' | 'U'): Conformance => ({ pdfA: { part: 2, level } });

describe('a document that claims to be accessible', () => {
  it.each<[string, Conformance]>([
    ['claims nothing', {}],
    ['is PDF/A of level B', archive('B')],
    ['is PDF/A of level U', archive('U')],
    ['is PDF/A-4', { pdfA: { part: 4 } }],
  ])('needs no tags if it %s', (_, conformance) => {
    expect(require([open()], conformance, { title: '' })).toBeUndefined();
  });

  it.each<[string, Conformance, string[], string]>([
    ['PDF/A-2a', archive('A'), ['0 no_tags'], 'It cannot be PDF/A-2a: one thing is left that only its author can fix.'],
    [
      'PDF/A-3a',
      { pdfA: { part: 3, level: 'A' } },
      ['0 no_tags'],
      'It cannot be PDF/A-3a: one thing is left that only its author can fix.',
    ],
    [
      'PDF/UA-1',
      { pdfUa: 1 },
      ['no_title', '0 no_language', '0 no_tags'],
      'It cannot be PDF/UA-1: 3 things are left that only its author can fix.',
    ],
    [
      'PDF/UA-2',
      { pdfUa: 2 },
      ['no_title', '0 no_language', '0 no_tags'],
      'It cannot be PDF/UA-2: 3 things are left that only its author can fix.',
    ],
    [
      'PDF/A-2a and PDF/UA-1',
      { ...archive('A'), pdfUa: 1 },
      ['no_title', '0 no_language', '0 no_tags'],
      'It cannot be PDF/UA-1: 3 things are left that only its author can fix.',
    ],
  ])('names what %s needs', (_, conformance, faults, message) => {
    const found = require([open()], conformance, { title: '' });
    expect(found).toMatchObject({ code: 'not_conforming', faults, message });
  });

  it.each([
    ['of one part', [open()], [0, ['0 no_tags']]],
    ['of two parts', [open(), open({}, '', 1)], [undefined, ['0 no_tags', '1 no_tags']]],
  ] as const)('names the part if all faults are %s', (_, parts, expected) => {
    const found = require(parts, archive('A'));
    expect([found?.part, found?.faults]).toEqual(expected);
  });

  it('names no part if the document as a whole has a fault too', () => {
    expect(require([open({ hasLanguage: true })], { pdfUa: 1 }, { title: ' ' })).toMatchObject({
      part: undefined,
      faults: ['no_title', '0 no_tags'],
    });
  });

  it.each<[string, string | undefined, boolean]>([
    ['a title', 'Title', true],
    ['no title', undefined, false],
    ['a title of spaces', ' \n', false],
  ])('needs a title: %s', (_, title, isTitled) => {
    const part = open({ hasLanguage: true });
    try {
      requireAccessible([part], untagged, { pdfUa: 1 }, title, new Map());
      expect.unreachable();
    } catch (error) {
      expect((error as MergeError).faults.some(({ code }) => code === 'no_title')).toBe(!isTitled);
    }
  });

  it.each<[string, Partial<MergePart>, string, boolean]>([
    ['no language', {}, '', false],
    ['the language of its catalog', {}, '/Lang (en)', true],
    ['what is not a language in its catalog', {}, '/Lang (no tag)', false],
    ['a language, as its document says', { hasLanguage: true }, '', true],
    ['the language of the browser alone', { hasLanguage: false }, '/Lang (en)', false],
  ])('needs a language: %s', (_, more, catalog, isKnown) => {
    const faults = require([open(more, catalog)], { pdfUa: 1 })?.faults;
    expect(faults).toEqual(isKnown ? ['0 no_tags'] : ['0 no_language', '0 no_tags']);
  });

  it('may not have faults of fonts', () => {
    const part = open({ foreign: true }, '/Lang (en)');
    const fonts = new Map([[part, 'a font without widths']]);
    const found = require([part], { pdfUa: 1 }, { fonts });
    expect(found?.faults).toEqual(['0 no_tags', '0 not_accessible']);
    expect(require([part], archive('A'), { fonts })?.faults).toEqual(['0 no_tags']);
    try {
      requireAccessible([part], untagged, { pdfUa: 1 }, 'Title', fonts);
    } catch (error) {
      expect((error as MergeError).faults.map(({ detail }) => detail)).toEqual([
        'has no tags',
        'has a font without widths',
      ]);
    }
  });

  it.each<[string, Conformance]>([
    ['PDF/UA-1', { pdfUa: 1 }],
    ['PDF/UA-2', { pdfUa: 2 }],
    ['PDF/A-2a', archive('A')],
  ])('is not refused as %s if nothing is missing', (_, conformance) => {
    const part = openPart({ pdf: buildTagged([['P', 0]]), foreign: false }, 0, 10);
    expect(require([part], conformance, { structure: joinStructure([part], []) })).toBeUndefined();
  });

  it.each<[string, Conformance, string[] | undefined]>([
    ['PDF/UA-1', { pdfUa: 1 }, undefined],
    ['PDF/UA-2', { pdfUa: 2 }, ['0 no_character_text']],
    ['PDF/A-2a', archive('A'), ['0 no_character_text']],
    ['PDF/A-2a and PDF/UA-1', { ...archive('A'), pdfUa: 1 }, ['0 no_character_text']],
  ])('needs a text for characters of private use as %s', (_, conformance, faults) => {
    const tagged = buildTagged([['P', 0]])
      .toString('latin1')
      .replace('<001A> <0061>', '<001A> <E061>');
    const part = openPart({ pdf: Buffer.from(tagged, 'latin1'), foreign: false }, 0, 10);
    const found = require([part], conformance, { structure: joinStructure([part], []) });
    expect(found?.faults).toEqual(faults);
    if (conformance.pdfA) expect(found?.message).toContain('It cannot be PDF/A-2a');
  });
});

describe("the language of a user's PDF", () => {
  const build = (entries: string, catalog: string) =>
    Buffer.from(
      buildTagged([['P', { entries }, 0]])
        .toString('latin1')
        .replace('/Lang (en)', catalog.padEnd(10)),
      'latin1',
    );
  const languageOf = (pdf: Uint8Array, foreign: boolean, conformance: Conformance) => {
    const part = openPart({ pdf, foreign }, 0, 10);
    require([part], conformance, { structure: joinStructure([part], []) });
    return asString(part.catalog.get('Lang'));
  };

  it.each<[string, Uint8Array, boolean, Conformance, string | undefined]>([
    ['is that of its tags', build('/Lang (de)', ''), true, { pdfUa: 1 }, 'de'],
    ['is that of its tags for PDF/UA-2 too', build('/Lang (de)', ''), true, { pdfUa: 2 }, 'de'],
    ['is its own one if it has one', build('/Lang (de)', '/Lang (fr)'), true, { pdfUa: 1 }, 'fr'],
    ['is unknown if its tags have none', build('', ''), true, { pdfUa: 1 }, undefined],
    ['is not looked for in archives', build('/Lang (de)', ''), true, archive('A'), undefined],
    ['is not looked for in printed pages', build('/Lang (de)', ''), false, { pdfUa: 1 }, undefined],
  ])('%s', (_, pdf, foreign, conformance, expected) => {
    expect(languageOf(pdf, foreign, conformance)).toBe(expected);
  });
});
