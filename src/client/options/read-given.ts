import type { ErrorCode } from '../../contract/index.ts';
import { ServiceError } from '../service-error.ts';

/**
 * What `read` gives of a value that a program handed in. Where a getter or a proxy of it throws, the error is of this code, names `what`
 * was given and has that error as its cause.
 */
export function readGiven<T>(what: string, code: ErrorCode, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ServiceError(code, `${what} cannot be read: ${reason}`, { cause });
  }
}
