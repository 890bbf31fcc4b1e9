import { getEventListeners } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { confirm, requireAnswerer } from '../../../src/cli/command/confirm.ts';
import type { Context } from '../../../src/cli/command/context.ts';
import { captureOutput } from '../../helpers/capture-output.ts';

/** A context at a terminal, with changes, and what is asked there. */
function open({ stdinTerminal = true, stderrTerminal = true, env = {}, input = true, json = false } = {}) {
  const abort = new AbortController();
  const stdin = Object.assign(new PassThrough(), { isTTY: stdinTerminal });
  const stderr = captureOutput(stderrTerminal);
  const io = { stdin, stderr: stderr.stream, env };
  const context = { io, flags: { input, json }, signal: abort.signal } as unknown as Context;
  return { context, abort, stdin, read: () => stderr.read().toString() };
}

const refused = (flag: string) =>
  expect.objectContaining({
    code: 'consent_needed',
    message: 'this needs consent: Delete it?',
    why: 'there is no terminal, or questions are disabled (CI, --no-input, --json)',
    fix: `give it with ${flag}`,
  });

describe('consent', () => {
  it.each([
    { stdinTerminal: false },
    { stderrTerminal: false },
    { env: { CI: 'true' } },
    { input: false },
    { json: true },
  ])('is needed by a flag with %j', async (changes) => {
    const { context, read } = open(changes);
    expect(() => requireAnswerer(context, 'Delete it?', '--force')).toThrow(refused('--force'));
    expect(() => requireAnswerer(context, 'Delete it?')).toThrow(refused('--yes'));
    await expect(confirm(context, 'Delete it?', '--force')).rejects.toEqual(refused('--force'));
    expect(read()).toBe('');
  });

  it('can be asked for at a terminal', () => {
    expect(() => requireAnswerer(open({ env: { CI: '' } }).context, 'Delete it?')).not.toThrow();
  });

  it.each([
    ['y\n', true],
    ['Y', true],
    [' yes \r\n', true],
    ['n\n', false],
    ['\n', false],
    ['yep\n', false],
    ['oy\n', false],
    ['n\ny\n', false],
  ])('is the answer %j: %s', async (typed, isGiven) => {
    const { context, stdin, read } = open();
    const answer = confirm(context, 'Delete it?');
    stdin.end(typed);
    expect(await answer).toBe(isGiven);
    expect(read()).toBe('Delete it? [y/N] ');
  });

  it('is not given by the end of the input, after which a new line begins', async () => {
    const { context, stdin, read } = open();
    const answer = confirm(context, 'Delete it?');
    stdin.end();
    expect(await answer).toBe(false);
    expect(read()).toBe('Delete it? [y/N] \n');
  });

  it('is not awaited after the command was stopped', async () => {
    const { context, abort } = open();
    const answer = confirm(context, 'Delete it?');
    abort.abort(new Error('stopped'));
    await expect(answer).rejects.toThrow('stopped');
    const late = open();
    late.abort.abort(new Error('stopped before'));
    await expect(confirm(late.context, 'Delete it?')).rejects.toThrow('stopped before');
    expect(late.read()).toBe('');
  });

  it('reads no further than the answer, and leaves no listener behind', async () => {
    const { context, stdin } = open();
    const answer = confirm(context, 'Delete it?');
    stdin.write('y\n');
    await answer;
    expect([getEventListeners(context.signal, 'abort'), stdin.isPaused()]).toEqual([[], true]);
  });
});
