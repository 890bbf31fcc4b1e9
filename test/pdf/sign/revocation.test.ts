import { GeneralName } from 'pkijs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AskAuthority, AuthorityQuestion } from '../../../src/pdf/sign/ask-timestamp.ts';
import { findOcspProof, findRevocationList, readIssuerAddresses } from '../../../src/pdf/sign/revocation.ts';
import { answerBusy, answerOcsp, type Issued, inDays, issue, listRevoked } from './memory-authority.ts';

let root: Issued;
let ada: Issued;
let bob: Issued;
beforeAll(async () => {
  root = await issue('Root');
  const urls = { ocsp: ['http://one.test/ocsp', 'http://two.test/ocsp'], crl: ['http://one.test/crl'] };
  ada = await issue('Ada', { by: root, ...urls });
  bob = await issue('Bob', { by: root });
});

/** Asks with a table of answers by URL, and remembers questions and failures. */
async function find(
  search: typeof findOcspProof,
  answers: Record<string, () => Uint8Array | Promise<Uint8Array>>,
  certificate = ada,
  issuer = root,
) {
  const asked: AuthorityQuestion[] = [];
  const failures: string[] = [];
  const ask: AskAuthority = async (question) => {
    asked.push(question);
    const answer = answers[question.url];
    if (answer === undefined) throw new Error('not found');
    return answer();
  };
  const pair = { certificate: certificate.certificate, issuer: issuer.certificate };
  const proof = await search(pair, ask, (failure) => failures.push(failure));
  return { proof, asked, failures, urls: asked.map(({ url }) => url) };
}

describe('a proof of OCSP', () => {
  it.each([
    ['good', false],
    ['revoked', true],
  ] as const)('says that a certificate is %s', async (status, isRevoked) => {
    const bytes = await answerOcsp(root, ada, { status });
    const found = await find(findOcspProof, { 'http://one.test/ocsp': () => bytes });
    expect(found.proof).toEqual({ bytes, isRevoked });
    expect(found.failures).toEqual([]);
    expect(found.asked).toEqual([
      {
        url: 'http://one.test/ocsp',
        accept: 'application/ocsp-response',
        sent: { bytes: expect.any(Uint8Array), type: 'application/ocsp-request' },
      },
    ]);
  });

  it('is one of the next responder if the first one fails', async () => {
    const bytes = await answerOcsp(root, ada);
    const found = await find(findOcspProof, { 'http://two.test/ocsp': () => bytes });
    expect(found.proof).toEqual({ bytes, isRevoked: false });
    expect(found.failures).toEqual(['OCSP of http://one.test: not found']);
  });

  it('is valid until its next update', async () => {
    const bytes = await answerOcsp(root, ada, { until: inDays(1) });
    const found = await find(findOcspProof, { 'http://one.test/ocsp': () => bytes });
    expect(found.proof).toEqual({ bytes, isRevoked: false });
  });

  it.each<[string, () => Uint8Array | Promise<Uint8Array>, string | RegExp]>([
    ['has no status', answerBusy, 'OCSP of http://one.test: it answered without a status'],
    [
      'is of another certificate',
      () => answerOcsp(root, bob),
      'OCSP of http://one.test: it answered for another certificate',
    ],
    [
      'was signed with another key',
      () => answerOcsp(root, ada, { signer: bob }),
      'OCSP of http://one.test: its answer has no valid signature',
    ],
    [
      'is out of date',
      () => answerOcsp(root, ada, { until: inDays(-0.5) }),
      'OCSP of http://one.test: its answer is out of date',
    ],
    [
      'does not know the certificate',
      () => answerOcsp(root, ada, { status: 'unknown' }),
      'OCSP of http://one.test: it does not know the certificate',
    ],
    ['is nonsense', () => Buffer.from('hello'), /^OCSP of http:\/\/one\.test: ./],
    ['is of a stranger', async () => answerOcsp(await issue('Root'), ada), /^OCSP of http:\/\/one\.test: ./],
  ])('is refused if it %s', async (_, answer, message) => {
    const found = await find(findOcspProof, { 'http://one.test/ocsp': answer });
    expect(found.proof).toBeUndefined();
    expect(found.failures).toEqual([
      typeof message === 'string' ? message : expect.stringMatching(message),
      'OCSP of http://two.test: not found',
    ]);
  });

  it('is not looked for without the URL of a responder', async () => {
    expect(await find(findOcspProof, {}, bob)).toEqual({ proof: undefined, asked: [], failures: [], urls: [] });
  });
});

describe('a revocation list', () => {
  it.each([
    ['without entries', () => [], false],
    ['of others', () => [bob], false],
    ['with the certificate', () => [bob, ada], true],
  ] as const)('%s says whether a certificate was revoked', async (_, revoked, isRevoked) => {
    const bytes = await listRevoked(root, revoked());
    const found = await find(findRevocationList, { 'http://one.test/crl': () => bytes });
    expect(found).toEqual({
      proof: { bytes, isRevoked },
      asked: [{ url: 'http://one.test/crl', accept: 'application/pkix-crl' }],
      failures: [],
      urls: ['http://one.test/crl'],
    });
  });

  it('is valid until its next update', async () => {
    const bytes = await listRevoked(root, [], { until: inDays(1) });
    expect((await find(findRevocationList, { 'http://one.test/crl': () => bytes })).proof?.isRevoked).toBe(false);
  });

  it.each<[string, () => Uint8Array | Promise<Uint8Array>, string | RegExp]>([
    [
      'was signed with another key',
      () => listRevoked(root, [], { signer: bob }),
      'CRL of http://one.test: the list has no valid signature',
    ],
    [
      'is out of date',
      () => listRevoked(root, [], { until: inDays(-0.5) }),
      'CRL of http://one.test: the list is out of date',
    ],
    ['is nonsense', () => Buffer.from('hello'), /^CRL of http:\/\/one\.test: ./],
  ])('is refused if it %s', async (_, answer, message) => {
    const found = await find(findRevocationList, { 'http://one.test/crl': answer });
    expect(found.proof).toBeUndefined();
    expect(found.failures).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)]);
  });

  it('is the first valid one of several', async () => {
    const eve = await issue('Eve', {
      by: root,
      crl: ['http://one.test/crl', 'https://two.test:8443/crl', 'http://x/'],
    });
    const bytes = await listRevoked(root, []);
    const found = await find(findRevocationList, { 'https://two.test:8443/crl': () => bytes }, eve);
    expect([found.proof, found.urls]).toEqual([
      { bytes, isRevoked: false },
      ['http://one.test/crl', 'https://two.test:8443/crl'],
    ]);
  });

  it('is not looked for without its URL', async () => {
    expect((await find(findRevocationList, {}, bob)).asked).toEqual([]);
  });

  it('is named without a path that may have a secret', async () => {
    const eve = await issue('Eve', { by: root, crl: ['https://two.test:8443/crl?key=secret'] });
    expect((await find(findRevocationList, {}, eve)).failures).toEqual(['CRL of https://two.test:8443: not found']);
  });

  it('is named as it is written if its URL is not valid', async () => {
    const eve = await issue('Eve', { by: root, crl: ['http://'] });
    expect((await find(findRevocationList, {}, eve)).failures).toEqual(['CRL of http://: not found']);
  });

  it('may fail with what is not an error', async () => {
    const failures: string[] = [];
    const pair = { certificate: ada.certificate, issuer: root.certificate };
    await findRevocationList(
      pair,
      () => Promise.reject('no network'),
      (failure) => failures.push(failure),
    );
    expect(failures).toEqual(['CRL of http://one.test: no network']);
  });
});

describe('the addresses of the certificate of an issuer', () => {
  const mail = new GeneralName({ type: 1, value: 'http://ada@example.com' });
  it.each<[string, Parameters<typeof issue>[1], string[]]>([
    ['without any', {}, []],
    ['with those of OCSP and a list alone', { ocsp: ['http://a.test/ocsp'], crl: ['http://a.test/crl'] }, []],
    [
      'with two among others',
      { ocsp: ['http://a.test/ocsp'], ca: ['http://a.test/ca', 'HTTPS://b.test/ca'] },
      ['http://a.test/ca', 'HTTPS://b.test/ca'],
    ],
    ['with one for a directory', { ca: ['ldap://a.test/http:', 'http://a.test/ca'] }, ['http://a.test/ca']],
    ['with one of a mailbox', { ca: [mail] }, []],
  ])('are read from a certificate %s', async (_, facts, expected) => {
    expect(readIssuerAddresses((await issue('Ada', facts)).certificate)).toEqual(expected);
  });
});
