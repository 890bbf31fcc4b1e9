import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import { mergePdfs } from '../../../src/pdf/index.ts';
import type { AuthorityQuestion } from '../../../src/pdf/sign/ask-timestamp.ts';
import { openSigner, type PdfSigner, type SignerFiles } from '../../../src/pdf/sign/open-signer.ts';
import { signPdf } from '../../../src/pdf/sign/sign-pdf.ts';
import { askPoppler, hasPoppler, readSignature } from '../../helpers/read-signature.ts';
import { makeSigningAuthority } from '../../helpers/signing-authority.ts';
import { buildPages } from '../build-pdf.ts';
import { checkPdf } from '../run-qpdf.ts';

const authority = makeSigningAuthority();
afterAll(() => authority.remove());
const ada = authority.issue('ada');
const { pdf } = mergePdfs([{ pdf: buildPages(2), foreign: true }], { outline: true, producer: 'platen 0.1.0' });
const now = new Date();
const noAuthority = async () => Promise.reject(new Error('no authority was to be asked'));
const timestampUrl = 'http://authority.test/tsa';
/** Asks the authority of these tests. */
const asked: string[] = [];
const ask = async ({ url, sent }: AuthorityQuestion) => {
  const path = new URL(url).pathname;
  asked.push(path);
  return authority.answer(path, sent?.bytes);
};
const pem = ({ cert, key }: typeof ada): SignerFiles => ({ certificate: readFileSync(cert), key: readFileSync(key) });

/** id-aa-timeStampToken (RFC 3161, appendix A). */
const timestampToken = Buffer.from('060b2a864886f70d010910020e', 'hex');
/** signing-time (RFC 5652, section 11.3). */
const signingTime = Buffer.from('06092a864886f70d010905', 'hex');
const withChain = (signer: PdfSigner, certificateChain: Uint8Array[]): PdfSigner => ({
  certificate: signer.certificate,
  certificateChain,
  keyType: signer.keyType,
  signatureAlgorithm: signer.signatureAlgorithm,
  sign: (data, algorithm) => signer.sign(data, algorithm),
});
/** Asks for timestamps without the chain of the authority. */
const askWithoutChain = async (question: AuthorityQuestion) =>
  question.url === timestampUrl
    ? authority.timestamp(question.sent?.bytes ?? new Uint8Array(), [], false)
    : ask(question);
/** A request for a timestamp of other bytes: it has the SHA-256 after the tag and the length of a string. */
function changeDigest(request: Uint8Array): Buffer {
  const changed = Buffer.from(request);
  const at = changed.indexOf(Buffer.from([4, 32])) + 2;
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}
const onlyTimestamps = async (question: AuthorityQuestion) =>
  question.url === timestampUrl ? ask(question) : Promise.reject(new Error('not now'));

describe('signing a PDF', () => {
  it.skipIf(!hasPoppler).each([
    ['PKCS#12', () => ({ certificate: readFileSync(authority.pack(ada, 'secret')), password: 'secret' })],
    ['PEM with RSA', () => pem(ada)],
    ['PEM with P-256', () => pem(authority.issue('ec', ['EC', '-pkeyopt', 'ec_paramgen_curve:P-256']))],
    ['PEM with P-384', () => pem(authority.issue('ec3', ['EC', '-pkeyopt', 'ec_paramgen_curve:P-384']))],
  ])('makes a valid signature of the whole file with %s', async (_, files) => {
    const signer = await openSigner(files(), new Date());
    const signed = await signPdf(pdf, { signer, now, ask: noAuthority });
    expect(Buffer.from(signed).subarray(0, pdf.length).equals(Buffer.from(pdf))).toBe(true);
    expect(askPoppler(signed)).toMatch(/ETSI\.CAdES\.detached[\s\S]*Total document signed[\s\S]*Signature is Valid/);
    const { signature, content } = readSignature(signed);
    expect(authority.verify(signature, content)).toBe('');
    // PAdES has the time in the PDF alone (ETSI EN 319 142-1, 6.3).
    expect(signature.includes(signingTime)).toBe(false);
    expect(Buffer.from(signed).toString('latin1')).toMatch(/\/M \(D:\d{14}Z\)/);
    expect(await checkPdf(signed)).toBe('');
  });

  it.skipIf(!hasPoppler)('finds a byte that was changed', async () => {
    const signed = await signPdf(pdf, { signer: await openSigner(pem(ada), now), now, ask: noAuthority });
    const changed = Buffer.from(signed);
    const at = changed.indexOf('/MediaBox') + 1;
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(askPoppler(changed)).toContain('Digest Mismatch');
    const { signature, content } = readSignature(changed);
    expect(authority.verify(signature, content)).not.toBe('');
  });

  it('writes its texts as they are', async () => {
    const facts = { reason: 'Größe (ok) \\ 你', location: 'Rome', contact: 'ada@example.com' };
    const signed = await signPdf(pdf, {
      signer: await openSigner(pem(ada), now),
      now,
      ask: noAuthority,
      ...facts,
    });
    const hex = Buffer.from(`\ufeff${facts.reason}`, 'utf16le').swap16().toString('hex').toUpperCase();
    const text = Buffer.from(signed).toString('latin1');
    expect([text.includes(`/Reason <${hex}>`), text.includes('/Location (Rome)')]).toEqual([true, true]);
  });

  it.skipIf(!hasPoppler)('adds a timestamp', async () => {
    const signer = await openSigner(pem(ada), now);
    asked.length = 0;
    const signed = await signPdf(pdf, { signer, now, ask, timestampUrl });
    expect([asked, askPoppler(signed)]).toEqual([['/tsa'], expect.stringContaining('Signature is Valid')]);
    const { signature, content } = readSignature(signed);
    expect(authority.verify(signature, content)).toBe('');
    expect(signature.includes(timestampToken)).toBe(true);
    const changed = Buffer.from(signed);
    const at = changed.indexOf('/MediaBox') + 1;
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(askPoppler(changed)).toContain('Digest Mismatch');
  });

  it.skipIf(!hasPoppler).each<[string, ('ocsp' | 'crl' | 'ca')[], string, RegExp]>([
    ['OCSP', ['ocsp'], '/ocsp', /\/OCSPs/],
    ['a revocation list', ['crl'], '/crl', /\/CRLs/],
    ['an issuer that is fetched', ['ocsp', 'crl', 'ca'], '/ca', /\/OCSPs/],
  ])('adds proofs for a long time, by %s, which the signature covers', async (_, asks, path, entry) => {
    const signer = await openSigner(pem(authority.issue('bea', undefined, asks)), new Date());
    // Without the certificate of the issuer in the token of the timestamp, it must be in the chain or be fetched.
    const chain = path === '/ca' ? [] : [new Uint8Array(new X509Certificate(readFileSync(authority.cert)).raw)];
    asked.length = 0;
    const signed = await signPdf(pdf, {
      signer: withChain(signer, chain),
      now: new Date(),
      ask: path === '/ca' ? askWithoutChain : ask,
      timestampUrl,
      level: 'b-lt',
    });
    expect(asked).toContain(path);
    expect(Buffer.from(signed).toString('latin1')).toMatch(entry);
    expect(askPoppler(signed)).toMatch(/Total document signed[\s\S]*Signature is Valid/);
    const { signature, content } = readSignature(signed);
    expect([authority.verify(signature, content), await checkPdf(signed)]).toEqual(['', '']);
    const changed = Buffer.from(signed);
    const at = changed.indexOf('/DSS') + 1;
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(askPoppler(changed)).toContain('Digest Mismatch');
  });

  it.skipIf(!hasPoppler)('knows the roots that are trusted', async () => {
    const signer = withChain(await openSigner(pem(authority.issue('bea', undefined, ['crl'])), new Date()), []);
    const askLittle = (question: AuthorityQuestion) =>
      question.url.endsWith('/ca') ? Promise.reject(new Error('not found')) : askWithoutChain(question);
    const options = { signer, now: new Date(), ask: askLittle, timestampUrl, level: 'b-lt' } as const;
    await expect(signPdf(pdf, options)).rejects.toMatchObject({ kind: 'proof' });
    const usual = getCACertificates();
    setDefaultCACertificates([...usual, readFileSync(authority.cert, 'utf8')]);
    try {
      expect(askPoppler(await signPdf(pdf, options))).toContain('Signature is Valid');
    } finally {
      setDefaultCACertificates(usual);
    }
  });

  it.each<[string, (signer: PdfSigner) => Promise<Uint8Array>, RegExp]>([
    [
      'was revoked',
      (signer) => signPdf(pdf, { signer, now, ask, timestampUrl, level: 'b-lt' }),
      /CN=eve .*it was revoked/,
    ],
    [
      'nobody answers for',
      (signer) => signPdf(pdf, { signer, now, ask: onlyTimestamps, timestampUrl, level: 'b-lt' }),
      /OCSP of http:\/\/authority\.test: not now; CRL of/,
    ],
  ])('refuses proofs for a certificate that %s', async (_, sign, message) => {
    const eve = authority.issue('eve');
    authority.revoke(eve);
    await expect(sign(await openSigner(pem(eve), new Date()))).rejects.toMatchObject({
      kind: 'proof',
      message: expect.stringMatching(message),
    });
  });

  it.skipIf(!hasPoppler).each(['no-changes', 'fill-forms', 'annotate'] as const)(
    'certifies a document: %s',
    async (certify) => {
      const signed = await signPdf(pdf, { signer: await openSigner(pem(ada), now), now, ask: noAuthority, certify });
      const text = Buffer.from(signed).toString('latin1');
      expect(text).toMatch(/\/Perms <<\s*\/DocMDP \d+ 0 R/);
      const level = { 'no-changes': 1, 'fill-forms': 2, annotate: 3 }[certify];
      expect(text).toMatch(new RegExp(`/TransformMethod /DocMDP[^>]*/P ${level}\\b`));
      expect(askPoppler(signed)).toMatch(/Total document signed[\s\S]*Signature is Valid/);
      expect(await checkPdf(signed)).toBe('');
    },
  );

  it.skipIf(!hasPoppler)('makes room for a timestamp with many certificates', async () => {
    // Such keys are made at once.
    const curve = ['EC', '-pkeyopt', 'ec_paramgen_curve:P-256'];
    const many = Array.from({ length: 16 }, (_, index) => authority.issue(`other${index}`, curve).cert);
    const signer = await openSigner(pem(ada), new Date());
    const askMany = async ({ sent }: AuthorityQuestion) => authority.timestamp(sent?.bytes ?? new Uint8Array(), many);
    const signed = await signPdf(pdf, { signer, now, ask: askMany, timestampUrl });
    expect(askPoppler(signed)).toContain('Signature is Valid');
    expect(readSignature(signed).signature.length).toBeGreaterThan(12_288);
  });

  it.each<[string, (question: AuthorityQuestion) => Promise<Uint8Array>, RegExp]>([
    ['fails', () => Promise.reject(new Error('tsa.example answered 503')), /^tsa\.example answered 503$/],
    [
      'answers for another signature',
      (() => {
        let first: Buffer | undefined;
        return async ({ sent }: AuthorityQuestion) => {
          first ??= authority.timestamp(changeDigest(sent?.bytes ?? new Uint8Array()));
          return first;
        };
      })(),
      /no timestamp/,
    ],
    ['answers nonsense', async () => Buffer.from('hello'), /no timestamp/],
  ])('names an authority that %s', async (_, asking, message) => {
    const signer = await openSigner(pem(ada), now);
    await expect(signPdf(pdf, { signer, now, ask: asking, timestampUrl })).rejects.toMatchObject({
      kind: 'timestamp',
      message: expect.stringMatching(message),
    });
  });

  it.each<[string, () => SignerFiles, Date, RegExp]>([
    [
      'a wrong password',
      () => ({ certificate: readFileSync(authority.pack(ada, 'secret')), password: 'x' }),
      now,
      /password .* wrong/,
    ],
    [
      'another key',
      () => ({ ...pem(ada), key: readFileSync(authority.issue('bob').key) }),
      now,
      /not that of the first/,
    ],
    ['no key', () => ({ certificate: readFileSync(ada.cert) }), now, /no private key/],
    ['no certificate', () => ({ certificate: readFileSync(ada.key) }), now, /no certificate/],
    ['any other file', () => ({ certificate: Buffer.from('hello') }), now, /neither PEM nor/],
    ['an Ed25519 key', () => pem(authority.issue('ed', ['ED25519'])), now, /ed25519 are not supported/],
    ['an expired certificate', () => pem(ada), new Date('2099-01-01'), /expired on/],
    ['a certificate of the future', () => pem(ada), new Date('2001-01-01'), /valid from/],
  ])('refuses %s', async (_, files, at, message) => {
    await expect(openSigner(files(), at)).rejects.toMatchObject({
      kind: 'key',
      message: expect.stringMatching(message),
    });
  });
});
