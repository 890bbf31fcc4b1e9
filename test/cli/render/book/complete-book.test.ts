import { expect, it } from 'vitest';
import { completeBook } from '../../../../src/cli/render/book/complete-book.ts';
import type { Book } from '../../../../src/cli/render/book/read-book.ts';

type Edges = Parameters<typeof completeBook>[2];

const source = { kind: 'file', file: 'a.html' };
const bookOf = (book: object) => ({ entries: [], metadata: {}, overlays: [], ...book }) as unknown as Book;
const complete = (book: object, body: object, parts: string[] = []) =>
  completeBook(bookOf(book), { body: body as Record<string, unknown>, words: { parts, flags: true } }, {} as Edges);

it('parts get what the book says of them, and contents are between them', async () => {
  const entries = [
    { source, fields: { title: 'A' } },
    { toc: { depth: 2 }, fields: { name: 'contents' } },
    { source, fields: {} },
  ];
  expect(await complete({ entries }, { parts: [{ html: 'x' }, 'https://b'] }, ['a.html', 'https://b'])).toEqual({
    words: { parts: ['a.html', 'the contents', 'https://b'], flags: true },
    body: { parts: [{ html: 'x', title: 'A' }, { toc: { depth: 2 }, name: 'contents' }, { url: 'https://b' }] },
  });
});

it('the contents of a flag come first', async () => {
  const entries = [{ source, fields: { title: 'A' } }];
  expect(await complete({ entries }, { parts: [{ toc: {} }, { html: 'x' }] }, ['a.html'])).toEqual({
    words: { parts: ['the contents', 'a.html'], flags: true },
    body: { parts: [{ toc: {} }, { html: 'x', title: 'A' }] },
  });
});

it('flags override the metadata of the book', async () => {
  const book = { metadata: { title: 'Book', author: 'me' } };
  expect((await complete(book, { parts: [], metadata: { title: 'Flag' } })).body.metadata).toEqual({
    title: 'Flag',
    author: 'me',
  });
  expect((await complete({}, { parts: [] })).body).toEqual({ parts: [] });
});

it('overlays of flags replace those of the book, but for a signature', async () => {
  const book = { overlays: [{ fields: { text: 'draft' } }] };
  const field = { signature_field: 'S' };
  const overlaysOf = async (overlays: object[] | undefined) =>
    (await complete(book, { parts: [], ...(overlays && { overlays }) })).body.overlays;
  expect(await overlaysOf(undefined)).toEqual([{ text: 'draft' }]);
  expect(await overlaysOf([{ text: 'flag' }])).toEqual([{ text: 'flag' }]);
  expect(await overlaysOf([field])).toEqual([{ text: 'draft' }, field]);
  expect(await overlaysOf([{ text: 'flag' }, field])).toEqual([{ text: 'flag' }, field]);
});

it('warnings of sources have the indexes of their parts, behind contents', async () => {
  const entries = [
    { source, fields: {} },
    { toc: {}, fields: {} },
    { source, fields: {} },
  ];
  const warningOf = (part: number) => ({ part, code: 'resource_missing' as const, text: 'x' });
  const request = {
    body: { parts: [{ toc: {} }, { html: 'a' }, { html: 'b' }] },
    words: { parts: ['the contents', 'a.html', 'b.html'], flags: true },
    warnings: [warningOf(1), warningOf(2)],
  };
  const { words, warnings } = await completeBook(bookOf({ entries }), request, {} as Edges);
  expect(words.parts).toEqual(['the contents', 'a.html', 'the contents', 'b.html']);
  expect(warnings).toEqual([warningOf(1), warningOf(3)]);
});
