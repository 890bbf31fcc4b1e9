import { ResultError } from '../result-error.ts';

/** What a system's code says of a disk that takes no more: full, beyond the quota of a user, or larger than a file may be. */
const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The `ResultError` for a failure in the folder, with the failure as its cause. */
export function asFolderError(error: unknown, folder: string): ResultError {
  if (error instanceof ResultError) return error;
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  if (fullDisk.has(code)) {
    return new ResultError('storage_full', `the disk of the results in ${folder} is full`, { cause: error });
  }
  return new ResultError('results_unavailable', `the folder of the results ${folder} cannot be used (${code})`, {
    cause: error,
  });
}
