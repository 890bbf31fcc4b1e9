import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Signer } from '@libpdf/core';

/** A certificate with its private key, as it is in files: PKCS#12, or PEM with the key apart or in the same file. */
export interface SignerFiles {
  certificate: Uint8Array;
  key?: Uint8Array | undefined;
  password?: string | undefined;
}

/** A private key that signs, with its certificates. It shows nothing of the key. */
export type PdfSigner = Signer;

/** Why a PDF cannot be signed: its key, an authority, or the field. The message never quotes a key or a password. */
export class SigningError extends Error {
  readonly kind: 'key' | 'timestamp' | 'proof' | 'field' | 'signed' | 'room';

  constructor(cause: SigningError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = cause;
  }
}

/** Opens a signer. Throws `SigningError` for files that are no key with its certificate, and for a certificate that is not valid now. */
export async function openSigner(files: SignerFiles, now: Date): Promise<PdfSigner> {
  const isPem = Buffer.from(files.certificate).includes('-----BEGIN ');
  const signer = await (isPem ? openPem(files) : openPkcs12(files));
  checkDates(signer, now);
  return signer;
}

/** Throws `SigningError` for a certificate that is not valid now. */
export function checkDates({ certificate }: PdfSigner, now: Date): void {
  const { validFromDate, validToDate } = new X509Certificate(certificate);
  if (validToDate < now) throw new SigningError('key', `the certificate expired on ${formatDay(validToDate)}`);
  if (validFromDate > now) throw new SigningError('key', `the certificate is valid from ${formatDay(validFromDate)}`);
}

function formatDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

async function openPkcs12({ certificate, key, password = '' }: SignerFiles): Promise<PdfSigner> {
  if (key !== undefined) throw new SigningError('key', 'a PKCS#12 file has its own key: a separate key needs PEM');
  const { P12Signer } = await import('@libpdf/core');
  try {
    return await P12Signer.create(certificate, password);
  } catch (cause) {
    const isLocked = cause instanceof Error && cause.message.includes('Integrity');
    throw new SigningError(
      'key',
      isLocked ? 'the password of the PKCS#12 file is wrong' : 'the file is neither PEM nor a PKCS#12 file with a key',
      { cause },
    );
  }
}

async function openPem({ certificate, key, password }: SignerFiles): Promise<PdfSigner> {
  const text = Buffer.from(certificate).toString('latin1');
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  const [first, ...others] = blocks.map((block) => readCertificate(block));
  if (first === undefined) throw new SigningError('key', 'the PEM file has no certificate');
  const privateKey = readKey(Buffer.from(key ?? certificate), password);
  if (!first.checkPrivateKey(privateKey)) {
    throw new SigningError('key', 'the private key is not that of the first certificate');
  }
  const kind = readKind(privateKey);
  const der = privateKey.export({ type: 'pkcs8', format: 'der' });
  const imported = await crypto.subtle.importKey('pkcs8', der, kind.algorithm, false, ['sign']);
  const { CryptoKeySigner } = await import('@libpdf/core');
  const chain = others.map(({ raw }) => new Uint8Array(raw));
  return new CryptoKeySigner(imported, new Uint8Array(first.raw), kind.type, kind.scheme, chain);
}

function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new SigningError('key', 'a certificate in the PEM file cannot be read', { cause });
  }
}

function readKey(key: Buffer, passphrase: string | undefined): KeyObject {
  if (!key.includes('PRIVATE KEY-----')) throw new SigningError('key', 'the PEM file has no private key');
  try {
    return createPrivateKey({ key, format: 'pem', ...(passphrase !== undefined && { passphrase }) });
  } catch (cause) {
    const isLocked = key.includes('ENCRYPTED');
    throw new SigningError(
      'key',
      isLocked ? 'the password of the private key is missing or wrong' : 'the private key cannot be read',
      { cause },
    );
  }
}

function readKind({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) {
  if (asymmetricKeyType === 'rsa') {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    return { type: 'RSA', scheme: 'RSASSA-PKCS1-v1_5', algorithm } as const;
  }
  const curves: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };
  const namedCurve = curves[asymmetricKeyDetails?.namedCurve ?? ''];
  if (asymmetricKeyType === 'ec' && namedCurve !== undefined) {
    return { type: 'EC', scheme: 'ECDSA', algorithm: { name: 'ECDSA', namedCurve } } as const;
  }
  throw new SigningError(
    'key',
    `keys of the type ${asymmetricKeyType} are not supported: use RSA, or EC with P-256, P-384 or P-521`,
  );
}
