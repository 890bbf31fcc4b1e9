import {
  asArray,
  asDict,
  asName,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfString,
  resolve,
} from '../pdf/objects.ts';
import { decodeTextString, encodeTextString } from '../pdf/text-string.ts';
import type { OpenPart } from './open-part.ts';

const listLimit = 1000;

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
    order.push(...copyOrder(settings.get('Order'), own, new Set()));
  }
  if (groups.length === 0) return undefined;
  const list = (values: PdfObject[]) => (values.length > 0 ? values : undefined);
  const settings = buildDict({ OFF: list(hidden), Locked: list(locked), RBGroups: list(radio), Order: list(order) });
  return new PdfRef(buildDict({ OCGs: groups, D: settings }));
}

/** The tree that a viewer lists the layers in: layers, labels and lists of them. A list that comes twice is copied once. */
function copyOrder(list: PdfObject | undefined, own: ReadonlySet<PdfObject>, seen: Set<PdfObject>): PdfObject[] {
  const copy: PdfObject[] = [];
  const values = asArray(list);
  if (seen.has(values) || seen.size > listLimit) return copy;
  seen.add(values);
  for (const item of values) {
    const value = resolve(item);
    if (own.has(item)) copy.push(item);
    else if (Array.isArray(value)) copy.push(copyOrder(value, own, seen));
    else if (value instanceof PdfString) copy.push(encodeTextString(decodeTextString(value.bytes)));
  }
  return copy;
}
