import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFileClaims } from '../../../../src/cli/render/batch/file-claims.ts';
import type { JournalEntry } from '../../../../src/cli/render/batch/journal-entry.ts';
import { type RenderTools, renderJob } from '../../../../src/cli/render/batch/render-job.ts';
import type { Job } from '../../../../src/cli/render/jobs/read-job.ts';
import type { CallOptions } from '../../../../src/client/index.ts';

type Failure = Error & { code?: string; details?: { status?: number; retryAfterMs?: number } };

interface Setting {
  file?: string;
  job?: Partial<Job>;
  overwrite?: boolean;
  mkdir?: boolean;
  /** Whether renders are left to the service. */
  isLong?: boolean;
  kind?: 'pdf' | 'json';
  /** What the call of the service ends with. */
  failure?: Failure;
  /** What the stream of the PDF ends with. */
  broken?: Error;
  /** A try that fails before the one that counts: its failure, and the milliseconds until the next. */
  retry?: [Failure, number];
}

const timings = { queue_ms: 0, load_ms: 1, print_ms: 2, bind_ms: 3 };

/** Renders a job into an empty folder, and tells what happened in which order. */
async function render(setting: Setting = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'platen-job-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, setting.file ?? 'a.pdf');
  if (setting.overwrite !== undefined) writeFileSync(path, 'old');
  const events: unknown[][] = [];
  const spent: boolean[] = [];
  const note = (...event: unknown[]) => void events.push(event);
  const answer = {
    ...{ kind: setting.kind ?? 'pdf', pages: 2, warnings: [], timings, facts: () => ({ bytes: 4, sha256: 'x' }) },
    stream: Readable.from(
      (function* () {
        yield Buffer.from('%PDF');
        if (setting.broken) throw setting.broken;
      })(),
    ),
  };
  const receive =
    (name: string) => async (_: unknown, take: (answer: object) => Promise<object>, calls: CallOptions) => {
      note(name, calls.retries);
      if (setting.retry) spent.push(calls.onWait?.(1, setting.retry[0] as never, setting.retry[1]) ?? false);
      if (setting.failure) throw setting.failure;
      return take(answer);
    };
  const image = { page: 1, type: 'image/png', width: 1, height: 1, bytes: Buffer.from('png') };
  const images = (name: string) => async () => {
    note(name);
    return { images: [image], warnings: [], timings, templateRevisions: [] };
  };
  const client = {
    receivePdf: receive('receivePdf'),
    receiveRenderPdf: receive('receiveRenderPdf'),
    renderImages: images('renderImages'),
    readImages: images('readImages'),
    submitRender: async () => ({ id: 'r1', status: 'queued' }),
    submitImages: async () => ({ id: 'r1', status: 'queued' }),
    waitForRender: async () => undefined,
    cancelRender: async () => undefined,
  };
  const journal = {
    announce: async (entry: JournalEntry) => note('announce', entry.path, existsSync(path)),
    finish: (entry: JournalEntry) => note('finish', entry.path, existsSync(path)),
    find: () => undefined,
    readBatch: () => 'batch',
  };
  const tools = {
    ...{ client, journal, retries: 5, timeoutMs: undefined, onStall: () => {}, claims: openFileClaims('linux') },
    limit: {
      speedUp: (ms: number) => note('speedUp', ms >= 0 && ms < 60_000),
      slowDown: (sentAt: number, waitMs: number) => note('slowDown', sentAt <= performance.now(), waitMs),
    },
    budget: { earn: () => note('earn'), spend: () => (setting.retry?.[1] ?? 0) < 1000 },
    rules: { force: false, mkdir: setting.mkdir ?? false },
    pace: { isLong: setting.isLong ?? false, note: (of: unknown) => note('pace', of) },
    signal: new AbortController().signal,
  };
  const job: Job = {
    ...{ index: 3, place: 'jobs:4', id: 'one', output: 'a.pdf', path, body: { parts: 'x' }, input: 'i' },
    ...setting.job,
  };
  const ended = renderJob(job, setting.overwrite ?? false, tools as unknown as RenderTools);
  const result = await ended.catch((error: unknown) => error);
  return { events, result, path, spent, content: existsSync(path) ? readFileSync(path, 'utf8') : undefined };
}

describe('a job', () => {
  it('is announced before its file is there, and recorded after it', async () => {
    const { events, result, path, content } = await render();
    expect(events).toEqual([
      ['earn'],
      ['receivePdf', 5],
      ['announce', path, false],
      ['pace', timings],
      ['speedUp', true],
      ['finish', path, true],
    ]);
    const facts = { index: 3, id: 'one', input: 'i', path, bytes: 4, sha256: 'x', pages: 2, warnings: [] };
    expect([result, content]).toEqual([{ ...facts, ms: expect.any(Number) }, '%PDF']);
    expect((result as JournalEntry).ms).toBeLessThan(60_000);
  });

  it.each<[string, Setting, string]>([
    ['now if renders are short', {}, 'receivePdf'],
    ['later if renders take long', { isLong: true }, 'receiveRenderPdf'],
    ['later if the job says so', { job: { body: { parts: 'x', job: { priority: 'low' } } } }, 'receiveRenderPdf'],
  ])('is rendered %s', async (_when, setting, name) => {
    expect((await render(setting)).events[1]).toEqual([name, 5]);
  });

  it.each([
    [false, 'renderImages'],
    [true, 'readImages'],
  ])('may make images, also later: %s', async (isLong, name) => {
    const job = { image: { format: 'png' as const } };
    const { events, result, path } = await render({ file: 'a.png', job, isLong });
    expect(events).toEqual([
      ['earn'],
      [name],
      ['pace', timings],
      ['announce', path, false],
      ['speedUp', true],
      ['finish', path, true],
    ]);
    expect(result).toMatchObject({ path, pages: 1, images: [{ page: 1, bytes: 3 }], ms: expect.any(Number) });
  });

  it('replaces a file only if it may', async () => {
    expect((await render({ overwrite: true })).content).toBe('%PDF');
    const kept = await render({ overwrite: false });
    expect([kept.content, kept.result]).toEqual(['old', expect.objectContaining({ code: 'output_exists' })]);
  });

  it('makes its folder only if it may', async () => {
    expect((await render({ file: 'new/a.pdf', mkdir: true })).content).toBe('%PDF');
    const refused = await render({ file: 'new/a.pdf' });
    expect([refused.content, refused.result]).toEqual([undefined, expect.any(Error)]);
  });
});

describe('a job that fails', () => {
  it('got JSON instead of a PDF', async () => {
    const { result, content } = await render({ kind: 'json' });
    expect(result).toMatchObject({
      code: 'unexpected_answer',
      message: 'the service answered JSON instead of a PDF',
    });
    expect(content).toBeUndefined();
  });

  it('is one whose PDF did not arrive whole, not one of the disk, and is not announced', async () => {
    const broken = new Error('cut off');
    const { result, content, events } = await render({ broken });
    expect([result, content, events.map(([name]) => name)]).toEqual([broken, undefined, ['earn', 'receivePdf']]);
  });

  const refusal = (status: number, retryAfterMs?: number): Failure =>
    Object.assign(new Error('busy'), { details: { status, ...(retryAfterMs !== undefined && { retryAfterMs }) } });

  it.each<[Failure, unknown[][]]>([
    [refusal(429), [['slowDown', true, 0]]],
    [refusal(503, 700), [['slowDown', true, 700]]],
    [refusal(500, 700), []],
    [new Error('lost'), []],
  ])('slows the others down if the service is busy: %o', async (failure, slower) => {
    const { events, result } = await render({ failure });
    expect([result, events.slice(2)]).toEqual([failure, slower]);
  });

  it.each<[[Failure, number], unknown[][], boolean]>([
    [[refusal(429, 20), 100], [['slowDown', true, 100]], true],
    [[refusal(503, 200), 100], [['slowDown', true, 200]], true],
    [[refusal(502), 100], [], true],
    [[refusal(502), 1000], [], false],
  ])('is tried again while there are tries left: %o', async (retry, slower, isTried) => {
    const { events, spent } = await render({ retry });
    expect(spent).toEqual([isTried]);
    expect(events.filter(([name]) => name === 'slowDown')).toEqual(slower);
  });
});
