import { type EgressPolicy, sendOutside } from '../../browser/index.ts';
import { EngineError, refuseField } from '../../children/index.ts';
import type { RenderRequest, Signing } from '../../contract/index.ts';
import { type AskAuthority, type PdfSigner, SigningError, signPdf } from '../../pdf/index.ts';
import type { Seals } from './seals.ts';

/** What documents of an engine are signed with. */
export interface SigningParts {
  /** Undefined for an engine without seals. */
  seals: Seals | undefined;
  /** The timestamp authority of the operator. */
  timestampUrl: string | undefined;
  egress: EgressPolicy;
}

/** A signature that a request asks for, and its key. */
export interface PlannedSignature {
  signing: Signing;
  signer: PdfSigner;
}

/** Milliseconds and bytes of an answer of an authority. Lists of revoked certificates may be long. */
const answerLimits = { ms: 15_000, bytes: 20 * 1024 * 1024 };

/**
 * Finds the key of the signature that a request asks for; undefined if it asks for none. Throws `invalid_request` for what the request
 * contradicts or the engine does not have, and `signing_failed` for a seal whose certificate has expired, before anything is printed.
 */
export async function planSignature(
  { pdf = {}, overlays = [] }: Pick<RenderRequest, 'pdf' | 'overlays'>,
  { seals, timestampUrl }: SigningParts,
): Promise<PlannedSignature | undefined> {
  const { sign: signing, encrypt, linearize } = pdf;
  if (signing === undefined) return undefined;
  if (encrypt) throw refuse('', 'cannot be combined with /pdf/encrypt: an encrypted PDF cannot be signed');
  if (linearize)
    throw refuse(
      '',
      'cannot be combined with /pdf/linearize: a signature is appended to the file, which is not linearized then',
    );
  if (seals === undefined) throw refuse('', 'needs a seal, and this service has none: its operator sets PLATEN_SEALS');
  const { level, timestamp_url: url = timestampUrl } = signing;
  if (url === undefined && level !== undefined && level !== 'b-b')
    throw refuse('/level', `${level} needs a timestamp authority, and this service has none: set timestamp_url`);
  const signer = await seals.find(signing.seal).catch((error: unknown) => {
    throw explain(error, signing.seal);
  });
  if (signer === undefined) throw refuse('/seal', `${JSON.stringify(signing.seal)} is not a seal of this service`);
  // A field that the request makes is for this signature.
  const [field] = overlays.flatMap(({ signature_field: name }) => name ?? []);
  return { signing: { ...(field !== undefined && { field }), ...signing }, signer };
}

/** Signs a finished document. Throws `signing_failed`, and `invalid_request` for a field that cannot be signed. */
export async function signDocument(
  pdf: Uint8Array,
  { signing, signer }: PlannedSignature,
  parts: SigningParts,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { seal, timestamp_url: given, level, field, reason, location, contact, certify } = signing;
  try {
    return await signPdf(pdf, {
      signer,
      ...{ level, field, reason, location, contact, certify },
      timestampUrl: given ?? parts.timestampUrl,
      ask: openAuthorities(parts, signal),
      now: new Date(),
    });
  } catch (error) {
    signal.throwIfAborted();
    throw explain(error, seal);
  }
}

function refuse(at: string, what: string): EngineError {
  return refuseField(`/pdf/sign${at}`, what);
}

function explain(error: unknown, seal: string): unknown {
  if (!(error instanceof SigningError)) return error;
  if (error.kind === 'field') return refuse('/field', error.message);
  if (error.kind === 'signed') return refuse('', `cannot sign the PDF: ${error.message}`);
  return new EngineError(
    'signing_failed',
    `The seal "${seal}" could not sign: ${error.message}.`,
    { stage: 'sign' },
    {
      cause: error,
    },
  );
}

/** Asks authorities under the rules that apply to pages. The address that the operator chose is allowed. */
function openAuthorities({ egress, timestampUrl }: SigningParts, signal: AbortSignal): AskAuthority {
  return async ({ url, accept, sent }) => {
    const policy: EgressPolicy = url === timestampUrl ? { ...egress, level: 'open' } : egress;
    const outcome = await sendOutside(policy, {
      method: sent ? 'POST' : 'GET',
      url,
      headers: { accept, ...(sent && { 'content-type': sent.type }) },
      body: sent?.bytes ?? new Uint8Array(),
      timeoutMs: answerLimits.ms,
      answerBytes: answerLimits.bytes,
      // Answers are signed themselves, and the addresses in certificates are those of plain http (RFC 5280, 8).
      isPlainAllowed: true,
      signal,
    });
    const { origin } = new URL(url);
    if (outcome.failure === 'not_allowed') throw new Error(`the address ${origin} is not allowed`);
    if (outcome.failure !== undefined) throw new Error(`${origin} did not answer`);
    if (outcome.status !== 200) throw new Error(`${origin} answered ${outcome.status}`);
    if (outcome.body === undefined) throw new Error(`the answer of ${origin} was cut off or is too long`);
    return outcome.body;
  };
}
