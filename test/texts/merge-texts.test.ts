import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMarkedConflict, type MergeChoice, mergeTexts } from '../../src/texts/index.ts';
import { anyText } from '../helpers/any-text.ts';

/** The merged text; throws if it has a conflict. */
function merged(base: string | undefined, mine: string, theirs: string): string {
  const merge = mergeTexts(base, mine, theirs);
  expect(merge.conflicts).toEqual([]);
  return merge.resolve([]);
}

const numbered = (count: number, word = 'line') => Array.from({ length: count }, (_, index) => `${word} ${index}\n`);

/** A text of few words, so that lines repeat, with all kinds of line breaks. */
const lines = fc
  .array(fc.tuple(fc.constantFrom('', 'a', 'b', 'c'), fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 12 })
  .chain((rows) => fc.constantFrom('', 'end', 'a\r').map((end) => rows.flat().join('') + end));
const text = fc.oneof(lines, anyText({ maxLength: 40 }));

describe('a merge of texts', () => {
  it('takes what one side changed, and keeps the other side out of it', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(merged(base, base, changed)).toBe(changed);
        expect(merged(base, changed, base)).toBe(changed);
      }),
    );
  });

  it('takes the same change of both sides once', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        for (const known of [base, undefined]) expect(merged(known, changed, changed)).toBe(changed);
      }),
    );
  });

  it('is the same whichever side is called mine', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const there = mergeTexts(base, mine, theirs);
        const back = mergeTexts(base, theirs, mine);
        expect(back.conflicts).toHaveLength(there.conflicts.length);
        const choices = (choice: MergeChoice) => there.conflicts.map(() => choice);
        // Line breaks that both changed are those of the first.
        const [one, other] = [there.resolve(choices('mine')), back.resolve(choices('theirs'))];
        expect(one.replaceAll('\r', '')).toBe(other.replaceAll('\r', ''));
        expect(mergeTexts(undefined, mine, theirs).resolve([]).replaceAll('\r', '')).toBe(mine.replaceAll('\r', ''));
      }),
    );
  });

  it('contains the changes of both sides to lines that do not touch', () => {
    const edit = fc.constantFrom('replace', 'delete', 'insert');
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 40 }), fc.nat(), fc.nat(), edit, edit, (count, a, b, first, second) => {
        const base = numbered(count);
        const here = a % (count - 3);
        const there = here + 2 + (b % (count - here - 2));
        const change = (index: number, kind: string, word: string) => {
          const copy = [...base];
          copy.splice(index, kind === 'insert' ? 0 : 1, ...(kind === 'delete' ? [] : [`${word}\n`]));
          return copy;
        };
        const both = change(there, second, 'theirs');
        both.splice(here, first === 'insert' ? 0 : 1, ...(first === 'delete' ? [] : ['mine\n']));
        const [mine, theirs] = [change(here, first, 'mine'), change(there, second, 'theirs')];
        expect(merged(base.join(''), mine.join(''), theirs.join(''))).toBe(both.join(''));
        expect(merged(base.join(''), theirs.join(''), mine.join(''))).toBe(both.join(''));
      }),
    );
  });

  it('names the lines of a conflict on every side', () => {
    const merge = mergeTexts('one\ntwo\nthree\n', 'new\none\nmine\nthree\n', 'one\ntheirs\nmore\nthree\n');
    expect(merge.conflicts).toEqual([
      {
        base: { text: 'two\n', line: 2, lines: 1 },
        mine: { text: 'mine\n', line: 3, lines: 1 },
        theirs: { text: 'theirs\nmore\n', line: 2, lines: 2 },
      },
    ]);
    expect(merge.resolve(['mine'])).toBe('new\none\nmine\nthree\n');
    expect(merge.resolve(['theirs'])).toBe('new\none\ntheirs\nmore\nthree\n');
    expect(merge.resolve(['both'])).toBe('new\none\nmine\ntheirs\nmore\nthree\n');
  });

  it.each([
    ['insertions at the same place', 'a\nb\n', 'a\nmine\nb\n', 'a\ntheirs\nb\n'],
    ['changes of adjacent lines', 'a\nb\n', 'mine\nb\n', 'a\ntheirs\n'],
    ['an insertion beside a changed line', 'a\nb\nc\n', 'a\nmine\nc\n', 'a\nb\ntheirs\nc\n'],
    ['a deletion of what the other side changed', 'a\nb\nc\n', 'a\nc\n', 'a\ntheirs\nc\n'],
    ['texts made from nothing', '', 'mine', 'theirs'],
  ])('takes %s for a conflict', (_what, base, mine, theirs) => {
    expect(mergeTexts(base, mine, theirs).conflicts).toHaveLength(1);
  });

  it('leaves the lines that both sides share out of a conflict', () => {
    const merge = mergeTexts('a\n', 'x\nmine\ny\n', 'x\ntheirs\ny\n');
    expect(merge.conflicts).toMatchObject([{ mine: { text: 'mine\n', line: 2 }, theirs: { text: 'theirs\n' } }]);
    expect(merge.resolve(['theirs'])).toBe('x\ntheirs\ny\n');
  });

  it('merges the kind of line break by itself', () => {
    expect(merged('a\nb\nc\n', 'a\r\nb\r\nc\r\n', 'a\nb\nnew\n')).toBe('a\r\nb\r\nnew\r\n');
    expect(merged('a\r\nb\r\nc\r\n', 'mine\r\nb\r\nc\r\n', 'a\nb\nc\n')).toBe('mine\nb\nc\n');
    expect(merged('', 'a\r\nb', 'a\nb')).toBe('a\r\nb');
  });

  it('keeps the line breaks of a text that has both kinds', () => {
    expect(merged('a\r\nb\nc\nd\n', 'mine\r\nb\nc\nd\n', 'a\r\nb\nc\nd\r\n')).toBe('mine\r\nb\nc\nd\r\n');
  });

  it('merges a line break at the end as a change of the last line', () => {
    expect(merged('a\nb\nc', 'mine\nb\nc', 'a\nb\nc\n')).toBe('mine\nb\nc\n');
    const merge = mergeTexts('a\nb', 'a\nmine', 'a\ntheirs');
    expect(merge.resolve(['both'])).toBe('a\nmine\ntheirs');
    expect(merge.resolve(['theirs'])).toBe('a\ntheirs');
  });

  it('marks conflicts as git does, and finds what is marked', () => {
    const names = { mine: 'this folder', theirs: 'the service' };
    const marked = mergeTexts('a\nb\nc', 'a\nmine\nc', 'a\ntheirs\nc').mark(names);
    expect(marked).toBe('a\n<<<<<<< this folder\nmine\n=======\ntheirs\n>>>>>>> the service\nc');
    expect(mergeTexts('', 'mine', '').mark(names)).toBe('mine');
    expect(mergeTexts('a', 'mine', '').mark(names)).toBe('<<<<<<< this folder\nmine\n=======\n>>>>>>> the service\n');
    const windows = mergeTexts('a\r\nb', 'a\r\nmine', 'a\r\ntheirs').mark(names);
    expect(windows).toBe('a\r\n<<<<<<< this folder\r\nmine\r\n=======\r\ntheirs\r\n>>>>>>> the service\r\n');
    expect([marked, windows].map(findMarkedConflict)).toEqual([2, 2]);
    expect(['<<<<<<< x\n', '=======\n>>>>>>> x\n', 'a <<<<<<< b'].map(findMarkedConflict)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('shows every difference if the base is not known', () => {
    const merge = mergeTexts(undefined, 'a\nmine\nb\nc\n', 'a\nb\ntheirs\nc\n');
    expect(merge.conflicts).toMatchObject([
      { base: undefined, mine: { text: 'mine\n' }, theirs: { text: '', lines: 0 } },
      { mine: { text: '' }, theirs: { text: 'theirs\n', line: 3 } },
    ]);
    expect(merge.resolve(['mine', 'theirs'])).toBe('a\nmine\nb\ntheirs\nc\n');
  });
});
