import { getEventListeners } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { askSecret } from '../../../src/cli/command/ask-secret.ts';
import { captureOutput } from '../../helpers/capture-output.ts';

/** Asks at a terminal where `act` types. */
async function ask(act: (stdin: PassThrough, abort: AbortController) => void) {
  const abort = new AbortController();
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = captureOutput(true);
  const answer = askSecret('API key: ', { stdin, stderr: stderr.stream }, abort.signal);
  act(stdin, abort);
  const given = await answer.catch((error: { code: string; message: string }) => [error.code, error.message]);
  return { given, shown: stderr.read().toString(), listeners: getEventListeners(abort.signal, 'abort').length };
}

const interrupted = ['interrupted', 'interrupted'];

it.each<[string, (stdin: PassThrough, abort: AbortController) => void, unknown]>([
  ['a line', (stdin) => stdin.write('s3cret\r'), 's3cret'],
  ['a corrected line', (stdin) => stdin.write('s4\u007f3cret\n'), 's3cret'],
  ['Ctrl-C', (stdin) => stdin.write('s3\u0003'), interrupted],
  ['Ctrl-D', (stdin) => stdin.write('\u0004'), ['consent_needed', 'no API key was typed']],
  ['the end of the input', (stdin) => stdin.end(), ['consent_needed', 'no API key was typed']],
  ['a signal', (_stdin, abort) => abort.abort(), interrupted],
])('a secret is asked for, and not shown: %s', async (_typed, act, given) => {
  expect(await ask(act)).toEqual({ given, shown: 'API key: \n', listeners: 0 });
});

it('a command that was stopped waits for no secret', async () => {
  const stderr = captureOutput(true);
  const asked = askSecret('API key: ', { stdin: new PassThrough(), stderr: stderr.stream }, AbortSignal.abort());
  await expect(asked).rejects.toMatchObject({ code: 'interrupted' });
});
