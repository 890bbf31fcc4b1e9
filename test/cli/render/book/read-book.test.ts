import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../../src/cli/command/context.ts';
import { systemIo } from '../../../../src/cli/output/io.ts';
import { isBook, readBook } from '../../../../src/cli/render/book/read-book.ts';

const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'platen-book-')));
mkdirSync(join(cwd, 'book'));
writeFileSync(join(cwd, 'book', 'a.css'), 'p { color: red }');
writeFileSync(join(cwd, 'outside.css'), 'p { color: blue }');

afterAll(() => rmSync(cwd, { recursive: true }));

/** Reads a book with this text. Its sources are named from the folder that it is in. */
async function read(text: string, root?: string) {
  const file = at('book.yaml');
  writeFileSync(file, text);
  return readBook(file, root, { io: { ...systemIo(() => {}), cwd }, output: undefined } as unknown as Context);
}

const at = (path: string) => join(cwd, 'book', path);
const part = (text: string) => read(`parts:\n  - ${text}`).then(({ entries }) => entries[0]);

it.each([
  ['book.yaml', true],
  ['a/b.YML', true],
  ['.yaml', false],
  ['a/.yml', false],
  ['book.yaml.html', false],
  ['https://example.com/book.yaml', false],
  ['template:book.yaml', false],
  ['C:\\books\\book.yaml', true],
])('%s is a book: %s', (source, is) => {
  expect(isBook(source)).toBe(is);
});

describe('the parts of a book', () => {
  it.each<[string, object]>([
    ['one.html', { source: { kind: 'file', file: at('one.html') }, fields: {} }],
    ['sub/../one.md', { source: { kind: 'file', file: at('one.md') }, fields: {} }],
    ['file: one.md', { source: { kind: 'file', file: at('one.md') }, fields: {} }],
    ['url: https://example.com/', { source: { kind: 'address' }, fields: {} }],
    ['toc', { toc: {}, fields: {} }],
    ['toc: true', { toc: {}, fields: {} }],
    ['toc: 3', { toc: { depth: 3 }, fields: {} }],
    ['toc: { title: In this book, depth: 2 }', { toc: { title: 'In this book', depth: 2 }, fields: {} }],
    ['{ toc: true, size: A5 }', { toc: {}, fields: { options: { page_size: 'A5' } } }],
    [
      '{ file: a.md, title: 7, name: 8, context: { a: 1 }, options: { scale: 0.5 } }',
      {
        source: { kind: 'file', file: at('a.md') },
        fields: { title: '7', name: '8', context: { a: 1 }, options: { scale: 0.5 } },
      },
    ],
    [
      '{ file: a.md, size: 10x20cm, margin: 1cm, header: h, footer: f, theme: book, css: a.css }',
      {
        source: { kind: 'file', file: at('a.md') },
        fields: {
          options: {
            page_size: { width: '10cm', height: '20cm' },
            margin: '1cm',
            header: 'h',
            footer: 'f',
            theme: 'book',
            css: ['p { color: red }'],
          },
        },
      },
    ],
  ])('may be %s', async (text, entry) => {
    expect(await part(text)).toMatchObject(entry);
    expect(Object.keys((await part(text)) ?? {})).toEqual(Object.keys(entry));
  });

  it('may be templates by their id, or in a folder', async () => {
    expect(await part('template: invoice')).toMatchObject({ source: { kind: 'template' } });
    expect(await part('template: ./mails/invoice')).toMatchObject({
      source: { kind: 'template-folder', folder: at('mails/invoice') },
    });
  });

  it.each([
    ['{}', 'parts[0] must have one of file, url, template, toc'],
    ['{ file: a.md, url: https://example.com }', 'parts[0] must have one of file, url, template, toc'],
    ['7', 'parts[0] must be a mapping of fields'],
    ['"-"', 'parts[0] must be a source'],
    ['file: ""', 'parts[0].file must be a source'],
    ['file: 7', 'parts[0].file must be a source'],
    ['template: 7', 'parts[0].template must be a source'],
    ['{ file: a.md, fil: b }', 'parts[0].fil is not a field'],
    ['{ file: a.md, size: huge }', 'parts[0].size is not a page size'],
    ['{ file: a.md, margin: 1 2 3 4 5 }', 'parts[0].margin must be one to four lengths such as 20mm'],
    ['{ file: a.md, options: [] }', 'parts[0].options must be a mapping of fields'],
    ['{ file: a.md, options: 7 }', 'parts[0].options must be a mapping of fields'],
    ['{ file: a.md, css: 7 }', 'parts[0].css must be a path'],
    ['{ file: a.md, css: "" }', 'parts[0].css must be a path'],
    ['toc: { deep: 2 }', 'parts[0].toc.deep is not a field'],
    ['toc: no', 'parts[0].toc must be a mapping of fields'],
    ['../a.md', 'parts[0] is outside of its folder'],
    ['file: ..', 'parts[0].file is outside of its folder'],
    ['file: /etc/hosts.html', 'parts[0].file is outside of its folder'],
    ['{ file: a.md, css: ../outside.css }', 'parts[0].css is outside of its folder'],
    ['template: ../mails', 'parts[0].template is outside of its folder'],
  ])('are not %s', async (text, problem) => {
    await expect(part(text)).rejects.toMatchObject({
      code: 'input_invalid',
      message: `${at('book.yaml')}: ${problem}`,
    });
  });

  it('may be in a larger folder, if that is named', async () => {
    const { entries } = await read('parts: [../a.md, "..b.md"]', '.');
    expect(entries).toMatchObject([{ source: { file: join(cwd, 'a.md') } }, { source: { file: at('..b.md') } }]);
    await expect(read('parts: [../../a.md]', '.')).rejects.toThrow('parts[0] is outside of its folder');
  });
});

describe('a book', () => {
  it('has options, properties and overlays', async () => {
    const { options, metadata, overlays } = await read(
      `{ title: 1, author: Ada, size: A5, css: [a.css, a.css], options: { size: x, outline: false },
        overlays: [{ text: DRAFT, opacity: 0.2 }, { file: a.html, pages: first }], parts: [a.md] }`,
    );
    expect({ options, metadata, overlays }).toEqual({
      options: { page_size: 'A5', css: ['p { color: red }', 'p { color: red }'], size: 'x', outline: false },
      metadata: { title: '1', author: 'Ada' },
      overlays: [{ fields: { text: 'DRAFT', opacity: 0.2 } }, { file: at('a.html'), fields: { pages: 'first' } }],
    });
  });

  it('needs its parts alone', async () => {
    expect(await read('parts: [a.md]')).toMatchObject({ options: {}, metadata: {}, overlays: [] });
  });

  it.each([
    ['', 'the book must be a mapping of fields'],
    ['[]', 'the book must be a mapping of fields'],
    ['title: a', 'parts must be a list of sources'],
    ['parts: []', 'parts must be a list of sources'],
    ['parts: { a: 1 }', 'parts must be a list of sources'],
    ['{ parts: [a.md], overlays: 7 }', 'overlays must be a list'],
    ['{ parts: [a.md], overlays: [{}] }', 'overlays[0] must have one of file, text'],
    ['{ parts: [a.md], overlays: [{ file: a.html, text: b }] }', 'overlays[0] must have one of file, text'],
    ['{ parts: [a.md], overlays: [{ text: a, page: 1 }] }', 'overlays[0].page is not a field'],
    ['{ parts: [a.md], overlays: [{ file: 7 }] }', 'overlays[0].file must be a path'],
    ['{ parts: [a.md], size: 7 }', 'size is not a page size'],
  ])('is not %s', async (text, problem) => {
    await expect(read(text)).rejects.toMatchObject({ message: `${at('book.yaml')}: ${problem}` });
  });

  it('that is no YAML is refused with the line', async () => {
    await expect(read('title: a\nparts: [')).rejects.toThrow(/book\.yaml is not valid YAML in line 2$/);
    await expect(read('a: &x [*x]')).rejects.toThrow(/book\.yaml is not valid YAML$/);
  });

  it('says which field was meant', async () => {
    await expect(read('{ part: [a.md] }')).rejects.toMatchObject({ fix: 'did you mean parts?' });
    await expect(part('{ file: a.md, xyz: 1 }')).rejects.toMatchObject({
      fix: 'use file, url, template, toc, size, margin, header, footer, theme, css, options, title, name, context',
    });
  });
});
