import { EngineError } from '../../children/index.ts';
import type { Part } from '../../contract/index.ts';
import type { RenderContext, TemplateSource } from '../engine-options.ts';

/** The field of a template part that is wrong, by the code of the error. */
const wrongFields: Readonly<Record<string, 'revision' | 'label' | 'values'>> = {
  revision_not_found: 'revision',
  label_not_found: 'label',
  values_not_found: 'values',
};

/**
 * Loads the template of a part, in the revision and with the values that it names. `pointer` is where the part is in the request. Throws
 * `template_not_found`, and `revision_not_found`, `label_not_found`, `values_not_found` and `invalid_request`, which name the field.
 */
export async function loadPartTemplate(
  { template = '', context }: Pick<Part, 'template' | 'context'>,
  pointer: string,
  { loadTemplate }: RenderContext,
): Promise<TemplateSource & { id: string }> {
  const { id, slug, ...choice } = typeof template === 'string' ? { id: template } : template;
  const name = id ?? slug ?? '';
  if (choice.values !== undefined && context !== undefined) {
    const error = new EngineError('invalid_request', 'the part has a context, and names values of the template');
    error.errors = [{ pointer: `${pointer}/template/values`, detail: 'is allowed only without context' }];
    throw error;
  }
  const found = await loadTemplate?.(name, choice).catch((error: unknown) => {
    throw nameField(error, `${pointer}/template`);
  });
  if (found === undefined) throw new EngineError('template_not_found', `There is no template ${name}.`);
  return { id: name.toLowerCase(), ...found };
}

function nameField(cause: unknown, pointer: string): unknown {
  const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string };
  const field = wrongFields[code];
  if (field === undefined) return cause;
  const error = new EngineError(`${field}_not_found`, message, {}, { cause });
  error.errors = [{ pointer: `${pointer}/${field}`, detail: 'does not exist' }];
  return error;
}
