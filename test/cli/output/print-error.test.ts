import { expect, it } from 'vitest';
import type { DescribedError } from '../../../src/cli/output/describe-error.ts';
import type { Io } from '../../../src/cli/output/io.ts';
import { createOutput } from '../../../src/cli/output/output.ts';
import { printError } from '../../../src/cli/output/print-error.ts';
import { captureOutput } from '../../helpers/capture-output.ts';

const least: DescribedError = { code: 'page_failed', exit: 7, message: 'it failed' };
const whole: DescribedError = {
  ...least,
  why: 'no\tnetwork',
  faults: ['one', 'two\u001b'],
  fix: 'try\nagain',
  status: 422,
  requestId: 'r\u001b1',
  errors: [{ pointer: '/a', detail: 'is wrong' }],
  stack: 'Error: it failed\n    at a.ts:1',
};

/** What is printed to stderr. */
async function print(error: DescribedError, { debug = false, json = false, color = false, warns = false } = {}) {
  const [stdout, stderr] = [captureOutput(), captureOutput()];
  const io = { stdout: stdout.stream, stderr: stderr.stream, env: {} } as unknown as Io;
  const output = createOutput(io, { json, quiet: false, verbose: false, debug: false, color });
  if (warns) output.warn({ code: 'option_ignored', text: 'it has no effect' });
  await printError(error, output, debug);
  expect(stdout.read().toString()).toBe('');
  return stderr.read().toString();
}

const known = [
  'error: it failed',
  '  why: no network',
  '    one',
  '    two\\u001b',
  '  fix: try again',
  '  code: page_failed (422), request r\\u001b1',
  '',
].join('\n');

it.each<[string, DescribedError, { debug?: boolean }, string]>([
  ['what failed', least, {}, 'error: it failed\n  code: page_failed\n'],
  ['all that is known', whole, {}, known],
  ['the stack of a fault with --debug', whole, { debug: true }, `${known}Error: it failed\n    at a.ts:1\n`],
  [
    'the error alone with --debug, if it has no stack',
    least,
    { debug: true },
    'error: it failed\n  code: page_failed\n',
  ],
  ['the status alone', { ...least, status: 500 }, {}, 'error: it failed\n  code: page_failed (500)\n'],
  ['the request alone', { ...least, requestId: 'r1' }, {}, 'error: it failed\n  code: page_failed, request r1\n'],
  [
    'no request of a service inside the command',
    { ...least, status: 422, requestId: 'r1', embedded: true },
    {},
    'error: it failed\n  code: page_failed\n',
  ],
])('an error shows people %s', async (_case, error, choices, text) => {
  expect(await print(error, choices)).toBe(text);
});

it('an error is coloured for people', async () => {
  expect(await print(least, { color: true })).toBe(
    '\u001b[31m\u001b[1merror:\u001b[22m\u001b[39m it failed\n\u001b[2m  code: page_failed\u001b[22m\n',
  );
});

it.each<[string, DescribedError, boolean, object]>([
  ['what failed', least, false, { error: { code: 'page_failed', message: 'it failed' } }],
  [
    'all that is known, with warnings',
    whole,
    true,
    {
      error: {
        code: 'page_failed',
        message: 'it failed',
        why: 'no\tnetwork',
        status: 422,
        request_id: 'r\u001b1',
        hint: 'try\nagain',
        errors: [{ pointer: '/a', detail: 'is wrong' }],
      },
      warnings: [{ part: null, code: 'option_ignored', detail: 'it has no effect' }],
    },
  ],
])('an error is one line of JSON with --json: %s', async (_case, error, warns, document) => {
  const text = await print(error, { json: true, warns, debug: true });
  expect(text).toMatch(/^[^\n]*\n$/);
  expect(JSON.parse(text)).toEqual(document);
});
