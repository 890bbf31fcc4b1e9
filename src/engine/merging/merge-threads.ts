import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { findChildEntry } from '../children/find-entry.ts';
import type { MergeAnswer, MergeJob } from './merge-job.ts';

/** Worker threads that take one job at a time. */
export interface MergeThreads {
  /**
   * Rejects with the signal's reason, or with Error where the thread broke. `consume`: the bytes of the parts are moved to
   * the thread, not copied, where memory holds nothing else.
   */
  run(job: MergeJob, signal: AbortSignal, consume: boolean): Promise<MergeAnswer>;
  close(): Promise<void>;
}

// Much is made and dropped while binding; a large nursery spares most of the collecting.
const resourceLimits = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 2048 };

/** How long a thread is kept for the next job. */
const idleMs = 20_000;

/** Makes the pool; no thread starts before the first job. One thread is kept for a while, and the next job finds it warm. */
export function openMergeThreads(): MergeThreads {
  const { file } = findChildEntry({ name: 'merge-worker', from: import.meta.url, packages: [] });
  const most = Math.max(1, availableParallelism());
  const all = new Set<Worker>();
  let kept: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let waiting: (() => void)[] = [];

  const take = (): Worker => {
    const worker = kept ?? new Worker(file, { resourceLimits, env: {}, stdin: false });
    clearTimeout(idle);
    kept = undefined;
    all.add(worker);
    worker.ref();
    return worker;
  };
  const end = (worker: Worker) => {
    if (kept === worker) kept = undefined;
    all.delete(worker);
    void worker.terminate();
  };
  const giveBack = (worker: Worker, sound: boolean) => {
    if (sound && kept === undefined) {
      kept = worker;
      // A thread that waits must not keep the process alive.
      worker.unref();
      // Its heap is as large as what it has bound.
      idle = setTimeout(end, idleMs, worker).unref();
    } else {
      end(worker);
    }
    waiting.shift()?.();
  };
  const waitForTurn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting = waiting.filter((other) => other !== go);
        reject(signal.reason);
      };
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(go);
    });

  return {
    async run(job, signal, consume) {
      while (kept === undefined && all.size >= most) await waitForTurn(signal);
      signal.throwIfAborted();
      const worker = take();
      let sound = false;
      try {
        const answer = await ask(worker, job, signal, consume);
        sound = true;
        return answer;
      } finally {
        giveBack(worker, sound);
      }
    },
    async close() {
      clearTimeout(idle);
      await Promise.all([...all].map((worker) => worker.terminate()));
      all.clear();
      kept = undefined;
    },
  };
}

function ask(worker: Worker, job: MergeJob, signal: AbortSignal, consume: boolean): Promise<MergeAnswer> {
  return new Promise((resolve, reject) => {
    const onAbort = () => end(() => reject(signal.reason));
    const onMessage = (answer: MergeAnswer) => end(() => resolve(answer));
    const onError = (error: unknown) => end(() => reject(error));
    const onExit = () => end(() => reject(new Error('the thread that binds PDFs ended')));
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', onAbort);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(...packJob(job, consume));
  });
}

/**
 * A job as it goes to a thread, with what is moved and not copied. A clone carries the whole memory that a view looks into,
 * which may be far more than the view.
 */
function packJob(job: MergeJob, consume: boolean): [MergeJob, ArrayBuffer[]] {
  const moved = new Set<ArrayBuffer>();
  const own = (bytes: Uint8Array) => {
    const isWhole = bytes.buffer.byteLength === bytes.byteLength;
    const whole = isWhole ? bytes : new Uint8Array(bytes);
    if ((consume || !isWhole) && whole.buffer instanceof ArrayBuffer) moved.add(whole.buffer);
    return whole;
  };
  const { stamps } = job.options;
  const options = stamps === undefined ? job.options : { ...job.options, stamps: own(stamps) };
  return [{ ...job, options, parts: job.parts.map((part) => ({ ...part, pdf: own(part.pdf) })) }, [...moved]];
}
