import { expect, it } from 'vitest';
import type { Io } from '../../../src/cli/output/io.ts';
import { createOutput } from '../../../src/cli/output/output.ts';
import { showList, showSecret } from '../../../src/cli/output/show-results.ts';
import { captureOutput } from '../../helpers/capture-output.ts';

function open({ json = false, isTerminal = false, width = 80 } = {}) {
  const [stdout, stderr] = [captureOutput(isTerminal, width), captureOutput()];
  const io = { stdout: stdout.stream, stderr: stderr.stream, env: {} } as unknown as Io;
  const output = createOutput(io, { json, quiet: false, verbose: false, debug: false, color: false });
  return { output, read: () => [stdout.read().toString(), stderr.read().toString()] };
}

const items = [
  { id: 1, name: 'one' },
  { id: 22, name: 'two' },
];
const table = {
  heading: ['id', 'name'],
  row: ({ id, name }: { id: number; name: string }) => [String(id), name],
  none: 'there are no items',
};
const asJson = (data: unknown, more: object = {}) => `${JSON.stringify({ data, ...more }, null, 2)}\n`;

it.each([
  ['a table at a terminal', items, { isTerminal: true }, ['ID  NAME\n1   one\n22  two\n', '']],
  ['blocks at a narrow terminal', items, { isTerminal: true, width: 7 }, ['1\n  name  one\n22\n  name  two\n', '']],
  ['a note if it is empty', [], { isTerminal: true }, ['', 'there are no items\n']],
  ['JSON in a pipe', items, {}, [asJson(items), '']],
  ['JSON in a pipe if it is empty', [], {}, [asJson([]), '']],
  ['JSON with --json', items, { isTerminal: true, json: true }, [asJson(items, { warnings: [] }), '']],
])('a list is shown as %s', async (_case, list, choices, printed) => {
  const { output, read } = open(choices);
  await showList(output, list, table);
  expect(read()).toEqual(printed);
});

it.each([
  ['for people', {}, ['s3cret\n', 'keep it\n']],
  ['with --json', { json: true }, [`${JSON.stringify({ key: 's3cret', warnings: [] }, null, 2)}\n`, '']],
])('a secret is shown %s', async (_case, choices, printed) => {
  const { output, read } = open(choices);
  await showSecret(output, 's3cret', { key: 's3cret' }, 'keep it');
  expect(read()).toEqual(printed);
});
