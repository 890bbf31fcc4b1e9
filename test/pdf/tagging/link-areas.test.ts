import { describe, expect, it } from 'vitest';
import { buildDict, type PdfDict } from '../../../src/pdf/objects/objects.ts';
import { findAreas, findBareLinks } from '../../../src/pdf/tagging/link-areas.ts';
import { type StructureElement, walkStructure } from '../../../src/pdf/tagging/structure-elements.ts';
import { buildElements, type Tree } from './build-elements.ts';

/** How many annotations of a tree are of links that hold nothing that is seen. */
function count(tree: Tree): number {
  return findBareLinks([buildElements(tree)]).size;
}

describe('a link whose element is empty', () => {
  it.each<[string, Tree, number]>([
    ['has an annotation alone', ['P', ['Link', 'link']], 1],
    ['may have several annotations', ['P', ['Link', 'link', 'link']], 2],
    ['may have empty elements in it', ['P', ['Link', ['Span'], 'link']], 1],
    ['has no text', ['P', ['Link', 0, 'link']], 0],
    ['has no text in another element', ['P', ['Link', ['Span', 0], 'link']], 0],
    ['is of the type Link', ['P', 'link'], 0],
    ['is one of several', ['P', ['Link', 0, 'link'], ['Link', 'link']], 1],
  ])('%s', (_, tree, expected) => {
    expect(count(tree)).toBe(expected);
  });
});

it('areas of links are those of the annotations of a page', () => {
  const top = buildElements(['P', ['Link', 'link'], ['Link', 'link']]);
  const links = findBareLinks([top]);
  const [one, two] = [...links.keys()] as [PdfDict, PdfDict];
  one.set('Rect', [1, 2, 3, 4]);
  two.set('Rect', [5, 'x']);
  const page = buildDict({ Annots: [7, buildDict({ Rect: [9, 9, 9, 9] }), two, one] });
  const [first, second] = [...walkStructure([top])].filter(({ role }) => role === 'Link') as StructureElement[];
  expect(findAreas(page, links)).toEqual([
    { element: second, low: [5, 0], high: [0, 0] },
    { element: first, low: [1, 2], high: [3, 4] },
  ]);
});
