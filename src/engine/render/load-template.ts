import type { Part } from '../../contract/index.ts';
import { EngineError } from '../engine-error.ts';
import type { RenderContext, TemplateSource } from '../engine-options.ts';

/** The field of a template part that is wrong, by the code of the error. */
const wrongFields: Readonly<Record<string, 'revision' | 'label'>> = {
  revision_not_found: 'revision',
  label_not_found: 'label',
};

/**
 * Loads the template of a part, in the revision that it names. `pointer` is where the part is in the request. Throws
 * `template_not_found`, and `revision_not_found` and `label_not_found`, which name the field.
 */
export async function loadPartTemplate(
  template: NonNullable<Part['template']>,
  pointer: string,
  { loadTemplate }: RenderContext,
): Promise<TemplateSource & { id: string }> {
  const { id, slug, ...choice } = typeof template === 'string' ? { id: template } : template;
  const name = id ?? slug ?? '';
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
