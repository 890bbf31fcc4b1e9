import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findProgram } from '../helpers/bundled-program.ts';

/** How a process writes templates. */
export interface Writing {
  dataFolder: string;
  /** How many templates. Default: until the process is ended. */
  count?: number;
  /** Characters of each template. */
  size?: number;
  /** The user to run as, where the test runs as root. */
  uid?: number;
  /** A shell command to run first, such as a limit. */
  before?: string;
  /** Ends the process with SIGKILL after so many ids. */
  killAfter?: number;
}

/** Runs another process that writes templates. Returns the ids that it printed and, where it failed, the error as JSON. */
export async function writeInChild({ dataFolder, count = Infinity, size = 1000, before, killAfter, uid }: Writing) {
  const words = [process.execPath, findProgram('write-templates'), dataFolder, `${count}`, `${size}`];
  const command = before === undefined ? words : ['sh', '-c', `${before}; exec "$@"`, 'sh', ...words];
  const child = spawn(command[0] ?? '', command.slice(1), {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid !== undefined && { uid }),
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (killAfter !== undefined && output.split('\n').length > killAfter) child.kill('SIGKILL');
  });
  await once(child, 'close');
  // Behind the last line break stands an error, or an id that was cut.
  const lines = output.split('\n');
  return { ids: lines.slice(0, -1), rest: lines.at(-1) ?? '', signal: child.signalCode };
}
