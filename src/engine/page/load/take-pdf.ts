import type { Protocol } from 'devtools-protocol';
import { type AnswerEnd, defaultEgressLimits } from '../../../browser/index.ts';
import { EngineError } from '../../../children/index.ts';
import type { Page } from '../open/page.ts';

/** What the connection behind an answer knows of it. */
export interface AnswerSource {
  /** How the answer to a plain http address ended; undefined if only the two ends can tell, as with https. */
  endOf(url: string): AnswerEnd | undefined;
  /** Whether the render used up what it may load. */
  isSpent(): boolean;
}

/** Limit for a PDF or a text from an address, in bytes: all that a render may load. */
const bodyLimit = defaultEgressLimits.bytes;

/**
 * Takes the body of a paused answer (DevTools method Fetch.takeResponseBodyAsStream), which must be a whole PDF. The
 * stream ends without an error wherever the transfer is cut, and a cut file may read as an older revision of itself. Throws
 * `page_failed` for a cut one, and `pdf_invalid` for one beyond the limit, immediately if its length is too large.
 */
export async function takePdf(
  page: Page,
  paused: Protocol.Fetch.RequestPausedEvent,
  source: AnswerSource,
): Promise<Uint8Array> {
  const length = readLength(paused);
  const bytes = await takeBody(page, paused, source, length);
  const end = source.endOf(paused.request.url);
  if (end === 'cut' || !isWhole(bytes, length, end)) {
    throw new EngineError('page_failed', 'The PDF download was cut off.');
  }
  return bytes;
}

/** Takes the body of a paused answer that is text. Throws as `takePdf` does. */
export async function takeText(
  page: Page,
  paused: Protocol.Fetch.RequestPausedEvent,
  source: AnswerSource,
): Promise<string> {
  const length = readLength(paused);
  const bytes = await takeBody(page, paused, source, length);
  const isCut = source.endOf(paused.request.url) === 'cut' || (length !== undefined && bytes.length !== length);
  if (isCut) throw new EngineError('page_failed', 'The download of the page was cut off.');
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(readHeader(paused, 'content-type'))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

async function takeBody(
  page: Page,
  paused: Protocol.Fetch.RequestPausedEvent,
  source: AnswerSource,
  length: number | undefined,
): Promise<Buffer> {
  if (length !== undefined && length > bodyLimit) throw tooLarge();
  const { stream: handle } = await page.send('Fetch.takeResponseBodyAsStream', { requestId: paused.requestId });
  const pieces: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { data, base64Encoded, eof } = await page.send('IO.read', { handle, size: 1024 * 1024 });
    const piece = Buffer.from(data, base64Encoded ? 'base64' : 'utf8');
    pieces.push(piece);
    size += piece.length;
    if (size > bodyLimit || (eof && source.isSpent())) throw tooLarge();
    if (eof) return Buffer.concat(pieces);
  }
}

/** Without a length, and without a connection that knows, only the file itself can say that it ends here. */
function isWhole(bytes: Buffer, length: number | undefined, end: AnswerEnd | undefined): boolean {
  if (length !== undefined) return bytes.length === length;
  // What follows the marker (ISO 32000-2, 7.5.5) may be the start of a later revision.
  return end === 'whole' || /%%EOF[\0\s]*$/.test(bytes.subarray(-1024).toString('latin1'));
}

/** The length of the body in bytes (RFC 9110, 8.6); undefined if there is none, or only that of a packed body. */
function readLength(paused: Protocol.Fetch.RequestPausedEvent): number | undefined {
  const encoding = readHeader(paused, 'content-encoding').trim().toLowerCase();
  const length = readHeader(paused, 'content-length').trim();
  return (encoding === '' || encoding === 'identity') && /^\d+$/.test(length) ? Number(length) : undefined;
}

/** The value of an answer's field; empty if there is none. */
export function readHeader({ responseHeaders = [] }: Protocol.Fetch.RequestPausedEvent, name: string): string {
  return responseHeaders.find((header) => header.name.toLowerCase() === name)?.value ?? '';
}

function tooLarge(): EngineError {
  return new EngineError('pdf_invalid', `The file at the URL is larger than ${bodyLimit / 1e6} MB.`);
}
