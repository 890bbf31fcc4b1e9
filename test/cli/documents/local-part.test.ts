import { describe, expect, it } from 'vitest';
import { isLocalPart, readLocalParts } from '../../../src/cli/documents/local-part.ts';

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
