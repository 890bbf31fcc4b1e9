import { describe, expect, it } from 'vitest';
import {
  asDict,
  asString,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfString,
} from '../../../src/pdf/objects/objects.ts';
import { addLink, isLink, readElementText, repairLink } from '../../../src/pdf/tagging/repair-links.ts';
import type { ContentItem, StructureElement } from '../../../src/pdf/tagging/structure-elements.ts';
import { buildElements, type Tree } from './build-elements.ts';

const text = (bytes: string) => new PdfString(bytes);
const build = (tree: Tree) => buildElements(tree);
/** Reads the marks 0, 1 and 2 as "a", "b" and "c". */
const read = ({ mcid }: ContentItem) => 'abc'[mcid ?? -1] ?? '';

/** The elements of a type in a tree. */
function find(element: StructureElement, role: string): StructureElement[] {
  const own = element.role === role ? [element] : [];
  return [...own, ...element.kids.flatMap((kid) => ('role' in kid ? find(kid, role) : []))];
}

describe('the text of an element', () => {
  it.each<[string, Tree, Record<string, Record<string, string>>, string]>([
    ['nothing', ['P'], {}, ''],
    ['that of its marks', ['P', 0, 1], {}, 'ab'],
    ['that of the elements in it', ['P', 0, ['Span', 1], 2], {}, 'acb'],
    ['its alternative text', ['P', 0], { P: { Alt: 'a picture' } }, 'a picture'],
    ['the text that replaces its own', ['P', 0], { P: { ActualText: ' x\n y ' } }, 'x y'],
    ['not an empty alternative text', ['P', 0], { P: { Alt: ' ' } }, 'a'],
    ['that of an image in it', ['P', 0, ['Figure', 1]], { Figure: { Alt: 'Logo' } }, 'a Logo'],
    ['that of an image without marks', ['P', ['Figure'], 0], { Figure: { Alt: 'Logo' } }, 'a Logo'],
  ])('is %s', (_, tree, entries, expected) => {
    const element = build(tree);
    for (const [role, own] of Object.entries(entries))
      for (const { dict } of find(element, role))
        for (const [key, value] of Object.entries(own)) dict.set(key, text(value));
    expect(readElementText(element, read)).toBe(expected);
  });

  it('is read once if it is on several pages, and has spaces between pages', () => {
    const [one, two, three] = [new Map(), new Map(), new Map()] as [PdfDict, PdfDict, PdfDict];
    const items: ContentItem[] = [
      { object: null, owner: one, mcid: 0 },
      { object: null, owner: two, mcid: 0 },
      { object: null, owner: one, mcid: 1 },
      { object: null, owner: two, mcid: 1 },
      { object: null, owner: three, mcid: 2 },
      { object: null, owner: new Map(), mcid: 7 },
    ];
    const element = build(['P']);
    element.kids = items;
    expect(readElementText(element, read)).toBe('ab c');
  });
});

describe('the description of a link', () => {
  const link = (entries: Record<string, PdfObject> = {}) => buildDict({ Subtype: 'Link', ...entries });
  const address = { A: buildDict({ URI: text('https://a.test/') }) };

  it.each<[string, Tree, PdfDict, string | undefined, boolean]>([
    ['its text', ['Link', 0], link(address), 'a', true],
    ['where it leads, without a text', ['Link'], link(address), 'https://a.test/', false],
    ['a word, without a text and an address', ['Link'], link(), 'link', false],
    ['the one that it has', ['Link', 0], link({ Contents: text('mine') }), 'mine', true],
    ['its text if it has an empty one', ['Link', 0], link({ Contents: text(' ') }), 'a', true],
    ['unchanged outside of a link', ['P'], link(), undefined, true],
    ['unchanged for another annotation', ['Link'], buildDict({ Subtype: 'Text' }), undefined, true],
  ])('is %s', (_, tree, annotation, expected, hasText) => {
    const element = build(tree);
    element.kids.push({ object: null, annotation });
    expect(repairLink(element, read)).toBe(hasText);
    expect(asString(annotation.get('Contents'))).toBe(expected);
  });

  it('is that of each part of the link', () => {
    const parts = [link(), link()];
    const element = build(['Link', 0]);
    for (const annotation of parts) element.kids.push({ object: null, annotation });
    expect(repairLink(element, read)).toBe(true);
    expect(parts.map((annotation) => asString(annotation.get('Contents')))).toEqual(['a', 'a']);
  });

  it('is not needed for a link without an annotation', () => {
    expect(repairLink(build(['Link']), read)).toBe(true);
  });

  it('has at most 500 characters', () => {
    const annotation = link();
    const element = build(['Link', 0]);
    element.kids.push({ object: null, annotation });
    repairLink(element, () => 'x'.repeat(501));
    expect(asString(annotation.get('Contents'))).toHaveLength(500);
  });
});

describe('a link that gets an element', () => {
  it('is at the end of another one, on its page, with a description', () => {
    const above = build(['Document', ['P', 0]]);
    const page = new PdfRef(buildDict({ Type: 'Page' }));
    const annotation = new PdfRef(buildDict({ Subtype: 'Link', A: buildDict({ URI: text('https://a.test/') }) }));
    const element = addLink(above, page, annotation);
    expect([element.role, element.parent, above.kids.at(-1)]).toEqual(['Link', above, element]);
    expect(element.dict.get('Pg')).toBe(page);
    expect(element.kids).toEqual([
      { object: buildDict({ Type: 'OBJR', Pg: page, Obj: annotation }), annotation: asDict(annotation) },
    ]);
    expect(asString(asDict(annotation)?.get('Contents'))).toBe('https://a.test/');
  });

  it('may be missing in the file', () => {
    const above = build(['Document']);
    const element = addLink(above, new PdfRef(new Map()), null);
    expect(element.kids.map((kid) => Object.keys(kid))).toEqual([['object']]);
  });
});

it('a link is an annotation of this kind', () => {
  expect([isLink(undefined), isLink(buildDict({ Subtype: 'Text' })), isLink(buildDict({ Subtype: 'Link' }))]).toEqual([
    false,
    false,
    true,
  ]);
});
