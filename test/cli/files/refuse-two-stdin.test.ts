import { expect, it } from 'vitest';
import { refuseTwoStdin } from '../../../src/cli/files/refuse-two-stdin.ts';

const check = (inputs: Record<string, string | undefined>, apiKeyFile?: string) => () =>
  refuseTwoStdin({ settings: { api_key_file: apiKeyFile } }, inputs);

it.each<[Record<string, string | undefined>, string | undefined]>([
  [{}, undefined],
  [{}, '-'],
  [{ source: '-' }, 'key'],
  [{ source: '-', '--css': undefined, '--header': '<p>-' }, undefined],
  [{ source: 'a.html', '--header': '@-' }, undefined],
])('one input may read stdin: %j with the key %s', (inputs, apiKeyFile) => {
  expect(check(inputs, apiKeyFile)).not.toThrow();
});

it.each<[Record<string, string>, string | undefined, string]>([
  [{ source: '-', '--header': '@-' }, undefined, 'source and --header'],
  [{ source: '-' }, '-', 'source and --api-key-file'],
  [{ '--css': '-', source: '-', '--header': '@-' }, '-', '--css and source and --header and --api-key-file'],
])('several inputs cannot read stdin: %j with the key %s', (inputs, apiKeyFile, names) => {
  expect(check(inputs, apiKeyFile)).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: `${names} cannot both read stdin`,
      fix: 'put one of them into a file',
    }),
  );
});
