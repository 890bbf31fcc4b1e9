import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';

/** A container of runc. */
export interface Container {
  /** Resolves with the exit code of its first process. */
  ended: Promise<number | null>;
  /** Runs a program inside, with the same rights, and gives what it prints. Throws where it fails. */
  exec(words: string[]): string;
  /** Throws where a process is not of user 1000, could gain rights or has any. Gives the number of processes. */
  checkProcesses(): number;
  /** Sends SIGTERM to its first process. */
  stop(): void;
  /** Kills and forgets it. */
  remove(): void;
}

/** Starts the bundle in a folder. What it prints goes where this process prints. */
export function runContainer(bundle: string, env: string[]): Container {
  const name = `platen-${process.pid}`;
  const runc = (...words: string[]) => execFileSync('runc', words, { encoding: 'utf8' });
  const child = spawn('runc', ['run', '--bundle', bundle, name], { stdio: 'inherit' });
  return {
    ended: once(child, 'exit').then(([code]) => code),
    exec: (words) => runc('exec', ...env.flatMap((pair) => ['--env', pair]), name, ...words),
    checkProcesses() {
      const pids: number[] = JSON.parse(runc('ps', '--format', 'json', name));
      for (const pid of pids) checkProcess(pid);
      return pids.length;
    },
    stop: () => void runc('kill', name, 'TERM'),
    remove() {
      try {
        execFileSync('runc', ['delete', '--force', name], { stdio: 'ignore' });
      } catch {
        // It has ended by itself.
      }
    },
  };
}

/** Looks at a process as the kernel tells of it: proc_pid_status(5). */
function checkProcess(pid: number): void {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (of: string) => new RegExp(`^${of}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
  // In its own user namespace, of which the browser's sandbox is made, a process has the capabilities of that one alone.
  const isApart = readlinkSync(`/proc/${pid}/ns/user`) !== readlinkSync('/proc/self/ns/user');
  const facts = {
    uid: field('Uid').split(/\s/)[0],
    noNewPrivs: field('NoNewPrivs'),
    seccomp: field('Seccomp'),
    capabilities: isApart ? '0'.repeat(16) : field('CapBnd'),
  };
  const expected = { uid: '1000', noNewPrivs: '1', seccomp: '2', capabilities: '0'.repeat(16) };
  if (JSON.stringify(facts) !== JSON.stringify(expected)) throw new Error(`process ${pid}: ${JSON.stringify(facts)}`);
}
