import { describe, expect, it } from 'vitest';
import { PdfString } from '../../../src/pdf/objects/objects.ts';
import { repairFigure, repairList } from '../../../src/pdf/tagging/repair-lists.ts';
import type { StructureElement } from '../../../src/pdf/tagging/structure-elements.ts';
import { buildElements, describeElements, type Tree } from './build-elements.ts';

describe('a list', () => {
  it.each<[name: string, list: Tree, repaired: Tree]>([
    [
      'has an item for a list in it',
      ['L', ['LI', 0], ['L', ['LI', 1]]],
      ['L', ['LI', 0], ['LI', ['LBody', ['L', ['LI', 1]]]]],
    ],
    ['loses its background', ['L', 0, ['LI', 1]], ['L', ['LI', 1]]],
    ['keeps a caption that is first', ['L', ['Caption', 0], ['LI', 1]], ['L', ['Caption', 0], ['LI', 1]]],
    [
      'has an item for a later caption',
      ['L', ['LI', 0], ['Caption', 1]],
      ['L', ['LI', 0], ['LI', ['LBody', ['Caption', 1]]]],
    ],
    [
      'has one item for what is between others',
      ['L', ['P', 0], ['Caption', 1], ['LI', 2], ['P', 3]],
      ['L', ['LI', ['LBody', ['P', 0], ['Caption', 1]]], ['LI', 2], ['LI', ['LBody', ['P', 3]]]],
    ],
    ['takes items out of a group', ['L', ['Div', ['LI', 0], ['LI', 1]]], ['L', ['LI', 0], ['LI', 1]]],
    [
      'keeps a group of other things',
      ['L', ['Div', ['LI', 0], ['P', 1]]],
      ['L', ['LI', ['LBody', ['Div', ['LI', 0], ['P', 1]]]]],
    ],
    ['may be empty', ['L'], ['L']],
    ['is no paragraph', ['P', 0, ['LI', 1]], ['P', 0, ['LI', 1]]],
  ])('%s', (_, list, repaired) => {
    const element = buildElements(list);
    repairList(element);
    expect(describeElements(element)).toEqual(repaired);
  });
});

describe('an item', () => {
  it.each<[name: string, item: Tree, repaired: Tree]>([
    ['has a body', ['LI', 0, ['P', 1]], ['LI', ['LBody', 0, ['P', 1]]]],
    ['has a body after its label', ['LI', ['Lbl', 0], ['P', 1], 2], ['LI', ['Lbl', 0], ['LBody', ['P', 1], 2]]],
    ['loses its background', ['LI', ['Lbl', 0], 1], ['LI', ['Lbl', 0]]],
    ['has another body after its own', ['LI', ['LBody', 0], ['P', 1]], ['LI', ['LBody', 0], ['LBody', ['P', 1]]]],
    ['has a body before its label', ['LI', ['P', 0], ['Lbl', 1]], ['LI', ['LBody', ['P', 0]], ['Lbl', 1]]],
  ])('%s', (_, item, repaired) => {
    const list = buildElements(['L', item]);
    repairList(list.kids[0] as StructureElement);
    expect(describeElements(list)).toEqual(['L', repaired]);
  });

  it('is a group outside of a list', () => {
    const section = buildElements(['Sect', ['LI', 0]]);
    repairList(section.kids[0] as StructureElement);
    expect(describeElements(section)).toEqual(['Sect', ['Div', 0]]);
    const alone = buildElements(['LI', 0]);
    repairList(alone);
    expect(describeElements(alone)).toEqual(['Div', 0]);
  });
});

describe('a figure', () => {
  const figure: Tree = ['Figure', 0, ['Figure', 1], ['Caption', 2]];

  it.each<[name: string, figure: Tree, alternative: string | undefined, repaired: Tree]>([
    ['is a group if it has elements', figure, undefined, ['Div', ['Figure', 1], ['Caption', 2]]],
    ['remains one with a text', figure, 'A house', figure],
    ['remains one with content alone', ['Figure', 0], undefined, ['Figure', 0]],
    ['is no section', ['Sect', 0, ['P', 1]], undefined, ['Sect', 0, ['P', 1]]],
  ])('%s', (_, given, alternative, repaired) => {
    const element = buildElements(given);
    if (alternative !== undefined) element.dict.set('Alt', new PdfString(alternative));
    repairFigure(element);
    expect(describeElements(element)).toEqual(repaired);
  });
});
