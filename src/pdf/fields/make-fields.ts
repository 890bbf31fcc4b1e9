import {
  asArray,
  asDict,
  asList,
  asName,
  asNumber,
  asString,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfString,
} from '../objects/objects.ts';
import { readNumberTree } from '../objects/trees.ts';
import type { PrintedControl } from '../part/merge-part.ts';
import type { MergeWarnings } from '../part/merge-warnings.ts';
import type { OpenPart } from '../part/open-part.ts';
import { type Box, readEdges } from '../part/page-box.ts';
import { describeMissing, drawValue } from './appearances.ts';
import { BundledFace, type FaceFile } from './bundled-face.ts';
import { FieldFonts } from './field-fonts.ts';
import { buildFieldTree, type NamedField } from './field-tree.ts';
import { listFormFields } from './form-field.ts';
import { format } from './widget-look.ts';

/** Before the number of a control, in the address of the link over it. */
export const controlAddress = 'https://field.invalid/';

/** How far text is from the edge of a field, in points. */
const textMargin = 2;
/** Annotations that are printed (ISO 32000-2, table 167). */
const printed = 4;

const families = { sans: 'Arimo', serif: 'Tinos', mono: 'Cousine' };

/**
 * Makes the links over the controls of a printed page fields of a form (ISO 32000-2, 12.7). The page shows the box of a control, and the field
 * what it holds. `fonts` has the fonts that fields of earlier parts use.
 */
export function makeFields(
  part: OpenPart,
  controls: readonly PrintedControl[],
  faces: readonly FaceFile[],
  fonts: Map<string, PdfRef>,
  warnings: MergeWarnings,
): void {
  const widgets = takeLinks(part);
  const resources = new Map<string, PdfObject>();
  const named: NamedField[] = [];
  for (const [place, control] of controls.entries()) {
    const own = widgets.get(place) ?? [];
    if (own.length === 0) continue;
    for (const widget of own)
      setWidget(asDict(widget) as PdfDict, control, chooseFont(control, faces, fonts, resources));
    named.push({ control, widgets: own });
  }
  if (named.length === 0) return;
  const form = buildDict({ Fields: buildFieldTree(named), DR: buildDict({ Font: resources }) });
  part.catalog.set('AcroForm', new PdfRef(form));
  const fieldFonts = new FieldFonts(form, faces, true);
  for (const field of listFormFields(part.catalog, part.pages)) {
    if (field.kind !== 'text' && field.kind !== 'choice') continue;
    const { missing } = drawValue(field, form, fieldFonts);
    if (missing.length > 0) warnings.add(part.index, 'glyph_missing', describeMissing(field, missing));
  }
  fieldFonts.finish();
  const root = asDict(part.catalog.get('StructTreeRoot'));
  if (root)
    tagWidgets(
      root,
      named.flatMap((field) => field.widgets),
    );
  for (const page of part.pages) asDict(page)?.set('Tabs', 'S');
}

/** The links over controls, by the number of the control. */
function takeLinks({ pages }: OpenPart): Map<number, PdfRef[]> {
  const found = new Map<number, PdfRef[]>();
  for (const page of pages) {
    for (const annotation of asArray(asDict(page)?.get('Annots'))) {
      const link = asDict(annotation);
      const address = asString(asDict(link?.get('A'))?.get('URI')) ?? '';
      if (!(annotation instanceof PdfRef) || link === undefined || !address.startsWith(controlAddress)) continue;
      const place = Number(address.slice(controlAddress.length));
      for (const key of ['A', 'Border', 'H', 'PA', 'QuadPoints', 'Contents']) link.delete(key);
      link.set('Subtype', 'Widget').set('F', printed).set('P', page);
      found.set(place, [...(found.get(place) ?? []), annotation]);
    }
  }
  return found;
}

/** What a widget needs in addition to the entries of its field. */
function setWidget(widget: PdfDict, control: PrintedControl, font: string): void {
  const box = readEdges(widget.get('Rect'));
  if (box === undefined) return;
  // Widths may depend on that of the page, which was another while the control was measured.
  const unit = (box[3] - box[1]) / control.height;
  const { kind } = control;
  const colour = control.colour.map(format).join(' ');
  widget.set('DA', new PdfString(`/${font} ${format(control.fontSize * unit)} Tf ${colour} rg`));
  widget.set('BS', buildDict({ W: 0 }));
  if (kind === 'checkbox' || kind === 'radio') return;
  widget.set(
    'Rect',
    insetBox(box, control, unit).map((edge) => Number(edge.toFixed(3))),
  );
  const quadding = ['left', 'center', 'right'].indexOf(control.align);
  if (quadding > 0) widget.set('Q', quadding);
}

/** The area inside of the border of a control, whose text is at the same place as that of the control. */
function insetBox(
  [left, bottom, right, top]: Box,
  { border, padding, isMultiline }: PrintedControl,
  unit: number,
): Box {
  const across = (line: number, room: number) => Math.max(line * unit, (line + room) * unit - textMargin);
  const [above, below] = isMultiline
    ? [across(border.top, padding.top), across(border.bottom, padding.bottom)]
    : [border.top * unit, border.bottom * unit];
  const inner: Box = [
    left + across(border.left, padding.left),
    bottom + below,
    right - across(border.right, padding.right),
    top - above,
  ];
  return inner[2] - inner[0] > 4 && inner[3] - inner[1] > 4 ? inner : [left, bottom, right, top];
}

/** The name of the font for a control. It is embedded once for all parts. */
function chooseFont(
  { family, isBold, isItalic }: PrintedControl,
  faces: readonly FaceFile[],
  fonts: Map<string, PdfRef>,
  resources: Map<string, PdfObject>,
): string {
  const style = isBold ? (isItalic ? 'BoldItalic' : 'Bold') : isItalic ? 'Italic' : 'Regular';
  const face = faces.find(({ name }) => name === `${families[family]}-${style}`) ?? faces[0];
  if (face === undefined) return 'Helv';
  const name = face.name.replace('-', '');
  const font = fonts.get(name) ?? new BundledFace(face).buildLatinFont();
  fonts.set(name, font);
  resources.set(name, font);
  return name;
}

/** Makes the elements of links those of fields, and other elements that are marked as fields plain content. */
function tagWidgets(root: PdfDict, widgets: readonly PdfRef[]): void {
  const elements = new Map(readNumberTree(root.get('ParentTree')));
  const fields = new Set<PdfDict>();
  for (const widget of widgets) {
    const element = asDict(elements.get(asNumber(asDict(widget)?.get('StructParent')) ?? -1));
    if (element === undefined) continue;
    element.set('S', 'Form');
    element.delete('Alt');
    fields.add(element);
  }
  const waiting = asList(root.get('K'));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const element = asDict(next);
    if (element === undefined || !element.has('S')) continue;
    if (asName(element.get('S')) === 'Form' && !fields.has(element)) element.set('S', 'NonStruct');
    for (const kid of asList(element.get('K'))) waiting.push(kid);
  }
}
