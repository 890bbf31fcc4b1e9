import { expect, it } from 'vitest';
import { CommandError } from '../../../src/cli/output/command-error.ts';

it('an error of a command has what failed, why, and what to do', () => {
  const cause = new Error('EACCES');
  const error = new CommandError('io_failed', 'cannot write a.pdf', { why: 'it is read-only', fix: 'move it', cause });
  expect(error).toMatchObject({
    ...{ name: 'CommandError', code: 'io_failed', message: 'cannot write a.pdf', why: 'it is read-only' },
    ...{ fix: 'move it', cause },
  });
});

it('an error of a command may have its message alone', () => {
  const error = new CommandError('usage', 'there is no such flag');
  expect([error.why, error.fix, 'cause' in error]).toEqual([undefined, undefined, false]);
  expect(new CommandError('usage', 'x', { cause: null }).cause).toBeNull();
});
