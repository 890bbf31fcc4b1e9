import { type ContentEnd, cleanEnd, findContentEnd } from '../content/content-end.ts';
import { decodeContents, type InflateBudget } from '../objects/decode-stream.ts';
import { listContents } from '../objects/drawings.ts';
import type { Matrix } from '../objects/matrix.ts';
import {
  asDict,
  asList,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  type PdfSource,
  PdfStream,
  resolve,
} from '../objects/objects.ts';
import { type Box, readBox, type readTurns } from './page-box.ts';

/** What is written before and after the content of a page, so that the state is that of an empty page again. */
export interface Around {
  before: PdfRef;
  after: string;
}

/** What is written around content that ends like this. */
export function buildAround({ saves, closing }: ContentEnd): Around {
  const before = new PdfRef(new PdfStream(new Map(), Buffer.from('q\n'.repeat(saves + 1))));
  return { before, after: `${closing}\nQ` };
}

/** What is written around the content of a user's page, which may leave anything open. */
export function surroundContent(page: PdfDict, source: PdfSource | undefined): Around {
  return buildAround(findContentEnd(page) ?? isolateContent(page, source));
}

/** Makes content that cannot be read a form, which keeps to itself what it leaves open. Content in several streams stays. */
function isolateContent(page: PdfDict, source: PdfSource | undefined): ContentEnd {
  const [only, ...others] = listContents(page);
  if (only === undefined || others.length > 0) return cleanEnd;
  const form = buildForm(page, readBox(page), { bytes: 0 });
  const name = addResource(page, 'XObject', 'Stamp', new PdfRef(form, source));
  page.set('Contents', new PdfRef(new PdfStream(new Map(), Buffer.from(`/${name} Do`))));
  return cleanEnd;
}

/** The content streams of a page that are there. */
export function keepContents(page: PdfDict): PdfObject[] {
  return asList(page.get('Contents')).filter((content) => resolve(content) !== null);
}

/** Adds a resource to a page under a name that it does not have yet; returns that name. */
export function addResource(page: PdfDict, kind: 'XObject' | 'ExtGState', wanted: string, value: PdfRef): string {
  const resources = new Map(asDict(page.get('Resources')));
  const named = new Map(asDict(resources.get(kind)));
  let name = wanted;
  while (named.has(name)) name += 'x';
  page.set('Resources', resources.set(kind, named.set(name, value)));
  return name;
}

/** The page as a form XObject (ISO 32000-2, 8.10). Content in one stream stays compressed. */
export function buildForm(page: PdfDict, box: Box, budget: InflateBudget): PdfStream {
  const streams = listContents(page);
  const [first] = streams;
  const form = { Type: 'XObject', Subtype: 'Form', BBox: box, Resources: page.get('Resources') ?? new Map() };
  if (first !== undefined && streams.length === 1) {
    const packing = { Filter: first.dict.get('Filter'), DecodeParms: first.dict.get('DecodeParms') };
    return new PdfStream(buildDict({ ...form, ...packing }), first.data);
  }
  return new PdfStream(buildDict(form), decodeContents(streams, budget));
}

/** The matrix from a page as it is seen, with its lower left corner at 0 0, to the coordinates of its content. */
export function turnUpright([left, bottom, right, top]: Box, turns: ReturnType<typeof readTurns>): Matrix {
  const matrices: Record<typeof turns, Matrix> = {
    0: [1, 0, 0, 1, left, bottom],
    1: [0, 1, -1, 0, right, bottom],
    2: [-1, 0, 0, -1, right, top],
    3: [0, -1, 1, 0, left, top],
  };
  return matrices[turns];
}

/** The operands of `cm`. */
export function formatMatrix(matrix: Matrix): string {
  return matrix.map((number) => String(Number(number.toFixed(5)))).join(' ');
}
