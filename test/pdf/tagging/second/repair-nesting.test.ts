import { describe, expect, it } from 'vitest';
import { repairNesting, sinkLinks } from '../../../../src/pdf/tagging/second/repair-nesting.ts';
import { buildElements, describeElements, type Tree } from '../build-elements.ts';

function repair(...kids: Tree[1][]): Tree[1][] {
  const top = buildElements(['Document', ...kids]);
  repairNesting([top]);
  return describeElements(top).slice(1) as Tree[1][];
}

describe('text that its element may not hold', () => {
  it.each<[name: string, kids: Tree[1][], repaired: Tree[1][]]>([
    ['gets a paragraph', [0], [['P', 0]]],
    [
      'gets one for each line',
      [0, ['Span', 1], ['H1', 2], 3],
      [
        ['P', 0, ['Span', 1]],
        ['H1', 2],
        ['P', 3],
      ],
    ],
    ['gets one with a link in it', [['Link', 0], 1], [['P', ['Link', 0], 1]]],
    ['gets none for a link that may be there', [['Link', 0]], [['Link', 0]]],
    ['gets one for emphasis', [['Em', 0]], [['P', ['Em', 0]]]],
    ['makes its group a paragraph', [['NonStruct', 0]], [['P', 0]]],
    [
      'keeps its group within a line',
      [
        ['NonStruct', 0],
        ['Link', 1],
      ],
      [['P', ['NonStruct', 0], ['Link', 1]]],
    ],
    ['makes a group of one line a paragraph', [['NonStruct', 0, ['Link', 1]]], [['P', 0, ['Link', 1]]]],
    ['leaves a group of a link', [['NonStruct', ['Link', 0]]], [['NonStruct', ['Link', 0]]]],
    ['gets one in a division', [['Div', 0]], [['Div', ['P', 0]]]],
    ['gets one for a span in a division', [['Div', ['Span', 0]]], [['Div', ['P', ['Span', 0]]]]],
    ['gets one beside blocks', [['NonStruct', ['NonStruct', 0], ['P', 1]]], [['NonStruct', ['P', 0], ['P', 1]]]],
    ['is not in an empty group', [['NonStruct']], [['NonStruct']]],
    ['stays in a list', [['L', 0]], [['L', 0]]],
    ['stays in a paragraph and in groups of it', [['P', 0, ['Div', 1]]], [['P', 0, ['Div', 1]]]],
  ])('%s', (_, kids, repaired) => {
    expect(repair(...kids)).toEqual(repaired);
  });
});

describe('an element that may not be where it is', () => {
  it.each<[name: string, element: Tree, repaired: Tree]>([
    ['an article in an article is a section', ['Art', ['Art', ['P', 0]]], ['Art', ['Sect', ['P', 0]]]],
    ['an aside in an aside is a section', ['Aside', ['Aside', ['P', 0]]], ['Aside', ['Sect', ['P', 0]]]],
    ['a caption of the document is a paragraph', ['Caption', 0], ['P', 0]],
    ['a label in a label is a span', ['P', ['Lbl', ['Lbl', 0]]], ['P', ['Lbl', ['Span', 0]]]],
    ['a heading in a paragraph is a group', ['P', ['H1', 0]], ['P', ['NonStruct', 0]]],
    ['a paragraph in a link is a group', ['Link', ['P', 0]], ['Link', ['NonStruct', 0]]],
    ['emphasis around a block is a group', ['Em', ['P', 0]], ['NonStruct', ['P', 0]]],
    ['emphasis around others is too', ['Strong', ['Span', ['P', 0]]], ['NonStruct', ['NonStruct', ['P', 0]]]],
    ['emphasis around a group of blocks is too', ['Span', ['Div', ['P', 0]]], ['NonStruct', ['Div', ['P', 0]]]],
    ['a caption makes no block of emphasis', ['P', ['Em', 0, ['Caption', 1]]], ['P', ['Em', 0, ['NonStruct', 1]]]],
  ])('is changed: %s', (_, element, repaired) => {
    expect(repair(element)).toEqual([repaired]);
  });
});

describe('a group with a caption', () => {
  it.each<[name: string, element: Tree, repaired: Tree]>([
    ['is a section if it begins with it', ['Div', ['Caption', 0], ['P', 1]], ['Sect', ['Caption', 0], ['P', 1]]],
    ['is a section if it ends with it', ['Div', ['P', 0], ['Caption', 1]], ['Sect', ['P', 0], ['Caption', 1]]],
    [
      'keeps the first of two',
      ['Div', ['Caption', 0], ['P', 1], ['Caption', 2]],
      ['Sect', ['Caption', 0], ['P', 1], ['P', 2]],
    ],
    [
      'keeps the last of two',
      ['Div', ['P', 0], ['Caption', 1], ['Caption', 2]],
      ['Sect', ['P', 0], ['P', 1], ['Caption', 2]],
    ],
    [
      'has a paragraph in the middle',
      ['Div', ['P', 0], ['Caption', 1], ['P', 2]],
      ['Div', ['P', 0], ['P', 1], ['P', 2]],
    ],
    ['remains one in a paragraph', ['P', ['Div', ['Caption', 0]]], ['P', ['Div', ['NonStruct', 0]]]],
  ])('%s', (_, element, repaired) => {
    expect(repair(element)).toEqual([repaired]);
  });
});

it('leaves a table one head and one foot', () => {
  const row: Tree = ['TR', ['TD', 0]];
  const table = (...roles: string[]): Tree => ['Table', ...roles.map((role): Tree => [role, row])];
  expect(repair(table('THead', 'THead', 'TBody', 'TFoot', 'TFoot', 'THead'))).toEqual([
    table('THead', 'TBody', 'TBody', 'TFoot', 'TBody', 'TBody'),
  ]);
});

describe('a link around a heading', () => {
  it.each<[name: string, element: Tree, sunk: Tree]>([
    ['goes into it', ['Link', ['H1', 0], 'link'], ['NonStruct', ['H1', ['Link', 0, 'link']]]],
    [
      'keeps elements of the heading',
      ['Link', ['H1', ['Em', 0]], 'link'],
      ['NonStruct', ['H1', ['Link', ['Em', 0], 'link']]],
    ],
    [
      'goes into a heading in groups, and leaves what is outside',
      ['Link', 0, ['Div', ['P', 1], ['H2', 2]], 'link'],
      ['NonStruct', 0, ['Div', ['P', 1], ['H2', ['Link', 2, 'link']]]],
    ],
    [
      'goes into the first of two',
      ['Link', ['Div'], ['NonStruct', ['H2', 0]], ['H1', 1], 'link'],
      ['NonStruct', ['Div'], ['NonStruct', ['H2', ['Link', 0, 'link']]], ['H1', 1]],
    ],
    ['stays around a section', ['Link', ['Sect', ['H1', 0]], 'link'], ['Link', ['Sect', ['H1', 0]], 'link']],
    ['stays around a paragraph', ['Link', ['P', 0], 'link'], ['Link', ['P', 0], 'link']],
    ['is a link, not a section', ['Sect', ['H1', 0], 'link'], ['Sect', ['H1', 0], 'link']],
  ])('%s', (_, element, sunk) => {
    const top = buildElements(['Document', ['P', 8], element, ['P', 9]]);
    sinkLinks([top]);
    expect(describeElements(top)).toEqual(['Document', ['P', 8], sunk, ['P', 9]]);
  });

  it('stays if nothing is above it', () => {
    const top = buildElements(['Link', ['H1', 0], 'link']);
    sinkLinks([top]);
    expect(describeElements(top)).toEqual(['Link', ['H1', 0], 'link']);
  });
});
