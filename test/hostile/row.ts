import type { Hit } from './canaries.ts';
import type { Answer, Service } from './service-client.ts';

/** What a row must lead to; the first four as in the list, SILENT is a PDF in which the resource is missing unnamed. */
export type Outcome = 'REJECT' | 'DROP' | 'LIMIT' | 'OK' | 'SILENT';

/** Whether switching the protection off lets the row hit a canary; otherwise why there is nothing to hit. */
export type Control = 'hit' | { none: string };

/**
 * Which service a row is run against: the protected one by default; `open`, at that level and with no belts around the
 * browser; `trusting`, protected like the first, with a browser that takes any certificate.
 */
export type ServiceName = 'open' | 'trusting';

/** One hostile input that is a render, and what must come of it. */
export interface RenderRow {
  readonly id: string;
  readonly input: string;
  readonly body: unknown;
  readonly outcomes: readonly Outcome[];
  /** The code of the problem, where REJECT is the outcome and the code is fixed. */
  readonly code?: string;
  readonly control: Control;
  readonly service?: ServiceName;
}

/** One hostile input that takes more than one request. Gives what is wrong, or nothing. */
export interface ScriptedRow {
  readonly id: string;
  readonly input: string;
  readonly run: (service: Service, hits: () => readonly Hit[]) => Promise<string[]>;
  /** `open`: run against the service at level `open`, whose browser has no belts either. Default the protected one. */
  readonly level?: 'open';
  readonly control: Control;
  readonly service?: ServiceName;
}

export type Row = RenderRow | ScriptedRow;

const limits = new Set(['render_timeout', 'too_many_pages', 'queue_full', 'queue_timeout', 'rate_limited']);

/** Which outcome an answer is; undefined for one that no row allows, such as an unexpected error. */
export function classify(answer: Answer): Outcome | undefined {
  if (answer.status === 200) return answer.warnings.length > 0 ? 'DROP' : 'OK';
  if (limits.has(answer.code)) return 'LIMIT';
  return answer.status >= 400 && answer.status < 500 && answer.code !== '' ? 'REJECT' : undefined;
}

/** Whether an outcome is among those allowed. A page without warnings is also one that lost a resource in silence. */
export function isAllowed(outcome: Outcome | undefined, allowed: readonly Outcome[]): boolean {
  if (outcome === undefined) return false;
  if (allowed.includes(outcome)) return true;
  if (outcome === 'OK') return allowed.includes('SILENT');
  return outcome === 'DROP' && (allowed.includes('OK') || allowed.includes('SILENT'));
}
