import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { mergePdfs } from '../../../src/pdf/index.ts';
import { openSigner, type SignerFiles } from '../../../src/pdf/sign/open-signer.ts';
import { signPdf } from '../../../src/pdf/sign/sign-pdf.ts';
import { makeSigningAuthority } from '../../helpers/signing-authority.ts';
import { buildPages } from '../build-pdf.ts';
import { checkPdf } from '../run-qpdf.ts';

const authority = makeSigningAuthority();
afterAll(() => authority.remove());
const ada = authority.issue('ada');
const { pdf } = mergePdfs([{ pdf: buildPages(2), foreign: true }], { outline: true, producer: 'platen 0.1.0' });
const now = new Date();
const pem = ({ cert, key }: typeof ada): SignerFiles => ({ certificate: readFileSync(cert), key: readFileSync(key) });

/** What poppler says of the signatures of a PDF. */
function askPoppler(bytes: Uint8Array): string {
  const file = join(authority.folder, 'signed.pdf');
  writeFileSync(file, bytes);
  try {
    return execFileSync('pdfsig', ['-nocert', file], { encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  }
}

/** The signature of a PDF, and the bytes that it is of. */
function readSignature(bytes: Uint8Array) {
  const text = Buffer.from(bytes).toString('latin1');
  const [, from = 0, first = 0, second = 0, rest = 0] = (
    /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)/.exec(text) ?? []
  ).map(Number);
  const hex = text.slice(first + 1, second - 1);
  const padded = Buffer.from(hex, 'hex');
  // DER says how long it is: the rest is room.
  const signature = padded.subarray(0, padded.readUInt16BE(2) + 4);
  return { signature, content: Buffer.concat([bytes.slice(from, first), bytes.slice(second, second + rest)]) };
}

describe('signing a PDF', () => {
  it.each([
    ['PKCS#12', () => ({ certificate: readFileSync(authority.pack(ada, 'secret')), password: 'secret' })],
    ['PEM with RSA', () => pem(ada)],
    ['PEM with P-256', () => pem(authority.issue('ec', ['EC', '-pkeyopt', 'ec_paramgen_curve:P-256']))],
    ['PEM with P-384', () => pem(authority.issue('ec3', ['EC', '-pkeyopt', 'ec_paramgen_curve:P-384']))],
  ])('makes a valid signature of the whole file with %s', async (_, files) => {
    const signer = await openSigner(files(), new Date());
    const signed = await signPdf(pdf, { signer, now });
    expect(Buffer.from(signed).subarray(0, pdf.length).equals(Buffer.from(pdf))).toBe(true);
    expect(askPoppler(signed)).toMatch(/ETSI\.CAdES\.detached[\s\S]*Total document signed[\s\S]*Signature is Valid/);
    const { signature, content } = readSignature(signed);
    expect(authority.verify(signature, content)).toBe('');
    expect(await checkPdf(signed)).toBe('');
  });

  it('finds a byte that was changed', async () => {
    const signed = await signPdf(pdf, { signer: await openSigner(pem(ada), now), now });
    const changed = Buffer.from(signed);
    const at = changed.indexOf('/MediaBox') + 1;
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(askPoppler(changed)).toContain('Digest Mismatch');
    const { signature, content } = readSignature(changed);
    expect(authority.verify(signature, content)).not.toBe('');
  });

  it('writes its texts as they are', async () => {
    const facts = { reason: 'Größe (ok) \\ 你', location: 'Rome', contact: 'ada@example.com' };
    const signed = await signPdf(pdf, { signer: await openSigner(pem(ada), now), now, ...facts });
    const hex = Buffer.from(`\ufeff${facts.reason}`, 'utf16le').swap16().toString('hex').toUpperCase();
    const text = Buffer.from(signed).toString('latin1');
    expect([text.includes(`/Reason <${hex}>`), text.includes('/Location (Rome)')]).toEqual([true, true]);
  });

  it('adds a timestamp', async () => {
    const signer = await openSigner(pem(ada), now);
    let asked = 0;
    const askTimestamp = async (request: Uint8Array, type: string) => {
      asked += 1;
      expect(type).toBe('application/timestamp-query');
      return authority.timestamp(request);
    };
    const signed = await signPdf(pdf, { signer, now, askTimestamp });
    expect([asked, askPoppler(signed)]).toEqual([1, expect.stringContaining('Signature is Valid')]);
    const { signature, content } = readSignature(signed);
    expect(authority.verify(signature, content)).toBe('');
    // id-aa-timeStampToken (RFC 3161, appendix A).
    expect(signature.includes(Buffer.from('060b2a864886f70d010910020e', 'hex'))).toBe(true);
  });

  it('makes room for a timestamp with many certificates', async () => {
    const many = Array.from({ length: 14 }, (_, index) => authority.issue(`other${index}`).cert);
    const signer = await openSigner(pem(ada), new Date());
    const askTimestamp = async (request: Uint8Array) => authority.timestamp(request, many);
    const signed = await signPdf(pdf, { signer, now, askTimestamp });
    expect(askPoppler(signed)).toContain('Signature is Valid');
    expect(readSignature(signed).signature.length).toBeGreaterThan(12_288);
  });

  it.each<[string, () => Promise<Uint8Array>, RegExp]>([
    ['fails', () => Promise.reject(new Error('tsa.example answered 503')), /^tsa\.example answered 503$/],
    ['answers nonsense', async () => Buffer.from('hello'), /no timestamp/],
  ])('names an authority that %s', async (_, askTimestamp, message) => {
    const signer = await openSigner(pem(ada), now);
    await expect(signPdf(pdf, { signer, now, askTimestamp })).rejects.toMatchObject({
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
