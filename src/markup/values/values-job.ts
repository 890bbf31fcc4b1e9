import type { ValueFault } from './describe-fault.ts';

/** What the child that checks values is asked: whether they follow a schema, which is JSON text. */
export interface ValuesJob {
  schema: string;
  values: object;
}

/** What it answers: the faults, or why the schema cannot be used. */
export type ValuesAnswer = { faults: ValueFault[] } | { problem: string };
