import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOutput, type OutputChoices } from '../../../src/cli/output/output.ts';
import { captureOutput } from '../../helpers/capture-output.ts';

interface Setting extends Partial<OutputChoices> {
  env?: Record<string, string>;
  isTerminal?: boolean;
  /** Whether stdout is a terminal. Default as `isTerminal`. */
  dataToTerminal?: boolean;
  columns?: number;
}

/** An output at a terminal, and what it has written to it. */
function open({ env = {}, isTerminal = true, dataToTerminal = isTerminal, columns = 80, ...choices }: Setting = {}) {
  const [stdout, stderr] = [captureOutput(dataToTerminal), captureOutput(isTerminal, columns)];
  const io = { stdout: stdout.stream, stderr: stderr.stream, env };
  const all = { json: false, quiet: false, verbose: false, debug: false, color: false, ...choices };
  return { output: createOutput(io as never, all), people: () => stderr.read().toString() };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.stubEnv('CI', undefined);
  vi.stubEnv('TERM', 'xterm');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe('progress', () => {
  it.each<[Setting, boolean]>([
    [{}, true],
    [{ env: { CI: '' } }, true],
    [{ env: { CI: '1' } }, false],
    [{ env: { TERM: 'xterm' } }, true],
    [{ env: { TERM: 'dumb' } }, false],
    [{ isTerminal: false }, false],
    [{ columns: 1 }, true],
    [{ columns: 0 }, false],
    [{ quiet: true }, false],
    [{ json: true }, false],
    [{ debug: true }, false],
  ])('spins at a terminal that can show it: %j %s', (setting, spins) => {
    const { output, people } = open({ ...setting, verbose: true });
    output.progress('rendering').stop();
    expect(people()).toBe(spins ? '' : 'rendering\n');
  });

  /** Lets the time of a spinner pass, and loads what draws it. */
  async function pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(0);
  }

  it('shows up after a moment, changes and vanishes', async () => {
    const { output, people } = open();
    const progress = output.progress('rendering\u001b');
    await pass(149);
    expect(people()).toBe('');
    await pass(1);
    expect(people()).toContain('rendering\\u001b');
    progress.update('half\u001b');
    await pass(200);
    expect(people()).toContain('half\\u001b');
    progress.stop();
    const before = people();
    progress.update('late');
    await pass(1000);
    expect(people()).toBe(before);
  });

  it('shows the newest text when it shows up', async () => {
    const { output, people } = open();
    const progress = output.progress('first');
    progress.update('second');
    await pass(150);
    progress.stop();
    expect(people()).toContain('second');
    expect(people()).not.toContain('first');
  });

  it('never shows up for short work', async () => {
    const { output, people } = open();
    output.progress('rendering').stop();
    await pass(1000);
    expect(people()).toBe('');
  });

  it('makes room for what else is said, and goes on', async () => {
    const { output, people } = open();
    const progress = output.progress('rendering');
    await pass(150);
    output.note('a note');
    await pass(200);
    progress.stop();
    const [, after = ''] = people().split('a note\n');
    expect(after).toContain('rendering');
    output.note('the end');
    await pass(200);
    expect(people().split('the end\n')[1]).toBe('');
  });

  it.each([true, false])('makes room for data only if that goes to the terminal: %s', async (dataToTerminal) => {
    const { output, people } = open({ dataToTerminal });
    const progress = output.progress('rendering');
    await pass(150);
    const before = people();
    await output.data('data\n');
    expect(people() !== before).toBe(dataToTerminal);
    progress.stop();
  });

  it('shows why it waits instead of its text', async () => {
    const { output, people } = open();
    const progress = output.progress('rendering');
    await pass(150);
    output.holdUp('the service is full');
    progress.update('half');
    await pass(200);
    expect(people()).toContain('the service is full');
    expect(people()).not.toContain('half');
    output.holdUp(undefined);
    await pass(200);
    progress.stop();
    expect(people()).toContain('half');
    expect(people()).not.toContain('\nthe service is full\n');
  });

  it('that begins while it is held up says so', async () => {
    const { output, people } = open();
    output.holdUp('the service is full');
    const progress = output.progress('rendering');
    await pass(150);
    progress.stop();
    expect(people()).toContain('the service is full');
    expect(people()).not.toContain('rendering');
  });
});
