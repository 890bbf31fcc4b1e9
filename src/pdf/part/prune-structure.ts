import { asDict, asList, asName, type PdfDict, type PdfObject, PdfRef, resolve } from '../objects/objects.ts';

/** Removes a dropped annotation from the element that holds it. An empty link becomes plain text. */
export function detachAnnotation(element: PdfDict | undefined, annotation: PdfObject): void {
  if (element === undefined) return;
  const kids = asList(element.get('K')).filter(
    (kid) => asDict(kid)?.get('Obj') !== annotation || !(annotation instanceof PdfRef),
  );
  element.set('K', kids);
  const linked = kids.some((kid) => asName(asDict(kid)?.get('Type')) === 'OBJR');
  if (!linked && asName(element.get('S')) === 'Link') element.set('S', 'Span');
}

/** Removes from a structure tree what stood on pages that were left out, and elements that are empty then. */
export function pruneStructure(tree: PdfDict): void {
  const order: { dict: PdfDict; holder: PdfObject }[] = [];
  const seen = new Set<PdfDict>();
  const waiting: PdfObject[] = [...asList(tree.get('K'))];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const dict = asDict(next);
    if (dict === undefined || seen.has(dict) || !isElement(dict)) continue;
    seen.add(dict);
    order.push({ dict, holder: next });
    for (const kid of asList(dict.get('K'))) waiting.push(kid);
  }
  const dead = new Set<PdfDict>();
  // From the leaves up: everything below an element comes after it.
  for (const { dict, holder } of order.reverse()) {
    const kids = asList(dict.get('K'));
    const living = kids.filter((kid) => isAlive(kid, dict, dead));
    if (living.length < kids.length) dict.set('K', living);
    if (kids.length === 0 || living.length > 0) continue;
    dead.add(dict);
    if (holder instanceof PdfRef) holder.value = null;
  }
  const top = asList(tree.get('K')).filter((kid) => {
    const dict = asDict(kid);
    return dict !== undefined && !dead.has(dict);
  });
  tree.set('K', top);
}

function isElement(dict: PdfDict): boolean {
  const type = asName(dict.get('Type'));
  return type !== 'MCR' && type !== 'OBJR';
}

function isAlive(kid: PdfObject, parent: PdfDict, dead: ReadonlySet<PdfDict>): boolean {
  const value = resolve(kid);
  if (typeof value === 'number') return asDict(parent.get('Pg')) !== undefined;
  if (!(value instanceof Map)) return false;
  const type = asName(value.get('Type'));
  if (type === 'OBJR') return asDict(value.get('Obj')) !== undefined;
  if (type === 'MCR') return asDict(value.get('Pg') ?? parent.get('Pg')) !== undefined;
  return !dead.has(value);
}
