import { asArray, asDict, asList, asString, buildDict, type PdfDict, PdfRef, PdfStream } from '../objects/objects.ts';
import { decodeTextString, encodeTextString } from '../objects/text-string.ts';
import { buildNumberTree, readNumberTree } from '../objects/trees.ts';
import { addResource } from '../part/draw-form.ts';
import { listFields } from '../part/foreign/list-fields.ts';
import { MergeError } from '../part/merge-error.ts';
import type { OpenPart } from '../part/open-part.ts';
import { readOverlayPages } from '../part/overlay-pages.ts';
import type { Box } from '../part/page-box.ts';

/** A signature field that has no signature yet. */
export interface SignatureField {
  /** What it looks like: nothing at first. */
  appearance: PdfRef;
  page: PdfDict;
  /** Where it is on the page. */
  place: Box;
}

/** What a signature field is made of. */
interface FieldRequest {
  name: string;
  /** Pages of the document, of which there must be one. Default: the last. */
  pages: string | undefined;
  /** The number of the overlay for errors. */
  index: number;
  /** Where it is on a page. */
  findPlace(page: PdfDict): Box;
}

/** Annotations that are printed and locked (ISO 32000-2, table 167). */
const printedAndLocked = 132;

/** Adds an empty signature field (ISO 32000-2, 12.7.5.5) to a page of a document, with its tag. Throws MergeError. */
export function addSignatureField(
  parts: readonly OpenPart[],
  { name, pages, index, findPlace }: FieldRequest,
): SignatureField {
  const all = parts.flatMap((part) => part.pages.map((page) => ({ part, page })));
  const chosen = readOverlayPages(pages ?? 'last', all.length)?.pages ?? [];
  const [found, ...others] = chosen.flatMap((place) => all[place] ?? []);
  if (found === undefined) throw new MergeError('invalid_request', index, `Page "${pages}" does not exist.`);
  if (others.length > 0)
    throw new MergeError('invalid_request', index, `A signature field is on one page, and "${pages}" names several.`);
  const isTaken = parts.some((part) =>
    listFields(asDict(part.catalog.get('AcroForm')), part.pages).some((field) => readName(field) === name),
  );
  if (isTaken)
    throw new MergeError('invalid_request', index, `The document has a field ${JSON.stringify(name)} already.`);
  const page = asDict(found.page) as PdfDict;
  const place = findPlace(page);
  const appearance = new PdfRef(new PdfStream(buildSpace(place), Buffer.alloc(0)));
  const widget = buildDict({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: encodeTextString(name),
    TU: encodeTextString(name),
    F: printedAndLocked,
    P: found.page,
    Rect: place,
    AP: buildDict({ N: appearance }),
  });
  const reference = new PdfRef(widget, found.part.file);
  page.set('Annots', [...asArray(page.get('Annots')), reference]);
  const { catalog } = found.part;
  const form = asDict(catalog.get('AcroForm')) ?? new Map();
  form.set('Fields', [...asArray(form.get('Fields')), reference]);
  catalog.set('AcroForm', form);
  tagField(catalog, found.page, reference);
  return { appearance, page, place };
}

function readName(field: PdfDict): string | undefined {
  const bytes = asString(field.get('T'));
  return bytes === undefined ? undefined : decodeTextString(bytes);
}

/** Adds the element of a field (ISO 14289-1, 7.18.4) at the end of a tagged document. */
function tagField(catalog: PdfDict, page: PdfRef, widget: PdfRef): void {
  const root = asDict(catalog.get('StructTreeRoot'));
  const above = asList(root?.get('K')).findLast((kid) => asDict(kid)?.has('S'));
  const dictionary = asDict(above);
  if (root === undefined || above === undefined || dictionary === undefined) return;
  const content = buildDict({ Type: 'OBJR', Pg: page, Obj: widget });
  const element = new PdfRef(buildDict({ Type: 'StructElem', S: 'Form', P: above, Pg: page, K: content }));
  dictionary.set('K', [...asList(dictionary.get('K')), element]);
  const parents = readNumberTree(root.get('ParentTree'));
  const key = parents.reduce((free, [used]) => Math.max(free, used + 1), 0);
  root.set('ParentTree', buildNumberTree([...parents, [key, element]]));
  root.set('ParentTreeNextKey', key + 1);
  asDict(widget)?.set('StructParent', key);
  asDict(page)?.set('Tabs', 'S');
}

/** Has a field look like a drawing, whose operators are in the coordinates of its page. */
export function setAppearance(
  { appearance, place }: SignatureField,
  drawing: { form: PdfRef; state: PdfRef | undefined; matrix: string },
): void {
  const dictionary = buildSpace(place);
  const name = addResource(dictionary, 'XObject', 'Overlay', drawing.form);
  const state = drawing.state ? `/${addResource(dictionary, 'ExtGState', 'Overlay', drawing.state)} gs ` : '';
  const content = Buffer.from(`q ${state}${drawing.matrix} cm /${name} Do Q\n`);
  appearance.value = new PdfStream(dictionary, content);
}

/** A form in the coordinates of the page (ISO 32000-2, 12.5.5). */
function buildSpace(place: Box): PdfDict {
  return buildDict({ Type: 'XObject', Subtype: 'Form', BBox: place });
}
