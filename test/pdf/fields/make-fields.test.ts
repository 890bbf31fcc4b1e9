import { describe, expect, it } from 'vitest';
import { controlAddress, makeFields } from '../../../src/pdf/fields/make-fields.ts';
import {
  asArray,
  asDict,
  asString,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfString,
} from '../../../src/pdf/objects/objects.ts';
import type { PrintedControl } from '../../../src/pdf/part/merge-part.ts';
import { MergeWarnings } from '../../../src/pdf/part/merge-warnings.ts';
import type { OpenPart } from '../../../src/pdf/part/open-part.ts';
import { faces as someFaces } from './faces.ts';
import { plain, sides } from './plain-control.ts';

const [arimo, hebrew] = someFaces as [(typeof someFaces)[0], (typeof someFaces)[0]];

/** A link over a control, 100 by 20 points with its lower left corner at (50, 700). */
const linkTo = (address: string, more: Record<string, PdfObject> = {}) =>
  new PdfRef(
    buildDict({
      Subtype: 'Link',
      Rect: [50, 700, 150, 720],
      Border: [0, 0, 0],
      A: buildDict({ S: 'URI', URI: new PdfString(address) }),
      ...more,
    }),
  );

/** Makes fields of controls, each under a link; what became of the links, the form, the catalog and the page. */
function make(
  controls: readonly Partial<PrintedControl>[],
  {
    faces = [arimo],
    links = controls.map((_, place) => linkTo(`${controlAddress}${place}`)),
    catalog = new Map() as PdfDict,
    fonts = new Map<string, PdfRef>(),
  } = {},
) {
  const page = buildDict({ Type: 'Page', Annots: links });
  const part = { index: 0, catalog, pages: [new PdfRef(page)] } as unknown as OpenPart;
  const warnings = new MergeWarnings();
  const made = controls.map((control) => ({ ...plain, ...control }));
  makeFields(part, made, faces, fonts, warnings);
  const widgets = links.map((link) => asDict(link) as PdfDict);
  return { page, catalog, widgets, form: asDict(catalog.get('AcroForm')), warnings: warnings.list(), fonts };
}

const rectOf = (control: Partial<PrintedControl>) => asArray(make([control]).widgets[0]?.get('Rect'));
const lookOf = (control: Partial<PrintedControl>, faces?: typeof someFaces) =>
  asString(make([control], faces && { faces }).widgets[0]?.get('DA'));

describe('a control of a page', () => {
  it('becomes a field in place of the link over it', () => {
    const { page, widgets, form } = make([{ name: 'name', value: 'Ada' }]);
    const [widget] = widgets as [PdfDict];
    expect(widget.get('Subtype')).toBe('Widget');
    expect(widget.get('F')).toBe(4);
    expect(asDict(widget.get('P'))).toBe(page);
    for (const key of ['A', 'Border']) expect(widget.has(key)).toBe(false);
    expect(asDict(widget.get('BS'))?.get('W')).toBe(0);
    expect(page.get('Tabs')).toBe('S');
    expect(asArray(form?.get('Fields'))).toHaveLength(1);
    expect(asDict(widget.get('AP'))?.has('N')).toBe(true);
  });

  it('that has no link becomes no field, and other links stay', () => {
    const other = linkTo('https://example.com/');
    const { form, page, widgets } = make([{}], { links: [other, linkTo(`${controlAddress}7`)] });
    expect(form).toBeUndefined();
    expect(page.has('Tabs')).toBe(false);
    expect(widgets[0]?.get('Subtype')).toBe('Link');
  });

  it('has its text at the size at which it is printed, and in its colour', () => {
    expect(lookOf({ height: 20, fontSize: 12 })).toBe('/ArimoRegular 12 Tf 0 0 0 rg');
    expect(lookOf({ height: 40, fontSize: 12 })).toBe('/ArimoRegular 6 Tf 0 0 0 rg');
    expect(lookOf({ height: 10, fontSize: 12, colour: [1, 0.5, 0] })).toBe('/ArimoRegular 24 Tf 1 0.5 0 rg');
  });

  it.each([
    ['left', undefined],
    ['center', 1],
    ['right', 2],
  ] as const)('that is aligned to the %s has the quadding %s', (align, quadding) => {
    expect(make([{ align }]).widgets[0]?.get('Q')).toBe(quadding);
  });

  it.each<[string, Partial<PrintedControl>, number[]]>([
    ['without a border', {}, [50, 700, 150, 720]],
    [
      'with a border, at twice its size',
      { height: 10, border: { top: 1, right: 2, bottom: 3, left: 4 } },
      [58, 706, 146, 718],
    ],
    ['with padding beside its text', { padding: { top: 5, right: 6, bottom: 7, left: 8 } }, [56, 700, 146, 720]],
    [
      'with less padding than a viewer leaves',
      { border: { ...sides, left: 1, right: 1 }, padding: { ...sides, left: 1, right: 1 } },
      [51, 700, 149, 720],
    ],
    [
      'of several lines, with padding above and below',
      { isMultiline: true, border: { top: 1, right: 0, bottom: 1, left: 0 }, padding: { ...sides, top: 4, bottom: 3 } },
      [50, 702, 150, 717],
    ],
    ['whose border leaves no room across', { border: { ...sides, left: 48, right: 48 } }, [50, 700, 150, 720]],
    ['whose border leaves a little room across', { border: { ...sides, left: 48, right: 47 } }, [98, 700, 103, 720]],
    ['whose border leaves no height', { border: { ...sides, top: 8, bottom: 8 } }, [50, 700, 150, 720]],
    ['whose border leaves a little height', { border: { ...sides, top: 8, bottom: 7 } }, [50, 707, 150, 712]],
    ['that is a check box', { kind: 'checkbox', border: { ...sides, left: 9 } }, [50, 700, 150, 720]],
    ['that is a radio button', { kind: 'radio', border: { ...sides, left: 9 } }, [50, 700, 150, 720]],
  ])('%s has its field where its text is', (_, control, rect) => {
    expect(rectOf(control)).toEqual(rect);
  });
});

describe('the font of a field', () => {
  const named = (name: string) => ({ ...arimo, name });
  const faces = ['Arimo-Regular', 'Arimo-Bold', 'Tinos-Italic', 'Cousine-BoldItalic'].map(named);

  it.each<[Partial<PrintedControl>, string]>([
    [{}, 'ArimoRegular'],
    [{ isBold: true }, 'ArimoBold'],
    [{ family: 'serif', isItalic: true }, 'TinosItalic'],
    [{ family: 'mono', isBold: true, isItalic: true }, 'CousineBoldItalic'],
    [{ family: 'mono' }, 'ArimoRegular'],
  ])('of %j is %s', (control, name) => {
    expect(lookOf(control, faces)).toMatch(new RegExp(`^/${name} `));
    const resources = asDict(asDict(make([control], { faces }).form?.get('DR'))?.get('Font'));
    expect([...(resources?.keys() ?? [])]).toContain(name);
  });

  it('is embedded once for all fields and parts', () => {
    const fonts = new Map<string, PdfRef>();
    const first = make([{}, { name: 'b' }], { fonts });
    const second = make([{}], { fonts });
    const fontOf = ({ form }: typeof first) => asDict(asDict(form?.get('DR'))?.get('Font'))?.get('ArimoRegular');
    expect(fontOf(second)).toBe(fontOf(first));
    expect([...fonts.keys()]).toEqual(['ArimoRegular']);
  });

  it('is one that viewers have, without bundled fonts', () => {
    expect(make([{}], { faces: [] }).widgets[0]?.get('DA')).toEqual(new PdfString('/Helv 12 Tf 0 0 0 rg'));
  });

  it('may lack letters of a text or a choice, which is a warning', () => {
    const texts = make([{ name: 'a', value: '\u4e2d' }]).warnings;
    expect(texts).toEqual([expect.objectContaining({ part: 0, code: 'glyph_missing' })]);
    expect(make([{ name: 'a', value: '\u05d0' }], { faces: [arimo, hebrew] }).warnings).toEqual([]);
    expect(make([{ kind: 'checkbox', name: 'a', value: '\u4e2d' }]).warnings).toEqual([]);
  });
});

describe('the tags of a page with fields', () => {
  it('are Form for the links over controls, and plain for what else was marked as a field', () => {
    const element = (entries: Record<string, PdfObject>) => new PdfRef(buildDict({ Type: 'StructElem', ...entries }));
    const link = element({ S: 'Link', Alt: new PdfString('a') });
    const [stray, paragraph] = [element({ S: 'Form' }), element({ S: 'P' })];
    const top = element({ S: 'Document', K: [link, element({ S: 'Div', K: [stray, paragraph, 3] })] });
    const root = new PdfRef(
      buildDict({ K: top, ParentTree: new PdfRef(buildDict({ Nums: [4, link, 5, paragraph] })) }),
    );
    make([{}], {
      links: [linkTo(`${controlAddress}0`, { StructParent: 4 })],
      catalog: buildDict({ StructTreeRoot: root }),
    });
    const typeOf = (ref: PdfRef) => asDict(ref)?.get('S');
    expect([link, stray, paragraph].map(typeOf)).toEqual(['Form', 'NonStruct', 'P']);
    expect(asDict(link)?.has('Alt')).toBe(false);
  });
});
