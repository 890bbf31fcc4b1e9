import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AskAuthority } from '../../../src/pdf/sign/ask-timestamp.ts';
import { collectProofs } from '../../../src/pdf/sign/collect-proofs.ts';
import { SigningError } from '../../../src/pdf/sign/open-signer.ts';
import { answerOcsp, type Issued, issue, listRevoked, toPem } from './memory-authority.ts';

type Answers = Record<string, () => Uint8Array | Promise<Uint8Array>>;

let root: Issued;
let good: Uint8Array;
let list: Uint8Array;
let ada: Issued;
let bob: Issued;
let cora: Issued;
beforeAll(async () => {
  root = await issue('Root');
  ada = await issue('Ada', { by: root, ocsp: ['http://a.test/ocsp'], crl: ['http://a.test/crl'] });
  bob = await issue('Bob', { by: root, crl: ['http://a.test/crl'] });
  cora = await issue('Cora', { by: root, crl: ['http://a.test/crl'], ca: ['http://a.test/1', 'http://a.test/2'] });
  good = await answerOcsp(root, ada);
  list = await listRevoked(root, []);
});

function collect(ends: readonly Issued[], others: readonly Issued[], answers: Answers) {
  const asked: string[] = [];
  const ask: AskAuthority = async ({ url, accept }) => {
    asked.push(`${new URL(url).pathname} ${accept}`);
    const answer = answers[url];
    if (answer === undefined) throw new Error('not found');
    return answer();
  };
  const der = (all: readonly Issued[]) => all.map((each) => each.der);
  return collectProofs(der(ends), der(others), ask).then((proofs) => ({ proofs, asked }));
}

const hex = (all: readonly Uint8Array[]) => all.map((bytes) => Buffer.from(bytes).toString('hex'));
const hexOf = (...all: readonly Issued[]) => hex(all.map(({ der }) => der));

describe('the proofs of certificates', () => {
  it('are their chains with one answer for each certificate below a root', async () => {
    const answers = { 'http://a.test/ocsp': () => good, 'http://a.test/crl': () => list };
    const { proofs, asked } = await collect([ada, bob], [root], answers);
    expect(hex(proofs.certificates)).toEqual(hexOf(ada, root, bob));
    expect([hex(proofs.ocsps), hex(proofs.crls)]).toEqual([hex([good]), hex([list])]);
    expect(asked).toEqual(['/ocsp application/ocsp-response', '/crl application/pkix-crl']);
  });

  it('have a revocation list if OCSP fails', async () => {
    const { proofs } = await collect([ada], [root], { 'http://a.test/crl': () => list });
    expect([proofs.ocsps, hex(proofs.crls)]).toEqual([[], hex([list])]);
  });

  it('need no answer for a root', async () => {
    const { proofs, asked } = await collect([root], [], {});
    expect([hex(proofs.certificates), proofs.ocsps, proofs.crls, asked]).toEqual([hexOf(root), [], [], []]);
  });

  it('leave out certificates that are of no chain', async () => {
    const stranger = await issue('Stranger');
    const { proofs } = await collect([bob], [stranger, root], { 'http://a.test/crl': () => list });
    expect(hex(proofs.certificates)).toEqual(hexOf(bob, root));
  });

  it('fetch a missing issuer from the first URL that has it', async () => {
    const stranger = await issue('Root');
    const { proofs, asked } = await collect([cora], [], {
      'http://a.test/1': () => stranger.der,
      'http://a.test/2': () => root.der,
      'http://a.test/crl': () => list,
    });
    expect(hex(proofs.certificates)).toEqual(hexOf(cora, root));
    expect(asked).toEqual(['/1 application/pkix-cert', '/2 application/pkix-cert', '/crl application/pkix-crl']);
  });

  it('continue after a URL that fails or has no certificate', async () => {
    const found = await collect([cora], [], { 'http://a.test/2': () => root.der, 'http://a.test/crl': () => list });
    expect(hex(found.proofs.certificates)).toEqual(hexOf(cora, root));
    const nonsense = await collect([cora], [], {
      'http://a.test/1': () => Buffer.from('hello'),
      'http://a.test/2': () => root.der,
      'http://a.test/crl': () => list,
    });
    expect(hex(nonsense.proofs.certificates)).toEqual(hexOf(cora, root));
  });

  it('know the roots that are trusted', async () => {
    const usual = getCACertificates();
    setDefaultCACertificates([toPem(await issue('Root')), toPem(root)]);
    try {
      const { proofs } = await collect([bob], [], { 'http://a.test/crl': () => list });
      expect(hex(proofs.certificates)).toEqual(hexOf(bob, root));
    } finally {
      setDefaultCACertificates(usual);
    }
  });

  it.each<[string, () => Issued, Answers, string]>([
    [
      'was revoked by OCSP',
      () => ada,
      { 'http://a.test/ocsp': () => answerOcsp(root, ada, { status: 'revoked' }), 'http://a.test/crl': () => list },
      'the certificate of CN=Ada cannot be proved valid: it was revoked',
    ],
    [
      'is in the revocation list',
      () => bob,
      { 'http://a.test/crl': () => listRevoked(root, [bob]) },
      'the certificate of CN=Bob cannot be proved valid: it was revoked',
    ],
    [
      'has no answer',
      () => ada,
      {},
      'the certificate of CN=Ada cannot be proved valid: OCSP of http://a.test: not found; CRL of http://a.test: not found',
    ],
  ])('are refused for a certificate that %s', async (_, certificate, answers, message) => {
    const failure = await collect([certificate()], [root], answers).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SigningError);
    expect(failure).toMatchObject({ kind: 'proof', message });
  });

  it('are refused for a certificate that names no authority', async () => {
    await expect(collect([await issue('Dan', { by: root })], [root], {})).rejects.toThrow(
      'the certificate of CN=Dan cannot be proved valid: it names neither a responder of OCSP nor a revocation list',
    );
  });

  it('are refused without the issuer, also if another one has its name', async () => {
    await expect(collect([bob], [await issue('Root')], { 'http://a.test/crl': () => list })).rejects.toThrow(
      'the certificate of CN=Bob cannot be proved valid: the certificate of its issuer is not known',
    );
  });

  it('are refused if a certificate above was revoked', async () => {
    const middle = await issue('Middle', { by: root, crl: ['http://a.test/crl'] });
    const end = await issue('End', { by: middle, crl: ['http://a.test/end'] });
    const answers = {
      'http://a.test/crl': () => listRevoked(root, [middle]),
      'http://a.test/end': () => listRevoked(middle, []),
    };
    await expect(collect([end], [middle, root], answers)).rejects.toThrow(
      'the certificate of CN=Middle cannot be proved valid: it was revoked',
    );
  });

  it('are of a chain with at most ten certificates below its root', async () => {
    const chain = [root];
    const answers: Answers = {};
    for (let depth = 1; depth <= 11; depth += 1) {
      const by = chain[0] as Issued;
      const url = `http://a.test/${depth}`;
      const one = await issue(`At ${depth}`, { by, crl: [url] });
      answers[url] = () => listRevoked(by, []);
      chain.unshift(one);
    }
    const [longest, end, ...rest] = chain as [Issued, Issued, ...Issued[]];
    expect((await collect([end], rest, answers)).proofs.certificates).toHaveLength(11);
    await expect(collect([longest], [end, ...rest], answers)).rejects.toThrow(
      'the certificate of CN=At 1 cannot be proved valid: the certificate of its issuer is not known',
    );
  });
});
