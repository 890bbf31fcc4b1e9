import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildAttempt } from '../../../src/server/jobs/attempt-render.ts';
import type { StoredJob } from '../../../src/store/index.ts';

const pdf = Buffer.from('%PDF');
const timings = { queue_ms: 1, load_ms: 2, print_ms: 3, bind_ms: 4 };
const result = { pdf, pages: 2, warnings: [], timings };
const place = { store: 'folder', name: 'j1', bytes: 4 };
const job = { id: 'j1', account: 'home', api_key: 'k1', by: 'shop', request_id: 'r1' } as StoredJob;
const caller = { account: 'home', keyId: 'k1', by: 'shop', scopes: [], templates: null, folder: null };

interface Given {
  render?: (request: object, context: Record<string, unknown>) => Promise<object>;
  carry?: (id: string, bytes: Uint8Array) => object | undefined;
  /** What admitting to the quota throws. */
  refusal?: Error;
  secrets?: string;
  isAborted?: boolean;
}

/** Attempts a job, and gives its outcome and what was done, in its order. */
async function attempt(
  request: object,
  { render = async () => result, carry, refusal, secrets, isAborted = false }: Given = {},
) {
  const steps: unknown[][] = [];
  const note = (...step: unknown[]) => void steps.push(step);
  let time = 0;
  const run = buildAttempt({
    engine: {
      render: async (given: object, context: Record<string, unknown>) => {
        note('render', given);
        return render(given, context);
      },
      draw: async (_pdf: unknown, image: object, context: { queueMs: number }) => {
        note('draw', image, context.queueMs);
        return [{ page: 1, bytes: Buffer.from('image'), width: 1, height: 1 }];
      },
    },
    store: { revisions: {} },
    results: async () => ({
      ...(carry && { carry }),
      put: async (id: string, bytes: Uint8Array, type?: string) => {
        note('put', id, String(bytes), type);
        return place;
      },
      drop: async (dropped: unknown) => note('drop', dropped),
    }),
    keepTrying: (work: () => Promise<unknown>) => work(),
    recorder: {
      admit: async (account: string) => {
        note('admit', account);
        if (refusal) throw refusal;
      },
      record: async (entry: object) => note('record', entry),
    },
    onRendered: (...facts: unknown[]) => note('onRendered', ...facts),
    tracing: undefined,
    onFailure: (...facts: unknown[]) => note('onFailure', ...facts),
    clock: () => {
      time += 7;
      return time;
    },
  } as never);
  const signal = isAborted ? AbortSignal.abort() : new AbortController().signal;
  const edges = { signal, onProgress: () => undefined, openSecrets: () => secrets };
  const outcome = await run(job, JSON.stringify(request), edges as never);
  return { outcome, steps, names: () => steps.map(([name]) => name) };
}

type Ended = Exclude<Awaited<ReturnType<typeof attempt>>['outcome'], string>;
const settle = (outcome: unknown, ended: object | undefined) => (outcome as Ended).settle?.(ended as never);
const page = { parts: 'https://example.com' };
const failing = (code: string) => async () => {
  throw Object.assign(new Error('words'), { code });
};

describe('an attempt at a job', () => {
  it('keeps the PDF, and says what it is', async () => {
    const { outcome, steps } = await attempt({ ...page, metadata: { title: 'T' } });
    const sha256 = createHash('sha256').update(pdf).digest('hex');
    expect((outcome as Ended).end).toEqual({
      facts: { pages: 2, warnings: [], timings, bytes: 4, sha256, error: null, title: 'T' },
      result: place,
      piece: undefined,
    });
    expect(steps).toEqual([
      ['admit', 'home'],
      ['render', { ...page, metadata: { title: 'T' } }],
      ['put', 'j1', '%PDF', undefined],
    ]);
  });

  it('renders in the background, for the account and its key', async () => {
    let seen: Record<string, unknown> = {};
    await attempt(page, {
      render: async (_request, context) => {
        seen = context;
        return result;
      },
    });
    expect(seen).toMatchObject({
      account: 'home',
      key: 'k1',
      inBackground: true,
      queueMs: 30_000,
      quotesTemplates: false,
    });
  });

  it('puts back what was stored apart', async () => {
    const { steps } = await attempt(
      { ...page, pdf: { encrypt: {} } },
      { secrets: '[[["pdf","encrypt","user_password"],"u"]]' },
    );
    expect(steps[1]).toEqual(['render', { ...page, pdf: { encrypt: { user_password: 'u' } } }]);
  });

  it('names the templates that it was made of', async () => {
    const templates = [{ part: 0, id: 't', revision: 1 }];
    const { outcome } = await attempt(page, { render: async () => ({ ...result, templates }) });
    expect((outcome as Ended).end.facts.templates).toEqual(templates);
  });

  it('leaves a result to the end of its job, if the store carries it', async () => {
    const placed = { place, piece: { bytes: pdf } };
    const { outcome, names } = await attempt(page, { carry: () => placed });
    expect((outcome as Ended).end).toMatchObject({ result: place, piece: placed.piece });
    expect(names()).not.toContain('put');
    expect((await attempt(page, { carry: () => undefined })).names()).toContain('put');
  });

  it('draws images', async () => {
    const images = { image: { format: 'png' }, accepted: ['image/png'] };
    const { outcome, steps } = await attempt({ ...page, images });
    expect(steps.slice(2)).toEqual([
      ['draw', expect.objectContaining({ format: 'png' }), 600_000],
      ['put', 'j1', 'image', 'image/png'],
    ]);
    expect((outcome as Ended).end.facts).toMatchObject({ type: 'image/png', bytes: 5 });
  });

  it('is recorded once it has ended, and its result dropped if it has not', async () => {
    const { outcome, steps } = await attempt(page);
    await settle(outcome, {});
    expect(steps.slice(3)).toEqual([
      ['onRendered', timings, 7],
      ['record', { caller, requestId: 'r1', request: page, ms: 7, result }],
    ]);
    await settle(outcome, undefined);
    expect(steps.slice(5)).toEqual([['drop', place]]);
  });
});

describe('an attempt that fails', () => {
  it('says why, and is recorded', async () => {
    const { outcome, steps } = await attempt(page, { render: failing('page_failed') });
    expect((outcome as Ended).end).toEqual({
      facts: {
        pages: null,
        bytes: null,
        sha256: null,
        warnings: [],
        timings: null,
        title: null,
        error: { code: 'page_failed', title: 'The page returned an error', detail: 'words', retryable: false },
      },
    });
    await settle(outcome, undefined);
    expect(steps).toHaveLength(2);
    await settle(outcome, {});
    expect(steps.slice(2)).toEqual([
      [
        'record',
        { caller, requestId: 'r1', request: page, ms: 7, error: expect.objectContaining({ code: 'page_failed' }) },
      ],
    ]);
  });

  it.each(['queue_full', 'queue_timeout', 'shutting_down', 'store_unavailable'])(
    'for a reason of the service is made later: %s',
    async (code) => {
      const { outcome, names } = await attempt(page, { render: failing(code) });
      expect([outcome, names()]).toEqual(['not_now', ['admit', 'render']]);
    },
  );

  it('is reported if it is for the operator', async () => {
    const { outcome, steps } = await attempt(page, { render: failing('ENOENT') });
    expect((outcome as Ended).end.facts.error).toMatchObject({ code: 'internal' });
    expect(steps.at(-1)).toEqual(['onFailure', expect.objectContaining({ code: 'ENOENT' }), 'r1']);
    expect((await attempt(page, { render: failing('page_failed') })).names()).not.toContain('onFailure');
  });

  it('may be over the quota', async () => {
    const refusal = Object.assign(new Error('words'), { code: 'payment_required' });
    const { outcome, names } = await attempt(page, { refusal });
    expect((outcome as Ended).end.facts.error).toMatchObject({ code: 'payment_required' });
    expect(names()).toEqual(['admit']);
  });

  it('because it was broken off has no outcome', async () => {
    await expect(attempt(page, { render: failing('page_failed'), isAborted: true })).rejects.toThrow('words');
  });
});
