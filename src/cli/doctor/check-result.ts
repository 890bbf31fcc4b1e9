import type { ErrorCode } from '../../contract/index.ts';
import { describeError } from '../output/describe-error.ts';
import { fixes } from '../output/error-fixes.ts';

/** The result of a check. */
export interface CheckResult {
  /** The name of the check; scripts rely on it. */
  check: string;
  state: 'ok' | 'warn' | 'fail';
  detail: string;
  /** What to do; null if nothing needs doing. */
  fix: string | null;
  /** The error code of a failure; null otherwise. */
  code: ErrorCode | null;
}

/** The result of a check that passed. */
export function ok(check: string, detail: string): CheckResult {
  return { check, state: 'ok', detail, fix: null, code: null };
}

/** The result of a check that passed with a reservation. */
export function warn(check: string, detail: string, fix: string | null = null): CheckResult {
  return { check, state: 'warn', detail, fix, code: null };
}

/** The result of a check that failed with an error. `fix` is the advice where the error brings none. */
export function fail(check: string, error: unknown, fix: string | null = null): CheckResult {
  const described = describeError(error);
  const { code, message, why } = described;
  const own = described.fix === fixes[code] ? undefined : described.fix;
  const detail = why ? `${message} (${why})` : message;
  return { check, state: 'fail', detail, fix: own ?? fix ?? described.fix ?? null, code };
}

/** Runs a check. An error becomes its result. */
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
