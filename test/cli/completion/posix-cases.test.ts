import { expect, it } from 'vitest';
import type { CompletionTable } from '../../../src/cli/completion/completion-table.ts';
import { buildPosixCases, quotePosix } from '../../../src/cli/completion/posix-cases.ts';

it.each([
  ['a', "'a'"],
  ['', "''"],
  ["it's", "'it'\\''s'"],
])('the word %j is quoted', (word, quoted) => {
  expect(quotePosix(word)).toBe(quoted);
});

const nothing = { kind: 'nothing' } as const;
const table: CompletionTable = {
  globals: [
    { names: ['-h', '--help'], description: '', value: undefined },
    { names: ['--profile'], description: '', value: { kind: 'profiles' } },
  ],
  places: [
    { path: '', flags: [], commands: [{ name: 'keys', description: '' }], argument: nothing },
    {
      path: 'keys',
      flags: [
        { names: ['-o', '--output'], description: '', value: { kind: 'files' } },
        { names: ['--input'], description: '', value: { kind: 'files' } },
        { names: ['--all'], description: '', value: undefined },
      ],
      commands: [
        { name: 'get', description: '' },
        { name: 'put', description: '' },
      ],
      argument: { kind: 'words', words: ['a', 'b'] },
    },
    { path: 'keys get', flags: [], commands: [], argument: { kind: 'templates' } },
  ],
};

it('the branches of places and flags are joined', () => {
  expect(buildPosixCases(table, (words) => `(${words.join(' ')})`)).toEqual({
    valueFlags: "*:'--profile'|'keys':'-o'|'keys':'--output'|'keys':'--input'",
    commands: "':keys'|'keys:get'|'keys:put'",
    values: "    *:'--profile') kind=profiles ;;\n    'keys':'-o'|'keys':'--output'|'keys':'--input') kind=files ;;",
    arguments: "        'keys') kind=words list=(a b) ;;\n        'keys get') kind=templates ;;",
  });
});
