import type { Buffer } from 'node:buffer';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { buildChildFlags, type ChildEntry } from './find-entry.ts';
import { buildFrameHead, buildFrameReader, type Frame, type FrameKind, textLimit } from './frames.ts';

/** How a request to a child ended. */
export type ChildAnswer =
  | { end: 'frame'; frame: Frame }
  /** The child's answer was over its limit; it was killed. */
  | { end: 'too-large'; kind: FrameKind | undefined }
  /** The child was killed because the time was over, or the caller gave up. */
  | { end: 'timeout' | 'aborted' }
  /** The child ended on its own, before or after it could begin with the request, which was or was not its first. */
  | { end: 'died'; started: boolean; first: boolean; signal: string | null; code: number | null; output: string };

/** A process without rights that takes one request at a time. */
export interface Child {
  /** The process id; undefined if the process did not start. */
  readonly pid: number | undefined;
  /** False once the process has ended or was killed. */
  isAlive(): boolean;
  /**
   * Sends one request, in JSON. The child is killed after `killAfterMs` milliseconds of processor time, or ten times that by the
   * clock; if the system does not report the processor time, the clock counts for it. Never rejects.
   */
  ask(request: Buffer, signal: AbortSignal, killAfterMs: number): Promise<ChildAnswer>;
  /** Kills the process and waits until it is gone. */
  kill(): Promise<void>;
}

/** Bytes of an answer, by its kind. A child never sends a request. */
const answerLimits: Record<FrameKind, number> = {
  ready: 0,
  text: textLimit,
  page: textLimit * 2,
  findings: 4 * 1024 * 1024,
  partials: 16 * 1024 * 1024,
  problem: 64 * 1024,
  request: -1,
};
const startLimitMs = 15_000;
/** How much more wall clock than processor time a request may take: other programs may have the processor. */
const patience = 10;
/** Milliseconds between two looks at the processor time, at least. */
const shortestLookMs = 20;
const outputLimit = 4000;

/**
 * Starts a child without rights: no environment, no files but its own program, no processes, no code from strings unless it `evaluates`.
 * `heap` is in megabytes.
 */
export function startChild(entry: ChildEntry, heap: number, { evaluates = false } = {}): Child {
  const flags = buildChildFlags(entry, heap);
  if (!evaluates) flags.push('--disallow-code-generation-from-strings');
  const child = spawn(process.execPath, [...flags, entry.file], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  // Without a process there may be no pipes either, for example when no more files can be opened.
  let alive = child.pid !== undefined;
  let ready = false;
  let asked = 0;
  let output = '';
  let waiting: ((answer: ChildAnswer) => void) | undefined;
  let onReady: (() => void) | undefined;

  const settle = (answer: ChildAnswer) => {
    const finish = waiting;
    waiting = undefined;
    finish?.(answer);
  };
  const gone = new Promise<void>((resolve) => {
    const end = (signal: string | null, code: number | null) => {
      alive = false;
      settle({ end: 'died', started: ready, first: asked === 1, signal, code, output });
      resolve();
    };
    child.once('error', (error) => {
      output = error.message;
      end(null, null);
    });
    // `close` comes after the last byte of output, so an answer sent just before the end still counts.
    child.once('close', (code, signal) => end(signal, code));
  });
  const kill = () => {
    alive = false;
    killChild(child);
    return gone;
  };

  child.stdout?.on(
    'data',
    buildFrameReader({
      limitOf: (kind) => answerLimits[kind],
      onFrame: (frame) => {
        if (frame.kind !== 'ready') {
          // An answer to no request: this child is not to be trusted any more.
          if (waiting === undefined) void kill();
          return settle({ end: 'frame', frame });
        }
        ready = true;
        onReady?.();
      },
      onRefused: (kind) => {
        void kill();
        settle({ end: 'too-large', kind });
      },
    }),
  );
  child.stderr?.on('data', (chunk: Buffer) => {
    if (output.length < outputLimit) output += chunk.toString().slice(0, outputLimit);
  });
  // Its end says why a child cannot be written to.
  child.stdin?.on('error', () => undefined);

  return {
    pid: child.pid,
    isAlive: () => alive,
    kill,
    ask(bytes, signal, killAfterMs) {
      return new Promise<ChildAnswer>((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const stop = (end: 'timeout' | 'aborted') => {
          void kill();
          settle({ end });
        };
        const onAbort = () => stop('aborted');
        waiting = (answer) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          resolve(answer);
        };
        asked += 1;
        if (!alive)
          return settle({ end: 'died', started: false, first: asked === 1, signal: null, code: null, output });
        if (signal.aborted) return settle({ end: 'aborted' });
        signal.addEventListener('abort', onAbort, { once: true });
        // The time runs once the process has started.
        onReady = () => {
          clearTimeout(timer);
          const begun = performance.now();
          const before = readCpuTime(child.pid);
          const look = () => {
            const passed = performance.now() - begun;
            const used = before === undefined ? passed : (readCpuTime(child.pid) ?? passed) - before;
            if (used >= killAfterMs || passed >= killAfterMs * patience) return stop('timeout');
            timer = setTimeout(look, Math.max(shortestLookMs, killAfterMs - used));
          };
          timer = setTimeout(look, killAfterMs);
        };
        if (ready) onReady();
        else timer = setTimeout(() => killChild(child), startLimitMs);
        child.stdin.write(buildFrameHead('request', bytes.length));
        child.stdin.write(bytes);
      });
    },
  };
}

/**
 * Kills a child immediately (SIGKILL). Leaves one alone that did not start: Node keeps its handle for a moment and would signal
 * whatever number its memory holds, which is another process or, with 0, this process and its group (kill(2)).
 */
export function killChild(child: ChildProcess): void {
  if (child.pid !== undefined) child.kill('SIGKILL');
}

/** Milliseconds of a clock tick: USER_HZ is 100 on every Linux (time(7)). */
const tickMs = 10;

/** The processor time of another process in milliseconds (proc_pid_stat(5)). Undefined if the system does not tell. */
export function readCpuTime(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program may hold blanks and brackets; behind it, user and system time are the 12th and 13th field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? ticks * tickMs : undefined;
  } catch {
    return undefined;
  }
}
