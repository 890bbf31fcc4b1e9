import { expect, it } from 'vitest';
import { namePart, type RequestWords, readPartNames, useWords } from '../../../src/cli/output/request-words.ts';
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

const one: RequestWords = { parts: ['a.html'], flags: true };
const two: RequestWords = { parts: ['a.html', undefined], flags: true };

it.each<[string, RequestWords, string]>([
  ['/parts/0/html is empty', one, 'a.html is empty'],
  ['/parts/html is empty', one, 'a.html is empty'],
  ['/parts is empty', one, 'a.html is empty'],
  ['/parts must have 1 item', two, '/parts must have 1 item'],
  ['/parts/0 and /parts/1/url are wrong', two, 'a.html and part 1 are wrong'],
  ['/parts/0 is wrong', { parts: [undefined], flags: true }, '/parts/0 is wrong'],
  ['/parts/0/context/parts/1 is wrong', one, '/parts/0/context/parts/1 is wrong'],
  ['/parts/0/html5 is wrong', one, '/parts/0/html5 is wrong'],
  ['a/parts/0 is wrong', one, 'a/parts/0 is wrong'],
  ['/options/page_size and page_size are wrong', one, '--size and --size are wrong'],
  ['/options/page_sizes and my_page_size are wrong', one, '/options/page_sizes and my_page_size are wrong'],
  ['/options/scale and scale are wrong', one, '--scale and scale are wrong'],
  ['/options/page_size is wrong', { ...one, flags: false }, '/options/page_size is wrong'],
  ['/overlays/0 is wrong', { ...one, fields: { '/overlays/0': 'paper.pdf' } }, 'paper.pdf is wrong'],
  [
    '/a/my_field and my_field are wrong',
    { ...one, fields: { '/a/my_field': 'my.json' }, flags: false },
    'my.json and my_field are wrong',
  ],
  ['pdf/a-3u, pdf/ua-1 and pdf/ua-2', one, '--pdf-a 3u, --pdf-ua and --pdf-ua=2'],
])('the text %j is put into words', (text, words, spoken) => {
  expect(useWords(text, words)).toBe(spoken);
});

it.each([
  [one, 0, 'a.html'],
  [two, 1, 'part 1'],
  [two, 7, 'part 7'],
  [{ parts: [undefined], flags: false }, 0, ''],
  [{ parts: [], flags: false }, 0, 'part 0'],
])('in %j the part %i is %j', (words, part, name) => {
  expect(namePart(words, part)).toBe(name);
});

it.each<[unknown, (string | undefined)[]]>([
  ['https://a.example', ['https://a.example']],
  [{ url: 'https://a.example', name: 'a' }, ['https://a.example']],
  [
    [{ name: 'a.html', html: '<p>' }, { html: '<p>' }, null, 7],
    ['a.html', undefined, undefined, undefined],
  ],
  [{ template: 'invoice' }, ['template:invoice']],
  [{ template: { id: 't1', slug: 'invoice', label: 'live' } }, ['template:t1@live']],
  [{ template: { slug: 'invoice', revision: 7, label: 'live' } }, ['template:invoice@7']],
  [{ template: { slug: 'invoice' } }, ['template:invoice']],
  [{ template: { revision: 7 } }, [undefined]],
  [{ template: null, name: 'a' }, ['a']],
])('the parts %j have names', (parts, names) => {
  expect(readPartNames(parts)).toEqual(names);
});
