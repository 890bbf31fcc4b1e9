import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { killChild } from './child-process.ts';
import { buildChildFlags, type ChildEntry } from './find-entry.ts';

const watchEveryMs = 50;

/** Why a child ended without an answer: it took too much memory, was killed from outside, or ended on its own. */
export class JobChildEnded extends Error {
  readonly end: 'memory' | 'killed' | 'ended';

  constructor(end: JobChildEnded['end'], message: string, cause: unknown) {
    super(message, { cause });
    this.end = end;
  }
}

/** A process that takes jobs as values with bytes, one at a time. */
export interface JobChild<Job, Answer> {
  /** Runs a job. Rejects with the signal's reason when it aborts, or with `JobChildEnded`. The process has ended then. */
  run(job: Job, signal: AbortSignal): Promise<Answer>;
  /** Whether it can take a job. */
  isAlive(): boolean;
  end(): void;
}

/** What a child may take, in megabytes. */
interface Memory {
  heap: number;
  /** Beside the heap: bytes, and the memory of WebAssembly. */
  resident: number;
}

/** A job under way. */
interface Asked<Answer> {
  signal: AbortSignal;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Starts a process that has no environment, may read its program only, and is killed when a signal aborts or when it takes too
 * much memory. `what` names it in errors.
 */
export function startJobChild<Job extends object, Answer>(
  entry: ChildEntry,
  memory: Memory,
  what: string,
): JobChild<Job, Answer> {
  const child = spawn(process.execPath, [...buildChildFlags(entry, memory.heap), entry.file], {
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
  let stderr = '';
  let asked: Asked<Answer> | undefined;
  let tooLarge = false;
  let hasEnded = false;
  const kill = () => killChild(child);
  const watch = setInterval(() => {
    if (readResidentMegabytes(child.pid) <= memory.heap + memory.resident) return;
    tooLarge = true;
    kill();
  }, watchEveryMs);
  // A process that waits must not keep this one alive.
  watch.unref();

  const settle = (act: (job: Asked<Answer>) => void) => {
    const job = asked;
    asked = undefined;
    job?.signal.removeEventListener('abort', kill);
    if (job !== undefined) act(job);
  };
  const end = (reason: JobChildEnded['end'], message: string, cause?: unknown) => {
    hasEnded = true;
    clearInterval(watch);
    settle((job) => job.reject(job.signal.aborted ? job.signal.reason : new JobChildEnded(reason, message, cause)));
  };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2000);
  });
  child.on('message', (answer) => settle(({ resolve }) => resolve(answer as Answer)));
  child.on('error', (cause) => {
    stderr ||= cause.message;
    if (child.pid === undefined) end('ended', `the process that ${what} did not start`, cause);
  });
  child.on('close', (code, killer) => {
    const cause = stderr.trim();
    if (killer === 'SIGKILL' && !tooLarge) return end('killed', `the process that ${what} was killed`, cause);
    const isFull = tooLarge || killer !== null || stderr.includes('heap out of memory');
    end(isFull ? 'memory' : 'ended', `the process that ${what} ended with ${code}`, cause);
  });

  return {
    run: (job, signal) =>
      new Promise((resolve, reject) => {
        asked = { signal, resolve, reject };
        if (hasEnded) return end('killed', `the process that ${what} has ended`);
        signal.addEventListener('abort', kill, { once: true });
        if (signal.aborted) kill();
        // Without a process the error is on its way.
        else if (child.pid !== undefined) child.send(job, (error) => error && kill());
      }),
    isAlive: () => !hasEnded && child.connected,
    end: kill,
  };
}

/** The resident memory of a process (proc_pid_status(5)); 0 on systems without /proc. */
function readResidentMegabytes(pid: number | undefined): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
