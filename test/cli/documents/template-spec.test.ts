import { expect, it } from 'vitest';
import { readTemplateSpec, writeTemplateSpec } from '../../../src/cli/documents/template-spec.ts';

const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';

it.each([
  [id, { id }],
  [`${id}@7`, { id, revision: 7 }],
  [`${id}@live`, { id, label: 'live' }],
  [`${id}@2`, { id, revision: 2 }],
  [`${id}@v2.1_a-b`, { id, label: 'v2.1_a-b' }],
  ['invoice', { slug: 'invoice' }],
  ['partials/header@7', { slug: 'partials/header', revision: 7 }],
])('%s names a stored template, and is written as it was', (text, choice) => {
  expect(readTemplateSpec(text)).toEqual(choice);
  expect(writeTemplateSpec(choice)).toBe(text);
});

it.each(['', '@7', 'X@7', `${id}@`, `${id}@0`, `${id}@-1`, `${id}@7@8`, `${id}@Live`, `${id}@2.0`, `${id} @7`])(
  '%j names none',
  (text) => expect(readTemplateSpec(text)).toBeUndefined(),
);
