import { describe, expect, it } from 'vitest';
import { addFlag, quoteWord } from '../../../src/cli/output/quote-word.ts';

it.each([
  ['a/b.html', 'a/b.html'],
  ['--page-size=A4', '--page-size=A4'],
  ['a b', "'a b'"],
  ["it's", "'it'\\''s'"],
  ['', "''"],
  ['$HOME', "'$HOME'"],
])('a shell takes %j as %s', (word, quoted) => {
  expect(quoteWord(word)).toBe(quoted);
});

describe('a command with one more flag', () => {
  it('has it at the end, or before what follows two hyphens', () => {
    expect(addFlag(['render', 'pdf', 'a b.html'], '--force')).toBe("platen render pdf 'a b.html' --force");
    expect(addFlag(['render', 'pdf', '--', '-x.html'], '--force')).toBe('platen render pdf --force -- -x.html');
    expect(addFlag(['--', 'x'], '--force')).toBe('platen --force -- x');
  });

  it('is shown with up to 500 characters', () => {
    const rest = 'platen  --force'.length;
    expect(addFlag(['a'.repeat(500 - rest)], '--force')).toHaveLength(500);
    expect(addFlag(['a'.repeat(501 - rest)], '--force')).toBeUndefined();
  });

  it('is not shown with a password in a URL', () => {
    expect(addFlag(['https://me:secret@example.com/a'], '--force')).toBeUndefined();
    expect(addFlag(['https://example.com/a@b'], '--force')).toBe('platen https://example.com/a@b --force');
  });
});
