import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLocalTemplate } from '../../../src/cli/documents/read-local-template.ts';
import { RequestSize } from '../../../src/cli/documents/request-size.ts';
import { makeFolder } from './folder.ts';

const read = (folder: string, choice: Parameters<typeof readLocalTemplate>[2] = {}) =>
  readLocalTemplate(folder, 'shop', choice, new RequestSize());

describe('a template in a folder', () => {
  const files = {
    'content.html': '<p>ä</p>',
    'preview_context.json': '{"a": 1}',
    'values/full.json': '\ufeff{"a": 2}',
  };

  it.each<[string, Parameters<typeof readLocalTemplate>[2], object]>([
    ['those of its previews', {}, { context: { a: 1 }, valuesText: { file: 'shop/preview_context.json' } }],
    ['those of a set', { values: 'full' }, { context: { a: 2 }, valuesText: { file: 'shop/values/full.json' } }],
    ['those that are given', { context: { a: 3 } }, { context: { a: 3 } }],
    ['those that are given instead of a set', { context: {}, values: 'none' }, { context: {} }],
  ])('has as its values %s', async (_what, choice, { valuesText, ...expected }: { valuesText?: { file: string } }) => {
    const folder = await makeFolder(files);
    expect(await read(folder, choice)).toEqual({
      ...{ folder, shown: 'shop', content: '<p>ä</p>', ...expected },
      ...(valuesText && { valuesText: { ...valuesText, json: expect.stringMatching(/^\ufeff?\{"a": \d\}$/) } }),
    });
  });

  it('needs no values, and no template.json', async () => {
    const folder = await makeFolder({ 'content.html': 'x' });
    expect(await read(folder)).toEqual({ folder, shown: 'shop', content: 'x', context: {} });
  });

  it.each<[string, Record<string, string>, object, object]>([
    [
      'content',
      { 'template.json': '{}' },
      {},
      {
        ...{ code: 'input_missing', message: 'shop/content.html does not exist' },
        ...{ why: 'a template is a folder with its HTML in content.html', fix: 'check the name of the folder' },
      },
    ],
    [
      'anything in its content',
      { 'content.html': '' },
      {},
      { code: 'input_invalid', message: 'shop/content.html is empty', why: 'there is nothing to render in it' },
    ],
    [
      'such a set',
      files,
      { values: 'ful' },
      { code: 'input_missing', message: 'shop has no values "ful"', fix: 'did you mean full?' },
    ],
    [
      'an object as its values',
      { 'content.html': 'x', 'preview_context.json': '[]' },
      {},
      { code: 'input_invalid', message: 'shop/preview_context.json does not contain a JSON object' },
    ],
    [
      'anything in its values',
      { 'content.html': 'x', 'preview_context.json': '' },
      {},
      { code: 'input_invalid', message: 'shop/preview_context.json is empty' },
    ],
  ])('without %s is refused', async (_what, given, choice, error) => {
    await expect(read(await makeFolder(given), choice)).rejects.toMatchObject(error);
  });

  it('is missing where there is no folder', async () => {
    const folder = await makeFolder({ a: 'x' });
    await expect(read(join(folder, 'b'))).rejects.toMatchObject({
      ...{ code: 'input_missing', message: expect.stringMatching(/^template:shop does not exist/) },
    });
    await expect(read(join(folder, 'a'))).rejects.toMatchObject({ message: 'template:shop is not a folder' });
  });

  it('may have 5 MiB', async () => {
    const limit = 5 * 1024 * 1024;
    expect((await read(await makeFolder({ 'content.html': 'x'.repeat(limit) }))).content).toHaveLength(limit);
    await expect(read(await makeFolder({ 'content.html': `${'x'.repeat(limit - 1)}ä` }))).rejects.toMatchObject({
      ...{ code: 'input_invalid', message: 'shop/content.html is larger than a template may be (5 MiB)' },
    });
  });
});
