import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { ServiceError } from './service-error.ts';

/** What the answer's head promised about the body. */
interface PdfPromise {
  /** Bytes by Content-Length. */
  length: number | undefined;
  /** SHA-256 in base64 by Repr-Digest (RFC 9530). */
  digest: string | undefined;
  /** Whether the body is something else than a PDF. Default false. */
  isOther?: boolean;
}

/** What passed through. */
export interface PdfFacts {
  bytes: number;
  sha256: string;
}

/** `%%EOF` is in the last KiB of a PDF (ISO 32000-1, annex H, note 18). */
const tailLength = 1024;

/**
 * A stream that lets a PDF through and fails if it is not a PDF: `%PDF-` at the start, `%%EOF` near the end, the promised length
 * and digest. Of another file only length and digest are checked. A failure comes before the end, so nothing that is cut off is ever taken as whole.
 */
export function checkPdf(promise: PdfPromise): { stream: Transform; facts: () => PdfFacts } {
  const { isOther = false } = promise;
  const name = isOther ? 'file' : 'PDF';
  const hash = createHash('sha256');
  let bytes = 0;
  let head: Buffer = Buffer.alloc(0);
  let tail: Buffer = Buffer.alloc(0);
  let sha256 = '';
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!isOther && head.length < 5) {
        head = Buffer.concat([head, chunk.subarray(0, 5)]).subarray(0, 5);
        if (!'%PDF-'.startsWith(head.toString('latin1'))) {
          return done(
            new ServiceError('unexpected_answer', 'the answer says it is a PDF but does not start with %PDF-'),
          );
        }
      }
      bytes += chunk.length;
      hash.update(chunk);
      tail = (chunk.length >= tailLength ? chunk : Buffer.concat([tail, chunk])).subarray(-tailLength);
      done(null, chunk);
    },
    flush(done) {
      const digest = hash.digest();
      sha256 = digest.toString('hex');
      if (promise.length !== undefined && promise.length !== bytes) {
        return done(new ServiceError('body_cut', `the ${name} was cut off: ${bytes} of ${promise.length} bytes came`));
      }
      if (!isOther && !tail.includes('%%EOF')) {
        return done(new ServiceError('body_cut', `the PDF was cut off after ${bytes} bytes: its end mark is missing`));
      }
      if (promise.digest !== undefined && promise.digest !== digest.toString('base64')) {
        return done(new ServiceError('body_cut', `the ${name} does not match its digest`));
      }
      done();
    },
  });
  return { stream, facts: () => ({ bytes, sha256 }) };
}

/** The SHA-256 of a Repr-Digest header, in base64, or undefined. */
export function readDigest(header: string | undefined): string | undefined {
  return header?.match(/(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]{44}):/)?.[1];
}
