import { Buffer } from 'node:buffer';
import { type Answer, type Child, startChild } from './child-process.ts';
import { fillLimits } from './fill-limits.ts';
import { type ChildEntry, findChildEntry } from './find-entry.ts';
import type { FillRequest, Problem } from './frames.ts';
import { FillerError, TemplateError } from './template-error.ts';

/** How templates are filled in. */
export interface FillerOptions {
  /** Processes at most, each started when first needed. Default 2. */
  children?: number;
  /** Milliseconds after which a fill is killed. Default 3000. */
  killAfterMs?: number;
  /** The program of the child. Default: platen's own. */
  entry?: ChildEntry;
}

/** For whom a template is filled in, and until when. */
export interface FillOptions {
  /** Ends the fill; it then rejects with the signal's reason. */
  signal: AbortSignal;
  /** The owner. A process never serves two of them. */
  account: string;
  /** The template's name, for messages. */
  name?: string;
  /** What `"now"` means in the template. Default: the time of the call; hand one in where output must repeat. */
  now?: Date;
}

/** Fills in Liquid templates in processes that can be killed. */
export interface Filler {
  /**
   * The template with its values, HTML-escaped unless it says `| raw`. Throws a TemplateError when the template is at
   * fault, the signal's reason when the caller gave up, and a FillerError otherwise.
   */
  fill(template: string, context: object, options: FillOptions): Promise<string>;
  /** The paths that a template expects in its context, such as `customer.name`. Throws like `fill`. */
  listVariables(template: string, options: FillOptions): Promise<string[]>;
  /** Kills the processes and waits until they are gone. Fills under way end with `shutting_down`. */
  close(): Promise<void>;
}

interface Slot {
  child: Child;
  account: string;
  busy: boolean;
}

interface Waiter {
  account: string;
  give: (slot: Slot) => void;
  refuse: (reason: unknown) => void;
}

/** Makes a filler; no process starts before the first template. Close it. */
export function openFiller(options: FillerOptions = {}): Filler {
  const { children = 2, killAfterMs = fillLimits.kill } = options;
  let slots: Slot[] = [];
  let waiters: Waiter[] = [];
  let closed = false;
  const leaving = new Set<Promise<void>>();

  const retire = (slot: Slot) => {
    slots = slots.filter((other) => other !== slot);
    const gone = slot.child.kill();
    leaving.add(gone);
    void gone.then(() => leaving.delete(gone));
  };
  const take = (account: string): Slot | undefined => {
    for (const slot of slots) if (!slot.busy && !slot.child.isAlive()) retire(slot);
    const idle = slots.filter((slot) => !slot.busy);
    const own = idle.find((slot) => slot.account === account);
    if (own === undefined && slots.length >= children) {
      const other = idle[0];
      if (other === undefined) return undefined;
      retire(other);
    }
    const slot = own ?? { child: startChild(options.entry ?? findChildEntry()), account, busy: false };
    // The slot used last stands last, so the one that gives way is the one unused for longest.
    slots = [...slots.filter((other) => other !== slot), slot];
    slot.busy = true;
    return slot;
  };
  const serveWaiters = () => {
    for (let next = waiters[0]; next !== undefined; next = waiters[0]) {
      const slot = take(next.account);
      if (slot === undefined) return;
      waiters.shift();
      next.give(slot);
    }
  };
  const wait = (account: string, signal: AbortSignal) =>
    new Promise<Slot>((resolve, reject) => {
      const leave = () => {
        waiters = waiters.filter((other) => other !== waiter);
        signal.removeEventListener('abort', onAbort);
      };
      const onAbort = () => waiter.refuse(signal.reason);
      const waiter: Waiter = {
        account,
        give: (slot) => {
          leave();
          resolve(slot);
        },
        refuse: (reason) => {
          leave();
          reject(reason);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      waiters.push(waiter);
    });

  const run = async (request: Buffer, { signal, account }: FillOptions): Promise<Answer> => {
    if (closed) throw closedError();
    signal.throwIfAborted();
    const slot = (waiters.length === 0 ? take(account) : undefined) ?? (await wait(account, signal));
    try {
      const answer = await slot.child.ask(request, signal, killAfterMs);
      if (closed && answer.end !== 'frame') throw closedError();
      if (answer.end === 'aborted') throw signal.reason;
      return answer;
    } finally {
      slot.busy = false;
      if (!slot.child.isAlive()) retire(slot);
      serveWaiters();
    }
  };

  return {
    async fill(template, context, fillOptions) {
      const request = buildRequest('fill', template, context, fillOptions);
      const bytes = readAnswer(await run(request, fillOptions), 'text', fillOptions.name);
      return bytes.toString();
    },
    async listVariables(template, fillOptions) {
      const request = buildRequest('variables', template, {}, fillOptions);
      const bytes = readAnswer(await run(request, fillOptions), 'variables', fillOptions.name);
      const names: unknown = JSON.parse(bytes.toString());
      return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
    },
    async close() {
      closed = true;
      for (const waiter of waiters) waiter.refuse(closedError());
      for (const slot of slots) retire(slot);
      await Promise.all(leaving);
    },
  };
}

function buildRequest(task: FillRequest['task'], template: string, context: object, options: FillOptions): Buffer {
  if (template.length > fillLimits.template)
    throw new TemplateError(
      `a template holds at most ${fillLimits.template.toLocaleString('en')} characters`,
      undefined,
      options.name,
    );
  const request: FillRequest = { task, template, context, now: (options.now ?? new Date()).getTime() };
  try {
    return Buffer.from(JSON.stringify(request));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new TemplateError('the data of the template is too large or nested too deeply', undefined, options.name);
  }
}

function readAnswer(answer: Answer, wanted: 'text' | 'variables', name?: string): Buffer {
  if (answer.end === 'timeout') throw new TemplateError('the template used too much time', undefined, name);
  if (answer.end === 'died' && diedOfMemory(answer))
    throw new TemplateError('the template used too much memory', undefined, name);
  if (answer.end === 'too-large' && answer.kind === 'text')
    throw new TemplateError('the filled template is too large', undefined, name);
  if (answer.end !== 'frame') throw new FillerError('internal', 'The process that fills in templates failed', answer);
  const { kind, bytes } = answer.frame;
  if (kind === wanted) return bytes;
  if (kind !== 'problem')
    throw new FillerError('internal', 'The process that fills in templates gave a strange answer');
  const { problem, place } = JSON.parse(bytes.toString()) as Problem;
  throw new TemplateError(problem, place, name);
}

/** Node ends with an abort or a trap when its heap is full; a kill that is not ours comes from the kernel's. */
function diedOfMemory({ started, signal, code }: Answer & { end: 'died' }): boolean {
  if (!started) return false;
  return (
    ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGKILL'].includes(signal ?? '') || code === 134 || code === 0x80000003
  );
}

function closedError(): FillerError {
  return new FillerError('shutting_down', 'The filler is closed');
}
