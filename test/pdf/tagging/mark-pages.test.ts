import { describe, expect, it } from 'vitest';
import {
  asDict,
  asName,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  resolve,
} from '../../../src/pdf/objects/objects.ts';
import { writeToUnicode } from '../../../src/pdf/objects/to-unicode.ts';
import { PageMarker } from '../../../src/pdf/tagging/mark-pages.ts';
import {
  type ContentOwner,
  type MarkedContent,
  noteContent,
  type StructureElement,
} from '../../../src/pdf/tagging/structure-elements.ts';
import { buildElements, describeElements, type Tree } from './build-elements.ts';

const unicode = new Map([
  [0x41, '0041'],
  [0x42, '0042'],
  [0x43, 'E001'],
]);
/** A shows A, B shows B, and C shows a symbol without a character in Unicode. */
const font = buildDict({
  Subtype: 'Type3',
  FirstChar: 65,
  Widths: [500, 500, 500],
  ToUnicode: new PdfRef(new PdfStream(new Map(), Buffer.from(writeToUnicode(unicode)))),
});
const fonts = { Font: buildDict({ F1: font }) };

const tag = (mcid: number, content: string) => `/P <</MCID ${mcid}>> BDC ${content} EMC`;
const show = (letters: string) => `BT /F1 10 Tf 1 0 0 1 20 30 Tm (${letters}) Tj ET`;
const artifact = (content: string) => `/Artifact BMC\n${content}\nEMC\n`;
const makeForm = (content: string, entries: Record<string, PdfObject> = {}) =>
  new PdfStream(buildDict({ Subtype: 'Form', ...entries }), Buffer.from(content));

interface Options {
  /** What the page or its forms can use. */
  forms?: Record<string, PdfStream>;
  /** The elements: marks of the page are numbers. */
  tree?: Tree;
  /** The stream in which the marks count; the page without one. */
  owner?: PdfStream;
  isWanted?: (element: StructureElement) => boolean;
  findsPrivate?: boolean;
}

/** A page in memory with its marker. */
function open(contents: string | readonly string[], { forms = {}, tree = ['Document'], owner, ...rest }: Options = {}) {
  const streams = [contents].flat().map((content) => new PdfRef(new PdfStream(new Map(), Buffer.from(content))));
  const page: PdfDict = buildDict({
    Contents: streams.length === 1 ? (streams[0] as PdfRef) : streams,
    Resources: buildDict({
      ...fonts,
      XObject: buildDict(forms),
      Properties: buildDict({ named: buildDict({ MCID: 0 }) }),
    }),
  });
  const root = buildElements(tree);
  const marked: MarkedContent = new Map();
  const give = (element: StructureElement): void => {
    for (const kid of element.kids) {
      if ('role' in kid) give(kid);
      else if (kid.mcid !== undefined) kid.owner = owner ?? page;
    }
  };
  give(root);
  noteContent([root], marked);
  const { isWanted = () => true, findsPrivate = false } = rest;
  const marker = new PageMarker(marked, isWanted, { bytes: 100_000 }, findsPrivate);
  return { page, root, marked, marker, textsOf: (of: ContentOwner) => Object.fromEntries(marker.texts.get(of) ?? []) };
}

/** What a page draws in the end. */
function read(page: PdfDict): string {
  const contents = page.get('Contents');
  return [contents]
    .flat()
    .map((stream) => String(((stream as PdfRef).value as PdfStream).data))
    .join('|');
}

describe('a page', () => {
  it('gets marks of artifacts for what no element holds', () => {
    const { page, marker } = open(`0 0 9 9 re f ${tag(0, show('A'))}`, { tree: ['Document', ['P', 0]] });
    expect(marker.markPage(page)).toBe(true);
    expect(read(page)).toBe(`/Artifact BMC\n0 0 9 9 re f \nEMC\n${tag(0, show('A'))}`);
  });

  it('stays as it is if elements hold all of it', () => {
    const { page, marker } = open(tag(0, show('A')), { tree: ['Document', ['P', 0]] });
    expect(marker.markPage(page)).toBe(false);
    expect(read(page)).toBe(tag(0, show('A')));
  });

  it('is read as one, if it has several streams', () => {
    const { page, marker } = open(['0 0 9 9 re', 'f']);
    expect(marker.markPage(page)).toBe(true);
    expect(read(page)).toBe(artifact('0 0 9 9 re\nf'));
  });

  it('can name its marks', () => {
    const named = `/P /named BDC ${show('A')} EMC`;
    const { page, marker, textsOf } = open(named, { tree: ['Document', ['P', 0]] });
    expect(marker.markPage(page)).toBe(false);
    expect(textsOf(page)).toEqual({ 0: ' A' });
  });

  it.each<[name: string, content: string, isMixed: boolean]>([
    ['an artifact in an element', tag(0, '/Artifact BMC EMC'), true],
    ['an element in an artifact', `/Artifact BMC ${tag(0, '')} EMC`, true],
    ['one after the other', `/Artifact BMC EMC ${tag(0, '')}`, false],
  ])('has mixed marks with %s', (_, content, isMixed) => {
    const { page, marker } = open(content, { tree: ['Document', ['P', 0]] });
    marker.markPage(page);
    expect(marker.hasMixedMarks).toBe(isMixed);
  });
});

describe('the text of marks', () => {
  it('is that of wanted elements', () => {
    const tree: Tree = ['Document', ['P', 0], ['H1', 1]];
    const content = `${tag(0, show('A'))} ${tag(1, show('B'))}`;
    const { page, marker, textsOf } = open(content, { tree, isWanted: ({ role }) => role === 'H1' });
    marker.markPage(page);
    expect(textsOf(page)).toEqual({ 1: ' B' });
  });

  it('is joined, where a mark is opened again', () => {
    const { page, marker, textsOf } = open(`${tag(0, show('A'))} ${tag(0, show('B'))}`, {
      tree: ['Document', ['P', 0]],
    });
    marker.markPage(page);
    expect(textsOf(page)).toEqual({ 0: ' AB' });
  });

  it('is not that of marks without an element', () => {
    const { page, marker, textsOf } = open(tag(7, show('A')), { tree: ['Document', ['P', 0]] });
    marker.markPage(page);
    expect(textsOf(page)).toEqual({});
  });

  it.each<[name: string, findsPrivate: boolean, wanted: string, letters: string, privates: unknown]>([
    ['in wanted elements', false, 'P', 'AC', [['P', ['\ue001']]]],
    ['in others, if they are looked for', true, 'H1', 'AC', [['P', ['\ue001']]]],
    ['not in others', false, 'H1', 'AC', []],
    ['not without such characters', true, 'P', 'AB', []],
  ])('has characters of private use %s', (_, findsPrivate, wanted, letters, privates) => {
    const tree: Tree = ['Document', ['P', 0]];
    const isWanted = ({ role }: StructureElement) => role === wanted;
    const { page, marker } = open(tag(0, show(letters)), { tree, isWanted, findsPrivate });
    marker.markPage(page);
    expect([...marker.privates].map(([{ role }, list]) => [role, list])).toEqual(privates);
  });

  it('has the characters of private use of all marks of an element', () => {
    const { page, marker } = open(`${tag(0, show('C'))} ${tag(1, show('C'))}`, { tree: ['Document', ['P', 0, 1]] });
    marker.markPage(page);
    expect([...marker.privates.values()]).toEqual([['\ue001', '\ue001']]);
  });
});

describe('a form', () => {
  it('without elements is an artifact as a whole', () => {
    const x = makeForm('0 0 9 9 re f');
    const { page, marker } = open('/x Do', { forms: { x } });
    expect(marker.markPage(page)).toBe(true);
    expect(read(page)).toBe(artifact('/x Do'));
    expect(String(x.data)).toBe('0 0 9 9 re f');
  });

  it.each<[name: string, content: string]>([
    ['that does not exist', '/y Do'],
    ['that is an image', '/image Do'],
  ])('%s is an artifact', (_, content) => {
    const image = makeForm(tag(0, ''), { Subtype: 'Image' });
    const { page, marker } = open(content, { forms: { image }, owner: image, tree: ['Document', ['P', 0]] });
    expect(marker.markPage(page)).toBe(true);
    expect(read(page)).toBe(artifact(content));
  });

  it('with elements gets marks inside', () => {
    const x = makeForm(`0 0 9 9 re f ${tag(0, show('A'))}`, { Resources: buildDict(fonts) });
    const { page, marker, textsOf } = open('/x Do', { forms: { x }, owner: x, tree: ['Document', ['P', 0]] });
    expect(marker.markPage(page)).toBe(true);
    expect(read(page)).toBe('/x Do');
    expect(String(x.data)).toBe(`/Artifact BMC\n0 0 9 9 re f \nEMC\n${tag(0, show('A'))}`);
    expect(textsOf(x)).toEqual({ 0: ' A' });
  });

  it('stays as it is if elements hold all of it', () => {
    const x = makeForm(tag(0, show('A')), { Resources: buildDict(fonts), Filter: 'ASCIIHexDecode' });
    x.data = Buffer.from(Buffer.from(tag(0, show('A'))).toString('hex'));
    const before = String(x.data);
    const { page, marker, textsOf } = open('/x Do', { forms: { x }, owner: x, tree: ['Document', ['P', 0]] });
    expect(marker.markPage(page)).toBe(false);
    expect([String(x.data), asName(x.dict.get('Filter'))]).toEqual([before, 'ASCIIHexDecode']);
    expect(textsOf(x)).toEqual({ 0: ' A' });
  });

  it('is not compressed any more when it has new marks', () => {
    const x = makeForm('', { Filter: 'ASCIIHexDecode', DecodeParms: new Map() });
    x.data = Buffer.from(Buffer.from(`0 0 9 9 re f ${tag(0, '')}`).toString('hex'));
    const { page, marker } = open('/x Do', { forms: { x }, owner: x, tree: ['Document', ['P', 0]] });
    marker.markPage(page);
    expect(String(x.data)).toBe(`/Artifact BMC\n0 0 9 9 re f \nEMC\n${tag(0, '')}`);
    expect([...x.dict.keys()]).toEqual(['Subtype']);
  });

  it('uses the fonts of the page that draws it, if it names none', () => {
    const x = makeForm(tag(0, show('B')));
    const { page, marker, textsOf } = open('/x Do', { forms: { x }, owner: x, tree: ['Document', ['P', 0]] });
    marker.markPage(page);
    expect(textsOf(x)).toEqual({ 0: ' B' });
  });

  it('can hold the form that has the elements', () => {
    const inner = makeForm(`0 0 9 9 re f ${tag(0, '')}`);
    const x = makeForm('/inner Do', { Resources: buildDict({ XObject: buildDict({ inner: new PdfRef(inner) }) }) });
    const { page, marker } = open('/x Do', { forms: { x }, owner: inner, tree: ['Document', ['P', 0]] });
    expect(marker.markPage(page)).toBe(true);
    expect([read(page), String(x.data)]).toEqual(['/x Do', '/inner Do']);
    expect(String(inner.data)).toContain('/Artifact BMC');
  });

  it.each<[name: string, content: string, drawn: string]>([
    ['once', '/x Do', '/x Do'],
    ['twice', '/x Do /x Do', '/x Do /x_1 Do'],
  ])('that draws itself is drawn %s', (_, content, drawn) => {
    const x = makeForm(`/x Do ${tag(0, '')}`);
    const { page, marker } = open(content, { forms: { x }, owner: x, tree: ['Document', ['P', 0]] });
    const resources = asDict(page.get('Resources')) as PdfDict;
    x.dict.set('Resources', resources);
    marker.markPage(page);
    expect(read(page)).toBe(drawn);
    expect(String(x.data)).toBe(`${artifact('/x Do ')}${tag(0, '')}`);
  });

  it.each<[depth: number, isRefused: boolean]>([
    [500, false],
    [502, true],
  ])('in %i others is read as far as the stack is safe', (depth, isRefused) => {
    let x = makeForm('');
    for (let i = 0; i < depth; i++)
      x = makeForm('/x Do', { Resources: buildDict({ XObject: buildDict({ x: new PdfRef(x) }) }) });
    const { page, marker } = open('/x Do', { forms: { x } });
    const mark = () => marker.markPage(page);
    if (isRefused) expect(mark).toThrow('forms nested too deep');
    else expect(mark()).toBe(true);
  });

  it('that is drawn again is an artifact from the second time on', () => {
    const content = tag(0, show('A'));
    const x = makeForm(content, { StructParents: 3, Resources: buildDict(fonts) });
    const { page, marker } = open('/x Do /x Do /x Do', { forms: { x }, owner: x, tree: ['Document', ['P', 0]] });
    expect(marker.markPage(page)).toBe(true);
    expect(read(page)).toBe('/x Do /x_1 Do /x_1 Do');
    const forms = asDict(asDict(page.get('Resources'))?.get('XObject'));
    const copy = resolve(forms?.get('x_1')) as PdfStream;
    expect(String(copy.data)).toBe(`/Artifact BMC ${show('A')} EMC`);
    expect([...copy.dict.keys()]).toEqual(['Subtype', 'Resources']);
    expect(String(x.data)).toBe(content);
    expect(x.dict.get('StructParents')).toBe(3);
  });

  it('that draws the next one twice is read once for each, however many there are', () => {
    const last = makeForm(tag(0, ''));
    let x = last;
    for (let i = 0; i < 40; i++)
      x = makeForm('/x Do /x Do', { Resources: buildDict({ XObject: buildDict({ x: new PdfRef(x) }) }) });
    const { page, marker } = open('/x Do', { forms: { x }, owner: last, tree: ['Document', ['P', 0]] });
    expect(marker.markPage(page)).toBe(true);
    expect([read(page), String(x.data)]).toEqual(['/x Do', '/x Do /x_1 Do']);
  });

  it('that is drawn twice, without a mark, is copied as it is', () => {
    const inner = makeForm(tag(0, ''));
    const x = makeForm('q Q /inner Do', { Resources: buildDict({ XObject: buildDict({ inner: new PdfRef(inner) }) }) });
    const { page, marker } = open('/x Do /x Do', { forms: { x }, owner: inner, tree: ['Document', ['P', 0]] });
    marker.markPage(page);
    const forms = asDict(asDict(page.get('Resources'))?.get('XObject'));
    const copies = [...(forms?.values() ?? [])].slice(1).map((copy) => ((copy as PdfRef).value as PdfStream).data);
    expect(copies).toHaveLength(1);
    expect(String(copies[0])).toMatch(/^q Q \/inner\S+ Do$/);
  });
});

describe('text without a mark', () => {
  const nothing = { spoken: new Map<string, string>(), hidden: '' };
  const adopt = (content: string, tree: Tree, options: Options = {}, said: Partial<typeof nothing> = {}) => {
    const opened = open(content, { tree, ...options });
    const { page, root, marker } = opened;
    const owners = [...marker.adoptPage(new PdfRef(page), root, { ...nothing, ...said }, new Map())];
    return { ...opened, owners, tree: describeElements(root), content: read(page) };
  };
  const clip = '0 0 99 99 re W n';
  const around = (mcid: number, content: string) => `/Span <</MCID ${mcid}>> BDC\n${content}\nEMC\n`;

  it('gets a paragraph, on a page without other text', () => {
    const { page, owners, tree, content, textsOf } = adopt(`${clip} ${show('A')}`, ['Document']);
    expect(owners).toEqual([page]);
    expect(tree).toEqual(['Document', ['P', 0]]);
    expect(content).toBe(`${clip} ${around(0, show('A'))}`);
    expect(textsOf(page)).toEqual({ 0: 'A' });
  });

  it('belongs to the text beside it', () => {
    const { page, tree, textsOf } = adopt(`${clip} ${tag(0, show('A'))} ${show('B').replace('20 30', '31 30')}`, [
      'Document',
      ['P', 0],
    ]);
    expect(tree).toEqual(['Document', ['P', 0, 1]]);
    expect(textsOf(page)).toEqual({ 0: 'A', 1: 'B' });
  });

  it.each<[name: string, content: string]>([
    ['that is not clipped', show('A')],
    ['after its clip has ended', `q ${clip} Q ${show('A')}`],
    ['in a mark', `${clip} /Artifact BMC ${show('A')} EMC`],
    ['in a mark with properties', `${clip} /Artifact <<>> BDC ${show('A')} EMC`],
  ])('stays without an element %s', (_, content) => {
    expect(adopt(content, ['Document'])).toMatchObject({ owners: [], tree: ['Document'] });
  });

  it.each<[name: string, content: string]>([
    ['clipped by the other rule', `0 0 99 99 re W* n ${show('A')}`],
    ['after a mark', `${clip} /Artifact BMC EMC ${show('A')}`],
    ['in a clip that goes on after an inner one', `${clip} q Q ${show('A')}`],
    ['after more states have ended than began', `${clip} Q ${show('A')}`],
  ])('gets an element %s', (_, content) => {
    expect(adopt(content, ['Document']).tree).toEqual(['Document', ['P', 0]]);
  });

  it('in a form gets a mark around the form', () => {
    const x = makeForm(`W n ${show('A')}`);
    const { tree, content } = adopt(`${clip} /x Do`, ['Document'], { forms: { x } });
    expect(tree).toEqual(['Document', ['P', 0]]);
    expect(content).toBe(`${clip} ${around(0, '/x Do')}`);
  });

  it('is read out as the style says', () => {
    const said = { spoken: new Map([['A', 'alpha']]) };
    const { page, textsOf } = adopt(`${clip} ${show('A')}`, ['Document'], {}, said);
    expect(textsOf(page)).toEqual({ 0: ' alpha ' });
  });

  it('only decorates, if it is a symbol for which a style has words', () => {
    const said = { spoken: new Map([['\ue001', 'star']]) };
    const { marker, textsOf, page } = adopt(`${clip} ${show('C')}`, ['Document'], { findsPrivate: true }, said);
    expect(textsOf(page)).toEqual({ 0: ' star ' });
    expect([...marker.privates]).toEqual([]);
  });

  it('stays without a mark, if there is no element to take it', () => {
    const { page, marker } = open(`${clip} ${show('A')}`);
    expect([...marker.adoptPage(new PdfRef(page), undefined, nothing, new Map())]).toEqual([]);
    expect(read(page)).toBe(`${clip} ${show('A').replace('(A) Tj ', '/Artifact BMC\n(A) Tj \nEMC\n')}`);
  });

  it('stands after the last text of the page before', () => {
    const { root, marker, marked } = open(tag(0, ''), { tree: ['Document', ['Sect', ['P', 0]], ['H1']] });
    const [first] = marked.keys();
    marker.adoptPage(new PdfRef(first as PdfDict), root, nothing, new Map());
    const second = open(`${clip} ${show('A')}`).page;
    const page = new PdfRef(second);
    marker.adoptPage(page, root, nothing, new Map());
    expect(describeElements(root)).toEqual(['Document', ['Sect', ['P', 0]], ['P', 0], ['H1']]);
    const added = root.kids[1] as StructureElement;
    expect(added.dict.get('Pg')).toBe(page);
  });

  it('belongs to the link whose place it has', () => {
    const link = buildDict({ Rect: [0, 0, 99, 99] });
    const { page, root, marker } = open(`${clip} ${show('A')}`, { tree: ['Document', ['Link']] });
    page.set('Annots', [link]);
    marker.adoptPage(new PdfRef(page), root, nothing, new Map([[link, root.kids[0] as StructureElement]]));
    expect(describeElements(root)).toEqual(['Document', ['Link', 0]]);
  });
});
