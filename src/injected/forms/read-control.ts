import type { FormControl, SideLengths } from '../calls.ts';
import { collapseSpaces } from '../dom/css-values.ts';
import { doc, dom } from '../dom/dom.ts';

/** Characters of a tooltip. */
const tooltipLimit = 500;
/** The colour in which Chromium marks what is on. */
const defaultAccent: [number, number, number] = [0, 117 / 255, 1];

/** Reads a control. `place` is its number among all, from 1. */
export function readControl(
  element: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
  place: number,
  form: number,
): FormControl {
  const computed = getComputedStyle(element);
  const input = element instanceof HTMLInputElement ? element : undefined;
  const select = element instanceof HTMLSelectElement ? element : undefined;
  const kind = readKind(input, select);
  const { width, height } = measure(element);
  const listed = [...(select?.options ?? input?.list?.options ?? [])];
  const isNative = computed.appearance !== 'none';
  return {
    kind,
    name: element.name || element.id || `field-${place}`,
    value: input?.type === 'password' || select ? '' : element.value,
    isOn: input?.checked ?? false,
    options: listed.map((option) => ({
      value: option.value,
      shown: collapseSpaces(option.label || option.text).trim(),
      isSelected: select !== undefined && option.selected,
    })),
    isMultiline: element instanceof HTMLTextAreaElement,
    isPassword: input?.type === 'password',
    isMultiple: select?.multiple ?? false,
    isCombo: select ? !isList(select) : listed.length > 0,
    isEditable: select === undefined && listed.length > 0,
    isRequired: element.required,
    isReadOnly: dom(element).matches(':disabled') || (select === undefined && (element as HTMLInputElement).readOnly),
    maxLength:
      select || (element as HTMLInputElement).maxLength < 0 ? undefined : (element as HTMLInputElement).maxLength,
    tooltip: findTooltip(element).slice(0, tooltipLimit),
    form,
    width,
    height,
    border: readSides(computed, (side) => `border-${side}-width`),
    padding: addArrow(
      readSides(computed, (side) => `padding-${side}`),
      select !== undefined && isNative && !isList(select),
    ),
    fontSize: Number.parseFloat(computed.fontSize),
    family: readFamily(computed.fontFamily),
    isBold: Number.parseFloat(computed.fontWeight) >= 600,
    isItalic: computed.fontStyle !== 'normal',
    colour: readColour(computed.color) ?? [0, 0, 0],
    accent: isNative ? (readColour(computed.accentColor) ?? defaultAccent) : undefined,
    align: readAlign(computed),
  };
}

/** Whether a list shows its options, and not only the selected one. */
export function isList(select: HTMLSelectElement): boolean {
  return select.multiple || select.size > 1;
}

function readKind(input: HTMLInputElement | undefined, select: HTMLSelectElement | undefined): FormControl['kind'] {
  if (input?.type === 'checkbox' || input?.type === 'radio') return input.type;
  return select || (input?.list && input.list.options.length > 0) ? 'select' : 'text';
}

function measure(element: HTMLElement): { width: number; height: number } {
  const { offsetWidth, offsetHeight } = dom(element);
  return { width: offsetWidth, height: offsetHeight };
}

function readSides(computed: CSSStyleDeclaration, name: (side: string) => string): SideLengths {
  const read = (side: string) => Number.parseFloat(computed.getPropertyValue(name(side))) || 0;
  return { top: read('top'), right: read('right'), bottom: read('bottom'), left: read('left') };
}

/** Chromium keeps room for the arrow of a list, and around its text. */
function addArrow(padding: SideLengths, hasArrow: boolean): SideLengths {
  return hasArrow ? { ...padding, left: padding.left + 4, right: padding.right + 18 } : padding;
}

function readFamily(families: string): FormControl['family'] {
  if (/mono|courier|consol|menlo/i.test(families)) return 'mono';
  return /(?<!sans-)serif|times|georgia|tinos|garamond/i.test(families.replace(/sans-serif/gi, '')) ? 'serif' : 'sans';
}

/** A computed colour in sRGB, from 0 to 1; undefined for `auto` and for other colour spaces. */
function readColour(colour: string): [number, number, number] | undefined {
  const [, r, g, b] = /^rgba?\((\d+(?:\.\d+)?), (\d+(?:\.\d+)?), (\d+(?:\.\d+)?)/.exec(colour) ?? [];
  return b === undefined ? undefined : [Number(r) / 255, Number(g) / 255, Number(b) / 255];
}

function readAlign({ textAlign, direction }: CSSStyleDeclaration): FormControl['align'] {
  if (/center/.test(textAlign)) return 'center';
  const end = direction === 'rtl' ? 'left' : 'right';
  const start = direction === 'rtl' ? 'right' : 'left';
  if (textAlign === 'end') return end;
  return /right/.test(textAlign) ? 'right' : /left/.test(textAlign) ? 'left' : start;
}

/** What an element is called: by its title, its labels, its ARIA name, its placeholder, or its name. */
function findTooltip(element: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): string {
  const labels = [...(element.labels ?? [])].map((label) => readLabel(label));
  const named = (dom(element).getAttribute('aria-labelledby') ?? '').split(/\s+/).map((id) => {
    const label = id === '' ? null : doc.getElementById(id);
    return label ? (dom(label).textContent ?? '') : '';
  });
  const placeholder = 'placeholder' in element ? element.placeholder : '';
  const choices = [
    element.title,
    labels.join(' '),
    dom(element).getAttribute('aria-label') ?? '',
    named.join(' '),
    placeholder,
    element.name,
    element.id,
  ];
  return choices.map((text) => collapseSpaces(text).trim()).find((text) => text !== '') ?? '';
}

/** The text of a label without that of the controls in it. */
function readLabel(label: HTMLLabelElement): string {
  const copy = dom(dom(label).cloneNode(true) as HTMLElement);
  for (const inner of copy.querySelectorAll('select, textarea, button, datalist, script, style')) dom(inner).remove();
  return copy.textContent ?? '';
}
