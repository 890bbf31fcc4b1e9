import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPreparer, type Preparer } from '../../../src/engine/render/preparer.ts';
import { png } from './image/sample-images.ts';

const never = new AbortController().signal;
let preparer: Preparer;
beforeEach(() => {
  preparer = openPreparer({ checkValues: async () => ({ problem: undefined, errors: [] }) as never });
});
afterEach(() => preparer.close());

const prepare = (part: object, options: object = {}, context: object = {}) =>
  preparer.prepare({ part, pointer: '/parts/0', options } as never, { account: 'home', ...context } as never, never);

describe('a part', () => {
  it.each([
    [{}, {}],
    [{ flatten: false }, {}],
    [{ flatten: true }, { form: { flatten: true } }],
    [{ fields: { a: 'b' } }, { form: { values: { a: 'b' } } }],
    [{ fields: {}, flatten: true }, { form: { values: {}, flatten: true } }],
  ])('that is a PDF stays one, with its form: %j', async (form, wanted) => {
    const options = { scale: 2 };
    expect(await prepare({ pdf: Buffer.from('%PDF').toString('base64'), ...form }, options)).toEqual({
      source: { kind: 'pdf', bytes: Buffer.from('%PDF'), ...wanted },
      options,
      metadata: {},
    });
  });

  it('may be an address', async () => {
    const request = { user_agent: 'x' };
    expect(await prepare({ url: 'https://example.com', request })).toEqual({
      source: { kind: 'address', url: 'https://example.com', request },
      options: {},
      metadata: {},
    });
  });

  it('may be an image, with its title', async () => {
    const { source, metadata } = await prepare({ image: png(4, 4), title: 'Title' });
    expect([source, metadata]).toEqual([expect.objectContaining({ html: expect.stringContaining('alt="Title"') }), {}]);
  });

  it('may be contents', async () => {
    expect(await prepare({ toc: { depth: 2 } })).toEqual({
      source: { kind: 'toc', depth: 2 },
      options: {},
      isThemed: true,
      metadata: {},
    });
  });

  it('may be HTML, with its files', async () => {
    const assets = { a: { type: 'text/css', base64: '' } };
    expect(await prepare({ html: '<p>x', assets })).toEqual({
      source: { kind: 'document', html: '<p>x', assets },
      options: {},
      isThemed: false,
      metadata: {},
    });
    const css = { css: ['p { color: red }'] };
    const { source, isThemed } = await prepare({ html: '<p>x' }, css);
    expect([source, isThemed]).toEqual([
      expect.objectContaining({ html: expect.stringContaining('p { color: red }') }),
      false,
    ]);
  });

  it('has a design if its options name one and it has no style sheet', async () => {
    const options = { theme: 'plain' };
    expect((await prepare({ html: '<p>x' }, options)).isThemed).toBe(true);
    expect((await prepare({ html: '<style></style><p>x' }, options)).isThemed).toBe(false);
  });

  it('names a template that is not there', async () => {
    await expect(prepare({ template: 'none' })).rejects.toMatchObject({ code: 'template_not_found' });
  });
});

it('nothing is ended that has not begun', async () => {
  expect(await openPreparer({ checkValues: async () => ({}) as never }).close()).toBeUndefined();
});
