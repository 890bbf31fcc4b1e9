import type { ErrorCode } from '../../contract/index.ts';
import { describeError } from '../output/describe-error.ts';
import { fixes } from '../output/error-fixes.ts';

/** What one check found. */
export interface CheckResult {
  /** The word for the check; never renamed. */
  check: string;
  state: 'ok' | 'warn' | 'fail';
  detail: string;
  /** What to do about it; null where nothing is to be done. */
  fix: string | null;
  /** Why it failed, by the table of error codes; null unless it did. */
  code: ErrorCode | null;
}

/** All is well. */
export function ok(check: string, detail: string): CheckResult {
  return { check, state: 'ok', detail, fix: null, code: null };
}

/** It works, but something is worth a look. */
export function warn(check: string, detail: string, fix: string | null = null): CheckResult {
  return { check, state: 'warn', detail, fix, code: null };
}

/** It does not work, for the reason that an error gives. `fix` is what to do where the error has nothing of its own to say. */
export function fail(check: string, error: unknown, fix: string | null = null): CheckResult {
  const described = describeError(error);
  const { code, message, why } = described;
  const own = described.fix === fixes[code] ? undefined : described.fix;
  const detail = why ? `${message} (${why})` : message;
  return { check, state: 'fail', detail, fix: own ?? fix ?? described.fix ?? null, code };
}

/** Runs a check; what it throws is its finding. */
export async function attempt(
  check: string,
  act: () => Promise<CheckResult | CheckResult[]>,
  fix: string | null = null,
): Promise<CheckResult[]> {
  try {
    return [await act()].flat();
  } catch (error) {
    return [fail(check, error, fix)];
  }
}
