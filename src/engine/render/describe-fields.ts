import type { Problem, RenderRequest } from '../../contract/index.ts';
import { nearestName } from '../../folders/index.ts';
import type { MergeError } from '../../pdf/index.ts';

/** Most faults that one answer names, and most fields. */
const faultLimit = 100;
const namedFields = 30;

/** The values of form fields that cannot be set, as fields of the request. */
export function describeFields(
  { parts }: RenderRequest,
  index: number,
  { fields, knownFields }: MergeError,
): NonNullable<Problem['errors']> {
  const part = Array.isArray(parts) ? `/parts/${index}` : '/parts';
  const named = fields.slice(0, faultLimit).map(({ name, detail, isUnknown }) => {
    const nearest = isUnknown ? nearestName(name, knownFields) : undefined;
    const meant = nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
    return {
      pointer: name === '' ? `${part}/fields` : `${part}/fields/${escapeStep(name)}`,
      detail: `${detail}${meant}`,
    };
  });
  if (knownFields.length === 0) return named;
  const more = knownFields.length - namedFields;
  const list = knownFields.slice(0, namedFields).map((name) => JSON.stringify(name));
  const detail = `the form has ${list.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [...named, { pointer: `${part}/fields`, detail }];
}

/** A name as a step of a JSON pointer (RFC 6901). */
function escapeStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
