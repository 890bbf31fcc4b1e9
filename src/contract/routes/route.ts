import type { ServiceErrorCode } from '../errors.ts';
import type { Scope } from '../key-schema.ts';

/** An answer of success. */
interface Success {
  status: number;
  /** The schema of its body; null for an empty one. */
  schema: object | null;
  /** Whether the body may be a PDF. */
  pdf?: boolean;
  /** Whether the body may be an image, or a ZIP archive of images. */
  images?: boolean;
}

/** An operation on the wire. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below the base address, with `{id}` for a path parameter. */
  path: string;
  /** The schema of the path parameters besides `{id}`. */
  params?: object;
  summary: string;
  /** What it does, in sentences. */
  description: string;
  /** Whether the published interface has this operation. Without it, it is platen's own. */
  published?: true;
  /** What a key must be allowed to. */
  scope: Scope;
  body?: object;
  query?: object;
  success: Success;
  /** A second success, and when it is answered instead. */
  otherSuccess?: Success & { when: string };
  /** Whether the answer carries an ETag. Then a change or a deletion may carry an If-Match, a read an If-None-Match. */
  etag?: boolean;
  /** Whether a change may carry a message in the header `messageHeader`. */
  message?: boolean;
  /** The errors of this operation, in addition to `commonErrors`. */
  errors: readonly ServiceErrorCode[];
}

/** The errors that any operation may answer. */
export const commonErrors: readonly ServiceErrorCode[] = [
  'unauthorized',
  'forbidden',
  'rate_limited',
  'internal',
  'shutting_down',
  'store_unavailable',
];

/** The errors of a body that is not a valid request. */
export const bodyErrors = ['invalid_json', 'too_large', 'unsupported_media_type', 'invalid_request'] as const;
