import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { digestFields } from '../../../src/cli/documents/template-fields.ts';
import { sha256Of } from '../../../src/cli/templates/sync/files/sync-file.ts';
import {
  buildFolder,
  buildShared,
  buildValueFiles,
  buildZip,
  fileOfSlug,
} from '../../../src/web/dashboard/template-editor/files/build-folder.ts';

const id = '0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b';

it('includes the sync record that the command line would write', async () => {
  const saved = {
    name: 'Größe',
    content: '<p>Grüße\r\n',
    preview_context: { b: [{ z: 1, a: 'é' }], d: 2, a: null, c: {} },
  };
  const files = await buildFolder(
    'größe',
    {
      id,
      name: { value: saved.name },
      content: { value: '<p>edited' },
      context: { value: '{}\n' },
      saved: { value: { content: saved.content, context: JSON.stringify(saved.preview_context, null, 2) } },
    },
    [{ path: 'partials/head.html', bytes: new TextEncoder().encode('<p>ä') }],
  );
  const texts = Object.fromEntries(files.map(({ name, content }) => [name, content.toString()]));
  expect(JSON.parse(texts['.platen.json'] ?? '')).toEqual({
    version: 1,
    templates: { [id]: digestFields(saved) },
    files: { 'partials/head.html': sha256Of('<p>ä') },
  });
  expect(texts).toMatchObject({
    'größe/template.json': `{\n  "id": "${id}",\n  "name": "Größe"\n}\n`,
    'größe/content.html': '<p>edited',
    'größe/preview_context.json': '{}\n',
  });
});

it('packs a partial as its file, with what it was on the service', async () => {
  const draft = { content: { value: 'mine' }, saved: { value: { content: 'stored', context: '{}' } } };
  const files = await buildShared('partials/head', draft, []);
  expect(files.map(({ name }) => name)).toEqual(['.platen.json', 'partials/head.html']);
  expect(JSON.parse(String(files[0]?.content))).toMatchObject({ files: { 'partials/head.html': sha256Of('stored') } });
  expect(files[1]?.content).toBe('mine');
});

it('has the named values and the schema, with the digests that push compares', async () => {
  const values = buildValueFiles('a', { sets: { paid: { n: 1 } }, schema: { title: 'x' } });
  const saved = { value: { content: '', context: '{}' } };
  const draft = { id, name: { value: 'A' }, content: { value: '' }, context: { value: '{}' }, saved };
  const files = await buildFolder('a', draft, values);
  const texts = Object.fromEntries(
    files.map(({ name, content }) => [name, typeof content === 'string' ? content : new TextDecoder().decode(content)]),
  );
  expect(texts).toMatchObject({
    'a/values/paid.json': '{\n  "n": 1\n}\n',
    'a/values.schema.json': '{\n  "title": "x"\n}\n',
  });
  expect(JSON.parse(texts['.platen.json'] ?? '').files).toEqual({
    'a/values/paid.json': sha256Of('{"n":1}'),
    'a/values.schema.json': sha256Of('{"title":"x"}'),
  });
});

it('packs a partial once, beside what it uses', async () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const used = [
    { path: 'partials/head.html', bytes: encode('of before') },
    { path: 'logo.svg', bytes: encode('<svg/>') },
  ];
  const files = await buildShared('partials/head', { content: { value: 'mine' }, saved: { value: undefined } }, used);
  expect(files.slice(1)).toEqual([
    { name: 'partials/head.html', content: 'mine' },
    { name: 'logo.svg', content: encode('<svg/>') },
  ]);
  expect(JSON.parse(String(files[0]?.content))).toEqual({
    version: 1,
    templates: {},
    files: { 'logo.svg': sha256Of('<svg/>') },
  });
});

it('records no files where there are none', async () => {
  const [record] = await buildShared('a', { content: { value: '' }, saved: { value: undefined } }, []);
  expect(JSON.parse(String(record?.content))).toEqual({ version: 1, templates: {} });
});

it.each([
  ['partials/head', 'partials/head.html'],
  ['partials/head.liquid', 'partials/head.liquid'],
  ['v1.2/head', 'v1.2/head.html'],
])('stores %s in the file %s', (slug, file) => {
  expect(fileOfSlug(slug)).toBe(file);
});

it('writes an archive of the files as they are, of the first day that an archive can name', async () => {
  const zip = buildZip([
    { name: 'a.html', content: '<p>ä'.repeat(9) },
    { name: 'b.bin', content: new Uint8Array([0, 255]) },
  ]);
  const bytes = new Uint8Array(await zip.arrayBuffer());
  expect(zip.type).toBe('application/zip');
  expect(unzipSync(bytes)).toEqual({
    'a.html': new TextEncoder().encode('<p>ä'.repeat(9)),
    'b.bin': new Uint8Array([0, 255]),
  });
  // Stored without compression; no time, and 1 January 1980 (APPNOTE, sections 4.4.5 and 4.4.6).
  expect([...bytes.slice(8, 14)]).toEqual([0, 0, 0, 0, 0x21, 0]);
});
