import { createHash, randomUUID } from 'node:crypto';
import type { CallOptions, Client, Render, RenderRequest } from '../../../client/index.ts';
import type { Job } from '../jobs/read-job.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';

/** What a render that is left to the service needs. */
interface LaterTools {
  client: Client;
  journal: Journal | undefined;
  timeoutMs: number | undefined;
  /** Called if no worker is running for the render. */
  onStall: () => void;
  signal: AbortSignal;
}

/** Renders of one job that earlier runs may have left behind without a result. */
const mostLeft = 20;

/**
 * Has the service render a job in the background, waits, and fetches its result. What an earlier run submitted is not submitted
 * again: the journal's batch, the job and what was there before it make its idempotency key. Once the result is here the service
 * forgets it, unless the job itself says how long it is kept.
 */
export async function renderLater(
  job: Job,
  tools: LaterTools,
  choices: CallOptions,
  fetch: (id: string) => Promise<JournalEntry>,
): Promise<JournalEntry> {
  const { client, journal, timeoutMs, onStall, signal } = tools;
  const { id } = await submit(job, tools, choices);
  try {
    await client.waitForRender(id, { signal, onStall, ...(timeoutMs !== undefined && { timeoutMs }) });
    const entry = await fetch(id);
    if (job.body.job === undefined) await forget(client, id);
    return entry;
  } catch (error) {
    // Its result will not be asked for, or should not be.
    const isGone = (error as { code?: unknown }).code === 'result_gone';
    if (isGone || (signal.aborted && !journal)) await forget(client, id);
    throw error;
  }
}

/** The render of a job: the one that an earlier run has left, unless that has no result; else a new one. */
async function submit(job: Job, { client, journal }: LaterTools, choices: CallOptions): Promise<Render> {
  const batch = journal?.readBatch() ?? randomUUID();
  const before = JSON.stringify(journal?.find(job.path) ?? null);
  for (let left = 0; ; left++) {
    const hash = createHash('sha256');
    for (const text of [batch, job.path, job.input, before, String(left)]) hash.update(`${text}\n`);
    const idempotencyKey = hash.digest('hex');
    const body = job.body as unknown as RenderRequest;
    const named = { ...choices, idempotencyKey };
    const render = await (job.image ? client.submitImages(body, named) : client.submitRender(body, named));
    if ((render.status !== 'failed' && render.status !== 'cancelled') || left === mostLeft) return render;
  }
}

/** A service that is away forgets by itself, a day later. */
async function forget(client: Client, id: string): Promise<void> {
  await client.cancelRender(id, { retries: 0 }).catch(() => undefined);
}

/** Whether a service takes renders in the background. */
export async function takesRenders(client: Client, signal: AbortSignal): Promise<boolean> {
  try {
    await client.listRenders({ limit: 1 }, { signal, retries: 0 });
    return true;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}
