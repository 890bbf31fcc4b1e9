import { describe, expect, test } from 'vitest';
import { type NoteState, startNotes } from '../../../../src/engine/page/paged/paged-state.ts';
import { printNoted, settleNotes } from '../../../../src/engine/page/print/print-noted.ts';
import type { PlacedNote } from '../../../../src/injected/calls.ts';
import { buildPages } from '../../../pdf/build-pdf.ts';
import { fakePage } from '../fake-page.ts';

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

test.each([
  [2, 2],
  [3, 6],
])('notes that come to no rest in more rounds than %i are left in the text: %i', (rounds, left) => {
  const state = startNotes({ count: 6, countsByPage: false });
  state.rounds = rounds;
  expect(settle(state, () => 50)).toHaveLength(left);
  expect([...state.inText.values()][0]).toEqual({ text: 'note-0', side: undefined, fault: 'unsettled' });
  expect(state.rounds).toBe(rounds + 1);
});

describe('a note', () => {
  /** Whether a note is where it was set; places are named by their page and their top. */
  function isSettled(changes: Partial<PlacedNote>, state = startNotes({ count: 1, countsByPage: false })) {
    const note = { note: '0 900', text: 'x', call: '0 100', later: 0, top: 100, limit: 500, below: [], beyond: [] };
    const read = (place: string, at: number) => {
      const text = place.split(' ')[at];
      return text === undefined || text === '' ? undefined : Number(text);
    };
    const places = { count: 3, find: (place: string) => read(place, 0), findTop: (place: string) => read(place, 1) };
    return settleNotes({ pdf, placed: [{ ...note, ...changes }] }, places, options, state);
  }

  test.each([
    ['on the page of its call', {}, true],
    ['on another page', { note: '1 900' }, false],
    ['nowhere', { note: '' }, false],
    ['without its call', { call: '' }, false],
    ['with its call without a place', { call: '0' }, false],
    ['a page later, as it was set', { note: '1 900', later: 1 }, true],
    ['a page earlier, as it was set', { note: '0 900', call: '1 100', later: -1 }, true],
    ['not a page later, as it was set', { later: 1 }, false],
    ['with its call a little lower', { call: '0 104.9' }, true],
    ['with its call lower', { call: '0 105' }, false],
    ['with its call a little higher', { call: '0 95.1' }, true],
    ['with its call higher', { call: '0 95' }, false],
    ['above what comes later', { beyond: ['1 10', '2 10', ''] }, true],
    ['above what comes on its page', { beyond: ['1 10', '0 10'] }, false],
    ['below what is above it', { below: ['0 494', '1 10', ''] }, true],
    ['beside what is not above it', { below: ['0 494', '0 495'] }, false],
    ['below what is on an earlier page', { call: '1 100', note: '1 900', below: ['0 10'] }, false],
    ['below what has no place on its page', { below: ['0'] }, false],
  ])('that is %s is in its place: %s', (_what, changes, isRight) => {
    expect(isSettled(changes)).toBe(isRight);
  });

  test('that is in its place changes nothing', () => {
    const state = startNotes({ count: 1, countsByPage: false });
    isSettled({}, state);
    expect(state).toEqual({ count: 1, countsByPage: false, inText: new Map(), shrink: 1, rounds: 0 });
  });

  test('of a page that is printed larger than it was set is set again, and not left in the text at once', () => {
    const state = { ...startNotes({ count: 1, countsByPage: false }), shrink: 1.5 };
    expect(isSettled({}, state)).toBe(false);
    expect([state.shrink, state.rounds, state.inText.size]).toEqual([1, 1, 0]);
    state.shrink = 1.5;
    state.rounds = 3;
    expect(isSettled({}, state)).toBe(false);
    expect(state.inText.size).toBe(1);
    state.shrink = 1.001;
    expect(isSettled({}, state)).toBe(true);
  });
});

test('a page without notes is right', () => {
  const places = { count: 1, find: () => undefined, findTop: () => undefined };
  const state = { ...startNotes({ count: 1, countsByPage: false }), shrink: 2 };
  expect(settleNotes({ pdf, placed: [] }, places, options, state)).toBe(true);
});

describe('a page with notes', () => {
  const failed = (note: string) => ({ note, text: `text of ${note}`, side: 'top', fault: 'noRoom' });

  test('without notes is printed at once', async () => {
    const { page, calls } = fakePage(() => pdf);
    expect(await printNoted(page, options, startNotes({ count: 0, countsByPage: false }))).toEqual({ pdf, placed: [] });
    expect(calls).toEqual([]);
  });

  test('is set until all notes without room are in the text', async () => {
    const rounds = [[failed('a')], [failed('b')], []];
    const { page, calls, prints } = fakePage(() => pdf, {
      readPageRules: () => [],
      placeNotes: () => ({ placed, failed: rounds.shift() }),
    });
    const state = { ...startNotes({ count: 6, countsByPage: true }), shrink: 1.5 };
    expect(await printNoted(page, options, state)).toEqual({ pdf, placed });
    expect(prints).toHaveLength(1);
    expect(calls.map(([name]) => name)).toEqual(['readPageRules', ...Array(3).fill('placeNotes')]);
    expect(calls.slice(1).map(([, how]) => (how as { inText: string[] }).inText)).toEqual([[], ['a'], ['a', 'b']]);
    expect(calls[1]?.[1]).toMatchObject({ countsByPage: true, shrink: 1.5, boxes: { ':first': expect.anything() } });
    expect(state.inText.get('b')).toEqual({ text: 'text of b', side: 'top', fault: 'noRoom' });
  });

  test('is set five times at most', async () => {
    const { page, calls } = fakePage(() => pdf, {
      readPageRules: () => [],
      placeNotes: () => ({ placed, failed: [failed(`note ${calls.length}`)] }),
    });
    await printNoted(page, options, startNotes({ count: 6, countsByPage: false }));
    expect(calls.filter(([name]) => name === 'placeNotes')).toHaveLength(5);
  });
});
