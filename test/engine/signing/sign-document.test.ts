import { describe, expect, it } from 'vitest';
import type { EgressPolicy } from '../../../src/browser/index.ts';
import type { RenderRequest } from '../../../src/contract/index.ts';
import { planSignature, signDocument } from '../../../src/engine/signing/sign-document.ts';
import { SigningError } from '../../../src/pdf/index.ts';
import { buildPages } from '../../pdf/build-pdf.ts';

const signer = { certificate: 'of ada' } as never;
const seals = { names: ['ada'], find: async (name: string) => (name === 'ada' ? signer : undefined) };
const egress: EgressPolicy = { level: 'public' };
const parts = { seals, timestampUrl: undefined, egress };

const plan = (pdf: object, given: Partial<typeof parts> | object = {}, more: object = {}) =>
  planSignature({ pdf, ...more } as RenderRequest, { ...parts, ...given });

describe('the plan of a signature', () => {
  it('is empty unless one is asked for', async () => {
    expect(await planSignature({}, parts)).toBeUndefined();
    expect(await plan({ encrypt: {} })).toBeUndefined();
  });

  it('has the key of its seal', async () => {
    expect(await plan({ sign: { seal: 'ada', reason: 'r' } })).toEqual({
      signing: { seal: 'ada', reason: 'r' },
      signer,
    });
  });

  it.each([
    [{}, 'f'],
    [{ field: 'own' }, 'own'],
  ])('has the field that the request makes, unless it names another: %j', async (named, field) => {
    const overlays = [{ pdf: 'x' }, { signature_field: 'f' }, { signature_field: 'g' }];
    expect((await plan({ sign: { seal: 'ada', ...named } }, {}, { overlays }))?.signing).toEqual({
      seal: 'ada',
      field,
    });
  });

  it.each([
    [
      { encrypt: {}, sign: { seal: 'ada' } },
      {},
      '',
      'cannot be combined with /pdf/encrypt: an encrypted PDF cannot be signed',
    ],
    [
      { linearize: true, sign: { seal: 'ada' } },
      {},
      '',
      'cannot be combined with /pdf/linearize: a signature is appended to the file, which is not linearized then',
    ],
    [
      { sign: { seal: 'ada' } },
      { seals: undefined },
      '',
      'needs a seal, and this service has none: its operator sets PLATEN_SEALS',
    ],
    [
      { sign: { seal: 'ada', level: 'b-t' } },
      {},
      '/level',
      'b-t needs a timestamp authority, and this service has none: set timestamp_url',
    ],
    [{ sign: { seal: 'bob' } }, {}, '/seal', '"bob" is not a seal of this service'],
  ])('is refused: %j', async (pdf, given, at, detail) => {
    const pointer = `/pdf/sign${at}`;
    await expect(plan(pdf, given)).rejects.toMatchObject({
      code: 'invalid_request',
      message: `${pointer} ${detail}`,
      errors: [{ pointer, detail }],
    });
  });

  it.each([
    [{ level: 'b-b' }, {}],
    [{ level: 'b-t', timestamp_url: 'https://tsa.example' }, {}],
    [{ level: 'b-t' }, { timestampUrl: 'https://tsa.example' }],
  ])('has a level that its authorities allow: %j', async (level, given) => {
    expect((await plan({ sign: { seal: 'ada', ...level } }, given))?.signer).toBe(signer);
  });

  it.each([
    [
      new SigningError('key', 'it has expired'),
      { code: 'signing_failed', message: 'The seal "ada" could not sign: it has expired.' },
    ],
    [new Error('other'), { message: 'other' }],
  ])('names the seal that cannot sign: %s', async (error, wanted) => {
    const find = () => Promise.reject(error);
    await expect(plan({ sign: { seal: 'ada' } }, { seals: { names: [], find } })).rejects.toMatchObject(wanted);
  });
});

describe('a document that cannot be signed', () => {
  const never = new AbortController().signal;
  const sign = (signing: object, signal = never, thrown?: unknown) => {
    const failing = new Proxy({} as never, {
      get() {
        throw thrown;
      },
    });
    return signDocument(buildPages(1), { signing: { seal: 'ada', ...signing }, signer: failing }, parts, signal);
  };

  it.each([
    ['field', 'no such field', { code: 'invalid_request', message: '/pdf/sign/field no such field' }],
    ['signed', 'it is signed', { code: 'invalid_request', message: '/pdf/sign cannot sign the PDF: it is signed' }],
    [
      'proof',
      'no proof',
      { code: 'signing_failed', message: 'The seal "ada" could not sign: no proof.', stage: 'sign' },
    ],
  ] as const)('says why: %s', async (kind, words, wanted) => {
    await expect(sign({}, never, new SigningError(kind, words))).rejects.toMatchObject(wanted);
  });

  it('keeps other errors, and the reason of a caller that has gone', async () => {
    const other = new Error('other');
    await expect(sign({}, never, other)).rejects.toBe(other);
    const reason = new Error('gone');
    await expect(sign({}, AbortSignal.abort(reason), other)).rejects.toBe(reason);
  });
});
