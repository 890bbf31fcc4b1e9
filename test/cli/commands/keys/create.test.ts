import { describe, expect, it } from 'vitest';
import { groups } from '../../../../src/cli/program/command-table.ts';
import { runCommand } from '../run-command.ts';

describe('a new key', () => {
  it.each([
    [['--name', ' '], '--name is empty'],
    [['--name', 'a', '--folder', ''], '--folder is empty'],
    [['--name', 'a', '--folder', 'A//b'], '--folder "A//b" cannot be a folder'],
    [['--name', 'a', '--template', 'x'], '--template "x" is not the id of a template'],
    [['--name', 'a', '--expires', 'soon'], expect.stringContaining('--expires')],
    [['--name', 'a', '--scope', 'render,nonsense'], expect.stringContaining('"nonsense" is not one of ')],
    [[], expect.stringContaining('--name')],
  ])('is refused before a store is opened or made: %j', async (words, message) => {
    const env = { PLATEN_DATA_DIR: '/proc/no-store' };
    expect(await runCommand(['keys', 'create', ...words], {}, { env })).toMatchObject({
      error: { code: 'usage', message },
    });
  });
});

it.each(
  ['keys', 'users', 'accounts'].flatMap((group) =>
    Object.keys(groups[group]?.commands ?? {}).map((verb) => [group, verb]),
  ),
)('%s %s has examples and says what it prints', async (group = '', verb = '') => {
  const { code, stdout } = await runCommand([group, verb, '--help']);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\nExamples:\n {2}\$ platen .*\nOutput:\n/s)]);
  expect(stdout).toContain('--data-dir');
});
