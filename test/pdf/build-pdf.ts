/** A PDF made by hand: objects as their source text, or a stream with its dictionary's entries and its bytes. */
export type TestObject = string | { dict: string; data: string | Buffer };

export interface TestPdf {
  version?: string;
  /** More entries of the trailer. */
  trailer?: string;
}

/** Writes objects, numbered from 1, with a cross-reference table. Object 1 is the catalog. */
export function buildPdf(objects: readonly TestObject[], { version = '1.7', trailer = '' }: TestPdf = {}): Buffer {
  const chunks: Buffer[] = [Buffer.from(`%PDF-${version}\n`)];
  const offsets: number[] = [];
  let length = chunks[0]?.length ?? 0;
  const add = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.from(`${index + 1} 0 obj\n`));
    if (typeof object === 'string') add(Buffer.from(object, 'latin1'));
    else {
      const data = Buffer.from(object.data);
      add(Buffer.from(`<<${object.dict} /Length ${data.length}>>\nstream\n`));
      add(Buffer.concat([data, Buffer.from('\nendstream')]));
    }
    add(Buffer.from('\nendobj\n'));
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  const end = `trailer\n<</Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${length}\n%%EOF\n`;
  add(Buffer.from(table + end));
  return Buffer.concat(chunks);
}

/** A PDF with this number of pages, each with its number as text. `catalog`, `page` and `more` add to it, and `content` to what a page draws. */
export function buildPages(
  count: number,
  {
    catalog = '',
    page = () => '',
    more = [],
    text = 'Page',
    content = (drawn) => drawn,
    ...rest
  }: TestPdf & {
    catalog?: string;
    page?: (index: number) => string;
    more?: readonly TestObject[];
    text?: string;
    content?: (drawn: string, index: number) => string;
  } = {},
): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${index * 2 + 4} 0 R`);
  const pages = kids.flatMap((_, index): TestObject[] => [
    `<</Type /Page /Parent 2 0 R /Contents ${index * 2 + 5} 0 R ${page(index)}>>`,
    { dict: '', data: content(`BT /F1 12 Tf 20 20 Td (${text} ${index + 1}) Tj ET`, index) },
  ]);
  const tree = `<</Type /Pages /Kids [${kids.join(' ')}] /Count ${count} /MediaBox [0 0 200 100] /Resources <</Font <</F1 3 0 R>>>>>>`;
  const font = '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>';
  return buildPdf([`<</Type /Catalog /Pages 2 0 R ${catalog}>>`, tree, font, ...pages, ...more], rest);
}

/** The number of the first object in `more` of `buildPages`. */
export function firstMore(count: number): number {
  return 4 + count * 2;
}
