import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import type { EndSignal } from '../../src/cli/output/io.ts';
import { run } from '../../src/cli/run.ts';
import type { TestHome } from './run-cli.ts';

/** A command line that goes on until it is stopped. */
export interface RunningCommand {
  /** What was waited for, as the pattern found it. */
  found: string;
  /** What it has printed so far, on stdout and stderr. */
  printed(): string;
  /** Presses Ctrl-C and gives the exit code. */
  stop(): Promise<number>;
}

/** Starts a command line inside this process, and waits until it has printed what `pattern` finds in its first group. */
export async function startCommand(words: readonly string[], home: TestHome, pattern: RegExp): Promise<RunningCommand> {
  let send: (signal: EndSignal) => void = () => {};
  let printed = '';
  const { promise: shown, resolve } = Promise.withResolvers<void>();
  const collect = () =>
    new Writable({
      write(chunk, _encoding, done) {
        printed += chunk;
        if (pattern.test(printed)) resolve();
        done();
      },
    });
  const io = {
    stdin: Readable.from([]),
    stdout: collect(),
    stderr: collect(),
    // No proxy has to notice that a service ends.
    env: { PLATEN_DRAIN_DELAY: '0s', ...home.env },
    cwd: home.folder,
    platform: process.platform,
    homeFolder: home.env.HOME ?? '',
    onSignal(handler: typeof send) {
      send = handler;
      return () => {};
    },
    uncaught: new EventEmitter(),
    end: () => {},
  };
  const ended = run(words, io, '0.0.0-test');
  await Promise.race([shown, ended]);
  const found = pattern.exec(printed)?.[1];
  if (found === undefined) throw new Error(printed);
  return {
    found,
    printed: () => printed,
    stop() {
      send('SIGINT');
      return ended;
    },
  };
}
