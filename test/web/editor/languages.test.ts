import { language } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { chooseLanguage, paperFilters } from '../../../src/web/editor/languages.ts';

it.each([
  ['json', 'json'],
  ['template', 'liquid'],
] as const)('reads %s as %s', (name, found) => {
  const state = EditorState.create({ doc: '{}', extensions: chooseLanguage(name, () => ({})) });
  expect(state.facet(language)?.name).toBe(found);
});

it('says of each filter that it is a function', () => {
  expect(paperFilters.map(({ type }) => type)).toEqual(paperFilters.map(() => 'function'));
});
