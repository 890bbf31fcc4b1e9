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
} from '../objects/objects.ts';
import { decodeTextString, encodeTextString } from '../objects/text-string.ts';
import type { OpenPart } from '../part/open-part.ts';

const listLimit = 1000;

/**
 * Tells equal layers of several parts apart. MuPDF compares layers by their dictionaries, and would show or hide both as the first. "XX"
 * begins names that no standard will define (ISO 32000-2, annex E).
 */
const partKey = 'XXPart';

/**
 * The layers of all parts (ISO 32000-2, 8.11.4), each shown or hidden as it was. Undefined if there are none. Those of an
 * archive have a name for their settings, and all are listed (ISO 19005-2, 6.9).
 */
export function joinLayers(parts: readonly OpenPart[], isArchive = false): PdfRef | undefined {
  const groups: PdfObject[] = [];
  const shown: PdfObject[] = [];
  const hidden: PdfObject[] = [];
  let allOff = true;
  const locked: PdfObject[] = [];
  const radio: PdfObject[] = [];
  const order: PdfObject[] = [];
  const automatic: PdfObject[] = [];
  for (const { catalog, index } of parts) {
    const layers = asDict(catalog.get('OCProperties'));
    if (layers === undefined) continue;
    const settings: PdfDict = asDict(layers.get('D')) ?? new Map();
    const isGroup = (group: PdfObject) => group instanceof PdfRef && asDict(group) !== undefined;
    const listed = asArray(layers.get('OCGs')).filter(isGroup);
    // Some files name a layer only if they say whether it is shown. Viewers differ there, and each does as before.
    const named = [settings.get('ON'), settings.get('OFF')].flatMap(asArray).filter(isGroup);
    const own = new Set([...listed, ...named]);
    if (own.size === 0) continue;
    const pick = (list: PdfObject | undefined) => asArray(list).filter((group) => own.has(group));
    const isOff = asName(settings.get('BaseState')) === 'OFF';
    // What differs from the base state is listed; the list of the other kind repeats it (ISO 32000-2, table 99).
    const other = new Set(pick(settings.get(isOff ? 'ON' : 'OFF')));
    for (const group of own) if (index > 0) asDict(group)?.set(partKey, index + 1);
    for (const group of new Set(listed)) groups.push(group);
    allOff &&= isOff;
    for (const group of own) (other.has(group) === isOff ? shown : hidden).push(group);
    for (const group of pick(settings.get('Locked'))) locked.push(group);
    for (const each of asArray(settings.get('RBGroups'))) radio.push(pick(each));
    if (!isArchive) automatic.push(...copyAutomatic(settings.get('AS'), pick));
    for (const item of copyOrder(settings.get('Order'), own, new Set())) order.push(item);
  }
  if (shown.length + hidden.length === 0) return undefined;
  const list = (values: PdfObject[]) => (values.length > 0 ? values : undefined);
  if (isArchive && order.length > 0) for (const group of listMissing(groups, order)) order.push(group);
  const settings = buildDict({
    Name: isArchive ? encodeTextString('Layers') : undefined,
    BaseState: allOff ? 'OFF' : undefined,
    ON: list(shown),
    OFF: list(hidden),
    Locked: list(locked),
    RBGroups: list(radio),
    Order: list(order),
    AS: list(automatic),
  });
  return new PdfRef(buildDict({ OCGs: groups, D: settings }));
}

/** When layers are shown by themselves, such as when they are printed (ISO 32000-2, table 100). An archive must not have it. */
function copyAutomatic(list: PdfObject | undefined, pick: (list: PdfObject | undefined) => PdfObject[]): PdfDict[] {
  return asArray(list).map((item) => {
    const usage = asDict(item);
    const categories = asArray(usage?.get('Category')).map(asName);
    return buildDict({
      Event: asName(usage?.get('Event')) ?? 'View',
      OCGs: pick(usage?.get('OCGs')),
      Category: categories.filter((name) => name !== undefined),
    });
  });
}

function listMissing(groups: readonly PdfObject[], order: readonly PdfObject[]): PdfObject[] {
  const listed = new Set<PdfObject>();
  const add = (list: readonly PdfObject[]) => {
    for (const item of list)
      if (Array.isArray(item)) add(item);
      else listed.add(item);
  };
  add(order);
  return groups.filter((group) => !listed.has(group));
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
