import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import type { EndSignal } from '../../../../src/cli/output/io.ts';
import { run } from '../../../../src/cli/run.ts';
import type { TestHome } from '../../../helpers/run-cli.ts';

/** A preview that is running. */
export interface RunningPreview {
  url: string;
  /** Presses Ctrl-C and gives the exit code. */
  stop(): Promise<number>;
}

/** Starts `platen templates preview` in a home, and waits until the page is there. */
export async function startPreview(words: readonly string[], home: TestHome): Promise<RunningPreview> {
  let send: (signal: EndSignal) => void = () => {};
  let printed = '';
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  const collect = () =>
    new Writable({
      write(chunk, _encoding, done) {
        printed += chunk;
        if (printed.includes('"url"')) resolve();
        done();
      },
    });
  const io = {
    stdin: Readable.from([]),
    stdout: collect(),
    stderr: collect(),
    env: home.env,
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
  const ended = run(['templates', 'preview', ...words, '--json'], io, '0.0.0-test');
  await Promise.race([listening, ended]);
  const url = /"url": "(.*)"/.exec(printed)?.[1];
  if (url === undefined) throw new Error(printed);
  return {
    url,
    stop() {
      send('SIGINT');
      return ended;
    },
  };
}
