import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { RenderEntry, RenderRequest, UsageEntry } from '../../contract/index.ts';
import type { RenderResult } from '../../engine/index.ts';
import type { NewRenderEntry, Store } from '../../store/index.ts';
import { isForOperator, toProblem } from '../answers/problems.ts';
import type { Caller } from '../checks/caller.ts';
import { describeForLog, type Log } from '../observe/log.ts';
import { outlineRequest } from './outline-request.ts';
import { openQuotas } from './quotas.ts';
import { findSecrets, leaveOutSecrets } from './request-secrets.ts';

/** A render that has ended. */
interface EndedRender {
  caller: Caller;
  requestId: string;
  request: RenderRequest;
  ms: number;
  /** One of both. */
  result?: RenderResult;
  error?: unknown;
}

/** Keeps the last renders and counts what accounts use. */
export interface RenderRecorder {
  /** Throws `payment_required` if the account has used up its quota. */
  admit(account: string): Promise<void> | undefined;
  /**
   * Notes a render in memory; what has gathered is written every second, so that no render waits for it. A process that is killed
   * loses the renders since the last write: from the log, the usage and the quota.
   */
  note(ended: EndedRender): void;
  /** Notes a render, and writes it with what has gathered. A failure to write is logged. */
  record(ended: EndedRender): Promise<void>;
  /** Writes what has gathered. */
  flush(): Promise<void>;
  /** Writes what has gathered, and ends. */
  close(): Promise<void>;
}

/** How renders are kept. */
export interface RecordOptions {
  /** Days for which a render is kept; 0 keeps none and counts all the same. Default 30. */
  days?: number | undefined;
  /** Whether the request and the PDF are kept as well. Default false. */
  keepContent?: boolean | undefined;
}

/** Days for which a render is kept unless set otherwise. */
const defaultDays = 30;
/** Milliseconds between writes, and between looks for what is too old. */
const flushMs = 1000;
const sweepMs = 3_600_000;
/** Renders that may gather while the store does not answer; beyond, the oldest are counted and not kept. */
const gatherLimit = 2000;
/** Renders of one statement: it takes a few milliseconds. */
const rowsAtOnce = 50;
/** Bytes of the requests and PDFs that may gather, and warnings of a render that are kept. */
const contentLimit = 256 * 1024 * 1024;
const warningLimit = 50;

/** Opens the recorder of a store, whose records are loaded at the first render. */
export function openRenderRecorder(
  store: Pick<Store, 'accounts'>,
  log: Log,
  { days = defaultDays, keepContent = false }: RecordOptions = {},
  now: () => Date = () => new Date(),
): RenderRecorder {
  const quotas = openQuotas(store, log, now);
  let entries: NewRenderEntry[] = [];
  let usage = new Map<string, UsageEntry & { account: string }>();
  let contentBytes = 0;
  let sweptAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function count({ account, key, pages, bytes, error, at }: NewRenderEntry): void {
    const day = new Date(at).toISOString().slice(0, 10);
    const name = JSON.stringify([account, day, key]);
    const sum = usage.get(name) ?? { account, day, key, renders: 0, failures: 0, pages: 0, bytes: 0 };
    sum.renders += error === null ? 1 : 0;
    sum.failures += error === null ? 0 : 1;
    sum.pages += pages ?? 0;
    sum.bytes += bytes ?? 0;
    usage.set(name, sum);
    if (error === null) quotas.add(account, pages ?? 0);
  }

  async function write(): Promise<void> {
    const [batch, sums] = [entries, [...usage.values()]];
    entries = [];
    usage = new Map();
    contentBytes = 0;
    try {
      const { renders, usage: counts } = await store.accounts();
      if (sums.length > 0) await counts.add(sums);
      for (let from = 0; from < batch.length; from += rowsAtOnce) {
        await renders.add(batch.slice(from, from + rowsAtOnce));
        // SQLite writes within the call, so others get their turn between.
        await letOthersRun();
      }
      if (days === 0 || now().getTime() - sweptAt < sweepMs) return;
      sweptAt = now().getTime();
      await renders.dropBefore(sweptAt - days * 86_400_000);
    } catch (error) {
      log.write('error', 'render_log_failed', { lost: batch.length, ...describeForLog(error) });
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  function add(ended: EndedRender): void {
    const entry = describeEnded(ended, now().getTime());
    count(entry);
    if (days === 0 || entries.length >= gatherLimit) return;
    if (keepContent && contentBytes < contentLimit) {
      entry.request = writeRequest(ended.request);
      entry.pdf = ended.result?.pdf;
      contentBytes += entry.request.length + (entry.pdf?.length ?? 0);
    }
    entries.push(entry);
  }

  return {
    admit: (account) => quotas.admit(account),
    note(ended) {
      add(ended);
      timer ??= setTimeout(flush, flushMs).unref();
    },
    record(ended) {
      add(ended);
      return flush();
    },
    flush,
    close: flush,
  };
}

function describeEnded({ caller, requestId, request, ms, result, error }: EndedRender, time: number): NewRenderEntry {
  const isPerson = caller.keyId.startsWith('user:');
  return {
    account: caller.account,
    at: time - Math.round(ms),
    ...outlineRequest(request),
    key: isPerson ? null : caller.keyId,
    by: caller.by,
    pages: result?.pages ?? null,
    bytes: result?.pdf.byteLength ?? null,
    timings: result ? result.timings : null,
    ms: Math.round(ms * 10) / 10,
    warnings: result?.warnings.slice(0, warningLimit) ?? [],
    ...(result?.templates && { templates: result.templates }),
    error: result ? null : describeFailure(error, requestId),
    request_id: requestId,
  };
}

function describeFailure(error: unknown, requestId: string): RenderEntry['error'] {
  const { code, detail, title, stage = null, part = null } = toProblem(error, requestId);
  const known = code as NonNullable<RenderEntry['error']>['code'];
  return { code: known, detail: isForOperator(code) ? title : (detail ?? title), stage, part };
}

/** The request as JSON, without its secrets; bytes in it become base64, as they travel. */
function writeRequest(request: RenderRequest): string {
  return JSON.stringify(leaveOutSecrets(request, findSecrets(request)), (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64') : value,
  );
}
