import { asArray, asDict, asName, buildDict, type PdfDict, type PdfObject, PdfRef, resolve } from '../pdf/objects.ts';
import { decodeText, encodeText } from '../pdf/text-string.ts';
import type { OpenPart } from './open-part.ts';

const deepest = 32;

/** The layers of all parts (ISO 32000-2, 8.11.4), each shown or hidden as it was. Undefined where there are none. */
export function joinLayers(parts: readonly OpenPart[]): PdfRef | undefined {
  const groups: PdfObject[] = [];
  const hidden: PdfObject[] = [];
  const locked: PdfObject[] = [];
  const radio: PdfObject[] = [];
  const order: PdfObject[] = [];
  for (const { catalog } of parts) {
    const layers = asDict(catalog.get('OCProperties'));
    const own = new Set(asArray(layers?.get('OCGs')).filter((group) => group instanceof PdfRef && asDict(group)));
    if (layers === undefined || own.size === 0) continue;
    const settings: PdfDict = asDict(layers.get('D')) ?? new Map();
    const pick = (list: PdfObject | undefined) => asArray(list).filter((group) => own.has(group));
    const shown = new Set(pick(settings.get('ON')));
    groups.push(...own);
    if (asName(settings.get('BaseState')) === 'OFF') hidden.push(...[...own].filter((group) => !shown.has(group)));
    else hidden.push(...pick(settings.get('OFF')));
    locked.push(...pick(settings.get('Locked')));
    radio.push(...asArray(settings.get('RBGroups')).map(pick));
    order.push(...copyOrder(settings.get('Order'), own, 0));
  }
  if (groups.length === 0) return undefined;
  const list = (values: PdfObject[]) => (values.length > 0 ? values : undefined);
  const settings = buildDict({ OFF: list(hidden), Locked: list(locked), RBGroups: list(radio), Order: list(order) });
  return new PdfRef(buildDict({ OCGs: groups, D: settings }));
}

/** The tree that a viewer lists the layers in: layers, labels and lists of them. */
function copyOrder(list: PdfObject | undefined, own: ReadonlySet<PdfObject>, depth: number): PdfObject[] {
  if (depth > deepest) return [];
  const copy: PdfObject[] = [];
  for (const one of asArray(list)) {
    const value = resolve(one);
    if (own.has(one)) copy.push(one);
    else if (Array.isArray(value)) copy.push(copyOrder(value, own, depth + 1));
    else if (value !== null && typeof value === 'object' && 'bytes' in value)
      copy.push(encodeText(decodeText(value.bytes)));
  }
  return copy;
}
