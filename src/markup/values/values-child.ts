// The program of the child that checks values by schemas. It runs without rights: whatever a schema does in here costs no more than
// this process.
import { sendJsonFrame, serveAsChild } from '../../children/index.ts';
import { compileValuesSchema, type ValuesCheck } from './compile-values.ts';
import type { ValuesAnswer, ValuesJob } from './schema-checker.ts';

/** Compiled schemas that are kept, by their text. */
const keptSchemas = 20;
const compiled = new Map<string, ValuesCheck>();

serveAsChild(async (job: ValuesJob) => sendJsonFrame('findings', answer(job)));

function answer({ schema, values }: ValuesJob): ValuesAnswer {
  try {
    return { faults: compile(schema)(values) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

function compile(schema: string): ValuesCheck {
  const known = compiled.get(schema) ?? compileValuesSchema(JSON.parse(schema));
  // The one used last is last, so that the one unused for longest is dropped first.
  compiled.delete(schema);
  compiled.set(schema, known);
  const [oldest] = compiled.keys();
  if (compiled.size > keptSchemas && oldest !== undefined) compiled.delete(oldest);
  return known;
}
