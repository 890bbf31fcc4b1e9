import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { findChildEntry, openQueue } from '../../children/index.ts';
import type { MergeAnswer, MergeJob } from './merge-answer.ts';

/** A pool of worker threads, each with one job at a time. */
interface MergeThreads {
  /**
   * Runs a job. Rejects with the signal's reason, or with Error when the thread breaks. `consume` moves the bytes of the
   * parts to the thread instead of copying them, if they fill their memory.
   */
  run(job: MergeJob, signal: AbortSignal, consume: boolean): Promise<MergeAnswer>;
  close(): Promise<void>;
}

// Merging makes and drops many objects; a large young generation spares most collections.
const resourceLimits = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 2048 };

/** The threads are for all accounts alike, in the order of asking. */
const anyAccount = '';

/** Milliseconds that an idle thread waits for the next job. */
const idleMs = 20_000;

/** Opens a pool. No thread starts before the first job; one idle thread stays warm for the next. */
export function openMergeThreads(): MergeThreads {
  const { file } = findChildEntry({ name: 'merge-worker', from: import.meta.url, packages: [] });
  const places = openQueue(Math.max(1, availableParallelism()), Number.POSITIVE_INFINITY);
  const all = new Set<Worker>();
  let kept: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  const acquire = (): Worker => {
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
  const release = (worker: Worker, sound: boolean) => {
    if (sound && kept === undefined) {
      kept = worker;
      // A thread that waits must not keep the process alive.
      worker.unref();
      // Its heap stays as large as its largest job.
      idle = setTimeout(end, idleMs, worker).unref();
    } else {
      end(worker);
    }
  };

  return {
    async run(job, signal, consume) {
      const releasePlace = await places.acquire(signal, anyAccount);
      let worker: Worker | undefined;
      let sound = false;
      try {
        // A place may be given and the job aborted in one turn.
        signal.throwIfAborted();
        worker = acquire();
        const answer = await ask(worker, job, signal, consume);
        sound = true;
        return answer;
      } finally {
        if (worker) release(worker, sound);
        releasePlace();
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
    const onExit = () => end(() => reject(new Error('the thread that merges PDFs ended')));
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
 * A job for `postMessage`, with the buffers to move. A clone copies all the memory behind a view, which may be far more than
 * the view, so a view into larger memory is copied first.
 */
function packJob(job: MergeJob, consume: boolean): [MergeJob, ArrayBuffer[]] {
  const moved = new Set<ArrayBuffer>();
  const claimBuffer = (bytes: Uint8Array) => {
    const isWhole = bytes.buffer.byteLength === bytes.byteLength;
    const whole = isWhole ? bytes : new Uint8Array(bytes);
    if ((consume || !isWhole) && whole.buffer instanceof ArrayBuffer) moved.add(whole.buffer);
    return whole;
  };
  const { stamps } = job.options;
  const packed = stamps?.map(({ pdf, origin }) => ({ pdf: claimBuffer(pdf), origin }));
  const options = packed === undefined ? job.options : { ...job.options, stamps: packed };
  const parts = job.parts.map(({ stamps: running, ...part }) => ({
    ...part,
    pdf: claimBuffer(part.pdf),
    ...(running && { stamps: claimBuffer(running) }),
  }));
  return [{ ...job, options, parts }, [...moved]];
}
