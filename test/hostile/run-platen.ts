import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** How a command ended. */
export interface Ended {
  code: number | null;
  output: string;
  ms: number;
}

/** A fresh folder for a row about files. */
export function makeScene(): string {
  mkdirSync('/mnt/scenes', { recursive: true });
  return mkdtempSync('/mnt/scenes/row-');
}

/** Runs the command line in a folder, in local mode, with a home of its own. Killed after 30 seconds. */
export function runPlaten(folder: string, ...args: string[]): Promise<Ended> {
  const script = fileURLToPath(new URL('platen.ts', import.meta.url));
  const { PATH = '', TMPDIR = '' } = process.env;
  const env = { PATH, TMPDIR, HOME: folder, XDG_CACHE_HOME: '/mnt/cli-cache' };
  const start = performance.now();
  const child = spawn(process.execPath, [script, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output, ms: performance.now() - start });
    }),
  );
}
