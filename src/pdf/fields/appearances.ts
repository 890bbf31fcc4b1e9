import {
  asArray,
  asDict,
  asName,
  asNumber,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  resolve,
} from '../objects/objects.ts';
import type { Face } from './bundled-face.ts';
import { drawButton } from './button-appearance.ts';
import { type FieldFonts, readStyle, type TextStyle } from './field-fonts.ts';
import { defaultState, type FormField, findOnState, readTextString } from './form-field.ts';
import { quoteWords } from './plan-values.ts';
import { countLines, drawList, drawText, type TextSetting } from './text-appearance.ts';
import { drawWidgetFrame, readLook, type WidgetLook } from './widget-look.ts';

/** More cells than this are no comb that anyone can read. */
const cellLimit = 1000;

/** What an appearance could not show. */
export interface LookFault {
  /** Characters that no font has. */
  missing: string[];
  /** Whether the text has no room. */
  isCut: boolean;
}

/** Which characters cannot be drawn, in words. */
export function listMissing(missing: readonly string[]): string {
  return `no bundled font for forms has ${quoteWords([...new Set(missing)])}`;
}

/** The same for a warning. */
export function describeMissing({ name }: FormField, missing: readonly string[]): string {
  return `field ${name}: ${listMissing(missing)}`;
}

/** An entry of a widget, or of its field. The form has defaults of two of them. */
function find(widget: PdfDict, field: FormField, form: PdfDict, key: string): PdfObject | undefined {
  return widget.get(key) ?? field.find(key) ?? form.get(key);
}

/** Draws the value of a text or choice field into each of its widgets (ISO 32000-2, 12.7.4.3). */
export function drawValue(field: FormField, form: PdfDict, fonts: FieldFonts): LookFault {
  const fault: LookFault = { missing: [], isCut: false };
  for (const widget of field.widgets) {
    const look = readLook(widget, undefined);
    if (look === undefined) continue;
    const style = readStyle(find(widget, field, form, 'DA'));
    const old = resolve(asDict(widget.get('AP'))?.get('N'));
    const resources = old instanceof PdfStream ? asDict(old.dict.get('Resources')) : undefined;
    const choose = (text: string) => {
      const { faces, missing } = fonts.choose(style.fontName, text, resources);
      fault.missing.push(...missing);
      return buildSetting(widget, field, form, { faces, style });
    };
    const drawn =
      field.kind === 'choice' && !field.has('combo')
        ? drawChoices(field, look, choose)
        : drawShown(field, look, choose);
    fault.isCut ||= !drawn.fits;
    const frame = drawWidgetFrame(look, drawn.setting.cells);
    setAppearance(widget, buildAppearance(look, frame + drawn.content, drawn.setting.faces));
  }
  return fault;
}

interface DrawnValue {
  content: string;
  fits: boolean;
  setting: TextSetting;
}

function drawShown(field: FormField, look: WidgetLook, choose: (text: string) => TextSetting): DrawnValue {
  const value = readTextString(asArray(field.find('V'))[0] ?? field.find('V')) ?? '';
  const option = field.options.find((known) => known.value === value);
  const shown = (option?.shown ?? value).normalize('NFC').replace(/\r\n?/g, '\n');
  const text = field.kind === 'text' && field.has('password') ? '*'.repeat([...shown].length) : shown;
  const setting = choose(text);
  const line = setting.isMultiline ? text : text.replaceAll('\n', ' ');
  return { ...drawText(line.replaceAll('\t', ' '), look, setting), setting };
}

function drawChoices(field: FormField, look: WidgetLook, choose: (text: string) => TextSetting): DrawnValue {
  const selected = listSelected(field);
  const setting = choose(field.options.map(({ shown }) => shown).join(' '));
  const first = Math.max(0, asNumber(field.find('TI')) ?? 0);
  const lines = field.options
    .slice(first)
    .map(({ value, shown }) => ({ shown: shown.replaceAll('\n', ' '), isSelected: selected.includes(value) }));
  return { content: drawList(lines, look, setting), fits: true, setting };
}

/** Makes the first selected line of a list visible in all of its widgets. */
export function scrollToSelected(field: FormField, form: PdfDict, fonts: FieldFonts): void {
  const selected = listSelected(field);
  const index = field.options.findIndex(({ value }) => selected.includes(value));
  const heights = field.widgets.flatMap((widget) => {
    const look = readLook(widget, undefined);
    const style = readStyle(find(widget, field, form, 'DA'));
    const { faces } = fonts.choose(style.fontName, '');
    return look ? [countLines(look, buildSetting(widget, field, form, { faces, style }))] : [];
  });
  const visible = Math.min(...heights, field.options.length);
  const top = Math.max(0, Math.min(index, field.options.length - visible));
  if (index < visible) field.dict.delete('TI');
  else field.dict.set('TI', top);
}

function listSelected(field: FormField): string[] {
  const value = resolve(field.find('V'));
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => readTextString(item) ?? []);
}

function buildSetting(
  widget: PdfDict,
  field: FormField,
  form: PdfDict,
  { faces, style }: { faces: readonly Face[]; style: TextStyle },
): TextSetting {
  const isText = field.kind === 'text';
  const isMultiline = isText && field.has('multiline');
  const { maxLength = 0 } = field;
  const hasCells = isText && field.has('comb') && !isMultiline && maxLength > 0 && maxLength <= cellLimit;
  const align = (['left', 'center', 'right'] as const)[asNumber(find(widget, field, form, 'Q')) ?? 0] ?? 'left';
  return { faces, style, align, isMultiline, cells: hasCells ? maxLength : undefined };
}

/** Gives the widgets of a check box or of radio buttons the appearances that they lack. */
export function drawMissingButtons(field: FormField, form: PdfDict): void {
  const value = asName(field.find('V')) ?? 'Off';
  const state = value === 'Off' ? defaultState : value;
  for (const widget of field.widgets) {
    if (findOnState(widget) !== undefined) continue;
    const mark = readTextString(asDict(widget.get('MK'))?.get('CA'));
    const look = readLook(widget, mark);
    if (look === undefined) continue;
    const { colour } = readStyle(find(widget, field, form, 'DA'));
    const draw = (isOn: boolean) => buildAppearance(look, drawButton(look, field.kind === 'radio', isOn, colour), []);
    setAppearance(widget, buildDict({ [state]: draw(true), Off: draw(false) }));
    if (!widget.has('AS')) widget.set('AS', value);
  }
}

/** Draws background and border of a widget and nothing else. Returns whether it has an area. */
export function drawEmptyWidget(widget: PdfDict, isButton: boolean): boolean {
  const look = readLook(widget, undefined);
  if (look === undefined) return false;
  const drawn = buildAppearance(look, drawWidgetFrame(look), []);
  setAppearance(widget, isButton ? buildDict({ Off: drawn }) : drawn);
  if (isButton) widget.set('AS', 'Off');
  return true;
}

function buildAppearance(look: WidgetLook, content: string, faces: readonly Face[]): PdfRef {
  const used = faces.filter(({ name }) => content.includes(`/${name} `));
  const fonts = used.length > 0 ? new Map<string, PdfObject>(used.map(({ name, ref }) => [name, ref])) : undefined;
  const dict = buildDict({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, look.width, look.height],
    Matrix: look.matrix.some((value, index) => value !== [1, 0, 0, 1, 0, 0][index]) ? [...look.matrix] : undefined,
    Resources: buildDict({ Font: fonts }),
  });
  return new PdfRef(new PdfStream(dict, Buffer.from(content, 'latin1')));
}

function setAppearance(widget: PdfDict, appearance: PdfObject): void {
  widget.set('AP', buildDict({ N: appearance }));
}

/** Whether a widget has an appearance for the state that it has. */
export function hasAppearance(widget: PdfDict): boolean {
  const normal = resolve(asDict(widget.get('AP'))?.get('N'));
  if (normal instanceof PdfStream) return true;
  return normal instanceof Map && normal.size > 0 && asName(widget.get('AS')) !== undefined;
}
