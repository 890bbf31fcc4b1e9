import { asArray, asDict, asList, asName, asNumber, asString, type PdfDict, resolve } from '../../objects/objects.ts';
import { type StructureElement, walkStructure } from '../structure-elements.ts';
import { listKids } from './check-nesting.ts';
import type { TagBreach } from './tag-breach.ts';

/** Places that the cells of a table may take. */
const placeLimit = 1_000_000;

/** A cell and where it is. */
interface PlacedCell {
  cell: StructureElement;
  row: number;
  column: number;
  columns: number;
  rows: number;
}

/** Finds tables that are not rectangles (ISO 14289-1, 7.2), and data cells that no header cell belongs to (7.5). */
export function* checkTables(tops: readonly StructureElement[], classes: PdfDict | undefined): Generator<TagBreach> {
  for (const element of walkStructure(tops)) {
    if (element.role !== 'Table') continue;
    const rows = listRows(element);
    const attributes = (cell: StructureElement) => readAttributes(cell.dict, classes);
    const placed = placeCells(rows, attributes);
    if (typeof placed === 'string') yield { element, clause: '7.2', what: placed };
    else yield* checkHeaders(placed, attributes);
  }
}

function listRows(table: StructureElement): StructureElement[] {
  return listKids(table).flatMap((kid) =>
    kid.role === 'TR' ? [kid] : ['THead', 'TBody', 'TFoot'].includes(kid.role) ? listRows(kid) : [],
  );
}

/** Puts the cells on a grid; in words why they do not fit. */
function placeCells(rows: readonly StructureElement[], attributes: ReadAttributes): PlacedCell[] | string {
  const placed: PlacedCell[] = [];
  /** In each row the columns that are taken. */
  const taken = rows.map(() => new Set<number>());
  let places = 0;
  for (const [row, element] of rows.entries()) {
    const own = taken[row] as Set<number>;
    let column = 0;
    for (const cell of listKids(element)) {
      if (cell.role !== 'TH' && cell.role !== 'TD') continue;
      while (own.has(column)) column++;
      const all = attributes(cell);
      const [columns, height] = [readSpan(all, 'ColSpan'), readSpan(all, 'RowSpan')];
      places += columns * height;
      if (places > placeLimit) return 'a table has too many cells';
      if (row + height > rows.length) return `row ${row + 1} of a table has a cell that spans more rows than there are`;
      for (let down = row; down < row + height; down++) {
        for (let at = column; at < column + columns; at++) {
          if (taken[down]?.has(at)) return `row ${down + 1} of a table has cells that overlap`;
          taken[down]?.add(at);
        }
      }
      placed.push({ cell, row, column, columns, rows: height });
    }
  }
  const width = taken[0]?.size ?? 0;
  const other = taken.findIndex((columns) => columns.size !== width);
  if (other < 0) return placed;
  return `row ${other + 1} of a table has ${taken[other]?.size} columns, and the first row ${width}`;
}

function* checkHeaders(placed: readonly PlacedCell[], attributes: ReadAttributes): Generator<TagBreach> {
  const headers = placed.filter(({ cell }) => cell.role === 'TH');
  const ids = new Set(headers.map(({ cell }) => asString(cell.dict.get('ID'))));
  const scopes = new Map(headers.map((header) => [header, asName(find(attributes(header.cell), 'Scope'))]));
  for (const each of placed) {
    // The corner of a table heads nothing, and nothing heads it.
    if (each.cell.role !== 'TD' || (each.row === 0 && each.column === 0)) continue;
    const named = asArray(find(attributes(each.cell), 'Headers')).map(asString);
    if (named.some((id) => !ids.has(id))) {
      yield { element: each.cell, clause: '7.5', what: 'a data cell names a header cell that its table does not have' };
      return;
    }
    if (named.length > 0 || headers.some((header) => isHeadedBy(each, header, scopes.get(header)))) continue;
    yield {
      element: each.cell,
      clause: '7.5',
      what: 'a data cell has neither Headers nor a header cell (TH) with a Scope',
    };
    return;
  }
}

function isHeadedBy(cell: PlacedCell, header: PlacedCell, scope: string | undefined): boolean {
  const isInRow = header.row < cell.row + cell.rows && cell.row < header.row + header.rows;
  const isInColumn = header.column < cell.column + cell.columns && cell.column < header.column + header.columns;
  if (isInRow && (scope === 'Row' || scope === 'Both')) return true;
  return isInColumn && (scope === 'Column' || scope === 'Both');
}

type ReadAttributes = (cell: StructureElement) => PdfDict[];

/** The attributes of tables that an element has, its own before those of its classes (ISO 32000-1, 14.7.5). */
function readAttributes(dict: PdfDict, classes: PdfDict | undefined): PdfDict[] {
  const named = asList(dict.get('C')).flatMap((name) => asList(classes?.get(asName(name) ?? '')));
  return [...asList(dict.get('A')), ...named]
    .flatMap((each) => asDict(resolve(each)) ?? [])
    .filter((each) => asName(each.get('O')) === 'Table');
}

function find(attributes: readonly PdfDict[], name: string) {
  return attributes.find((each) => each.has(name))?.get(name);
}

function readSpan(attributes: readonly PdfDict[], name: 'ColSpan' | 'RowSpan'): number {
  const span = asNumber(find(attributes, name)) ?? 1;
  return Number.isInteger(span) && span > 0 ? span : 1;
}
