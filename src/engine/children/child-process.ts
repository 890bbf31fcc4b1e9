import type { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import process from 'node:process';
import type { ChildEntry } from './find-entry.ts';
import { buildFrameHead, buildFrameReader, type Frame, type FrameKind, largestText } from './frames.ts';
import { killChild } from './kill-child.ts';

/** How a request to the child ended. */
export type Answer =
  | { end: 'frame'; frame: Frame }
  /** The child's answer was over its limit; it was killed. */
  | { end: 'too-large'; kind: FrameKind | undefined }
  /** The child was killed because the time was over, or the caller gave up. */
  | { end: 'timeout' | 'aborted' }
  /** The child ended on its own, before or after it had told that it is ready. */
  | { end: 'died'; started: boolean; signal: string | null; code: number | null; output: string };

/** One process without rights that takes one request at a time. */
export interface Child {
  /** The process id, for whoever watches processes. */
  readonly pid: number | undefined;
  /** False once the process has ended or was told to. */
  isAlive(): boolean;
  /** Sends one request, in JSON. Never rejects. */
  ask(request: Buffer, signal: AbortSignal, killAfterMs: number): Promise<Answer>;
  /** Kills the process and waits until it is gone. */
  kill(): Promise<void>;
}

/** Bytes of an answer, by its kind. A request never comes back. */
const answerLimits: Record<FrameKind, number> = {
  ready: 0,
  text: largestText,
  page: largestText * 2,
  variables: 4 * 1024 * 1024,
  problem: 64 * 1024,
  request: -1,
};
const startLimitMs = 15_000;
const outputMost = 4000;

/**
 * Starts a child without rights: no environment, no files but its own program, no processes, no code from strings.
 * `heap` is in megabytes.
 */
export function startChild(entry: ChildEntry, heap: number): Child {
  const child = spawn(process.execPath, [...buildFlags(entry, heap), entry.file], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  // Without a process there may be no pipes either, as where no more files can be opened.
  let alive = child.pid !== undefined;
  let ready = false;
  let said = '';
  let waiting: ((answer: Answer) => void) | undefined;
  let onReady: (() => void) | undefined;

  const settle = (answer: Answer) => {
    const finish = waiting;
    waiting = undefined;
    finish?.(answer);
  };
  const gone = new Promise<void>((resolve) => {
    const end = (signal: string | null, code: number | null) => {
      alive = false;
      settle({ end: 'died', started: ready, signal, code, output: said });
      resolve();
    };
    child.once('error', (error) => {
      said = error.message;
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
      most: (kind) => answerLimits[kind],
      onFrame: (frame) => {
        if (frame.kind !== 'ready') {
          // Nobody asked: this child is not what it was.
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
    if (said.length < outputMost) said += chunk.toString().slice(0, outputMost);
  });
  // Writing to a child that has just died is told by its end.
  child.stdin?.on('error', () => undefined);

  return {
    pid: child.pid,
    isAlive: () => alive,
    kill,
    ask(bytes, signal, killAfterMs) {
      return new Promise<Answer>((resolve) => {
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
        if (!alive) return settle({ end: 'died', started: ready, signal: null, code: null, output: said });
        if (signal.aborted) return settle({ end: 'aborted' });
        signal.addEventListener('abort', onAbort, { once: true });
        // The start of the process is not the template's time.
        onReady = () => {
          clearTimeout(timer);
          timer = setTimeout(() => stop('timeout'), killAfterMs);
        };
        if (ready) onReady();
        else timer = setTimeout(() => killChild(child), startLimitMs);
        child.stdin.write(buildFrameHead('request', bytes.length));
        child.stdin.write(bytes);
      });
    },
  };
}

function buildFlags(entry: ChildEntry, heap: number): string[] {
  return [
    '--permission',
    ...entry.readable.map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${heap}`,
    '--disable-proto=throw',
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ];
}
