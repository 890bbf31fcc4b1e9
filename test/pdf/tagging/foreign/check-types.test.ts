import { describe, expect, it } from 'vitest';
import { buildDict, PdfString } from '../../../../src/pdf/objects/objects.ts';
import { checkHeadings, checkNotes, checkRoles } from '../../../../src/pdf/tagging/foreign/check-types.ts';
import type { TagBreach } from '../../../../src/pdf/tagging/foreign/tag-breach.ts';
import { walkStructure } from '../../../../src/pdf/tagging/structure-elements.ts';
import { buildElements, type Tree } from '../build-elements.ts';

const show = (breaches: Iterable<TagBreach>) => [...breaches].map(({ clause, what }) => `${clause}: ${what}`);

describe('types of elements', () => {
  /** `types` are what the role map makes of own types. */
  const check = (tree: Tree, map?: Record<string, string>, types: Record<string, string> = {}) => {
    const top = buildElements(tree);
    for (const element of walkStructure([top])) element.role = types[element.role] ?? element.role;
    return show(checkRoles([top], map && buildDict(map)));
  };

  it.each<[string, Tree, Record<string, string> | undefined, Record<string, string>, string[]]>([
    ['that are standard', ['P', ['Span']], undefined, {}, []],
    ['that are mapped to standard ones', ['P', ['Mine']], { Mine: 'Span' }, { Mine: 'Span' }, []],
    ['that are not mapped', ['P', ['Mine']], undefined, {}, ['7.1: the tag Mine is not mapped to a standard one']],
    [
      'that are mapped to unknown ones',
      ['P', ['Mine']],
      { Mine: 'Other' },
      { Mine: 'Other' },
      ['7.1: the tag Mine is not mapped to a standard one'],
    ],
    ['that are standard and mapped', ['P'], { P: 'Span' }, {}, ['7.1: the standard tag P is mapped to Span']],
    ['that are mapped in a circle', ['A'], { A: 'B', B: 'A' }, {}, ['7.1: the tag A is mapped in a circle']],
    ['that are mapped to themselves', ['P'], { P: 'P' }, {}, ['7.1: the tag P is mapped in a circle']],
    ['that come twice', ['Mine', ['Mine']], undefined, {}, ['7.1: the tag Mine is not mapped to a standard one']],
  ])('are checked: %s', (_, tree, map, types, expected) => {
    expect(check(tree, map, types)).toEqual(expected);
  });
});

describe('headings of both kinds', () => {
  const check = (tree: Tree, hasLevels = false) => {
    const shared = { hasLevels, notes: new Set<string>() };
    return { found: show(checkHeadings([buildElements(tree)], shared)), hasLevels: shared.hasLevels };
  };
  const both = '7.4.4: it has both headings with a level (H1, H2, …) and without one (H)';

  it.each<[string, Tree, boolean, string[], boolean]>([
    ['with levels', ['Div', ['H1'], ['H2']], false, [], true],
    ['with a level beyond six', ['Div', ['H10']], false, [], true],
    ['without levels', ['Div', ['H']], false, [], false],
    ['of both kinds', ['Div', ['H1'], ['H']], false, [both], true],
    ['without levels after a part with some', ['Div', ['H']], true, [both], true],
    ['of other types', ['Div', ['H0'], ['TH1']], false, [], false],
    [
      'twice without levels',
      ['Sect', ['H'], ['H']],
      false,
      ['7.4.4: the tag Sect contains more than one tag H'],
      false,
    ],
    ['in two sections', ['Div', ['Sect', ['H']], ['Sect', ['H']]], false, [], false],
  ])('are checked: %s', (_, tree, before, expected, after) => {
    expect(check(tree, before)).toEqual({ found: expected, hasLevels: after });
  });
});

describe('notes', () => {
  const check = (ids: (string | undefined)[], names: Record<string, string> = {}, known: string[] = []) => {
    const top = buildElements(['Div', ...ids.map((): Tree => ['Note']), ['P']]);
    const notes = [...walkStructure([top])].filter(({ role }) => role === 'Note');
    for (const [index, id] of ids.entries()) if (id !== undefined) notes[index]?.dict.set('ID', new PdfString(id));
    const shared = { hasLevels: false, notes: new Set(known) };
    return show(checkNotes([top], new Map(Object.entries(names)), shared));
  };

  it.each<[string, Parameters<typeof check>, string[]]>([
    ['with identifiers', [['a', 'b']], []],
    ['without an identifier', [[undefined]], ['7.9: a note has no ID']],
    ['with the same identifier', [['a', 'a']], ['7.9: two notes have the same ID']],
    ['with the identifier of another part', [['a'], {}, ['a']], ['7.9: two notes have the same ID']],
    ['with a new identifier', [['a'], { a: 'a-2' }, ['a']], []],
  ])('are checked: %s', (_, args, expected) => {
    expect(check(...args)).toEqual(expected);
  });
});
