import { expect, it } from 'vitest';
import { digestFields } from '../../../src/cli/documents/template-fields.ts';
import { buildFolder } from '../../../src/web/dashboard/template-editor/download.ts';

const id = '0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b';

it('brings along the record of what the service has, as the command line keeps it', async () => {
  const saved = { name: 'Größe', content: '<p>Grüße\r\n', preview_context: { b: [{ z: 1, a: 'é' }], a: null } };
  const files = await buildFolder('größe', {
    id,
    name: { value: saved.name },
    content: { value: '<p>edited' },
    context: { value: '{}\n' },
    saved: { value: { content: saved.content, context: JSON.stringify(saved.preview_context, null, 2) } },
  });
  const texts = Object.fromEntries(files.map(({ name, text }) => [name, text]));
  expect(JSON.parse(texts['.platen.json'] ?? '')).toEqual({ version: 1, templates: { [id]: digestFields(saved) } });
  expect(texts).toMatchObject({
    'größe/template.json': `{\n  "id": "${id}",\n  "name": "Größe"\n}\n`,
    'größe/content.html': '<p>edited',
    'größe/preview_context.json': '{}\n',
  });
});
