import { beforeEach, describe, expect, it } from 'vitest';
import { type MemoryService, openMemoryService } from '../../commands/memory-service.ts';
import { bookFiles, writeFiles } from './book-files.ts';

let service: MemoryService;

const write = (files: Record<string, string>) => writeFiles(service.folder, files);

const run = (...words: string[]) => service.run(['render', 'pdf', ...words]);
const bodyOf = async (...words: string[]) => JSON.parse((await run(...words, '--dry-run')).stdout).body;

beforeEach(() => {
  service = openMemoryService(() => {});
  write(bookFiles);
});

describe('a book', () => {
  it('is a request with its parts, contents, options, properties and overlays', async () => {
    const body = await bodyOf('book/book.yaml');
    expect(body.parts).toEqual([
      { html: expect.stringContaining('The harbour'), name: 'cover.html' },
      { toc: { depth: 2 }, options: { css: ['em { color: teal }'] } },
      {
        markdown: expect.stringContaining('# One'),
        name: 'chapters/one.md',
        title: 'Part one',
        options: { scale: 0.9 },
      },
      { markdown: expect.stringContaining('# Two'), name: 'chapters/two.md', options: { margin: '1cm' } },
      { url: 'https://example.com' },
    ]);
    expect(body.options).toEqual({
      page_size: 'A5',
      margin: { top: '20mm', right: '15mm', bottom: '20mm', left: '15mm' },
      theme: 'book',
      css: ['em { color: teal }'],
      outline: true,
    });
    expect(body.metadata).toEqual({ title: 'The harbour', author: 'Ada' });
    expect(body.overlays).toEqual([
      { text: 'DRAFT', opacity: 0.2 },
      { html: '<b>stamp</b>', pages: 'first' },
    ]);
  });

  it('keeps its overlays if it is signed visibly, and has those of flags in their place', async () => {
    const look = ['--seal', 'ada', '--sign-appearance', 'book/stamp.html'];
    const kinds = async (...words: string[]) =>
      (await bodyOf('book/book.yaml', ...words)).overlays.map((overlay: object) => Object.keys(overlay)[0]);
    const field = { html: '<b>stamp</b>', pages: 'last', position: 'bottom-right', signature_field: 'Signature' };
    expect((await bodyOf('book/book.yaml', ...look)).overlays.at(-1)).toEqual(field);
    expect(await kinds(...look)).toEqual(['text', 'html', 'html']);
    expect(await kinds('--watermark', 'COPY')).toEqual(['text']);
    expect(await kinds('--watermark', 'COPY', ...look)).toEqual(['text', 'html']);
  });

  it('is overridden by flags, and overrides settings', async () => {
    write({ 'platen.config.yaml': 'render:\n  size: Letter\n  landscape: true\n' });
    const body = await bodyOf('book/book.yaml', '--theme', 'plain', '--title', 'Other', '--toc');
    expect(body.options).toMatchObject({ page_size: 'A5', landscape: true, theme: 'plain' });
    expect(body.metadata).toEqual({ title: 'Other', author: 'Ada' });
    expect(body.parts.map((part: object) => Object.keys(part)[0])).toEqual([
      'toc',
      'html',
      'toc',
      'markdown',
      'markdown',
      'url',
    ]);
    write({ 'platen.config.yaml': '{}\n' });
  });

  it.each<[string, string, string]>([
    ['titel: x\nparts: [cover.html]', 'titel is not a field', 'did you mean title?'],
    ['title: x', 'parts must be a list of sources', ''],
    ['parts: [{ title: x }]', 'parts[0] must have one of file, url, template, toc', ''],
    ['parts: [{ file: cover.html, siez: A4 }]', 'parts[0].siez is not a field', 'did you mean size?'],
    ['size: huge\nparts: [cover.html]', 'size is not a page size', ''],
    ['parts: [../outside.html]', 'parts[0] is outside of its folder', '--root'],
    ['css: ../outside.css\nparts: [cover.html]', 'css is outside of its folder', '--root'],
    ['parts: [a, "b', 'is not valid YAML in line 1', ''],
  ])('that is wrong names the field: %s', async (text, message, fix) => {
    write({ 'book/wrong.yaml': text });
    const { code, stderr } = await run('book/wrong.yaml', '--dry-run');
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).toContain(fix);
  });
});
