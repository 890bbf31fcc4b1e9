import { expect, it } from 'vitest';
import { groups, singles } from '../../../src/cli/program/command-table.ts';
import { runCommand } from '../commands/run-command.ts';

/** The exit codes that the help of each command explains. */
const codes: [command: string, codes: number[]][] = [
  ['serve', [3, 10, 15]],
  ['dashboard', [15]],
  ['init', [15]],
  ['backup', [3, 6, 15]],
  ['restore', [2, 3, 15]],
  ['doctor', [0, 3, 4, 11, 15]],
  ['inspect', [2]],
  ['compare', [2, 20]],
  ['mcp', [0, 2]],
  ['install', [3, 15]],
  ['completion', [2]],
  ['__complete', []],
  ['render pdf', [2, 6, 7, 10, 21]],
  ['render batch', [2, 6, 15, 21, 130]],
  ['render html', [2, 5, 6]],
  ['render image', [2, 6, 7, 10]],
  ['renders list', []],
  ['renders get', [5, 6, 7]],
  ['renders wait', [5, 6, 7, 12, 130]],
  ['renders cancel', [5]],
  ['templates list', [5]],
  ['templates get', [5]],
  ['templates create', [6]],
  ['templates update', [2, 5, 6]],
  ['templates delete', [2, 5, 6]],
  ['templates pull', [2, 5, 6, 15, 21]],
  ['templates push', [0, 2, 5, 6, 21]],
  ['templates diff', [2, 5, 20]],
  ['templates log', [5]],
  ['templates show', [5]],
  ['templates restore', [2, 5, 6]],
  ['templates label', [2, 5]],
  ['templates preview', [2, 5, 7, 15]],
  ['templates check', [0, 2, 7]],
  ['templates schema', [2, 6]],
  ['keys create', []],
  ['keys list', []],
  ['keys rotate', [5]],
  ['keys revoke', [5]],
  ['webhooks create', [4, 7]],
  ['webhooks list', []],
  ['webhooks test', [5, 11]],
  ['webhooks deliveries', [5]],
  ['webhooks retry', [5, 11]],
  ['webhooks update', [5, 7]],
  ['webhooks rotate', [5]],
  ['webhooks delete', [5]],
  ['users create', []],
  ['users list', []],
  ['users delete', [5, 7]],
  ['accounts list', []],
  ['accounts quota', []],
  ['config list', [3]],
  ['config get', [2, 3]],
  ['config set', [2, 3, 15]],
  ['config unset', [2, 3, 15]],
  ['config path', []],
  ['config trust', [2, 3, 15]],
];

it.each(codes)('platen %s --help explains the exit codes %j', async (command, explained) => {
  const { stdout } = await runCommand([...command.split(' '), '--help']);
  const [, lines = ''] = /\nExit codes[^\n]*\n((?: {2}.*\n)+)/.exec(stdout) ?? [];
  expect([...lines.matchAll(/^ {2}(\d+)/gm)].map(([, code]) => Number(code))).toEqual(explained);
});

it('the help of every command is checked', () => {
  const inGroups = Object.entries(groups).flatMap(([group, { commands }]) =>
    Object.keys(commands).map((name) => `${group} ${name}`),
  );
  expect(codes.map(([command]) => command)).toEqual([...Object.keys(singles), ...inGroups]);
});
