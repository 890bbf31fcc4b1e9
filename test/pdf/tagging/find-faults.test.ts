import { describe, expect, it } from 'vitest';
import { PdfString } from '../../../src/pdf/objects/objects.ts';
import { findFaults, readLevel } from '../../../src/pdf/tagging/find-faults.ts';
import { walkStructure } from '../../../src/pdf/tagging/structure-elements.ts';
import { buildElements, type Tree } from './build-elements.ts';

function find(tree: Tree, { level = 0, isForeign = false, entries = {} as Record<string, string> } = {}) {
  const top = buildElements(['Document', tree]);
  const elements = [...walkStructure([top])];
  for (const [key, value] of Object.entries(entries)) elements[1]?.dict.set(key, new PdfString(value));
  const found = findFaults(elements, 3, level, isForeign);
  return {
    level: found.level,
    faults: found.faults.map(({ code, element, levels, part }) => [part, code, element?.role, ...(levels ?? [])]),
  };
}

describe('headings', () => {
  it.each<[string, Tree, number, number, unknown[]]>([
    ['that begin with the first level', ['Div', ['H1'], ['H2'], ['H2'], ['H3'], ['H1']], 0, 1, []],
    ['that begin with the second level', ['Div', ['H2']], 0, 2, [[3, 'heading_skipped', 'H2', 0, 2]]],
    ['after one of the first level', ['Div', ['H2']], 1, 2, []],
    ['that skip a level', ['Div', ['H1'], ['H3'], ['H4']], 0, 4, [[3, 'heading_skipped', 'H3', 1, 3]]],
    ['that skip two', ['Div', ['H6']], 4, 6, [[3, 'heading_skipped', 'H6', 4, 6]]],
    ['without a level', ['Div', ['H'], ['P'], ['H7']], 2, 2, []],
  ])('%s are checked', (_, tree, level, last, faults) => {
    expect(find(tree, { level })).toEqual({ level: last, faults });
  });

  it.each([
    ['H1', 1],
    ['H6', 6],
    ['H7', 0],
    ['H', 0],
    ['TH1', 0],
    ['H12', 0],
  ])('the type %s has the level %i', (role, level) => {
    expect(readLevel(buildElements([role]))).toBe(level);
  });
});

describe('pictures', () => {
  const missing = (role: string) => [[3, 'no_alternative', role]];
  it.each<[string, Tree, Record<string, string>, boolean, unknown[]]>([
    ['an image without a text', ['Figure', 0], {}, false, missing('Figure')],
    ['a formula without a text', ['Formula', 0], {}, false, missing('Formula')],
    ['an image with a text', ['Figure', 0], { Alt: 'Logo' }, false, []],
    ['an image with an empty text', ['Figure', 0], { Alt: '' }, true, missing('Figure')],
    ['an image that is replaced by nothing', ['Figure', 0], { ActualText: '' }, false, missing('Figure')],
    ["an image of a user's PDF that is replaced by nothing", ['Figure', 0], { ActualText: '' }, true, []],
    ['a paragraph', ['P', 0], {}, false, []],
  ])('need a text: %s', (_, tree, entries, isForeign, faults) => {
    expect(find(tree, { isForeign, entries }).faults).toEqual(faults);
  });
});

describe('tables', () => {
  const missing = [[3, 'no_header_cells', 'Table']];
  it.each<[string, Tree, unknown[]]>([
    ['without rows', ['Table'], missing],
    ['without a header cell', ['Table', ['TR', ['TD', 0]]], missing],
    ['with a header cell', ['Table', ['TR', ['TD', 0]], ['TR', ['TD', 1], ['TH', 2]]], []],
    ['with a header cell in a group', ['Table', ['THead', ['TR', ['TH', 0]]], ['TBody', ['TR', ['TD', 1]]]], []],
    ['with the header cell of another table', ['Table', ['TR', ['TD', ['Table', ['TR', ['TH', 0]]]]]], missing],
    ['with a header cell in the caption', ['Table', ['Caption', ['P', ['TH', 0]]], ['TR', ['TD', 1]]], []],
    ['with marks in a row', ['Table', 7, ['TR', 0, ['TH', 1]]], []],
  ])('need header cells: a table %s', (_, tree, faults) => {
    expect(find(tree).faults).toEqual(faults);
  });
});
