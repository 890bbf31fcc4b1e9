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
  // Two flags set it.
  else if (pointer === '/pdf/conformance') expect(text).toBe('the PDF is not valid');
  else expect(text).toMatch(/^--[a-z-]+ is not valid$/);
});

it.each([
  [
    '/pdf/conformance cannot combine pdf/ua-2, which is PDF 2.0, with pdf/a-2b, which is 1.7 at most',
    'the PDF cannot combine --pdf-ua=2, which is PDF 2.0, with --pdf-a 2b, which is 1.7 at most',
  ],
  ['/options/tagged is false, and pdf/ua-1 needs tags', '--no-tags is set, and --pdf-ua needs tags'],
  [
    '/pdf/encrypt cannot be combined with pdf/a-3b, which /pdf/e_invoice implies',
    '--password cannot be combined with --pdf-a 3b, which --e-invoice implies',
  ],
])('names both flags of %j', (text, expected) => {
  expect(useWords(text, { parts: ['a.html'], flags: true })).toBe(expected);
  expect(useWords(text, { parts: ['a.html'], flags: false })).toBe(text);
});
