import {
  asArray,
  asDict,
  asName,
  asString,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfString,
  resolve,
} from '../objects/objects.ts';
import { decodeTextString, encodeTextString } from '../objects/text-string.ts';
import { findFreeName } from '../objects/trees.ts';
import { findTopField, listWidgets } from '../part/foreign/list-fields.ts';
import type { OpenPart } from '../part/open-part.ts';

const depthLimit = 64;
const equalDepthLimit = 6;

/**
 * Joins the fields of all parts into one form (ISO 32000-2, 12.7): names of fields and of their resources become unique, and
 * fields of pages that were left out are dropped. Undefined if there are no fields. Those of an archive look as they do (ISO
 * 19005-2, 6.4.1).
 */
export function joinForms(parts: readonly OpenPart[], isArchive = false): PdfRef | undefined {
  const fields: PdfObject[] = [];
  const resources: PdfDict = new Map();
  const names = new Set<string>();
  let needAppearances = false;
  for (const part of parts) {
    const form = asDict(part.catalog.get('AcroForm'));
    if (form === undefined) continue;
    const seen = new Set<PdfDict>();
    const unique = new Map<string, string>();
    const own = asArray(form.get('Fields')).filter((field) => isPlaced(part, field, seen, 0));
    // Viewers find fields on the pages too, where the form does not list them.
    for (const widget of listWidgets(part.pages)) {
      const top = seen.has(asDict(widget) as PdfDict) ? null : findTopField(widget);
      const isField = ['FT', 'T'].some((key) => asDict(top)?.has(key));
      if (isField && isPlaced(part, top, seen, 0)) own.push(top);
    }
    const renamed = joinResources(part, asDict(form.get('DR')), resources);
    for (const field of own) {
      const dict = asDict(field) as PdfDict;
      makeUnique(dict, names, unique, part.index);
      for (const entry of ['DA', 'Q'] as const) {
        // A default of the whole form becomes one of its top fields, which hand it down.
        if (!dict.has(entry) && form.has(entry)) dict.set(entry, resolve(form.get(entry)));
      }
      fields.push(field instanceof PdfRef ? field : new PdfRef(dict, part.file));
    }
    if (renamed.size > 0) for (const dict of seen) renameFonts(dict, renamed);
    if (resolve(form.get('NeedAppearances')) === true) needAppearances = true;
  }
  if (fields.length === 0) return undefined;
  return new PdfRef(
    buildDict({
      Fields: fields,
      DR: resources.size > 0 ? resources : undefined,
      NeedAppearances: needAppearances && !isArchive ? true : undefined,
    }),
  );
}

/** Whether a field, or one below it, is still on a page. Those that do not are removed from their parents. */
function isPlaced(part: OpenPart, field: PdfObject, seen: Set<PdfDict>, depth: number): boolean {
  const dict = asDict(field);
  if (dict === undefined || seen.has(dict) || depth > depthLimit) return false;
  seen.add(dict);
  if (!dict.has('Kids')) return true;
  const kids = asArray(dict.get('Kids'));
  const placed = kids.filter((kid) => isPlaced(part, kid, seen, depth + 1));
  if (placed.length < kids.length) keepKids(dict, kids, placed);
  return placed.length > 0 || !part.cut;
}

/** Leaves a field some of its kids, of the values of a group of buttons those of its kids, and no selected button that is gone. */
function keepKids(field: PdfDict, kids: readonly PdfObject[], placed: PdfObject[]): void {
  const values = asArray(field.get('Opt'));
  field.set('Kids', placed);
  if (placed.length === 0) return;
  if (values.length === kids.length) {
    const kept = new Set(placed);
    field.set(
      'Opt',
      values.filter((_, place) => kept.has(kids[place] ?? null)),
    );
  }
  const selected = asName(field.get('V'));
  const states = placed.flatMap((kid) => [...(asDict(asDict(asDict(kid)?.get('AP'))?.get('N'))?.keys() ?? [])]);
  if (selected !== undefined && !states.includes(selected)) field.set('V', 'Off');
}

/** Fields of one name are one field within a part, and stay so: `own` holds the new names of the part. */
function makeUnique(field: PdfDict, names: Set<string>, own: Map<string, string>, part: number): void {
  const bytes = asString(field.get('T'));
  if (bytes === undefined) return;
  const name = decodeTextString(bytes);
  const unique = own.get(name) ?? findFreeName(name, part, (free) => names.has(free), '_');
  names.add(unique);
  own.set(name, unique);
  if (unique !== name) field.set('T', encodeTextString(unique));
}

/** Adds the resources of a form; returns the names of fonts that changed. */
function joinResources(part: OpenPart, from: PdfDict | undefined, to: PdfDict): Map<string, string> {
  const renamed = new Map<string, string>();
  for (const [category, values] of from ?? []) {
    const own = asDict(values);
    if (own === undefined) continue;
    const all = asDict(to.get(category)) ?? new Map<string, PdfObject>();
    to.set(category, all);
    for (const [name, value] of own) {
      if (asDict(value) === undefined && asArray(value).length === 0) continue;
      // Viewers know some names, such as ZaDb and Helv: what is the same keeps its name.
      if (isEqual(all.get(name), value)) continue;
      const unique = findFreeName(name, part.index, (free) => all.has(free));
      if (unique !== name && category === 'Font') renamed.set(name, unique);
      all.set(unique, value instanceof PdfRef ? value : new PdfRef(value, part.file));
    }
  }
  return renamed;
}

/**
 * Whether two objects are written alike. Two streams only count as alike if they are one object. `compared` are the pairs that are alike so far,
 * each of which is compared once.
 */
function isEqual(
  one: PdfObject | undefined,
  other: PdfObject | undefined,
  compared = new Map<PdfObject, Set<PdfObject>>(),
  depth = 0,
): boolean {
  const [a, b] = [resolve(one), resolve(other)];
  if (a === b || compared.get(a)?.has(b)) return true;
  if (depth > equalDepthLimit) return false;
  if (a instanceof PdfString && b instanceof PdfString) return a.bytes === b.bytes;
  compared.set(a, (compared.get(a) ?? new Set()).add(b));
  const compare = (item: PdfObject, to: PdfObject | undefined) => isEqual(item, to, compared, depth + 1);
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => compare(item, b[index]));
  }
  if (!(a instanceof Map && b instanceof Map) || a.size !== b.size) return false;
  return [...a].every(([key, value]) => b.has(key) && compare(value, b.get(key)));
}

function renameFonts(dict: PdfDict, renamed: ReadonlyMap<string, string>): void {
  const appearance = asString(dict.get('DA'));
  if (appearance === undefined) return;
  const text = appearance.replace(/\/([^\s/()<>[\]{}%]+)/g, (whole, name: string) => {
    const unique = renamed.get(name);
    return unique === undefined ? whole : `/${unique}`;
  });
  dict.set('DA', new PdfString(text));
}
