import { type ErrorCode, errors } from '../../../contract/index.ts';
import { CommandError } from '../../output/command-error.ts';
import type { DescribedError } from '../../output/describe-error.ts';

/** Counts the outcomes of the jobs. */
export interface BatchTotals {
  done: number;
  failed: number;
  skipped: number;
  readonly finished: number;
  /** Counts a failure; true where other jobs would fail as well. */
  fail(error: DescribedError, place: string): boolean;
  /** Counts a rendered job. */
  succeed(): void;
  /** The error to end with; undefined without a failure. `total` is null while jobs still come in. */
  toError(total: number | null, hint: string): CommandError | undefined;
}

/** Failures that every other job would meet too. */
const hopeless: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unauthorized',
  'forbidden',
  'payment_required',
  'tls_failed',
  'proxy_failed',
  'redirected',
  'insecure_address',
  'config_invalid',
  'browser_missing',
  'sandbox_unavailable',
]);
/** Whether other documents at the same service would meet this failure too. */
export function isHopeless(code: ErrorCode): boolean {
  return hopeless.has(code);
}

/** Failures in a row, none of them a job's own fault, after which the batch gives up. */
const giveUpAfter = 20;
/** Lines named for each kind of failure. */
const shownPlaces = 3;

/** Creates totals of zero. */
export function createBatchTotals(): BatchTotals {
  const kinds = new Map<ErrorCode, { count: number; places: string[]; first: DescribedError }>();
  let inARow = 0;
  return {
    done: 0,
    failed: 0,
    skipped: 0,
    get finished() {
      return this.done + this.failed + this.skipped;
    },
    succeed() {
      inARow = 0;
      this.done++;
    },
    fail(error, place) {
      this.failed++;
      const kind = kinds.get(error.code) ?? { count: 0, places: [], first: error };
      kinds.set(error.code, kind);
      kind.count++;
      if (kind.places.length < shownPlaces) kind.places.push(place);
      const blameless = errors[error.code].retryable || error.code === 'io_failed';
      inARow = blameless ? inARow + 1 : 0;
      return isHopeless(error.code) || inARow >= giveUpAfter;
    },
    toError(total, hint) {
      if (this.failed === 0) return undefined;
      const rest = total === null ? 0 : total - this.finished;
      const others = [
        this.done > 0 && `${this.done} done`,
        this.skipped > 0 && `${this.skipped} done before`,
        rest > 0 && `${rest} not tried`,
      ].filter(Boolean);
      const jobs = total === null || rest === 0 ? `of ${this.finished} jobs` : `of ${total} jobs`;
      const message = `${this.failed} ${jobs} failed${others.length > 0 ? `; ${others.join(', ')}` : ''}`;
      const [only] = kinds;
      // What an earlier run did counts too, so that a second run of the same jobs ends as the first one.
      if (only && kinds.size === 1 && this.done + this.skipped === 0) {
        const [code, { first, places }] = only;
        const place = first.message.startsWith(`${places[0]}:`) ? '' : `${places[0]}: `;
        const why = `${place}${first.message}${first.why ? `; ${first.why}` : ''}`;
        return new CommandError(code, message, { why, ...(first.fix !== undefined && { fix: first.fix }) });
      }
      const why = [...kinds]
        .sort(([, a], [, b]) => b.count - a.count)
        .map(([code, kind]) => `${kind.count} ${code} (${listPlaces(kind)})`)
        .join(', ');
      return new CommandError('partial_failure', message, { why, fix: hint });
    },
  };
}

function listPlaces({ count, places }: { count: number; places: string[] }): string {
  return `${places.join(', ')}${count > places.length ? ', …' : ''}`;
}
