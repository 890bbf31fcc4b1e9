import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTemplateFolder } from '../../../src/cli/documents/read-template-folder.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const id = '0190A6C4-5b7e-7d3a-9f21-3c5d8e7f1a2b';
function read(files: Record<string, string | Buffer>) {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return readTemplateFolder(folder, 'shop');
}
const head = '{"name": "Invoice"}';

describe('a template folder', () => {
  it.each<[string, Record<string, string>, object]>([
    ['a name alone', { 'template.json': head }, { name: 'Invoice' }],
    [
      'an id, in lower case',
      { 'template.json': `{"name": "Invoice", "id": "${id}"}` },
      { name: 'Invoice', id: id.toLowerCase() },
    ],
    [
      'its content, with its byte order mark and ends of lines',
      { 'template.json': `\ufeff${head}`, 'content.html': '\ufeff<p>\r\n' },
      { name: 'Invoice', content: '\ufeff<p>\r\n' },
    ],
    ['content without a mark', { 'template.json': head, 'content.html': '<p>ä' }, { name: 'Invoice', content: '<p>ä' }],
    [
      'values for previews',
      { 'template.json': head, 'preview_context.json': '\ufeff{"a": 1}' },
      { name: 'Invoice', preview_context: { a: 1 } },
    ],
  ])('has %s', async (_what, files, template) => {
    expect(await read(files)).toStrictEqual(template);
  });

  it.each<[string, Record<string, string | Buffer>, string, string]>([
    ['nothing', {}, 'input_missing', 'shop has no template.json'],
    ['no name', { 'template.json': '{}' }, 'input_invalid', 'shop/template.json: "name" is missing'],
    ['an empty name', { 'template.json': '{"name": ""}' }, 'input_invalid', 'shop/template.json: "name" is not a text'],
    [
      'a number as its name',
      { 'template.json': '{"name": 1}' },
      'input_invalid',
      'shop/template.json: "name" is not a text',
    ],
    ['another field', { 'template.json': '{"nmae": "x"}' }, 'input_invalid', 'shop/template.json: "nmae" is not known'],
    [
      'an id of another form',
      { 'template.json': '{"name": "x", "id": "7"}' },
      'input_invalid',
      'shop/template.json: "id" is not the id of a template',
    ],
    ['a list', { 'template.json': '[]' }, 'input_invalid', 'shop/template.json does not contain a JSON object'],
    [
      'a list of values',
      { 'template.json': head, 'preview_context.json': '[]' },
      'input_invalid',
      'shop/preview_context.json does not contain a JSON object',
    ],
    [
      'content in Latin-1',
      { 'template.json': head, 'content.html': Buffer.from([0xe4]) },
      'input_invalid',
      'shop/content.html',
    ],
  ])('with %s is refused', async (_what, files, code, message) => {
    await expect(read(files)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('with a link or a folder in place of a file is refused', async () => {
    symlinkSync('template.json', join(folder, 'content.html'));
    await expect(read({ 'template.json': head })).rejects.toMatchObject({
      message: expect.stringContaining('shop/content.html is a symbolic link'),
    });
    rmSync(join(folder, 'content.html'));
    mkdirSync(join(folder, 'content.html'));
    await expect(read({})).rejects.toMatchObject({ message: expect.stringContaining('shop/content.html is a folder') });
  });
});
