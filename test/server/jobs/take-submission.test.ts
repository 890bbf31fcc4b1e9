import { describe, expect, it } from 'vitest';
import { type Caller, localCaller } from '../../../src/server/checks/caller.ts';
import { takeSubmission } from '../../../src/server/jobs/take-submission.ts';

interface Given {
  caller?: Partial<Caller>;
  headers?: Record<string, string>;
  canSeal?: boolean;
  images?: object;
  span?: { traceparent: string };
  /** What the store throws for a template. */
  fails?: Error;
}

/** Submits a render, and gives the answer, what was submitted and what was done, in its order. */
async function submit(body: object, { caller, headers = {}, canSeal = true, images, span, fails }: Given = {}) {
  const steps: unknown[] = [];
  const submitted: Record<string, unknown>[] = [];
  const request = {
    id: 'r1',
    caller: { ...localCaller('home'), ...caller },
    account: 'home',
    keyId: 'k1',
    bodyDigest: 'digest',
    headers,
    body,
    span,
    releasePlace: () => void steps.push('release'),
  };
  const reply = {
    code(status: number) {
      steps.push(status);
      return { headers: (all: object) => void steps.push(all) };
    },
  };
  const parts = {
    engine: {
      checkSigning: async () => void steps.push('checkSigning'),
      refusesOutside: async (url: string) => url.includes('forbidden'),
    },
    store: {
      canSeal,
      revisions: {
        choose: async (_reach: unknown, name: string, choice: object) => {
          steps.push(['choose', name, choice]);
          if (fails) throw fails;
          return { id: `id-of-${name}`, name, content: '', preview_context: {}, files: {} };
        },
      },
    },
    background: {
      submit: async (job: Record<string, unknown>) => {
        submitted.push(job);
        return { job: { id: 'j1' } };
      },
      describe: async ({ id }: { id: string }) => ({ id, described: true }),
    },
    sharedReplays: {
      guard: async (replayed: object, work: () => Promise<unknown>) => {
        steps.push(replayed);
        return work();
      },
    },
  };
  const answer = await takeSubmission(parts as never, request as never, reply as never, images as never);
  const [job = {}] = submitted;
  return { answer, steps, job, stored: JSON.parse(String(job.request)) };
}

const page = { parts: [{ html: '<p>' }] };

describe('a render that is submitted', () => {
  it('is accepted, and its answer says where it is', async () => {
    const { answer, steps, job } = await submit({ ...page, metadata: { title: 'T' } });
    expect(answer).toEqual({ data: { id: 'j1', described: true } });
    expect(steps).toEqual([
      'checkSigning',
      'release',
      202,
      { location: '/api/v1/renders/j1', 'preference-applied': 'respond-async', 'retry-after': '1' },
    ]);
    expect(job).toEqual({
      account: 'home',
      api_key: 'local',
      by: 'the command line',
      request_id: 'r1',
      kind: 'pdf',
      source: 'html',
      template: null,
      request: JSON.stringify({ ...page, metadata: { title: 'T' } }),
      priority: 'normal',
      startAt: undefined,
      keepSeconds: 86_400,
      traceparent: undefined,
      idempotency: undefined,
    });
  });

  it('has what its job says', async () => {
    const start_at = new Date(Date.now() + 60_000).toISOString();
    const { job, stored } = await submit({ ...page, job: { priority: 'high', keep_seconds: 5, start_at } });
    expect(job).toMatchObject({ priority: 'high', keepSeconds: 5, startAt: new Date(start_at) });
    expect(stored).toEqual(page);
  });

  it('of images has how they are drawn', async () => {
    const { job, stored } = await submit({ ...page, image: { type: 'png' } }, { images: { type: 'zip' } });
    expect([job.kind, stored]).toEqual(['image', { ...page, images: { type: 'zip' } }]);
  });

  it('is taken once for an idempotency key', async () => {
    const { job, steps } = await submit(page, { headers: { 'idempotency-key': 'once' } });
    expect(job.idempotency).toEqual({ name: 'once', digest: 'digest' });
    expect(steps[1]).toEqual({ scope: 'home k1', idempotencyKey: 'once', digest: 'digest' });
  });

  const trace = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
  it.each([
    [{ span: { traceparent: 'own' }, headers: { traceparent: trace } }, 'own'],
    [{ headers: { traceparent: trace } }, trace],
    [{ headers: { traceparent: 'wrong' } }, undefined],
  ])('belongs to the trace of its request: %#', async (given, traceparent) => {
    expect((await submit(page, given)).job.traceparent).toBe(traceparent);
  });

  it.each([
    [
      'a seal that the key may not use',
      { ...page, pdf: { sign: { seal: 'x' } } },
      { caller: { scopes: ['render' as const] } },
      'forbidden',
    ],
    ['another part than its templates', page, { caller: { templates: ['t'] } }, 'forbidden'],
    [
      'a destination that is not allowed',
      { ...page, destination: { put: 'https://forbidden.example' } },
      {},
      'address_not_allowed',
    ],
    ['a start too far ahead', { ...page, job: { start_at: '2999-01-01T00:00:00Z' } }, {}, 'invalid_request'],
    ['a wrong idempotency key', page, { headers: { 'idempotency-key': 'a b' } }, 'invalid_request'],
  ])('is refused with %s', async (_what, body, given, code) => {
    await expect(submit(body, given)).rejects.toMatchObject({ code });
  });
});

describe('a secret of a render', () => {
  const encrypt = { user_password: 'u', owner_password: 'o' };

  it('is stored apart', async () => {
    const { job, stored } = await submit({ ...page, pdf: { encrypt } });
    expect(stored.pdf).toEqual({ encrypt: {} });
    expect(job.secrets).toBe('[[["pdf","encrypt","user_password"],"u"],[["pdf","encrypt","owner_password"],"o"]]');
  });

  it('is refused where nothing encrypts it', async () => {
    const detail = 'has a password, which this service cannot encrypt in its database without PLATEN_SECRET_KEY';
    await expect(submit({ ...page, pdf: { encrypt } }, { canSeal: false })).rejects.toMatchObject({
      code: 'invalid_request',
      message: `pdf.encrypt ${detail}: set that, or render in the foreground`,
      errors: [{ pointer: '/pdf/encrypt/user_password', detail }],
    });
  });

  it('that is no password is stored with the rest there', async () => {
    const destination = { put: 'https://bucket.example/x' };
    const { job, stored } = await submit({ ...page, destination }, { canSeal: false });
    expect([stored.destination, 'secrets' in job]).toEqual([destination, false]);
  });
});

describe('the templates of a render', () => {
  const choices = (steps: unknown[]) => steps.filter(Array.isArray).map(([, ...asked]) => asked);

  it.each([
    [{ template: 't1' }, { template: 't1' }],
    [{ template: { id: 't1', label: 'live' } }, { template: { id: 't1', label: 'live' } }],
    [{ template: { slug: 'letter' } }, { template: 'id-of-letter' }],
    [{ template: { slug: 'letter', revision: 2 } }, { template: { id: 'id-of-letter', revision: 2 } }],
    [
      { template: { slug: 'letter' }, context: { a: 1 } },
      { template: 'id-of-letter', context: { a: 1 } },
    ],
    [{ html: 'x' }, { html: 'x' }],
    ['https://example.com', 'https://example.com'],
  ])('are stored by their ids: %j', async (part, stored) => {
    expect((await submit({ parts: [part] })).stored.parts).toEqual([stored]);
    expect((await submit({ parts: part })).stored.parts).toEqual(stored);
  });

  it('are each looked for once', async () => {
    const part = { template: { slug: 'letter' } };
    const { steps, job } = await submit({
      parts: [part, part, { ...part, context: {} }, { template: { slug: 'other' } }],
    });
    expect(choices(steps)).toEqual([
      ['letter', {}],
      ['letter', {}],
      ['other', {}],
    ]);
    expect([job.source, job.template]).toEqual(['template', 'id-of-letter']);
  });

  it.each([
    [[{ html: 'x' }, { template: { id: 'a', label: 'x' } }], 1, '/parts/1/template/label'],
    [{ template: { id: 'a', label: 'x' } }, 0, '/parts/template/label'],
  ])('that are not there are named with their part: %#', async (parts, part, pointer) => {
    const fails = Object.assign(new Error('words'), { code: 'label_not_found' });
    await expect(submit({ parts }, { fails })).rejects.toMatchObject({
      code: 'label_not_found',
      part,
      errors: [{ pointer, detail: 'does not exist' }],
    });
  });
});
