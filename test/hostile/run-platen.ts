import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** How a command ended. */
export interface Ended {
  code: number | null;
  output: string;
  ms: number;
}

/** How a command is started, where that is not as usual. */
export interface Start {
  /** More variables. */
  env?: Readonly<Record<string, string>>;
  /** A program that starts the command, such as `unshare`, with its arguments. */
  through?: readonly string[];
}

/** A fresh folder for a row about files. */
export function makeWorkspace(): string {
  mkdirSync('/mnt/workspaces', { recursive: true });
  return mkdtempSync('/mnt/workspaces/row-');
}

/** Runs the command line in a folder, in local mode, with its own home. Killed after 30 seconds. */
export function runPlaten(folder: string, ...args: string[]): Promise<Ended> {
  return startPlaten({}, folder, ...args);
}

/** Runs it as {@link runPlaten} does, in other surroundings. */
export function startPlaten({ env = {}, through = [] }: Start, folder: string, ...args: string[]): Promise<Ended> {
  const script = fileURLToPath(new URL('platen.ts', import.meta.url));
  const { PATH = '', TMPDIR = '', NODE_COMPILE_CACHE = '' } = process.env;
  const own = { PATH, TMPDIR, NODE_COMPILE_CACHE, HOME: folder, XDG_CACHE_HOME: '/mnt/cache' };
  const [program = '', ...words] = [...through, process.execPath, script, ...args];
  const start = performance.now();
  const child = spawn(program, words, { cwd: folder, env: { ...own, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output, ms: performance.now() - start });
    });
  });
}
