import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pidOf } from './pid-of.ts';
import { makeHome, type TestHome } from './run-cli.ts';

/** What a process did. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  bytes: Buffer;
}

/** A running process with what it has printed so far. */
export interface Started {
  child: ChildProcess;
  pid: number;
  stdout(): string;
  stderr(): string;
  ended: Promise<Ended>;
}

/** How to run the built program. */
export interface ProcessSetting {
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** What is piped in; without it stdin is empty. */
  stdin?: string | Buffer;
  /** Milliseconds after which it is killed, so that a command that hangs fails a test and not the whole run. */
  limitMs?: number;
}

/** The built program with its own home. */
export interface Workspace {
  program: string;
  home: TestHome;
  folder: string;
  env: Record<string, string | undefined>;
  /** Starts `platen` with these words. */
  start(words: readonly string[], setting?: ProcessSetting): Started;
  /** Runs `platen` to its end. */
  platen(words: readonly string[], setting?: ProcessSetting): Promise<Ended>;
  /** Runs a script in bash, with `platen` on the PATH. */
  shell(script: string, setting?: ProcessSetting): Promise<Ended>;
  /** Ends what still runs, and removes the home. */
  clear(): Promise<void>;
}

/** Sets up a workspace for one test file. */
export function openWorkspace(program: string): Workspace {
  const home = makeHome();
  const running = new Set<Started>();
  const commands = join(dirname(home.folder), 'bin');
  mkdirSync(commands);
  symlinkSync(join(program, 'bin', 'platen.js'), join(commands, 'platen'));
  const env = {
    ...home.env,
    PATH: [commands, dirname(process.execPath), process.env.PATH].join(delimiter),
    LANG: 'C.UTF-8',
    // No test waits for a balancer that there is not.
    PLATEN_DRAIN_DELAY: '0s',
  };
  function startAny(file: string, words: readonly string[], setting: ProcessSetting = {}): Started {
    const started = startProcess(file, words, {
      ...setting,
      cwd: setting.cwd ?? home.folder,
      env: { ...env, ...setting.env },
    });
    running.add(started);
    void started.ended.then(() => running.delete(started));
    return started;
  }
  const start = (words: readonly string[], setting?: ProcessSetting) =>
    startAny(process.execPath, [join(program, 'bin', 'platen.js'), ...words], setting);
  return {
    program,
    home,
    folder: home.folder,
    env,
    start,
    platen: (words, setting) => start(words, setting).ended,
    shell: (script, setting) => startAny('bash', ['-c', script], setting).ended,
    async clear() {
      for (const started of running) killGroup(started.child);
      await Promise.all([...running].map((started) => started.ended));
      home.remove();
    },
  };
}

/** Starts any program and collects what it prints. */
export function startProcess(file: string, words: readonly string[], setting: ProcessSetting): Started {
  const { cwd, env } = setting;
  // Its own group, so that a script that hangs is killed with all it started.
  const child = spawn(file, words, { cwd, env: env as NodeJS.ProcessEnv, stdio: 'pipe', detached: true });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  // A command that reads nothing closes its end first.
  child.stdin.on('error', () => {});
  child.stdin.end(setting.stdin ?? '');
  const timer = setTimeout(() => killGroup(child), setting.limitMs ?? 25_000);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      const bytes = stdout();
      resolve({ code, signal, bytes, stdout: bytes.toString('utf8'), stderr: stderr().toString('utf8') });
    });
  });
  return {
    child,
    get pid() {
      return pidOf(child);
    },
    stdout: () => stdout().toString('utf8'),
    stderr: () => stderr().toString('utf8'),
    ended,
  };
}

function killGroup(child: ChildProcess): void {
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody is left in it.
  }
}

function collect(stream: NodeJS.ReadableStream): () => Buffer {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks);
}
