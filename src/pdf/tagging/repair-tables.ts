import { asArray, asDict, asList, asName, asNumber, asString, buildDict, type PdfDict } from '../objects/objects.ts';
import { changeRole, isElement, type StructureElement, unwrapGroup, wrapKids } from './structure-elements.ts';

const groups = new Set(['THead', 'TBody', 'TFoot']);
const cells = new Set(['TH', 'TD']);

/** Most places that cells take in rows below their own, and most empty cells that are added. */
const placeLimit = 10_000;

/**
 * Gives tables the form that readers know (ISO 32000-1, table 337): rows of cells and nothing else, as many columns in each row,
 * and header cells that say what they head. Backgrounds of tables and rows become artifacts.
 */
export function repairTable(element: StructureElement): void {
  const { role, parent } = element;
  if (role === 'Table') repairRows(element);
  else if (role === 'TR' && parent?.role !== 'Table' && !groups.has(parent?.role ?? '')) changeRole(element, 'Div');
  else if (cells.has(role) && parent?.role !== 'TR') changeRole(element, 'Div');
}

function repairRows(table: StructureElement): void {
  const kids = table.kids.flatMap((kid) => unwrapGroup(table, kid, (role) => role === 'TR' || groups.has(role)));
  const [caption, ...more] = kids.filter((kid): kid is StructureElement => isElement(kid) && kid.role === 'Caption');
  for (const extra of more) changeRole(extra, 'P');
  table.kids = [
    ...(caption ? [caption] : []),
    ...kids.flatMap((kid) => (kid === caption || !isElement(kid) ? [] : [toRow(table, kid)])),
  ];
  for (const group of table.kids) {
    if (!isElement(group) || !groups.has(group.role)) continue;
    group.kids = group.kids
      .flatMap((kid) => unwrapGroup(group, kid, (role) => role === 'TR'))
      .flatMap((kid) => (isElement(kid) ? [toRow(group, kid)] : []));
  }
  const rows = table.kids
    .filter(isElement)
    .flatMap((kid) => (groups.has(kid.role) ? kid.kids.filter(isElement) : kid.role === 'TR' ? [kid] : []));
  for (const row of rows) {
    row.kids = row.kids
      .flatMap((kid) => unwrapGroup(row, kid, (role) => cells.has(role)))
      .flatMap((kid) => (isElement(kid) ? [cells.has(kid.role) ? kid : wrapKids('TD', row, [kid])] : []));
  }
  squareRows(rows);
  nameScopes(rows);
}

function toRow(above: StructureElement, kid: StructureElement): StructureElement {
  if (kid.role === 'TR' || (groups.has(kid.role) && above.role === 'Table')) return kid;
  const row = wrapKids('TR', above, []);
  row.kids.push(wrapKids('TD', row, [kid]));
  return row;
}

/** Makes all rows as wide as the widest: spans end where the table ends, and empty cells stand where HTML has none. */
function squareRows(rows: readonly StructureElement[]): void {
  /** In each row the columns that cells from above take. */
  const taken = new Map<number, Set<number>>();
  const widths: number[] = [];
  let places = 0;
  for (const [number, row] of rows.entries()) {
    const above = taken.get(number) ?? new Set();
    taken.delete(number);
    let column = 0;
    let own = 0;
    for (const cell of row.kids.filter(isElement)) {
      while (above.has(column)) column++;
      const wanted = readSpan(cell, 'ColSpan');
      let span = 1;
      while (span < wanted && !above.has(column + span)) span++;
      const height = Math.min(readSpan(cell, 'RowSpan'), rows.length - number);
      places += span * (height - 1);
      const below = places > placeLimit ? 1 : height;
      setSpan(cell, 'ColSpan', span);
      setSpan(cell, 'RowSpan', below);
      for (let down = number + 1; down < number + below; down++) {
        const columns = taken.get(down) ?? new Set();
        for (let at = column; at < column + span; at++) columns.add(at);
        taken.set(down, columns);
      }
      column += span;
      own += span;
    }
    widths.push(own + above.size);
  }
  const width = widths.reduce((widest, each) => Math.max(widest, each), 0);
  let padded = 0;
  for (const [number, row] of rows.entries()) {
    const missing = width - (widths[number] ?? 0);
    const last = row.kids.filter(isElement).at(-1);
    if (missing === 0 || last === undefined) continue;
    padded += missing;
    if (padded > placeLimit) setSpan(last, 'ColSpan', readSpan(last, 'ColSpan') + missing);
    else for (let i = 0; i < missing; i++) row.kids.push(wrapKids('TD', row, []));
  }
}

/** A header cell heads its column in the first row, and its row elsewhere, unless it names its scope. */
function nameScopes(rows: readonly StructureElement[]): void {
  for (const [number, row] of rows.entries()) {
    for (const cell of row.kids.filter(isElement)) {
      if (cell.role !== 'TH' || findAttribute(cell.dict, 'Scope') !== undefined) continue;
      addAttribute(cell.dict, buildDict({ O: 'Table', Scope: number === 0 ? 'Column' : 'Row' }));
    }
  }
}

/** Drops from cells the names of header cells that are not there, because their page was left out. */
export function repairHeaders({ role, dict }: StructureElement, ids: ReadonlySet<string>): void {
  const attribute = cells.has(role) ? findAttribute(dict, 'Headers') : undefined;
  const headers = asArray(attribute?.get('Headers'));
  const known = headers.filter((id) => ids.has(asString(id) ?? ''));
  if (known.length < headers.length) attribute?.set('Headers', known);
}

function readSpan({ dict }: StructureElement, name: 'ColSpan' | 'RowSpan'): number {
  const span = asNumber(findAttribute(dict, name)?.get(name)) ?? 1;
  return Number.isInteger(span) && span > 0 ? span : 1;
}

function setSpan(cell: StructureElement, name: 'ColSpan' | 'RowSpan', span: number): void {
  if (readSpan(cell, name) === span) return;
  const attribute = findAttribute(cell.dict, name);
  if (attribute !== undefined) attribute.set(name, span);
  else addAttribute(cell.dict, buildDict({ O: 'Table', [name]: span }));
}

/** The attributes of a table's cell that hold an entry (ISO 32000-1, table 349). */
function findAttribute(dict: PdfDict, name: string): PdfDict | undefined {
  return asList(dict.get('A'))
    .map(asDict)
    .find((each) => asName(each?.get('O')) === 'Table' && each?.has(name));
}

function addAttribute(dict: PdfDict, attribute: PdfDict): void {
  dict.set('A', [...asList(dict.get('A')), attribute]);
}
