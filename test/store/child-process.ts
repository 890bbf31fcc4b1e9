import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('write-templates.ts', import.meta.url));

/** What a process that writes templates may be given. */
export interface Writing {
  dataFolder: string;
  /** How many templates; without it the process goes on until it is ended. */
  count?: number;
  /** Characters of each. */
  size?: number;
  /** The user to run as, where the test runs as root. */
  uid?: number;
  /** A shell command before it, for example a limit. */
  before?: string;
  /** Ends the process with SIGKILL as soon as so many ids were printed. */
  killAfter?: number;
}

/** Runs another process that writes templates; gives the ids it printed and, where it failed, the error as JSON. */
export async function writeInChild({ dataFolder, count = Infinity, size = 1000, before, killAfter, uid }: Writing) {
  const words = [process.execPath, '--disable-warning=ExperimentalWarning', program, dataFolder, `${count}`, `${size}`];
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
  // What stands behind the last line break is an error, or an id that was cut in the middle.
  const lines = output.split('\n');
  return { ids: lines.slice(0, -1), rest: lines.at(-1) ?? '', signal: child.signalCode };
}
