import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { isLocalPart, readLocalParts } from '../../../src/cli/documents/local-part.ts';
import { makeFolder } from './folder.ts';

const edges = {} as Parameters<typeof readLocalParts>[1];
const read = (parts: unknown) => readLocalParts(parts, edges);

describe('parts of this machine', () => {
  it.each([
    [{ file: 'a.html' }, true],
    [{ template: { folder: 'a' } }, true],
    [{ template: { content: '' } }, true],
    [{ template: {} }, false],
    [{ template: 'an-id' }, false],
    [{ html: 'x' }, false],
    ['https://a.example', false],
    [null, false],
  ])('%j: %s', (part, isLocal) => {
    expect(isLocalPart(part)).toBe(isLocal);
  });

  it('leave all others as they are', async () => {
    const parts = ['https://a.example', { html: 'x' }];
    expect(await read(parts)).toEqual({ parts, warnings: [] });
    expect(await read(parts[1])).toEqual({ parts: parts[1], warnings: [] });
  });

  it('become Liquid if they are a text', async () => {
    const template = { content: 'Hello {{ name }}', context: { name: 'Ada' } };
    expect((await read({ template, options: { scale: 2 } })).parts).toStrictEqual({
      liquid: 'Hello {{ name }}',
      context: { name: 'Ada' },
      options: { scale: 2 },
    });
    expect((await read({ template: { content: 'x' }, context: { a: 1 }, assets: { a: 'b' } })).parts).toStrictEqual({
      liquid: 'x',
      context: { a: 1 },
      assets: { a: 'b' },
    });
    expect((await read([{ template: { content: 'x' } }])).parts).toStrictEqual([{ liquid: 'x' }]);
  });

  it.each<[object, string]>([
    [{ file: 'a', html: 'x' }, '"file" and "html" cannot be in one part'],
    [{ file: 'a', template: { folder: 'b' } }, '"file" and "template" cannot be in one part'],
    [{ template: { folder: 'b' }, pdf: 'x' }, '"template" and "pdf" cannot be in one part'],
    [{ template: { folder: 'b', contxt: {} } }, '"template" has no "contxt"'],
    [{ template: { folder: 'b', content: 'x' } }, '"folder" and "content" cannot be in one "template"'],
    [
      { template: { folder: 'b', context: {} }, context: {} },
      '"context" is given twice: in the part, and in its "template"',
    ],
    [
      { template: { folder: 'b', values: 'v' }, context: {} },
      '"values" names values of the folder, and the part has its own',
    ],
    [
      { template: { folder: 'b', values: 'v', context: {} } },
      '"values" names values of the folder, and the part has its own',
    ],
    [{ template: { content: 'b', values: 'v' } }, '"values" names values of the folder, and the part has its own'],
    [{ file: 'a', context: {} }, '"context" is for templates, and the part is a file'],
    [{ template: { content: 'x' }, root: '.' }, '"root" is for files, and the part is a text'],
  ])('are refused with the index of the part: %j', async (part, message) => {
    await expect(read([{ html: 'x' }, part])).rejects.toMatchObject({ code: 'input_invalid', message, part: 1 });
  });
});

describe('files and folders of parts', () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await makeFolder({
      ...{ 'book/a.html': '<img src="a.png">', 'book/a.png': 'png', 'book/b.md': '# B', 'c.pdf': '%PDF-1.7' },
      ...{ 'book/up.html': '<img src="../top.png">', 'top.png': 'top', 'book/gone.html': '<img src="gone.png">' },
      ...{ 'letter/content.html': 'Dear {{ name }}', 'letter/preview_context.json': '{"name": "Ada"}' },
      'letter/values/long.json': '{"name": "Grace"}',
    });
  });
  const read = (parts: unknown) => {
    const renderTemplate = async ({ context }: { context: object }) => `Dear ${JSON.stringify(context)}`;
    const edges = { cwd, platform: 'linux', stdin: undefined, renderTemplate };
    return readLocalParts(parts, edges as unknown as Parameters<typeof readLocalParts>[1]);
  };
  const png = (text: string) => ({ type: 'image/png', base64: Buffer.from(text) });

  it.each<[object, object]>([
    [{ file: 'book/a.html' }, { html: '<img src="a.png">', assets: { 'a.png': png('png') } }],
    [
      { file: 'book/b.md', title: 'B' },
      { markdown: '# B', title: 'B' },
    ],
    [
      { file: 'c.pdf', name: 'own.pdf' },
      { pdf: Buffer.from('%PDF-1.7'), name: 'own.pdf' },
    ],
    [
      { file: 'book/a.html', assets: { 'b.png': png('b') } },
      { html: '<img src="a.png">', assets: { 'a.png': png('png'), 'b.png': png('b') } },
    ],
    [
      { file: 'book/b.md', assets: { 'b.png': png('b') } },
      { markdown: '# B', assets: { 'b.png': png('b') } },
    ],
    [
      { file: 'book/up.html', root: '.' },
      { html: '<img src="../top.png">', assets: { 'top.png': png('top') } },
    ],
    [{ template: { folder: 'letter' } }, { html: 'Dear {"name":"Ada"}' }],
    [{ template: { folder: 'letter', context: { n: 1 } } }, { html: 'Dear {"n":1}' }],
    [
      { template: { folder: 'letter' }, context: { n: 2 }, options: {} },
      { html: 'Dear {"n":2}', options: {} },
    ],
    [{ template: { folder: 'letter', values: 'long' } }, { html: 'Dear {"name":"Grace"}' }],
  ])('%j are read', async (part, whole) => {
    expect(await read(part)).toEqual({ parts: whole, warnings: [] });
  });

  it('may be URLs of files', async () => {
    const file = pathToFileURL(join(cwd, 'book/b.md'));
    expect((await read({ file })).parts).toEqual({ markdown: '# B' });
    await expect(read({ file: new URL('https://a.example/b.md') })).rejects.toMatchObject({
      ...{ code: 'input_invalid', message: '"file" must be a path', part: 0 },
    });
  });

  it('get names for links among them, unless they have one', async () => {
    const parts = [{ file: 'book/a.html' }, { file: 'book/b.md', name: 'mine' }, { file: 'c.pdf' }, { html: 'x' }];
    expect((await read(parts)).parts).toMatchObject([{ name: 'book/a.html' }, { name: 'mine' }, { name: 'c.pdf' }, {}]);
    expect((await read([{ file: 'book/b.md' }])).parts).toEqual([{ markdown: '# B' }]);
  });

  it('come with warnings, which name the part and its fields', async () => {
    const { warnings } = await read([{ html: 'x' }, { file: 'book/gone.html' }, { file: 'book/up.html' }]);
    expect(warnings.map(({ part, text }) => [part, text])).toEqual([
      [1, 'book/gone.html:1: cannot find gone.png'],
      [
        2,
        'book/up.html:1: ../top.png is left out: it is outside of the folder of the document; "root" sets a larger folder',
      ],
    ]);
  });

  it.each<[unknown, object]>([
    [{ file: '' }, { code: 'input_invalid', message: '"file" must be a path' }],
    [{ file: '-' }, { code: 'input_invalid', message: '"file" must be a path' }],
    [{ file: 7 }, { code: 'input_invalid', message: '"file" must be a path' }],
    [{ template: { folder: 7 } }, { code: 'input_invalid', message: '"template": {"folder"} must be a path' }],
    [
      { file: 'book/a.html', root: 7 },
      { code: 'input_invalid', message: '"root" must be a path' },
    ],
    [{ template: { folder: 'letter', values: 7 } }, { code: 'input_invalid', message: '"values" must be a name' }],
    [{ file: 'https://a.example' }, { code: 'usage', message: 'https://a.example is not a file' }],
    [{ file: 'gone.html' }, { code: 'input_missing', message: expect.stringContaining('gone.html') }],
    [
      { file: 'book/a.html', root: 'letter' },
      { code: 'usage', message: expect.not.stringContaining('--root') },
    ],
    [
      { file: 'book/a.html', root: 'gone' },
      { code: 'input_missing', message: expect.stringContaining('"root"') },
    ],
  ])('%j are refused with their place', async (part, error) => {
    await expect(read([{ html: 'x' }, part])).rejects.toMatchObject({ ...error, part: 1 });
    await expect(read(part)).rejects.toMatchObject({ ...error, part: 0 });
  });
});
