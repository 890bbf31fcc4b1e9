import type { PDF } from '@libpdf/core';
import { type PdfSigner, SigningError } from './open-signer.ts';

/** What a signature says, apart from who signed. */
export interface SignatureFacts {
  reason?: string | undefined;
  location?: string | undefined;
  contact?: string | undefined;
}

/** Sends a request to a timestamp authority (RFC 3161). Rejects with an error that says what failed. */
export type AskTimestamp = (request: Uint8Array, type: string) => Promise<Uint8Array>;

/** How a PDF is signed. */
export interface SignOptions extends SignatureFacts {
  signer: PdfSigner;
  /** Asks an authority for a timestamp of the signature (PAdES B-T). Default: none (PAdES B-B). */
  askTimestamp?: AskTimestamp | undefined;
  now: Date;
}

/** Bytes for a signature in addition to its certificates, and for a timestamp with those of its authority. */
const room = { signature: 2048, timestamp: 10_240, most: 65_536 };

/**
 * Signs a document invisibly (PAdES), as an addition to the file, whose bytes stay unchanged. Must be the last step. Throws
 * `SigningError`.
 */
export async function signPdf(bytes: Uint8Array, options: SignOptions): Promise<Uint8Array> {
  const { certificate, certificateChain = [] } = options.signer;
  const certificates = [certificate, ...certificateChain].reduce((sum, { byteLength }) => sum + byteLength, 0);
  const estimate = room.signature + certificates + (options.askTimestamp ? room.timestamp : 0);
  try {
    return await sign(bytes, options, estimate);
  } catch (error) {
    // An authority may send more certificates than were expected.
    if (!(error instanceof SigningError) || error.kind !== 'room') throw error;
    return sign(bytes, options, room.most);
  }
}

async function sign(
  bytes: Uint8Array,
  { signer, askTimestamp, now, ...facts }: SignOptions,
  estimatedSize: number,
): Promise<Uint8Array> {
  const { HttpTimestampAuthority, PDF, PlaceholderError } = await import('@libpdf/core');
  const pdf = await PDF.load(bytes);
  await addFacts(pdf, facts);
  let failure: unknown;
  const fetch = async (_: unknown, { body, headers }: RequestInit = {}) => {
    try {
      const type = new Headers(headers).get('content-type') ?? '';
      return new Response((await askTimestamp?.(body as Uint8Array, type)) as Uint8Array<ArrayBuffer>);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  // The address is not called: `fetch` knows where to send the request.
  const timestampAuthority = askTimestamp && new HttpTimestampAuthority('http://timestamp.invalid', { fetch });
  try {
    const signed = await pdf.sign({
      signer,
      signingTime: now,
      estimatedSize,
      ...(timestampAuthority && { timestampAuthority, level: 'B-T' }),
    });
    return signed.bytes;
  } catch (cause) {
    if (cause instanceof PlaceholderError) throw new SigningError('room', 'the signature is too large', { cause });
    if (failure instanceof Error) throw new SigningError('timestamp', failure.message, { cause: failure });
    if (!askTimestamp) throw cause;
    throw new SigningError('timestamp', 'the answer is no timestamp of this signature', { cause });
  }
}

/**
 * Adds texts to the signature when its object is made. The library would put a backslash before each bracket of them, which viewers
 * show.
 */
async function addFacts({ context: { registry } }: PDF, { reason, location, contact }: SignatureFacts): Promise<void> {
  const { PdfDict, PdfString } = await import('@libpdf/core');
  const texts = Object.entries({ Reason: reason, Location: location, ContactInfo: contact });
  const register = registry.register.bind(registry);
  registry.register = (object) => {
    if (object instanceof PdfDict && object.getName('Type')?.value === 'Sig')
      for (const [name, text] of texts) if (text !== undefined) object.set(name, PdfString.fromString(text));
    return register(object);
  };
}
