import { describe, expect, it } from 'vitest';
import { joinForms } from '../../../src/pdf/merge/form-fields.ts';
import {
  asDict,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '../../../src/pdf/objects/objects.ts';
import type { OpenPart } from '../../../src/pdf/part/open-part.ts';

type Entries = Record<string, PdfObject | undefined>;

const text = (bytes: string) => new PdfString(bytes);
const field = (name: string | undefined, entries: Entries = {}) =>
  new PdfRef(buildDict({ T: name === undefined ? undefined : text(name), ...entries }));
const get = (ref: PdfObject | undefined, key: string) => asDict(ref)?.get(key);

/** A part with a form, and annotations on its only page. */
function part(form: Entries | undefined, { index = 0, cut = false, annotations = [] as PdfObject[] } = {}): OpenPart {
  const catalog = buildDict({ AcroForm: form && buildDict(form) });
  const page = new PdfRef(buildDict({ Type: 'Page', Annots: annotations }));
  return { index, cut, catalog, pages: [page], file: undefined, part: {} } as unknown as OpenPart;
}

const names = (form: PdfRef | undefined) =>
  (get(form, 'Fields') as PdfRef[]).map((each) => (get(each, 'T') as PdfString)?.bytes);

describe('the forms of parts', () => {
  it('need fields to become one', () => {
    expect(joinForms([part(undefined), part({}), part({ Fields: [] }), part({ Fields: [null] })])).toBeUndefined();
  });

  it('become one, in which names of other parts are new and those of one part stay together', () => {
    const form = joinForms([
      part({ Fields: [field('a'), field('a'), field('b'), field(undefined)] }),
      part({ Fields: [field('a'), field('c'), field('a')] }, { index: 1 }),
      part({ Fields: [field('a')] }, { index: 2 }),
    ]);
    expect(names(form)).toEqual(['a', 'a', 'b', undefined, 'a_2', 'c', 'a_2', 'a_3']);
    expect([get(form, 'DR'), get(form, 'NeedAppearances')]).toEqual([undefined, undefined]);
  });

  it('hand down what they say of all fields', () => {
    const [own, other] = [field('a', { Q: 2 }), field('b')];
    joinForms([part({ Fields: [own, other], DA: text('/F 0 Tf'), Q: 1 }), part({ Fields: [field('c')] })]);
    expect([own, other].map((each) => [get(each, 'DA'), get(each, 'Q')])).toEqual([
      [text('/F 0 Tf'), 2],
      [text('/F 0 Tf'), 1],
    ]);
  });

  it('ask viewers to draw the fields if one does, unless the document is an archive', () => {
    const parts = () => [
      part({ Fields: [field('a')], NeedAppearances: true }),
      part({ Fields: [field('b')], NeedAppearances: false }),
    ];
    expect(get(joinForms(parts()), 'NeedAppearances')).toBe(true);
    expect(get(joinForms(parts(), true), 'NeedAppearances')).toBeUndefined();
  });

  it('have the fields of the pages that they do not list', () => {
    const above = field('above', { FT: 'Tx' });
    const [alone, below, listed, stray, link] = [
      field('alone', { Subtype: 'Widget' }),
      field(undefined, { Subtype: 'Widget', Parent: above }),
      field('listed', { Subtype: 'Widget' }),
      field(undefined, { Subtype: 'Widget' }),
      field('link', { Subtype: 'Link' }),
    ];
    const annotations = [alone, below, listed, stray, link];
    expect(names(joinForms([part({ Fields: [listed] }, { annotations })]))).toEqual(['listed', 'alone', 'above']);
  });

  it('have each field once, and references to all', () => {
    const once = field('a');
    const form = joinForms([part({ Fields: [once, once, asDict(field('b')) ?? null] })]);
    expect(names(form)).toEqual(['a', 'b']);
    expect(get(form, 'Fields')).toEqual([expect.any(PdfRef), expect.any(PdfRef)]);
  });

  it('nest 64 deep', () => {
    const nest = (depth: number): PdfRef => field('a', depth === 0 ? {} : { Kids: [nest(depth - 1)] });
    const deepest = (ref: PdfRef): number => {
      const [kid] = (get(ref, 'Kids') ?? []) as PdfRef[];
      return kid === undefined ? 0 : 1 + deepest(kid);
    };
    const [deep, deeper] = [nest(64), nest(65)];
    joinForms([part({ Fields: [deep, deeper] })]);
    expect([deepest(deep), deepest(deeper)]).toEqual([64, 64]);
  });
});

describe('the fields of pages that were left out', () => {
  const button = (state: string) =>
    new PdfRef(buildDict({ AP: buildDict({ N: buildDict({ [state]: new PdfRef(1), Off: new PdfRef(1) }) }) }));
  const gone = new PdfRef(null);

  it('are dropped if nothing of them is left', () => {
    const empty = () => field('empty', { Kids: [gone] });
    expect(names(joinForms([part({ Fields: [empty(), field('a'), gone] }, { cut: true })]))).toEqual(['a']);
    expect(names(joinForms([part({ Fields: [empty(), field('a'), gone] })]))).toEqual(['empty', 'a']);
    expect(joinForms([part({ Fields: [field('b', { Kids: [empty()] })] }, { cut: true })])).toBeUndefined();
  });

  it.each<[string, Entries, Entries]>([
    ['no value', {}, {}],
    ['the value of a button that stays', { V: 'B' }, { V: 'B' }],
    ['no value of a button that is gone', { V: 'A' }, { V: 'Off' }],
    [
      'the exported values of the buttons that stay',
      { Opt: [text('1'), text('2'), text('3')] },
      { Opt: [text('2'), text('3')] },
    ],
    ['other values', { Opt: [text('1'), text('2')] }, { Opt: [text('1'), text('2')] }],
    ['a text', { V: text('A') }, { V: text('A') }],
  ])('leave a group of buttons with %s', (_what, before, after) => {
    const kids = [button('B'), button('C')];
    const group = field('group', { ...before, Kids: [gone, ...kids] });
    joinForms([part({ Fields: [group] }, { cut: true })]);
    expect(asDict(group)).toEqual(buildDict({ T: text('group'), Kids: kids, Opt: undefined, ...after }));
  });

  it('leave whole groups as they are', () => {
    const group = field('group', { V: 'A', Opt: [text('1')], Kids: [button('B')] });
    joinForms([part({ Fields: [group] }, { cut: true })]);
    expect([get(group, 'V'), get(group, 'Opt')]).toEqual(['A', [text('1')]]);
  });
});

describe('the resources of forms', () => {
  const fonts = (entries: Entries): Entries => ({ DR: buildDict({ Font: buildDict(entries) }) });
  const font = (name: string, more: Entries = {}) => new PdfRef(buildDict({ BaseFont: name, ...more }));
  /** The names of fonts of two parts, and the appearance of a field of the second. */
  function join(one: Entries, other: Entries, DA = '0 g /F 12 Tf') {
    const used = field('b', { DA: text(DA), Kids: [new PdfRef(buildDict({ DA: text(DA) }))] });
    const form = joinForms([
      part({ Fields: [field('a')], ...fonts(one) }),
      part({ Fields: [used], ...fonts(other) }, { index: 1 }),
    ]);
    const [kid] = get(used, 'Kids') as PdfRef[];
    expect(get(kid, 'DA')).toEqual(get(used, 'DA'));
    return [[...(get(get(form, 'DR'), 'Font') as PdfDict).keys()], (get(used, 'DA') as PdfString).bytes];
  }

  it('are shared if they are the same', () => {
    const shared = font('A', { W: [1, [2]], N: text('x') });
    expect(join({ F: shared }, { F: shared })).toEqual([['F'], '0 g /F 12 Tf']);
    expect(join({ F: shared }, { F: font('A', { W: [1, [2]], N: text('x') }) })).toEqual([['F'], '0 g /F 12 Tf']);
  });

  it.each<[string, Entries]>([
    ['a name', { W: [1, [2]], N: text('x'), B: 'B' }],
    ['a list', { W: [1, [3]], N: text('x') }],
    ['the length of a list', { W: [1, [2], 3], N: text('x') }],
    ['a string', { W: [1, [2]], N: text('y') }],
    ['an entry', { W: [1, [2]], M: text('x') }],
    ['a kind', { W: [1, [2]], N: 'x' }],
  ])('have new names where they differ in %s, and fields use them', (_what, more) => {
    const one = font('A', { W: [1, [2]], N: text('x') });
    expect(join({ F: one }, { F: font('A', more) })).toEqual([['F', 'F-2'], '0 g /F-2 12 Tf']);
  });

  it('are compared up to six levels down, and streams are themselves only', () => {
    const nest = (depth: number): PdfObject => (depth === 0 ? text('x') : [nest(depth - 1)]);
    expect(join({ F: font('A', { N: nest(5) }) }, { F: font('A', { N: nest(5) }) })[0]).toEqual(['F']);
    expect(join({ F: font('A', { N: nest(6) }) }, { F: font('A', { N: nest(6) }) })[0]).toEqual(['F', 'F-2']);
    const drawn = () => new PdfRef(new PdfStream(new Map(), Buffer.from('x')));
    expect(join({ F: font('A', { N: drawn() }) }, { F: font('A', { N: drawn() }) })[0]).toEqual(['F', 'F-2']);
  });

  it('are compared once for each pair, however often they are used', () => {
    const nest = (depth: number): PdfObject => {
      if (depth === 0) return text('x');
      const inner = nest(depth - 1);
      return Array.from({ length: 200 }, () => inner);
    };
    expect(join({ F: font('A', { N: nest(5) }) }, { F: font('A', { N: nest(5) }) })[0]).toEqual(['F']);
  });

  it('are left out if they are not there', () => {
    expect(join({ F: new PdfRef(null), G: font('A') }, { H: [1], I: [] })[0]).toEqual(['G', 'H']);
  });

  it('are references, also those that the form has itself', () => {
    const [own, inner] = [font('A'), buildDict({ BaseFont: 'B' })];
    const form = joinForms([part({ Fields: [field('a')], ...fonts({ F: own, G: inner }) })]);
    const joined = get(get(form, 'DR'), 'Font');
    expect(get(joined, 'F')).toBe(own);
    expect(get(joined, 'G')).toBeInstanceOf(PdfRef);
    expect(asDict(get(joined, 'G'))).toBe(inner);
  });

  it('of other kinds have new names too, which no field uses', () => {
    const space = (number: number) => ({
      DR: buildDict({ ColorSpace: buildDict({ F: new PdfRef(['A', number]) }), Odd: 1 }),
    });
    const used = field('b', { DA: text('/F 1 Tf') });
    const form = joinForms([
      part({ Fields: [field('a')], ...space(1) }),
      part({ Fields: [used], ...space(2) }, { index: 1 }),
    ]);
    expect([...(get(get(form, 'DR'), 'ColorSpace') as PdfDict).keys()]).toEqual(['F', 'F-2']);
    expect((get(form, 'DR') as PdfDict).has('Odd')).toBe(false);
    expect(get(used, 'DA')).toEqual(text('/F 1 Tf'));
  });
});
