import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import type {
  CallOptions,
  Client,
  ImageRequest,
  ReceivedPdf,
  ReceivedRender,
  RenderedImages,
} from '../../../client/index.ts';
import { provideFolder } from '../../files/provide-folder.ts';
import { saveFile } from '../../files/save-file.ts';
import { CommandError } from '../../output/command-error.ts';
import type { Job } from '../jobs/read-job.ts';
import type { AdaptiveLimit } from './adaptive-limit.ts';
import type { FileClaims } from './file-claims.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { OutputRules } from './judge-output.ts';
import { renderLater } from './render-later.ts';
import type { RenderPace } from './render-pace.ts';
import type { RetryBudget } from './retry-budget.ts';
import { saveJobImages } from './save-job-images.ts';

/** What the render of a job needs. */
export interface RenderTools {
  client: Client;
  journal: Journal | undefined;
  limit: AdaptiveLimit;
  budget: RetryBudget;
  /** Tries that a job may take after the first. */
  retries: number;
  rules: OutputRules;
  claims: FileClaims;
  /** Tells which renders are left to the service; undefined if it takes none. */
  pace: RenderPace | undefined;
  /** Milliseconds to wait for a render that is left to the service; undefined for as long as it takes. */
  timeoutMs: number | undefined;
  /** Called if no worker is running for a render that is left to the service. */
  onStall: () => void;
  signal: AbortSignal;
}

/** The part of a client's error that asks for fewer requests. */
interface Refusal {
  details?: { status?: number; retryAfterMs?: number };
}

/**
 * Renders a job into its file, or its images into theirs. The journal announces the PDF before it appears, so that a kill at any moment leaves nothing or
 * a file that the next run recognises.
 */
export async function renderJob(job: Job, overwrite: boolean, tools: RenderTools): Promise<JournalEntry> {
  const { client, journal, limit, budget, signal } = tools;
  const started = performance.now();
  let sentAt = started;
  const heed = (error: Refusal, waitMs: number) => {
    const { status, retryAfterMs } = error.details ?? {};
    if (status === 429 || status === 503) limit.slowDown(sentAt, Math.max(waitMs, retryAfterMs ?? 0));
    sentAt = performance.now() + waitMs;
  };
  if (tools.rules.mkdir) provideFolder(dirname(job.path));
  budget.earn();
  const describe = (pdf: ReceivedPdf): JournalEntry => {
    const { index, id, input, path } = job;
    const ms = Math.round(performance.now() - started);
    return { index, id, input, path, ...pdf.facts(), pages: pdf.pages, ms, warnings: pdf.warnings };
  };
  const receive = async (received: ReceivedRender): Promise<JournalEntry> => {
    if (received.kind === 'json') {
      throw new CommandError('unexpected_answer', 'the service answered JSON instead of a PDF');
    }
    await save(received, () => journal?.announce(describe(received)));
    tools.pace?.note(received.timings);
    return describe(received);
  };
  const takeImages = (rendered: RenderedImages): Promise<JournalEntry> => {
    tools.pace?.note(rendered.timings);
    const ms = () => Math.round(performance.now() - started);
    return saveJobImages(job, rendered, { journal, claims: tools.claims, rules: tools.rules, overwrite, ms });
  };
  const choices: CallOptions = {
    signal,
    retries: tools.retries,
    onWait(_attempt, error, waitMs) {
      heed(error, waitMs);
      return budget.spend();
    },
  };
  const fetch = async (id: string): Promise<JournalEntry> =>
    job.image ? takeImages(await client.readImages(id, choices)) : client.receiveRenderPdf(id, receive, choices);
  const renderNow = async (): Promise<JournalEntry> =>
    job.image
      ? takeImages(await client.renderImages(job.body as unknown as ImageRequest, choices))
      : client.receivePdf(job.body, receive, choices);
  try {
    const isLater = tools.pace?.isLong || job.body.job !== undefined;
    const entry = await (isLater ? renderLater(job, tools, choices, fetch) : renderNow());
    limit.speedUp(performance.now() - sentAt);
    journal?.finish(entry);
    return entry;
  } catch (error) {
    heed(error as Refusal, 0);
    throw error;
  }

  /** Saves the PDF. Calls `announce` when all bytes have arrived and the file is not in place yet. */
  async function save({ stream }: ReceivedPdf, announce: () => Promise<void> | undefined): Promise<void> {
    let broken: unknown;
    const whole = async function* () {
      try {
        yield* stream;
      } catch (error) {
        broken = error;
        throw error;
      }
      await announce();
    };
    await saveFile(job.path, Readable.from(whole(), { objectMode: false }), overwrite).catch((error) => {
      // A lost connection must not look like a disk that failed: it may be tried again.
      throw broken ?? error;
    });
  }
}
