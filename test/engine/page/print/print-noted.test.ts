import { expect, test } from 'vitest';
import { type NoteState, startNotes } from '../../../../src/engine/page/paged/paged-state.ts';
import { settleNotes } from '../../../../src/engine/page/print/print-noted.ts';
import { buildPages } from '../../../pdf/build-pdf.ts';

const pdf = buildPages(3);
const options = {};

/** Notes on three pages, each two, as they were set. */
const placed = Array.from({ length: 6 }, (_, index) => {
  const note = `note-${index}`;
  return { note, text: note, call: `call-${index}`, later: 0, top: 100, limit: 500, below: [], beyond: [] };
});

/** Looks at a print whose calls are so much lower from a page on than they were set, and gives the notes that are to stay in the text. */
function settle(state: NoteState, lower: (page: number) => number): string[] {
  const indexOf = (place: string) => Math.trunc(Number(place.split('-')[1]) / 2);
  const set = placed.filter(({ note }) => !state.inText.has(note));
  const places = { count: 3, find: indexOf, findTop: (place: string) => 100 + lower(indexOf(place)) };
  settleNotes({ pdf, placed: set }, places, options, state);
  return [...state.inText.keys()];
}

test('of notes that are elsewhere than they were set, only those of the first such page are left in the text', () => {
  const state = startNotes({ count: 6, countsByPage: false });
  expect(settle(state, (page) => (page >= 1 ? 50 : 0))).toEqual(['note-2', 'note-3']);
  expect(settle(state, () => 0)).toEqual(['note-2', 'note-3']);
});

test('notes that come to no rest are all left in the text', () => {
  const state = startNotes({ count: 6, countsByPage: false });
  state.rounds = 3;
  expect(settle(state, () => 50)).toHaveLength(6);
});
