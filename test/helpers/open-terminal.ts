import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { spawn } from '@lydell/node-pty';
import type { Workspace } from './workspace.ts';

/** A command that runs in its own terminal. */
export interface Terminal {
  pid: number;
  /** All that the terminal got so far, control sequences included. */
  screen(): string;
  /** The same without control sequences. */
  text(): string;
  /** Types. */
  type(keys: string): void;
  /** Waits until the screen shows something. */
  shows(what: string | RegExp): Promise<void>;
  /** Resolves with the exit code when the command ends and the terminal is empty. */
  ended: Promise<number>;
}

/** How wide the terminal is, and what else is set. */
export interface TerminalSetting {
  columns?: number;
  env?: Record<string, string | undefined>;
  /** Runs this line of shell instead of the command itself. */
  line?: string;
}

/** Runs `platen` with these words in a real terminal. */
export function openTerminal(workspace: Workspace, words: readonly string[], setting: TerminalSetting = {}): Terminal {
  const { columns = 80 } = setting;
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...workspace.env, TERM: 'xterm-256color', ...setting.env })) {
    if (value !== undefined) env[name] = value;
  }
  const [file, args] =
    setting.line === undefined
      ? [process.execPath, [join(workspace.program, 'bin', 'platen.js'), ...words]]
      : ['bash', ['-c', setting.line]];
  const terminal = spawn(file, [...args], {
    cols: columns,
    rows: 24,
    cwd: workspace.folder,
    env,
    name: env.TERM ?? '',
  });
  readToTheEnd(terminal);
  let screen = '';
  terminal.onData((data) => {
    screen += data;
  });
  const timer = setTimeout(() => terminal.kill('SIGKILL'), 25_000);
  const ended = new Promise<number>((resolve) => {
    terminal.onExit(({ exitCode }) => {
      clearTimeout(timer);
      resolve(exitCode);
    });
  });
  const text = () => stripVTControlCharacters(screen);
  return {
    pid: terminal.pid,
    screen: () => screen,
    text,
    type: (keys) => terminal.write(keys),
    async shows(what) {
      const matches = () => (typeof what === 'string' ? text().includes(what) : what.test(text()));
      const end = Date.now() + 15_000;
      while (!matches()) {
        if (Date.now() > end) throw new Error(`the terminal does not show ${what}, but: ${text()}`);
        await new Promise((done) => setTimeout(done, 20));
      }
    },
    ended,
  };
}

/**
 * The package closes a terminal 200 ms after its command has ended, read or not, by a timer. In a process that was busy until then timers
 * come before what there is to read, so the closing waits for that.
 */
function readToTheEnd(terminal: object): void {
  const { _socket: socket } = terminal as { _socket: { destroy(): unknown } };
  const destroy = socket.destroy.bind(socket);
  socket.destroy = () => setImmediate(() => setImmediate(destroy));
}
