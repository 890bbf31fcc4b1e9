import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import { ContextFault } from '../../../../src/cli/templates/context-text.ts';
import { showError } from '../../../../src/cli/templates/preview/show-error.ts';
import { errors } from '../../../../src/contract/index.ts';

const text = 'one\r\ntwo\nthree\nfour\nfive\nsix\n';

describe('an error of values', () => {
  it.each<[number, [number, string][]]>([
    [
      1,
      [
        [1, 'one'],
        [2, 'two'],
        [3, 'three'],
      ],
    ],
    [
      3,
      [
        [1, 'one'],
        [2, 'two'],
        [3, 'three'],
        [4, 'four'],
        [5, 'five'],
      ],
    ],
    [
      6,
      [
        [4, 'four'],
        [5, 'five'],
        [6, 'six'],
      ],
    ],
  ])('in line %i is shown with two lines around it', (line, lines) => {
    const fault = new ContextFault('values.json', 'is bad', { line, column: 2 }, 'repair it');
    expect(showError(fault, '', text)).toEqual({
      message: 'is bad',
      fix: 'repair it',
      file: 'values.json',
      line,
      column: 2,
      source: lines.map(([number, words]) => ({ number, text: words })),
    });
  });

  it('without a place has no lines', () => {
    expect(showError(new ContextFault('values.json', 'is bad'), '', text)).toEqual({
      message: 'is bad',
      file: 'values.json',
    });
  });

  it('has at most 240 characters of a line, and no column beyond them', () => {
    const show = (column: number) => showError(new ContextFault('a', 'b', { line: 1, column }), '', 'x'.repeat(300));
    expect(show(240)).toMatchObject({ column: 240, source: [{ number: 1, text: 'x'.repeat(240) }] });
    expect(show(241)).not.toHaveProperty('column');
  });
});

describe('any other error', () => {
  it('has its cause and its fix', () => {
    const error = new CommandError('usage', 'no such thing', { why: 'so', fix: 'do it' });
    expect(showError(error, text, text)).toEqual({ message: 'no such thing', why: 'so', fix: 'do it' });
  });

  it('has its cause in place of a mere title', () => {
    const error = new CommandError('too_large', errors.too_large.title, { why: 'so', fix: 'do it' });
    expect(showError(error, text, text)).toEqual({ message: 'so', fix: 'do it' });
    const bare = new CommandError('too_large', errors.too_large.title, { fix: 'do it' });
    expect(showError(bare, text, text)).toEqual({ message: errors.too_large.title, fix: 'do it' });
  });
});
