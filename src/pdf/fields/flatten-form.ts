import { decodeStream, hasTextFilters } from '../objects/decode-stream.ts';
import { applyTo, toMatrix } from '../objects/matrix.ts';
import {
  asArray,
  asDict,
  asList,
  asName,
  asNumber,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  resolve,
} from '../objects/objects.ts';
import { encodeTextString } from '../objects/text-string.ts';
import { buildNumberTree, readNumberTree } from '../objects/trees.ts';
import { addResource, formatMatrix, keepContents, surroundContent } from '../part/draw-form.ts';
import type { OpenPart } from '../part/open-part.ts';
import { readEdges } from '../part/page-box.ts';
import { detachAnnotation } from '../part/prune-structure.ts';
import { type FormField, readTextString } from './form-field.ts';

/** Flags of annotations (ISO 32000-2, table 167). */
const hidden = 2;
const noView = 32;

/** The appearance of a field is short. */
const contentLimit = 4 * 1024 * 1024;

/**
 * Draws the appearance of each widget into its page, and removes the form. In a tagged document the element of a widget holds what is drawn, as
 * a field that cannot be filled (ISO 32000-2, 14.8.5.6).
 */
export function flattenForm({ catalog, pages }: OpenPart, fields: readonly FormField[]): void {
  const owners = new Map(fields.flatMap((field) => field.widgets.map((widget) => [widget, field] as const)));
  const resources = asDict(asDict(catalog.get('AcroForm'))?.get('DR'));
  const tags = openTags(asDict(catalog.get('StructTreeRoot')));
  for (const page of pages) {
    const dict = asDict(page) as PdfDict;
    const annotations = asArray(dict.get('Annots'));
    const kept: PdfObject[] = [];
    const draws: string[] = [];
    for (const annotation of annotations) {
      const widget = asDict(annotation);
      if (widget === undefined || asName(widget.get('Subtype')) !== 'Widget') {
        kept.push(annotation);
        continue;
      }
      const drawing = drawWidget(dict, widget, resources);
      const mark = tags?.replace(page, annotation, drawing === undefined ? undefined : owners.get(widget));
      if (drawing !== undefined) draws.push(mark === undefined ? `${drawing}\n` : `${mark}\n${drawing}\nEMC\n`);
    }
    if (kept.length === annotations.length) continue;
    if (kept.length > 0) dict.set('Annots', kept);
    else dict.delete('Annots');
    if (draws.length === 0) continue;
    const { before, after } = surroundContent(dict, page.source);
    const stream = new PdfRef(new PdfStream(new Map(), Buffer.from(`${after}\n${draws.join('')}`)));
    dict.set('Contents', [before, ...keepContents(dict), stream]);
  }
  tags?.write();
  catalog.delete('AcroForm');
}

/** The operators that draw what a widget shows on a screen; undefined if that is nothing (ISO 32000-2, 12.5.5). */
function drawWidget(page: PdfDict, widget: PdfDict, resources: PdfDict | undefined): string | undefined {
  if (((asNumber(widget.get('F')) ?? 0) & (hidden | noView)) !== 0) return undefined;
  const normal = asDict(widget.get('AP'))?.get('N');
  const state = asName(widget.get('AS')) ?? 'Off';
  const object = resolve(normal) instanceof PdfStream ? normal : asDict(normal)?.get(state);
  const stream = resolve(object);
  const rect = readEdges(widget.get('Rect'));
  if (!(object instanceof PdfRef && stream instanceof PdfStream) || rect === undefined) return undefined;
  const box = readEdges(stream.dict.get('BBox'));
  if (box === undefined) return undefined;
  const matrix = toMatrix(asArray(stream.dict.get('Matrix')));
  const corners = [
    [box[0], box[1]],
    [box[0], box[3]],
    [box[2], box[1]],
    [box[2], box[3]],
  ].map(([x = 0, y = 0]) => applyTo(matrix, [x, y]));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom];
  if (width === 0 || height === 0) return undefined;
  const [across, up] = [(rect[2] - rect[0]) / width, (rect[3] - rect[1]) / height];
  stream.dict.set('Type', 'XObject').set('Subtype', 'Form');
  addFormFonts(stream, resources);
  if (widget.has('OC') && !stream.dict.has('OC')) stream.dict.set('OC', widget.get('OC') ?? null);
  const name = addResource(page, 'XObject', 'Field', object);
  const place = formatMatrix([across, 0, 0, up, rect[0] - left * across, rect[1] - bottom * up]);
  return `q ${place} cm /${name} Do Q`;
}

/** Viewers take fonts that an appearance names and does not have from the form. */
function addFormFonts(stream: PdfStream, formResources: PdfDict | undefined): void {
  const fonts = asDict(formResources?.get('Font'));
  if (fonts === undefined) return;
  const resources = asDict(stream.dict.get('Resources'));
  const own = asDict(resources?.get('Font'));
  const content = hasTextFilters(stream.dict) ? decodeStream(stream, { bytes: contentLimit }).toString('latin1') : '';
  const used = new Set([...content.matchAll(/\/([^\s/()<>[\]{}%]+)\s+[-+.\d]+\s+Tf\b/g)].map(([, name = '']) => name));
  const missing = [...fonts].filter(([name]) => used.has(name) && !own?.has(name));
  if (missing.length === 0) return;
  stream.dict.set('Resources', new Map(resources).set('Font', new Map([...(own ?? []), ...missing])));
}

/** Moves elements from widgets to what is drawn for them. */
interface Tags {
  /** The mark of what is drawn for a widget. Without a field nothing is drawn for readers. */
  replace(page: PdfRef, annotation: PdfObject, field: FormField | undefined): string;
  write(): void;
}

/** Undefined for a document without tags. */
function openTags(root: PdfDict | undefined): Tags | undefined {
  if (root === undefined) return undefined;
  const entries = new Map(readNumberTree(root.get('ParentTree')));
  let next = Math.max(-1, ...entries.keys()) + 1;
  return {
    replace(page, annotation, field) {
      const widget = asDict(annotation) as PdfDict;
      const key = asNumber(widget.get('StructParent')) ?? -1;
      const holder = entries.get(key);
      const element = asDict(holder);
      entries.delete(key);
      if (element === undefined || holder === undefined) return '/Artifact BMC';
      if (field === undefined) {
        detachAnnotation(element, annotation);
        return '/Artifact BMC';
      }
      const dict = asDict(page) as PdfDict;
      if (asNumber(dict.get('StructParents')) === undefined) dict.set('StructParents', next++);
      const pageKey = asNumber(dict.get('StructParents')) ?? 0;
      const marks = asArray(entries.get(pageKey));
      entries.set(pageKey, [...marks, holder]);
      const content = buildDict({ Type: 'MCR', Pg: page, MCID: marks.length });
      const isWidget = (kid: PdfObject) =>
        asName(asDict(kid)?.get('Type')) === 'OBJR' && asDict(asDict(kid)?.get('Obj')) === widget;
      element.set(
        'K',
        asList(element.get('K')).map((kid) => (isWidget(kid) ? content : kid)),
      );
      element.set('A', [...asList(element.get('A')), describePrinted(widget, field)]);
      return `/Form <</MCID ${marks.length}>> BDC`;
    },
    write() {
      root.set('ParentTree', buildNumberTree([...entries].sort(([a], [b]) => a - b)));
      root.set('ParentTreeNextKey', next);
    },
  };
}

/** What the field was, for readers of a document that cannot be filled any more (ISO 32000-2, table 385). */
function describePrinted(widget: PdfDict, field: FormField): PdfDict {
  const roles = { text: 'tv', choice: 'tv', checkbox: 'cb', radio: 'rb', button: 'pb', signature: 'tv', unknown: 'tv' };
  const isButton = field.kind === 'checkbox' || field.kind === 'radio';
  const state = asName(widget.get('AS')) ?? 'Off';
  const description = readTextString(field.find('TU'));
  return buildDict({
    O: 'PrintField',
    Role: roles[field.kind],
    checked: isButton ? (state === 'Off' ? 'off' : 'on') : undefined,
    Desc: description === undefined ? undefined : encodeTextString(description),
  });
}
