import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { readGlobalFlags } from '../../../src/cli/command/global-options.ts';
import type { Io } from '../../../src/cli/output/io.ts';
import { createOutput } from '../../../src/cli/output/output.ts';
import { parseCommandLine } from '../../../src/cli/program/program.ts';
import { openContext } from '../../../src/cli/service/open-context.ts';
import type { Client } from '../../../src/client/index.ts';
import { captureOutput } from '../../helpers/capture-output.ts';

/** What a command did. */
export interface CommandRun {
  /** The exit code that it returned; undefined for 0 and if it threw. */
  code: number | undefined;
  /** What it threw. */
  error: unknown;
  stdout: string;
  stderr: string;
  /** Its calls of the service: the name of the method, and what it was given, without signals and functions. */
  calls: unknown[][];
  /** What it had started ahead of its calls. */
  warmUps: unknown[];
}

/** How a command runs. */
export interface CommandSetting {
  cwd?: string;
  env?: Record<string, string>;
  stdin?: string;
  /** What is typed; stdin and stderr are terminals then. */
  typed?: string;
  /** Whether stdout is a terminal. Default false. */
  isTerminal?: boolean;
}

/** The methods of a client that the test answers itself. */
export type ClientStub = { [name in keyof Client]?: (...given: never[]) => unknown };

/** The URL of the service, of which the commands know only the name. */
export const serviceUrl = 'https://pdf.example';

/** An empty folder, which is removed after the test. */
export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'platen-command-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a command line with a client of the test instead of a service. It starts nothing and opens no network. */
export async function runCommand(
  words: readonly string[],
  stub: ClientStub = {},
  { cwd, env, stdin, typed, isTerminal = false }: CommandSetting = {},
): Promise<CommandRun> {
  const home = makeFolder();
  const work = join(home, 'work');
  mkdirSync(work);
  const stdout = captureOutput(isTerminal, 200);
  const stderr = captureOutput(typed !== undefined, 200);
  const input = stdin === undefined ? new PassThrough() : Readable.from([Buffer.from(stdin)]);
  if (typed !== undefined) (input as PassThrough).end(typed);
  const io: Io = {
    stdin: Object.assign(input, { isTTY: stdin === undefined }),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: { HOME: home, NO_COLOR: '1', PLATEN_BASE_URL: serviceUrl, PLATEN_API_KEY: 'a-key-of-a-test', ...env },
    cwd: cwd ?? work,
    platform: 'linux',
    homeFolder: env?.HOME ?? home,
    onSignal: () => () => {},
    uncaught: new EventEmitter(),
    end: () => {},
  };
  const calls: unknown[][] = [];
  const warmUps: unknown[] = [];
  let code: number | undefined;
  let error: unknown;
  try {
    const parsed = await parseCommandLine(words, io, '1.2.3');
    if (typeof parsed === 'number') code = parsed;
    else {
      const flags = readGlobalFlags(parsed.global, parsed.settings);
      const output = createOutput(io, { ...flags, color: parsed.global.color });
      const context = openContext(io, flags, output, new AbortController().signal, '1.2.3');
      context.client = async () => recordCalls(stub, calls);
      context.warmUp = async (needs) => void warmUps.push(needs);
      code = await parsed.run(context).finally(() => context.close());
      output.flushWarnings();
    }
  } catch (thrown) {
    error = thrown;
  }
  return {
    code,
    error,
    stdout: stdout.read().toString('utf8'),
    stderr: stderr.read().toString('utf8'),
    calls,
    warmUps,
  };
}

/** The lines of a text for people, with one space between their columns. */
export function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim().replace(/ {2,}/g, ' '));
}

function recordCalls(stub: ClientStub, calls: unknown[][]): Client {
  const record = (name: string, act: unknown) => [
    name,
    async (...given: unknown[]) => {
      calls.push([
        name,
        ...given.map(withoutSignal).filter((value) => !['undefined', 'function'].includes(typeof value)),
      ]);
      return (act as (...given: unknown[]) => unknown)(...given);
    },
  ];
  return Object.fromEntries(Object.entries(stub).map(([name, act]) => record(name, act)));
}

/** What a call was given, apart from signals and from what is undefined. */
function withoutSignal(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const left = Object.entries(given).filter(([name, value]) => name !== 'signal' && value !== undefined);
  return left.length === 0 && 'signal' in given ? undefined : Object.fromEntries(left);
}
