import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { MergeError } from '../../pdf/index.ts';
import { killChild } from '../children/child-process.ts';
import { buildChildFlags, findChildEntry } from '../children/find-entry.ts';
import type { MergeAnswer, MergeJob } from './merge-job.ts';

// Beside the heap: the PDF and its result, unpacked streams, and the memory of WebAssembly.
const residentMegabytes = 1024;
const watchEveryMs = 50;

/** The process was killed from outside, most likely by a system short of memory. A second try may succeed. */
export class MergeChildKilled extends MergeError {
  constructor(part: number) {
    super('pdf_invalid', part, 'Reading the PDF takes too much memory.');
  }
}

/** A process that merges PDFs of users, for one render. */
export interface MergeChild {
  /**
   * Runs a job; one at a time. Rejects with the signal's reason when it aborts, with `pdf_invalid` for a PDF that needs more memory, with
   * `MergeChildKilled`, or with Error. The process has ended then.
   */
  run(job: MergeJob, signal: AbortSignal): Promise<MergeAnswer>;
  /** Whether it can take a job. */
  isAlive(): boolean;
  end(): void;
}

/** A job under way. */
interface Asked {
  job: MergeJob;
  signal: AbortSignal;
  resolve: (answer: MergeAnswer) => void;
  reject: (error: unknown) => void;
}

/**
 * Starts a process that has no environment, may read its program only, and is killed when a signal aborts or when it takes too
 * much memory.
 */
export function startMergeChild(heapMegabytes: number): MergeChild {
  const entry = findChildEntry({
    name: 'merge-worker',
    from: import.meta.url,
    packages: ['@neslinesli93/qpdf-wasm', '@hyzyla/pdfium'],
  });
  const child = spawn(process.execPath, [...buildChildFlags(entry, heapMegabytes), entry.file], {
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
  let stderr = '';
  let asked: Asked | undefined;
  let tooLarge = false;
  let hasEnded = false;
  const kill = () => killChild(child);
  const watch = setInterval(() => {
    if (readResidentMegabytes(child.pid) <= heapMegabytes + residentMegabytes) return;
    tooLarge = true;
    kill();
  }, watchEveryMs);
  // A process that waits must not keep this one alive.
  watch.unref();

  const settle = (act: (job: Asked) => void) => {
    const job = asked;
    asked = undefined;
    job?.signal.removeEventListener('abort', kill);
    if (job !== undefined) act(job);
  };
  const end = (error: (job: Asked) => unknown) => {
    hasEnded = true;
    clearInterval(watch);
    settle((job) => job.reject(job.signal.aborted ? job.signal.reason : error(job)));
  };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2000);
  });
  child.on('message', (answer) => settle(({ resolve }) => resolve(answer as MergeAnswer)));
  child.on('error', (cause) => {
    stderr ||= cause.message;
    if (child.pid === undefined) end(() => new Error('the process that merges PDFs did not start', { cause }));
  });
  child.on('close', (code, killer) =>
    end(({ job }) => {
      if (killer === 'SIGKILL' && !tooLarge) return new MergeChildKilled(findForeign(job));
      if (tooLarge || killer !== null || stderr.includes('heap out of memory'))
        return new MergeError('pdf_invalid', findForeign(job), 'Reading the PDF takes too much memory.');
      return new Error(`the process that merges PDFs ended with ${code}`, { cause: stderr.trim() });
    }),
  );

  return {
    run: (job, signal) =>
      new Promise((resolve, reject) => {
        asked = { job, signal, resolve, reject };
        if (hasEnded) return end(() => new MergeChildKilled(findForeign(job)));
        signal.addEventListener('abort', kill, { once: true });
        if (signal.aborted) kill();
        // Without a process the error is on its way.
        else if (child.pid !== undefined) child.send(job, (error) => error && kill());
      }),
    isAlive: () => !hasEnded && child.connected,
    end: kill,
  };
}

function findForeign(job: MergeJob): number {
  return job.parts.findIndex((part) => part.foreign);
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
