import { buildPages, type TestObject } from '../build-pdf.ts';

/** A field for a test: the entries of its dictionary, which is its widget too, and where it is on the page. */
export interface TestField {
  entries: string;
  rect?: string;
  /** The subtype of the annotation. */
  subtype?: string;
  /** Whether it is an annotation of the page, and whether it is in the list of the form. Default true. */
  isShown?: boolean;
  isListed?: boolean;
  flags?: number;
}

const firstField = 9;

/**
 * A PDF of one page with a form; its fields are the objects from 9 on. `Helv` is Helvetica, and `Own` a subset.
 */
export function buildForm(
  fields: readonly TestField[],
  {
    form = '',
    catalog = '',
    page = '',
    content,
  }: { form?: string; catalog?: string; page?: string; content?: string } = {},
): Buffer {
  const refsOf = (has: (field: TestField) => boolean | undefined) =>
    fields.flatMap((field, index) => (has(field) === false ? [] : [`${firstField + index} 0 R`])).join(' ');
  const more: TestObject[] = [
    `<</Fields [${refsOf(({ isListed }) => isListed)}] /DR <</Font <</Helv 7 0 R /Own 8 0 R>>>> /DA (/Helv 12 Tf 0 g) ${form}>>`,
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>',
    '<</Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Some /Encoding /WinAnsiEncoding /FirstChar 65 /Widths [600]>>',
    ...fields.map(({ entries, rect = '10 10 110 30', subtype = 'Widget', isShown = true, flags = 4 }) =>
      isShown ? `<</Type /Annot /Subtype /${subtype} /F ${flags} /Rect [${rect}] ${entries}>>` : `<<${entries}>>`,
    ),
  ];
  return buildPages(1, {
    catalog: `/AcroForm 6 0 R ${catalog}`,
    page: () => `/Annots [${refsOf(({ isShown }) => isShown)}] ${page}`,
    more,
    ...(content !== undefined && { content: () => content }),
  });
}
