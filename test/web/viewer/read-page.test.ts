import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { placeLinks, readSizes } from '../../../src/web/viewer/read-page.ts';

beforeEach(() =>
  vi.stubGlobal('document', {
    createElement: (tag: string) => {
      const attributes: Record<string, string> = {};
      return { tag, style: {}, attributes, setAttribute: (name: string, value: string) => (attributes[name] = value) };
    },
  }),
);

afterEach(() => vi.unstubAllGlobals());

/** The links of a page of 200 by 400 points, whose lower left corner is at 10, 20. */
const read = (...annotations: object[]) =>
  placeLinks({ view: [10, 20, 210, 420], getAnnotations: async () => annotations } as never);

it('reads the size of each page', async () => {
  const getPage = async (number: number) => ({
    getViewport: ({ scale }: { scale: number }) => ({ width: number * 100 * scale, height: 50 * scale, scale }),
  });
  expect(await readSizes({ numPages: 3, getPage } as never)).toEqual([
    [100, 50],
    [200, 50],
    [300, 50],
  ]);
});

it('places a link to the web by shares of the page, from its upper left corner', async () => {
  const url = 'https://a.example/';
  const [link, ...others] = await read({ subtype: 'Link', url, rect: [60, 320, 110, 400] });
  expect(others).toEqual([]);
  expect(link).toMatchObject({
    ...{ tag: 'a', href: url, target: '_blank', rel: 'noopener noreferrer', title: url },
    attributes: { 'aria-label': url },
    style: { left: '25%', top: '5%', width: '25%', height: '20%' },
  });
});

it.each([
  ['a link within the document', { subtype: 'Link', rect: [0, 0, 9, 9] }],
  ['a note', { subtype: 'Text', url: 'https://a.example/', rect: [0, 0, 9, 9] }],
])('shows no link for %s', async (_what, annotation) => {
  expect(await read(annotation)).toEqual([]);
});
