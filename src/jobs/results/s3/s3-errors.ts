import { ResultError } from '../result-error.ts';
import type { S3Address } from './s3-address.ts';

/** What the store has answered, if it is no success. */
export interface S3Refusal {
  status: number;
  /** The code of its error (S3, "List of error codes"), or "" without one. */
  code: string;
}

/** What codes of errors mean to the operator. */
const meanings: Record<string, string> = {
  NoSuchBucket: 'does not exist',
  SignatureDoesNotMatch: 'refuses the signature: the secret is wrong',
  InvalidAccessKeyId: 'does not know the key',
  ExpiredToken: 'refuses the session token: its time is over',
  InvalidToken: 'refuses the session token',
  AccessDenied: 'does not allow this to the key',
  RequestTimeTooSkewed: 'finds that the clock of this machine is wrong',
  AuthorizationHeaderMalformed: 'is in another region',
  PermanentRedirect: 'is in another region',
};

/** Codes of stores that have no room left. */
const fullStore = new Set(['QuotaExceeded', 'InsufficientCapacity', 'InsufficientStorage', 'XMinioStorageFull']);

/** The `ResultError` for an answer that is no success. Its message names bucket and host, and never the key. */
export function explainRefusal(address: S3Address, { status, code }: S3Refusal): ResultError {
  const name = nameBucket(address);
  const what = code === '' ? String(status) : `${status} ${code}`;
  if (fullStore.has(code) || status === 507)
    return new ResultError('storage_full', `${name} has no room left (${what})`);
  if (code === 'EntityTooLarge' || status === 413) {
    return new ResultError('result_too_large', 'the PDF is larger than the store of results takes');
  }
  const meaning =
    meanings[code] ?? (status === 404 ? 'does not exist' : status === 403 ? meanings.AccessDenied : 'fails');
  return new ResultError('results_unavailable', `${name} ${meaning} (${what})`);
}

/** The `ResultError` for an answer that never came, or not whole. */
export function explainOutage(address: S3Address, error: unknown): ResultError {
  if (error instanceof ResultError) return error;
  const { code } = error as { code?: string };
  const why = code === undefined ? 'breaks off' : `cannot be reached (${code})`;
  return new ResultError('results_unavailable', `${nameBucket(address)} ${why}`, { cause: error });
}

/** Names the bucket for people. */
export function nameBucket({ bucket, root }: S3Address): string {
  return `the bucket "${bucket}" at ${root.host}`;
}
