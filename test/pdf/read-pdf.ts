import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Opens a PDF with pdf.js, an independent reader. */
export async function openPdf(pdf: Uint8Array): Promise<PDFDocumentProxy> {
  const fonts = { useSystemFonts: false, disableFontFace: true, fontExtraProperties: true };
  return getDocument({ data: new Uint8Array(pdf), verbosity: 0, ...fonts }).promise;
}

/** The text of each page. */
export async function readTexts(document: PDFDocumentProxy): Promise<string[]> {
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  }
  return texts;
}

/** What is read of an annotation. */
export interface ReadAnnotation {
  subtype: string;
  url?: string;
  dest?: string | unknown[];
  fieldName?: string;
  fieldValue?: unknown;
  action?: string;
  rect: [number, number, number, number];
}

/** The annotations of a page, from 1. */
export async function readAnnotations(document: PDFDocumentProxy, number: number): Promise<ReadAnnotation[]> {
  return (await document.getPage(number)).getAnnotations();
}

/** The number of the page that a destination leads to, from 1. */
export async function findPage(
  document: PDFDocumentProxy,
  dest: string | unknown[] | null | undefined,
): Promise<number> {
  const place = typeof dest === 'string' ? await document.getDestination(dest) : dest;
  if (!place) throw new Error(`nothing is at ${dest}`);
  return (await document.getPageIndex(place[0] as { num: number; gen: number })) + 1;
}

/** An outline as nested lists of titles and page numbers. */
export type ReadOutline = [title: string, page: number, kids?: ReadOutline][];

export async function readOutline(document: PDFDocumentProxy): Promise<ReadOutline> {
  type Nodes = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;
  const read = async (nodes: Nodes): Promise<ReadOutline> => {
    const outline: ReadOutline = [];
    for (const node of nodes ?? []) {
      const page = node.dest === null ? 0 : await findPage(document, node.dest);
      outline.push(node.items.length > 0 ? [node.title, page, await read(node.items)] : [node.title, page]);
    }
    return outline;
  };
  return read(await document.getOutline());
}

/** A page's structure tree as nested lists of roles; text and annotations are left out. */
export async function readTags(document: PDFDocumentProxy, number: number): Promise<unknown> {
  interface Node {
    role?: string;
    children?: Node[];
    type?: string;
  }
  const read = (node: Node): unknown => [node.role, ...(node.children ?? []).filter((kid) => kid.role).map(read)];
  const tree = (await (await document.getPage(number)).getStructTree()) as Node | null;
  return tree === null ? null : read(tree);
}

/** An element with the text that it holds, and the elements in it. */
export type TaggedText = [role: string, ...kids: (TaggedText | string)[]];

/** What a page's elements hold, in the order of reading. Groups of no meaning are left out, and so is what shows no text. */
export async function readTaggedText(document: PDFDocumentProxy, number: number): Promise<TaggedText[]> {
  interface Node {
    role?: string;
    children?: Node[];
    id?: string;
  }
  const page = await document.getPage(number);
  const texts = new Map<string, string>();
  const open: string[] = [];
  for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') open.pop();
      else open.push(item.id ?? '');
      continue;
    }
    const id = open.findLast((each) => each !== '');
    if (id !== undefined) texts.set(id, `${texts.get(id) ?? ''}${item.str}${item.hasEOL ? ' ' : ''}`);
  }
  const read = ({ role, id, children = [] }: Node): (TaggedText | string)[] => {
    if (id !== undefined) return [texts.get(id)?.trim() ?? ''].filter((text) => text !== '');
    const kids = children.flatMap(read);
    if (role === undefined || ['Root', 'Document', 'NonStruct'].includes(role)) return kids;
    return kids.length === 0 ? [] : [[role, ...kids]];
  };
  const tree = (await page.getStructTree()) as Node | null;
  return tree === null ? [] : (read(tree) as TaggedText[]);
}

/** Whether a document says that it is tagged. */
export async function readMarked(document: PDFDocumentProxy): Promise<boolean> {
  const info = (await document.getMarkInfo()) as unknown as Map<string, boolean> | null;
  return info?.get('Marked') ?? false;
}
