import { describe, expect, it } from 'vitest';
import { mergeDraft } from '../../../src/web/dashboard/template-editor/draft-merge.ts';

const base = { content: 'a\nb\nc\n', context: '{\n  "n": 1\n}\n' };

describe('a draft and what another person has saved meanwhile', () => {
  it('are merged without a question if they changed different lines and values', () => {
    const mine = { content: 'mine\nb\nc\n', context: '{"n": 1, "mine": true}' };
    const theirs = { content: 'a\nb\ntheirs\n', context: '{\n  "n": 2\n}\n' };
    const merge = mergeDraft(base, mine, theirs);
    expect(merge.conflicts).toEqual([]);
    expect(merge.resolve([])).toEqual({
      content: 'mine\nb\ntheirs\n',
      context: '{\n  "n": 2,\n  "mine": true\n}\n',
    });
  });

  it('leave values as they were written if nobody else changed them', () => {
    const mine = { content: base.content, context: '{ "n":   3 }' };
    expect(mergeDraft(base, mine, { ...base, content: 'theirs' }).resolve([])).toEqual({
      content: 'theirs',
      context: mine.context,
    });
  });

  it('have a conflict for each place that both changed, those of the content first', () => {
    const mine = { content: 'mine\nb\nmine\n', context: '{"n": 2}' };
    const theirs = { content: 'theirs\nb\ntheirs\n', context: '{"n": 3}' };
    const merge = mergeDraft(base, mine, theirs);
    expect(merge.conflicts.map(({ where }) => where)).toEqual(['content', 'content', 'values']);
    expect(merge.resolve(['mine', 'both', 'theirs'])).toEqual({
      content: 'mine\nb\nmine\ntheirs\n',
      context: '{\n  "n": 3\n}\n',
    });
  });

  it('have a conflict for each difference if it is not known what the draft started from', () => {
    const merge = mergeDraft(undefined, base, { content: 'a\nb\nnew\nc\n', context: '{}' });
    expect(merge.conflicts).toMatchObject([{ where: 'content' }, { where: 'values', conflict: { pointer: '/n' } }]);
  });
});
