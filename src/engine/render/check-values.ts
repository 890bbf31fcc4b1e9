import { EngineError } from '../../children/index.ts';
import type { Part } from '../../contract/index.ts';
import type { CheckedValues, ValueFault } from '../../markup/index.ts';
import type { TemplateSource } from '../engine-options.ts';

/**
 * Checks the values of a template by its schema. Throws `invalid_request`, which names the fields, and `template_error` for a schema that
 * cannot be used.
 */
export async function requireValidValues(
  { schema, preview_context }: Pick<TemplateSource, 'schema' | 'preview_context'>,
  { part, pointer }: { part: Part; pointer: string },
  check: (schema: string, values: object) => Promise<CheckedValues>,
): Promise<void> {
  if (schema === undefined) return;
  const { faults, problem } = await check(schema, part.context ?? preview_context);
  if (problem !== undefined) {
    throw new EngineError('template_error', `the schema of the template's values cannot be used: ${problem}`);
  }
  const [first] = faults;
  if (first === undefined) return;
  const more = faults.length === 1 ? '' : ` (the first of ${faults.length} faults)`;
  const error = new EngineError(
    'invalid_request',
    `the values do not follow the schema of the template: ${first.field} ${first.detail}${more}`,
  );
  error.errors = faults.map((fault) => placeFault(fault, part.context !== undefined, pointer));
  throw error;
}

/** Values that the request does not have are those of the template: then its name is at fault. */
function placeFault({ path, field, detail }: ValueFault, isGiven: boolean, pointer: string) {
  if (!isGiven) return { pointer: `${pointer}/template`, detail: `has values of which ${field} ${detail}` };
  const steps = path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  return { pointer: `${pointer}/context${steps.join('')}`, detail };
}
