import { type AskAuthority, openTimestamps, type Timestamps } from './ask-timestamp.ts';
import { buildCms, hash } from './build-cms.ts';
import { collectProofs, type Proofs } from './collect-proofs.ts';
import { type PdfSigner, SigningError } from './open-signer.ts';
import { prepareSignature, type SignatureFacts } from './prepare-signature.ts';
import { readTokenCertificates } from './read-token.ts';

/** How a PDF is signed. */
export interface SignOptions extends SignatureFacts {
  signer: PdfSigner;
  /** The level of PAdES (ETSI EN 319 142-1). Default: `b-t` with `timestampUrl`, else `b-b`. */
  level?: 'b-b' | 'b-t' | 'b-lt' | undefined;
  /** The timestamp authority, for `b-t` and `b-lt`. */
  timestampUrl?: string | undefined;
  /** Asks the authorities. */
  ask: AskAuthority;
}

/** Bytes for a signature in addition to its certificates, and for a timestamp with those of its authority. */
const room = { signature: 2048, timestamp: 10_240, most: 65_536 };
/** Signatures until the timestamp is of an authority whose proofs are in the document: one address may have several. */
const attempts = 3;

/** Signs a document (PAdES), as an addition to the file, whose bytes stay unchanged. Must be the last step. Throws `SigningError`. */
export async function signPdf(bytes: Uint8Array, options: SignOptions): Promise<Uint8Array> {
  const { timestampUrl, ask, level = timestampUrl === undefined ? 'b-b' : 'b-t' } = options;
  if (level === 'b-b') return signInRoom(bytes, options, {});
  if (timestampUrl === undefined) throw new SigningError('timestamp', `the level ${level} needs a timestamp authority`);
  const timestamps = await openTimestamps(timestampUrl, ask);
  if (level === 'b-t') return signInRoom(bytes, options, { timestamps });
  // Proofs come first, so that the signature covers them. The certificates of the authority are known from a timestamp.
  await timestamps.timestamp(new Uint8Array(32), 'SHA-256');
  for (let attempt = 0; attempt < attempts; attempt++) {
    const proofs = await collectForLevel(options, timestamps);
    const signed = await signInRoom(bytes, options, { timestamps, proofs });
    const { signer } = await readTokenCertificates(timestamps.last ?? new Uint8Array());
    if (proofs.certificates.some((known) => Buffer.from(known).equals(signer))) return signed;
  }
  throw new SigningError('timestamp', 'the authority signs each timestamp with another certificate');
}

async function collectForLevel({ signer, ask }: SignOptions, { last }: Timestamps): Promise<Proofs> {
  const authority = await readTokenCertificates(last ?? new Uint8Array());
  const others = [...(signer.certificateChain ?? []), ...authority.all];
  return collectProofs([signer.certificate, authority.signer], others, ask);
}

/** What a level has in addition to a signature. */
interface LevelParts {
  timestamps?: Timestamps | undefined;
  proofs?: Proofs | undefined;
}

async function signInRoom(bytes: Uint8Array, options: SignOptions, parts: LevelParts): Promise<Uint8Array> {
  const { certificate, certificateChain = [] } = options.signer;
  const certificates = [certificate, ...certificateChain].reduce((sum, { byteLength }) => sum + byteLength, 0);
  const estimate = room.signature + certificates + (parts.timestamps ? room.timestamp : 0);
  try {
    return await sign(bytes, options, parts, estimate);
  } catch (error) {
    // An authority may send more certificates than were expected.
    if (!(error instanceof SigningError) || error.kind !== 'room') throw error;
    return sign(bytes, options, parts, room.most);
  }
}

async function sign(
  bytes: Uint8Array,
  { signer, ...facts }: SignOptions,
  { timestamps, proofs }: LevelParts,
  estimate: number,
): Promise<Uint8Array> {
  const { PDF } = await import('@libpdf/core');
  const prepared = await prepareSignature(await PDF.load(bytes), facts, proofs, estimate);
  const { from, to } = prepared;
  const digest = await hash(Buffer.concat([prepared.bytes.subarray(0, from), prepared.bytes.subarray(to)]));
  const stamp = timestamps && (async (signature: Uint8Array) => timestamps.timestamp(await hash(signature), 'SHA-256'));
  const cms = Buffer.from(await buildCms(digest, signer, stamp)).toString('hex');
  if (cms.length > to - from - 2) throw new SigningError('room', 'the signature is too large');
  const signed = Buffer.from(prepared.bytes);
  signed.write(cms, from + 1, 'latin1');
  return signed;
}
