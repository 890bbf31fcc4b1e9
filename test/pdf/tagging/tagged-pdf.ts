import {
  asArray,
  asDict,
  asName,
  asNumber,
  asString,
  type PdfDict,
  type PdfObject,
  resolve,
} from '../../../src/pdf/objects/objects.ts';
import { PdfFile } from '../../../src/pdf/objects/pdf-file.ts';
import { decodeTextString } from '../../../src/pdf/objects/text-string.ts';
import { buildPdf, type TestObject } from '../build-pdf.ts';

/** An element: its type, its own entries if any, and its kids; a number is a mark, "link" the annotation of a link. */
export type Spec = [type: string, ...kids: (Spec | number | 'link' | { entries: string })[]];

/** What stands on the page besides. */
interface More {
  content?: string;
  catalog?: string;
  /** More entries of the page. */
  page?: string;
  /** More objects, from `firstFree`. */
  more?: readonly TestObject[];
}

/** The number of the first object in `more`. */
export const firstFree = 10;

/**
 * A page as Chromium tags it, in English and with a title: one element "Document" over the given ones. Each mark that they name
 * is a piece of text, "a" for mark 0.
 */
export function buildTagged(
  specs: readonly Spec[],
  { content = '', catalog = '', page = '', more = [] }: More = {},
): Buffer {
  const objects: TestObject[] = [];
  const owners: number[] = [];
  let linkOwner = 0;
  const first = firstFree + more.length;
  const add = ([type, ...kids]: Spec, parent: number): number => {
    const number = first + objects.length;
    objects.push('');
    const entries: string[] = [];
    const list: string[] = [];
    for (const kid of kids) {
      if (typeof kid === 'number') {
        owners[kid] = number;
        list.push(`<</Type /MCR /Pg 3 0 R /MCID ${kid}>>`);
      } else if (kid === 'link') {
        linkOwner = number;
        list.push('<</Type /OBJR /Pg 3 0 R /Obj 6 0 R>>');
      } else if (Array.isArray(kid)) list.push(`${add(kid, number)} 0 R`);
      else entries.push(kid.entries);
    }
    objects[number - first] =
      `<</Type /StructElem /S /${type} /P ${parent} 0 R /K [${list.join(' ')}] ${entries.join(' ')}>>`;
    return number;
  };
  const document = add(['Document', ...specs], 7);
  const marks = owners.map((_, mcid) => {
    const code = (mcid + 1).toString(16).padStart(4, '0');
    return `/P <</MCID ${mcid}>> BDC BT /F1 12 Tf 1 0 0 1 20 20 Tm <${code}> Tj ET EMC\n`;
  });
  const parents = owners.map((owner) => `${owner} 0 R`).join(' ');
  const link =
    '<</Type /Annot /Subtype /Link /F 4 /Rect [0 0 9 9] /StructParent 1 /A <</S /URI /URI (https://a.example/)>>>>';
  return buildPdf(
    [
      `<</Type /Catalog /Pages 2 0 R /Lang (en) /MarkInfo <</Marked true>> /StructTreeRoot 7 0 R ${catalog}>>`,
      '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 100]>>',
      `<</Type /Page /Parent 2 0 R /StructParents 0 /Contents 4 0 R /Resources <</Font <</F1 5 0 R>> ${page}>> ${linkOwner > 0 || catalog.includes('/Link') ? '/Annots [6 0 R]' : ''}>>`,
      { dict: '', data: `${marks.join('')}${content}` },
      `<</Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /ToUnicode 9 0 R /DescendantFonts
        [<</Type /Font /Subtype /CIDFontType0 /BaseFont /A /FontDescriptor <</FontFile3 9 0 R>>>>]>>`,
      link,
      `<</Type /StructTreeRoot /K ${document} 0 R /ParentTree 8 0 R>>`,
      `<</Nums [0 [${parents}] ${linkOwner > 0 ? `1 ${linkOwner} 0 R` : ''}]>>`,
      { dict: '', data: '1 beginbfrange\n<0001> <001A> <0061>\nendbfrange' },
      ...more,
      ...objects,
    ],
    { trailer: '/Info <</Title (Title)>>' },
  );
}

/** An element as a list: its type and its kids; a mark as a number, an annotation as its kind. */
export type Outline = [type: string, ...kids: (Outline | number | string)[]];

/** A merged document as its objects say. */
export class TaggedFacts {
  readonly catalog: PdfDict;
  readonly root: PdfDict;

  constructor(pdf: Uint8Array) {
    this.catalog = new PdfFile(pdf).catalog;
    this.root = asDict(this.catalog.get('StructTreeRoot')) as PdfDict;
  }

  /** The elements below that of the document. */
  get outline(): Outline[] {
    const [, ...kids] = this.#describe(this.root.get('K') ?? null) as Outline;
    return kids as Outline[];
  }

  /** All elements of a type, in the order of the document. */
  find(type: string, from: PdfObject = this.root.get('K') ?? null): PdfDict[] {
    const dict = asDict(from);
    if (!dict?.has('S')) return [];
    const kids = Array.isArray(resolve(dict.get('K'))) ? asArray(dict.get('K')) : [dict.get('K') ?? null];
    return [...(asName(dict.get('S')) === type ? [dict] : []), ...kids.flatMap((kid) => this.find(type, kid))];
  }

  /** What the annotations of links say, in the order of their elements. */
  describeLinks(): string[] {
    return this.find('Link').flatMap((link) => {
      const kids = Array.isArray(resolve(link.get('K'))) ? asArray(link.get('K')) : [link.get('K') ?? null];
      return kids.flatMap((kid) => {
        const contents = asString(asDict(asDict(kid)?.get('Obj'))?.get('Contents'));
        return contents === undefined ? [] : [decodeTextString(contents)];
      });
    });
  }

  get page(): PdfDict {
    return asDict(asArray(asDict(this.catalog.get('Pages'))?.get('Kids'))[0]) as PdfDict;
  }

  #describe(object: PdfObject): Outline | number | string {
    const value = resolve(object);
    if (typeof value === 'number') return value;
    const dict = asDict(value) as PdfDict;
    if (dict.has('Obj')) return asName(asDict(dict.get('Obj'))?.get('Subtype')) ?? '';
    if (dict.has('MCID')) return asNumber(dict.get('MCID')) ?? -1;
    const kids = dict.get('K') ?? null;
    const list = Array.isArray(resolve(kids)) ? asArray(kids) : kids === null ? [] : [kids];
    return [asName(dict.get('S')) ?? '', ...list.map((kid) => this.#describe(kid))];
  }
}
