import {
  diedOfMemory,
  EngineError,
  findChildEntry,
  openChildPool,
  type RunOptions,
  startChild,
} from '../../children/index.ts';
import type { ValueFault } from './describe-fault.ts';

const program = {
  name: 'values-child',
  from: import.meta.url,
  packages: ['ajv', 'fast-deep-equal', 'fast-uri', 'json-schema-traverse', 'require-from-string'],
};

/** What checking values by a schema may cost. */
const checkLimits = {
  /** Milliseconds of processor time after which the child is killed: one that starts takes a tenth of it to load and compile. */
  kill: 2000,
  /** Megabytes of the child's heap. */
  heap: 96,
} as const;

/** What is wrong with values; `problem` says why the schema itself cannot be used. */
export interface CheckedValues {
  faults: ValueFault[];
  problem?: string;
}

/** What the child that checks values is asked: whether they follow a schema, which is JSON text. */
export interface ValuesJob {
  schema: string;
  values: object;
}

/** What it answers: the faults, or why the schema cannot be used. */
export type ValuesAnswer = { faults: ValueFault[] } | { problem: string };

/** Checks values by schemas of users, in processes that can be killed. */
export interface SchemaChecker {
  /** `schema` is JSON text. Throws the signal's reason when it aborts, and `shutting_down` or `internal` otherwise. */
  check(schema: string, values: object, options: RunOptions): Promise<CheckedValues>;
  /** Kills the processes and waits until they are gone. */
  close(): Promise<void>;
}

/** Opens a checker; no process starts before the first schema. A process keeps the schemas that it has compiled. Close it. */
export function openSchemaChecker(): SchemaChecker {
  const start = () => startChild(findChildEntry(program), checkLimits.heap, { evaluates: true });
  const pool = openChildPool({ children: 2, killAfterMs: checkLimits.kill, start });
  return {
    async check(schema, values, options) {
      const answer = await pool.run(Buffer.from(JSON.stringify({ schema, values })), options);
      if (answer.end === 'timeout') return { faults: [], problem: 'checking values by it takes too much time' };
      if (diedOfMemory(answer)) return { faults: [], problem: 'checking values by it takes too much memory' };
      if (answer.end !== 'frame') {
        throw new EngineError('internal', 'The process that checks values failed', {}, { cause: answer });
      }
      return readAnswer(answer.frame.bytes);
    },
    close: pool.close,
  };
}

/** The child is not trusted to answer in the right form. */
function readAnswer(bytes: Buffer): CheckedValues {
  const answer = parse(bytes) as Partial<Record<'faults' | 'problem', unknown>> | null;
  if (typeof answer?.problem === 'string') return { faults: [], problem: answer.problem };
  if (Array.isArray(answer?.faults) && answer.faults.every(isFault)) return { faults: answer.faults };
  throw new EngineError('internal', 'The process that checks values gave a strange answer');
}

function parse(bytes: Buffer): ValuesAnswer | undefined {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

function isFault(found: unknown): found is ValueFault {
  const { path, field, detail } = (found ?? {}) as Partial<ValueFault>;
  const isPath = Array.isArray(path) && path.every((step) => typeof step === 'string');
  return isPath && typeof field === 'string' && typeof detail === 'string';
}
