import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { buildChildFlags, findChildEntry } from '../children/find-entry.ts';
import { killChild } from '../children/kill-child.ts';
import { MergeError } from '../merge/merge-error.ts';
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

/**
 * Runs a job in a process of its own. It has no environment, may read its program only, and is killed when the signal aborts
 * or when it takes too much memory. Rejects with the signal's reason, with `pdf_invalid` for a PDF that needs more memory,
 * with `MergeChildKilled`, or with Error.
 */
export function runMergeChild(job: MergeJob, heapMegabytes: number, signal: AbortSignal): Promise<MergeAnswer> {
  const entry = findChildEntry({
    name: 'merge-worker',
    from: import.meta.url,
    packages: ['@neslinesli93/qpdf-wasm', '@hyzyla/pdfium'],
  });
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...buildChildFlags(entry, heapMegabytes), entry.file], {
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      windowsHide: true,
    });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-2000);
    });
    let answer: MergeAnswer | undefined;
    let tooLarge = false;
    const kill = () => killChild(child);
    const watch = setInterval(() => {
      if (readResidentMegabytes(child.pid) <= heapMegabytes + residentMegabytes) return;
      tooLarge = true;
      kill();
    }, watchEveryMs);
    signal.addEventListener('abort', kill, { once: true });
    child.on('message', (message) => {
      answer = message as MergeAnswer;
    });
    child.on('error', (error) => {
      stderr ||= error.message;
      if (child.pid !== undefined) return;
      clearInterval(watch);
      signal.removeEventListener('abort', kill);
      reject(new Error('the process that merges PDFs did not start', { cause: error }));
    });
    child.on('close', (code, killer) => {
      clearInterval(watch);
      signal.removeEventListener('abort', kill);
      if (signal.aborted) reject(signal.reason);
      else if (answer !== undefined) resolve(answer);
      else if (killer === 'SIGKILL' && !tooLarge) reject(new MergeChildKilled(findForeign(job)));
      else if (tooLarge || killer !== null || stderr.includes('heap out of memory')) {
        reject(new MergeError('pdf_invalid', findForeign(job), 'Reading the PDF takes too much memory.'));
      } else reject(new Error(`the process that merges PDFs ended with ${code}`, { cause: stderr.trim() }));
    });
    if (signal.aborted) kill();
    else if (child.pid !== undefined) child.send(job, (error) => error && kill());
  });
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
