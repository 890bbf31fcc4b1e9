import { describe, expect, it } from 'vitest';
import { flattenForm } from '../../../src/pdf/fields/flatten-form.ts';
import { listFormFields } from '../../../src/pdf/fields/form-field.ts';
import {
  asArray,
  asDict,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '../../../src/pdf/objects/objects.ts';
import { buildNumberTree, readNumberTree } from '../../../src/pdf/objects/trees.ts';
import type { OpenPart } from '../../../src/pdf/part/open-part.ts';

type Entries = Record<string, PdfObject | undefined>;

const look = (entries: Entries = {}, data = '') =>
  new PdfRef(new PdfStream(buildDict({ BBox: [0, 0, 10, 20], ...entries }), Buffer.from(data)));
const widget = (entries: Entries = {}) =>
  new PdfRef(
    buildDict({
      Subtype: 'Widget',
      T: new PdfString('a'),
      FT: 'Tx',
      Rect: [100, 200, 120, 240],
      AP: buildDict({ N: look() }),
      ...entries,
    }),
  );

/** A page whose widgets become part of it. */
function flatten(annotations: PdfObject[], { DR, tags }: { DR?: PdfDict; tags?: PdfDict } = {}) {
  const page = new PdfRef(buildDict({ Type: 'Page', Annots: annotations, Contents: look({}, 'BT') }));
  const AcroForm = buildDict({ Fields: annotations, DR });
  const part = { catalog: buildDict({ AcroForm, StructTreeRoot: tags }), pages: [page] } as unknown as OpenPart;
  flattenForm(part, listFormFields(part.catalog, part.pages));
  expect(part.catalog.has('AcroForm')).toBe(false);
  const dict = asDict(page) as PdfDict;
  const contents = asArray(dict.get('Contents')).map((each) =>
    Buffer.from(((each as PdfRef).value as PdfStream).data).toString(),
  );
  return { page, dict, contents, drawn: contents.at(-1)?.replace('\nET\nQ\n', '') };
}

describe('a field that becomes part of its page', () => {
  it('is drawn after the content of the page, which ends first', () => {
    const { dict, contents } = flatten([widget()]);
    expect(contents).toEqual(['q\n', 'BT', '\nET\nQ\nq 2 0 0 2 100 200 cm /Field Do Q\n']);
    expect(dict.has('Annots')).toBe(false);
    expect([...(asDict(asDict(dict.get('Resources'))?.get('XObject')) ?? []).keys()]).toEqual(['Field']);
  });

  it('leaves other annotations', () => {
    const link = new PdfRef(buildDict({ Subtype: 'Link' }));
    expect(flatten([link, widget(), null]).dict.get('Annots')).toEqual([link, null]);
    expect(flatten([link]).contents).toEqual([]);
  });

  it.each<[string, Entries, Entries, string]>([
    ['at the place of its box', {}, { BBox: [5, 10, 15, 30] }, '2 0 0 2 90 180'],
    ['turned', {}, { BBox: [0, 0, 40, 20], Matrix: [0, 1, -1, 0, 0, 0] }, '1 0 0 1 120 200'],
    ['mirrored', {}, { Matrix: [-1, 0, 0, -1, 0, 0] }, '2 0 0 2 120 240'],
    ['with a rectangle from another corner', { Rect: [120, 240, 100, 200] }, {}, '2 0 0 2 100 200'],
    ['though it is printed only', { F: 4 }, {}, '2 0 0 2 100 200'],
  ])('is drawn %s', (_what, entries, form, matrix) => {
    const field = widget({ ...entries, AP: buildDict({ N: look(form) }) });
    expect(flatten([field]).drawn).toBe(`q ${matrix} cm /Field Do Q\n`);
  });

  it.each<[string, Entries]>([
    ['is hidden', { F: 2 }],
    ['is not for the screen', { F: 32 }],
    ['has no appearance', { AP: undefined }],
    ['has a state without an appearance', { AS: 'On', AP: buildDict({ N: buildDict({ Off: look() }) }) }],
    ['has no rectangle', { Rect: undefined }],
    ['has an appearance without a box', { AP: buildDict({ N: look({ BBox: undefined }) }) }],
    ['has an appearance that is a line', { AP: buildDict({ N: look({ Matrix: [1, 0, 0, 0, 0, 0] }) }) }],
    ['has an appearance that is another line', { AP: buildDict({ N: look({ Matrix: [0, 0, 0, 1, 0, 0] }) }) }],
  ])('is removed and not drawn if it %s', (_what, entries) => {
    const { dict, contents } = flatten([widget(entries)]);
    expect([dict.has('Annots'), dict.has('Resources'), contents]).toEqual([false, false, []]);
  });

  it.each([
    ['its state', 'On', [1, 1]],
    ['the state Off', undefined, [2, 2]],
  ])('is drawn in %s', (_what, AS, [across, up]) => {
    const N = buildDict({ On: look({ BBox: [0, 0, 20, 40] }), Off: look() });
    expect(flatten([widget({ AS, AP: buildDict({ N }) })]).drawn).toBe(
      `q ${across} 0 0 ${up} 100 200 cm /Field Do Q\n`,
    );
  });

  it('belongs to its layer', () => {
    const [own, other] = [new PdfRef(1), new PdfRef(2)];
    const [plain, layered] = [look(), look({ OC: other })];
    flatten([plain, layered].map((N) => widget({ OC: own, AP: buildDict({ N }) })));
    expect([plain, layered].map((N) => asDict(N)?.get('OC'))).toEqual([own, other]);
    expect([asDict(plain)?.get('Type'), asDict(plain)?.get('Subtype')]).toEqual(['XObject', 'Form']);
  });

  it('has the fonts of the form that it uses and lacks', () => {
    const DR = buildDict({ Font: buildDict({ F1: 'one', F2: 'two', F3: 'three' }) });
    const fontsOf = (Resources: PdfObject | undefined, data: string) => {
      const N = look({ Resources }, data);
      flatten([widget({ AP: buildDict({ N }) })], { DR });
      return asDict(asDict(asDict(N)?.get('Resources'))?.get('Font'));
    };
    const own = buildDict({ Font: buildDict({ F1: 'own' }) });
    expect(fontsOf(undefined, '/F1 12 Tf /F2 -.5 Tf /F3 1 w')).toEqual(buildDict({ F1: 'one', F2: 'two' }));
    expect(fontsOf(own, '/F1 12 Tf /F2 1 Tf')).toEqual(buildDict({ F1: 'own', F2: 'two' }));
    expect(fontsOf(own, '/F1 12 Tf')).toBe(own.get('Font'));
  });
});

describe('a field of a tagged document that becomes part of its page', () => {
  /** A tree whose elements hold these widgets, and the rest of its parent tree. */
  function tag(widgets: PdfRef[], more: [number, PdfObject][] = []) {
    const elements = widgets.map(
      (Obj) => new PdfRef(buildDict({ S: 'Form', K: [buildDict({ Type: 'OBJR', Obj }), 7] })),
    );
    const entries = elements.map((element, key): [number, PdfObject] => [key, element]);
    return { elements, tags: buildDict({ ParentTree: buildNumberTree([...entries, ...more]) }) };
  }

  it('is a mark of its element', () => {
    const fields = [
      widget({ StructParent: 0, TU: new PdfString('Name') }),
      widget({ StructParent: 1, FT: 'Btn', AS: 'On', AP: buildDict({ N: buildDict({ On: look() }) }) }),
    ];
    const { elements, tags } = tag(fields, [[4, 'other']]);
    const { page, dict, drawn } = flatten(fields, { tags });
    expect(drawn).toBe(
      '/Form <</MCID 0>> BDC\nq 2 0 0 2 100 200 cm /Field Do Q\nEMC\n/Form <</MCID 1>> BDC\nq 2 0 0 2 100 200 cm /Fieldx Do Q\nEMC\n',
    );
    expect(dict.get('StructParents')).toBe(5);
    expect(elements.map((element) => asDict(element)?.get('K'))).toEqual(
      [0, 1].map((MCID) => [buildDict({ Type: 'MCR', Pg: page, MCID }), 7]),
    );
    expect(elements.map((element) => asDict(element)?.get('A'))).toEqual([
      [buildDict({ O: 'PrintField', Role: 'tv', Desc: new PdfString('Name') })],
      [buildDict({ O: 'PrintField', Role: 'cb', checked: 'on' })],
    ]);
    expect(readNumberTree(tags.get('ParentTree'))).toEqual([
      [4, 'other'],
      [5, elements],
    ]);
    expect(tags.get('ParentTreeNextKey')).toBe(6);
  });

  it.each([
    [65536, undefined, 'pb', undefined],
    [32768, 'Off', 'rb', 'off'],
    [32768, 'On', 'rb', 'on'],
    [0, undefined, 'cb', 'off'],
  ])('says what it was: %i, %s', (Ff, AS, Role, checked) => {
    const N = buildDict({ On: look(), Off: look() });
    const field = widget({ StructParent: 0, FT: 'Btn', Ff, AS, AP: buildDict({ N }) });
    const { elements, tags } = tag([field]);
    flatten([field], { tags });
    expect(asDict(elements[0])?.get('A')).toEqual([buildDict({ O: 'PrintField', Role, checked })]);
  });

  it('is an artifact if it has no element', () => {
    const { drawn } = flatten([widget()], { tags: tag([]).tags });
    expect(drawn).toBe('/Artifact BMC\nq 2 0 0 2 100 200 cm /Field Do Q\nEMC\n');
  });

  it('leaves its element if it is not drawn', () => {
    const field = widget({ StructParent: 0, F: 2 });
    const { elements, tags } = tag([field]);
    const { dict } = flatten([field], { tags });
    expect(asDict(elements[0])?.get('K')).toEqual([7]);
    expect(readNumberTree(tags.get('ParentTree'))).toEqual([]);
    expect([dict.has('StructParents'), tags.get('ParentTreeNextKey')]).toEqual([false, 1]);
  });
});
