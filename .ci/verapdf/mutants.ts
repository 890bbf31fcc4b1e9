import {
  asArray,
  asDict,
  decodeStream,
  type PdfDict,
  PdfFile,
  type PdfObject,
  PdfRef,
  PdfStream,
  readPages,
  resolve,
  writePdf,
} from '../../src/pdf/index.ts';
import type { Flavour } from './ask-verapdf.ts';

const pageLimit = 100;
const inflateLimit = 64 * 1024 * 1024;

/** A document of ours with one thing broken. */
export interface Mutant {
  name: string;
  /** The document that it is made of. Default "e-invoice". */
  of?: 'everything' | 'everything of part 2';
  flavour: Flavour;
  /** Clause and test that it breaks. */
  rule: string;
  change: (place: Place) => unknown;
}

/** What a mutant is made of. */
interface Place {
  catalog: PdfDict;
  page: PdfDict;
}

/**
 * Made of the document "e-invoice", which claims PDF/A-3b and PDF/UA-1 and holds a file, and of "everything", which has all tags
 * that Chromium writes.
 */
export const mutants: readonly Mutant[] = [
  { name: 'no metadata', flavour: '3b', rule: '6.6.2.1-1', change: ({ catalog }) => catalog.delete('Metadata') },
  {
    name: 'no claim of PDF/A',
    flavour: '3b',
    rule: '6.6.4-1',
    change: replaceXmp(/<pdfaid:(part|conformance)>.<\/pdfaid:\1>/g),
  },
  { name: 'another part', flavour: '3b', rule: '6.6.4-2', change: replaceXmp(/(?<=<pdfaid:part>)3/, '2') },
  {
    name: 'schemas not described',
    flavour: '3b',
    rule: '6.6.2.3.1-1',
    change: replaceXmp(/<pdfaExtension:schemas>[\s\S]*<\/pdfaExtension:schemas>/),
  },
  {
    name: 'no output intent',
    flavour: '3b',
    rule: '6.2.4.3-2',
    change: ({ catalog }) => catalog.delete('OutputIntents'),
  },
  {
    name: 'no font program',
    flavour: '3b',
    rule: '6.2.11.4.1-1',
    change: (place) => findFont(place).descriptor.delete('FontFile2'),
  },
  {
    name: 'other widths',
    flavour: '3b',
    rule: '6.2.11.5-1',
    change: (place) => findFont(place).descendant.set('W', [0, 65_535, 123]),
  },
  {
    name: 'a file without its role',
    flavour: '3b',
    rule: '6.8-3',
    change: ({ catalog }) => asDict(asArray(catalog.get('AF'))[0])?.delete('AFRelationship'),
  },
  { name: 'a file that nothing lists', flavour: '3b', rule: '6.8-4', change: ({ catalog }) => catalog.delete('AF') },
  { name: 'a script', flavour: '3b', rule: '6.5.2-1', change: ({ catalog }) => catalog.set('AA', new Map()) },
  { name: 'a transfer function', flavour: '3b', rule: '6.2.5-1', change: addState },
  { name: 'no claim of PDF/UA', flavour: 'ua1', rule: '5-1', change: replaceXmp(/<pdfuaid:part>1<\/pdfuaid:part>/) },
  { name: 'a rectangle without a mark', flavour: 'ua1', rule: '7.1-3', change: unmark },
  {
    name: 'roles not mapped',
    flavour: 'ua1',
    rule: '7.1-5',
    change: ({ catalog }) => asDict(catalog.get('StructTreeRoot'))?.delete('RoleMap'),
  },
  { name: 'not marked', flavour: 'ua1', rule: '6.2-1', change: ({ catalog }) => catalog.delete('MarkInfo') },
  {
    name: 'no title shown',
    flavour: 'ua1',
    rule: '7.1-10',
    change: ({ catalog }) => catalog.delete('ViewerPreferences'),
  },
  ofEverything('a link without words', '7.18.5-2', ({ page }) => findLink(page).delete('Contents')),
  ofEverything('a link without an element', '7.18.5-1', ({ page }) => findLink(page).delete('StructParent')),
  ofEverything('links in the order of the file', '7.18.3-1', ({ page }) => page.delete('Tabs')),
  ofEverything('an item of a list without a body', '7.2-20', changeElement('LBody', 'S', 'P')),
  ofEverything('an item outside of a list', '7.2-17', changeElement('L', 'S', 'Div')),
  ofEverything('an image without a text', '7.3-1', changeElement('Figure', 'Alt', null)),
  ofEverything('a heading that skips a level', '7.4.2-1', changeElement('H2', 'S', 'H4')),
  ofEverything('a table with a row that is too short', '7.2-43', dropCell),
  ofSecond(
    'no claim of PDF/UA-2',
    '5-1',
    replaceXmp(/<pdfuaid:part>2<\/pdfuaid:part>\s*<pdfuaid:rev>2024<\/pdfuaid:rev>/),
  ),
  ofSecond('another year', '5-5', replaceXmp(/(?<=<pdfuaid:rev>)2024/, '2014')),
  ofSecond('a document without a namespace', '8.2.5.2-2', changeElement('Document', 'NS', null)),
  ofSecond('a heading of the outline that leads to a page alone', '8.8-2', ({ catalog }) =>
    asDict(asDict(asDict(catalog.get('Outlines'))?.get('First'))?.get('A'))?.delete('SD'),
  ),
  ofSecond('a paragraph in a heading', 'Table 5. Hn-P-1', (place) => {
    const kids = findElements(place, 'H1')[0]?.get('K') ?? null;
    asDict(Array.isArray(resolve(kids)) ? asArray(kids)[0] : kids)?.set('S', 'P');
  }),
  ofSecond('text in the document', 'Table 5. Document-content-1', changeElement('P', 'S', 'NonStruct')),
  ofSecond('labels of an unknown kind', '8.2.5.25-1', (place) => {
    for (const list of findElements(place, 'L')) list.delete('A');
  }),
  { name: 'no language', flavour: 'ua1', rule: '7.2-34', change: ({ catalog }) => catalog.delete('Lang') },
];

/** The document written anew with a change. Without one it still keeps what it claims, or a mutant would prove nothing. */
export function mutate(pdf: Uint8Array, change: Mutant['change'] = () => undefined): Buffer {
  const file = new PdfFile(pdf);
  const [page] = readPages(file, pageLimit);
  change({ catalog: file.catalog, page: asDict(page) ?? new Map() });
  const { trailer, version } = file;
  return writePdf({ version, catalog: trailer.get('Root') as PdfRef, info: trailer.get('Info') as PdfRef });
}

function ofEverything(name: string, rule: string, change: Mutant['change']): Mutant {
  return { name, of: 'everything', flavour: 'ua1', rule, change };
}

function ofSecond(name: string, rule: string, change: Mutant['change']): Mutant {
  return { name, of: 'everything of part 2', flavour: 'ua2', rule, change };
}

/** The elements of a type, in the order of the document. */
function findElements({ catalog }: Place, type: string): PdfDict[] {
  const found: PdfDict[] = [];
  const open = [asDict(catalog.get('StructTreeRoot'))];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    if (element.get('S') === type) found.push(element);
    const kids = element.get('K') ?? null;
    const list = Array.isArray(resolve(kids)) ? asArray(kids) : [kids];
    open.push(...list.flatMap((kid) => asDict(kid) ?? []).reverse());
  }
  return found;
}

/** Changes an entry of the first element of a type. */
function changeElement(type: string, entry: string, value: PdfObject): Mutant['change'] {
  return (place) => {
    const [element] = findElements(place, type);
    if (element === undefined) throw new Error(`a document without ${type}`);
    element.set(entry, value);
  };
}

function findLink(page: PdfDict): PdfDict {
  const [link] = asArray(page.get('Annots'));
  return asDict(link) ?? new Map();
}

function dropCell(place: Place): void {
  const row = findElements(place, 'TR').at(-1);
  row?.set('K', asArray(row.get('K')).slice(1));
}

function replaceXmp(pattern: RegExp, replacement = ''): Mutant['change'] {
  return ({ catalog }) => {
    const packet = resolve(catalog.get('Metadata'));
    if (!(packet instanceof PdfStream)) throw new Error('a document without metadata');
    const text = Buffer.from(packet.data).toString('utf8');
    const changed = text.replace(pattern, replacement);
    if (changed === text) throw new Error(`the metadata holds nothing like ${pattern}`);
    packet.data = Buffer.from(changed);
  };
}

function findFont({ page }: Place): { descendant: PdfDict; descriptor: PdfDict } {
  for (const font of asDict(asDict(page.get('Resources'))?.get('Font'))?.values() ?? []) {
    const descendant = asDict(asArray(asDict(font)?.get('DescendantFonts'))[0]);
    const descriptor = asDict(descendant?.get('FontDescriptor'));
    if (descendant !== undefined && descriptor?.has('FontFile2')) return { descendant, descriptor };
  }
  throw new Error('a document without a font');
}

/** Takes the first mark of an artifact away: what it holds is neither content nor decoration then. */
function unmark({ page }: Place): void {
  const contents = resolve(page.get('Contents'));
  const streams = (Array.isArray(contents) ? contents : [contents])
    .map(resolve)
    .filter((item) => item instanceof PdfStream);
  const content = Buffer.concat(streams.map((stream) => decodeStream(stream, { bytes: inflateLimit }))).toString(
    'latin1',
  );
  const changed = content.replace(/\/Artifact BMC\s([\s\S]*?)\sEMC\s/, '$1\n');
  if (changed === content) throw new Error('a page without an artifact');
  page.set('Contents', new PdfRef(new PdfStream(new Map(), Buffer.from(changed, 'latin1'))));
}

function addState({ page }: Place): void {
  const states = asDict(asDict(page.get('Resources'))?.get('ExtGState'));
  for (const state of states?.values() ?? []) asDict(state)?.set('TR', 'Identity');
}
