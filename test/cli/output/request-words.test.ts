import { expect, it } from 'vitest';
import { useWords } from '../../../src/cli/output/request-words.ts';
import { renderRequestSchema } from '../../../src/contract/render-schema.ts';

interface Properties {
  [name: string]: { properties?: Properties };
}

const { options, metadata, pdf } = renderRequestSchema.properties as unknown as Properties;

/** The pointers of all fields below one. */
function listFields(pointer: string, schema: Properties[string] | undefined): string[] {
  return Object.keys(schema?.properties ?? {}).map((name) => `${pointer}/${name}`);
}

// No flag sets them.
const unset = ['/pdf/version', '/metadata/creator', '/metadata/created', '/metadata/modified'];

it.each([
  ...listFields('/options', options),
  ...listFields('/metadata', metadata),
  ...listFields('/pdf', pdf),
  ...listFields('/pdf/sign', pdf?.properties?.sign),
])('names %s by its flag', (pointer) => {
  const text = useWords(`${pointer} is not valid`, { parts: ['a.html'], flags: true });
  if (unset.includes(pointer)) expect(text).toBe(`${pointer} is not valid`);
  else expect(text).toMatch(/^--[a-z-]+ is not valid$/);
});
