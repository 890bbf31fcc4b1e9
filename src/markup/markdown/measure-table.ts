import { type Element, findAttribute, readTextOf, setAttribute, walkElements } from '../html/html-tree.ts';

/** What the words of a table ask for. */
interface TableNeeds {
  columns: number;
  /** Em of the longest words of all columns together. If there is less room, the table is wider than its page. */
  words: number;
  /** Columns with a word that may break anywhere. */
  long: number;
}

/** Em that the narrowest usual page has: A5, upright. */
const narrowPage = 32;
/** Em of a column whose words break anywhere, and between two columns, in a table that has room. */
const longColumn = 9;
const gap = 1.6;
/** Letters are measured by kinds, and a list or a quotation has less room than its page. */
const reserve = 1.03;

/**
 * Writes on a table what its words need, if a page may have less. The style then chooses letters and gaps that fit: for a table
 * that is wider than its page, Chromium prints all of the document smaller.
 */
export function measureTable(table: Element): void {
  const { columns, words, long } = readNeeds(table);
  if (words + long * longColumn + columns * gap <= narrowPage) return;
  const needs = `--columns: ${columns}; --words: ${(words * reserve).toFixed(1)}; --long: ${long}`;
  setAttribute(table, 'style', [findAttribute(table, 'style'), needs].filter(Boolean).join('; '));
}

/** Whether a text has a word so long that it should break anywhere, rather than make its column wide. */
export function hasLongWord(text: string): boolean {
  return /\S{25}/.test(text);
}

function readNeeds(table: Element): TableNeeds {
  const widths: number[] = [];
  const isLong: boolean[] = [];
  for (const row of listRows(table)) {
    for (const [column, cell] of listInside(row, /^t[dh]$/).entries()) {
      const text = readTextOf(cell);
      isLong[column] ||= hasLongWord(text);
      widths[column] = Math.max(widths[column] ?? 0, isLong[column] ? 0 : measureCell(cell, text));
    }
  }
  const words = widths.map((width, column) => (isLong[column] ? Math.max(0, width - longColumn) : width));
  return {
    columns: widths.length,
    words: words.reduce((sum, width) => sum + width, 0),
    long: isLong.filter(Boolean).length,
  };
}

function listRows(table: Element): Element[] {
  return listInside(table, /^(thead|tbody|tfoot)$/).flatMap((group) => listInside(group, /^tr$/));
}

function listInside(element: Element, names: RegExp): Element[] {
  return element.childNodes.filter((child): child is Element => 'tagName' in child && names.test(child.tagName));
}

/** Em of the longest word of a cell. */
function measureCell(cell: Element, text: string): number {
  const isCode = [...walkElements(cell)].some(({ tagName }) => tagName === 'code');
  let widest = 0;
  // Ideographs break anywhere.
  for (const word of text.split(/\s+|(?<=[\u2e80-\u9fff\uac00-\ud7af\uf900-\uffef])/))
    widest = Math.max(widest, measureWord(word, isCode));
  return cell.tagName === 'th' ? widest * boldness : widest;
}

/** Em of letters in Arial and the faces of its widths, by kinds; rather too much than too little. */
const letters: readonly [letters: string, width: number][] = [
  ["ijlIfrt'|!,.:;()[]/\\`-", 0.333],
  ['ABCDEFGHJKLNOPQRSTUVXYZw&', 0.75],
  ['mMW@%', 0.95],
];
const widthOf = new Map(letters.flatMap(([list, width]) => [...list].map((letter) => [letter, width])));
const usualWidth = 0.56;
/** Em of other letters, such as Cyrillic ones. */
const otherWidth = 0.72;
const boldness = 1.1;
/** Em of a letter of code, and of the padding around it. */
const codeWidth = 0.55;
const codePadding = 0.65;

function measureWord(word: string, isCode: boolean): number {
  let width = isCode ? codePadding : 0;
  for (const letter of word) {
    const letterWidth = widthOf.get(letter) ?? (letter < '\x7f' ? usualWidth : otherWidth);
    width += isCode ? Math.max(letterWidth, codeWidth) : letterWidth;
  }
  return width;
}
