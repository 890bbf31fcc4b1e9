import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { UnitRun } from './unit-child.ts';

/** Runs after which the tests get a new process: Vitest keeps something of each. */
const mostRuns = 40;
const startLimitMs = 120_000;

/** Runs unit tests after each of many changes, in a process that is kept: starting Vitest takes longer than the tests. */
export class UnitTests {
  readonly #limitMs: number;
  #child: ChildProcess | undefined;
  #runs = 0;
  #changed: string[] = [];

  /** A run that takes longer than the limit counts as failed: a change can make a program endless. */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Says that a source has changed, or is again what it was. */
  noteChange(source: string): void {
    this.#changed.push(source);
  }

  /** Runs files of tests until a test fails. Returns the files that failed; none of them, if the run did not end in time. */
  async run(tests: readonly string[]): Promise<string[] | undefined> {
    if (this.#runs === mostRuns) this.stop();
    const child = await this.#open();
    const changed = this.#changed;
    this.#changed = [];
    this.#runs += 1;
    child.send({ tests, changed } satisfies UnitRun);
    const failed = await receive(child, this.#limitMs);
    if (failed === undefined) {
      this.stop();
      return [];
    }
    return failed.length === 0 ? undefined : failed;
  }

  /** Ends the process and its workers. */
  stop(): void {
    const child = this.#child;
    // A worker in an endless program does not hear that its parent has gone.
    if (child?.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    this.#child = undefined;
    this.#runs = 0;
  }

  async #open(): Promise<ChildProcess> {
    if (this.#child !== undefined) return this.#child;
    const path = join(import.meta.dirname, 'unit-child.ts');
    const child = fork(path, { detached: true, stdio: 'ignore' });
    this.#child = child;
    if ((await receive(child, startLimitMs)) === undefined) throw new Error('The unit tests do not start.');
    return child;
  }
}

/** The next answer of a child, or nothing if it ends or is too late. */
function receive(child: ChildProcess, limitMs: number): Promise<string[] | undefined> {
  return new Promise((resolve) => {
    const end = (answer?: unknown) => {
      clearTimeout(timer);
      child.off('message', end).off('exit', isGone);
      resolve(answer as string[] | undefined);
    };
    const isGone = () => end();
    const timer = setTimeout(end, limitMs);
    child.once('message', end).once('exit', isGone);
  });
}
