import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import {
  type CollectEdges,
  type CollectOptions,
  collectParts,
  refuseUnused,
} from '../../../src/cli/documents/collect-parts.ts';
import { requireSources } from '../../../src/cli/documents/read-source.ts';
import type { Part } from '../../../src/contract/index.ts';
import { assetsOf, collect, plan } from './collect.ts';
import { makeFolder } from './folder.ts';

const png = Buffer.from('89504e470d0a1a0a', 'hex');
const id = '0193a7c2-1111-7222-8333-444455556666';

test('files are named from the folder that holds them all, a single one is not', async () => {
  const cwd = await makeFolder({ 'book/one/a.html': '<p>a', 'book/two/b.md': '# b', 'book/two/\u0007.html': '<p>c' });
  const namesOf = async (sources: string[]) => {
    const { parts } = await collect(cwd, sources);
    return [parts].flat().map((part) => (part as Part).name);
  };
  expect(await namesOf(['book/one/a.html', 'book/one/../two/b.md'])).toEqual(['one/a.html', 'two/b.md']);
  expect(await namesOf(['book/two/b.md', 'book/two/\u0007.html'])).toEqual(['b.md', undefined]);
  expect(await namesOf(['book/one/a.html'])).toEqual([undefined]);
});

test('a single web address is sent as the string that it is', async () => {
  const { parts } = await collect('/', ['https://example.com/Report?x=1']);
  expect(parts).toBe('https://example.com/Report?x=1');
});

test('sources become parts in their order, one of each kind', async () => {
  const cwd = await makeFolder({
    'a.html': '<p>a',
    'b.md': '# b',
    'c.pdf': '%PDF-1.7 c',
    'letter/content.html': 'Dear {{ name }}',
  });
  const sources = [
    'b.md',
    'https://example.com/',
    'a.html',
    `template:${id}`,
    'c.pdf',
    'template:./letter',
    'b.md',
    '-',
  ];
  const edges = {
    cwd,
    platform: 'linux',
    stdin: Readable.from([Buffer.from('<p>'), Buffer.from('stdin')]),
    renderTemplate: async ({ content, context }: { content: string; context: object }) =>
      content.replace('{{ name }}', (context as { name: string }).name),
  };
  const { parts } = await collectParts(plan(sources), { context: { name: 'Ada' } }, edges);
  expect(parts).toEqual([
    { markdown: '# b', name: 'b.md' },
    'https://example.com/',
    { html: '<p>a', name: 'a.html' },
    { template: id, context: { name: 'Ada' } },
    { pdf: Buffer.from('%PDF-1.7 c'), name: 'c.pdf' },
    { html: 'Dear Ada' },
    { markdown: '# b', name: 'b.md' },
    { html: '<p>stdin' },
  ]);
});

test('a single part has its name where it says it itself', async () => {
  const cwd = await makeFolder({
    'ä b.html': '<a href="%C3%A4%20b.html#end">end</a>',
    'c.html': '<a href="#end">end</a>',
  });
  const collect = async (name: string) =>
    (await collectParts(plan([name]), {}, { cwd, platform: 'linux' } as never)).parts;
  expect(await collect('ä b.html')).toMatchObject({ name: 'ä b.html' });
  expect(await collect('c.html')).not.toHaveProperty('name');
});

test('a document outside the root, and a root that is no folder, are refused', async () => {
  const cwd = await makeFolder({ 'a.html': '<p>', 'b/c.txt': 'x' });
  await expect(collect(cwd, ['a.html'], { root: 'b' })).rejects.toMatchObject({ code: 'usage' });
  await expect(collect(cwd, ['a.html'], { root: 'gone' })).rejects.toMatchObject({ code: 'input_missing' });
  await expect(collect(cwd, ['a.html'], { root: 'a.html' })).rejects.toMatchObject({ code: 'input_invalid' });
});

test('a file of any name that starts like a PDF is one; --from says what else it is', async () => {
  const cwd = await makeFolder({ download: '%PDF-1.7', 'a.txt': 'plain', 'b.html': '%PDF-1.7', 'c.pdf': '<p>no' });
  expect((await collect(cwd, ['download'])).parts).toEqual({ pdf: Buffer.from('%PDF-1.7') });
  expect((await collect(cwd, ['a.txt'], { from: 'markdown' })).parts).toEqual({ markdown: 'plain' });
  await expect(collect(cwd, ['a.txt'])).rejects.toMatchObject({ code: 'usage', message: 'a.txt is not a source' });
  await expect(collect(cwd, ['b.html'])).rejects.toMatchObject({
    code: 'input_invalid',
    message: 'b.html is a PDF, not HTML',
  });
  await expect(collect(cwd, ['.'])).rejects.toMatchObject({
    code: 'input_invalid',
    fix: "name files in it, such as './*.html'; if it is that of a template: template:.",
  });
  await expect(collect(cwd, ['c.pdf'])).rejects.toMatchObject({ code: 'input_invalid', message: 'c.pdf is not a PDF' });
});

test('JSON from stdin is taken as the parts that it holds', async () => {
  const given = [{ html: '<p>1', options: { landscape: true } }, 'https://example.com/'];
  const piped = (text: string) => Readable.from([Buffer.from(text)]);
  const { parts } = await collect('/', ['-'], { from: 'json' }, piped(`\ufeff${JSON.stringify(given)}`));
  expect(parts).toEqual(given);
  for (const text of ['{"parts": []}', '{"html": 1,}', '{"html": "\xff"}']) {
    const stdin = Readable.from([Buffer.from(text, 'latin1')]);
    await expect(collect('/', ['-'], { from: 'json' }, stdin)).rejects.toMatchObject({ code: 'input_invalid' });
  }
});

test('doubtful bytes in a document give a warning', async () => {
  const cwd = await makeFolder({ 'a.html': Buffer.from('<meta charset=utf-8>\xff', 'latin1') });
  expect((await collect(cwd, ['a.html'])).warnings[0]).toContain('a.html: byte 20 (line 1) is not UTF-8');
});

test.skipIf(process.platform === 'win32')('what is no file is refused', async () => {
  const cwd = await makeFolder({ 'empty.html': '', 'folder.html/x': 'x' });
  await symlink('gone.html', join(cwd, 'broken.html'));
  const code = async (source: string) => {
    const failed = collect(cwd, [source], /\.html$/.test(source) ? {} : { from: 'html' });
    return failed.then(() => 'ok').catch((error) => error.code);
  };
  expect(await code('gone.html')).toBe('input_missing');
  expect(await code('broken.html')).toBe('input_missing');
  expect(await code('empty.html/x.html')).toBe('input_missing');
  expect(await code('folder.html')).toBe('input_invalid');
});

test('an empty document is a blank page, and all else that is empty is refused', async () => {
  const cwd = await makeFolder({ 'a.html': '', 'b.md': '', 'c.pdf': '', 'd.json': '' });
  const { parts } = await collect(cwd, ['a.html', 'b.md']);
  expect(parts).toEqual(
    [{ html: '' }, { markdown: '' }].map((part, index) => ({ ...part, name: ['a.html', 'b.md'][index] })),
  );
  for (const [source, from] of [['c.pdf'], ['d.json', 'json'], ['-', 'html']] as const)
    await expect(collect(cwd, [source], from ? { from } : {}, Readable.from(['']))).rejects.toMatchObject({
      code: 'input_invalid',
    });
});

test.runIf(process.platform === 'linux')('a file of the kernel, which claims to be empty, is refused', async () => {
  await expect(collect('/', ['/proc/self/environ'], { from: 'html' })).rejects.toMatchObject({ code: 'input_invalid' });
});

test('stdin at a terminal is not waited for', async () => {
  const stdin = Object.assign(Readable.from(['']), { isTTY: true });
  await expect(collect('/', ['-'], {}, stdin)).rejects.toMatchObject({ code: 'usage' });
  await expect(collect('/', ['-'], {}, Readable.from([]))).rejects.toMatchObject({ code: 'input_invalid' });
});

test('a template folder is rendered with the context, else with its preview context', async () => {
  const cwd = await makeFolder({
    't/content.html': '<img src=logo.png>',
    't/preview_context.json': '{"name": "preview"}',
    't/logo.png': 'logo',
    'bad/content.html': 'x',
    'bad/preview_context.json': '[1]',
  });
  const seen: object[] = [];
  const edges: CollectEdges = {
    cwd,
    stdin: Readable.from([]),
    platform: 'linux',
    renderTemplate: async (template) => {
      seen.push(template.context);
      return template.content;
    },
  };
  const { parts } = await collectParts(plan(['template:./t']), {}, edges);
  expect(assetsOf(parts)).toEqual({ 'logo.png': 'image/png: logo' });
  await collectParts(plan(['template:./t']), { context: { name: 'given' } }, edges);
  expect(seen).toEqual([{ name: 'preview' }, { name: 'given' }]);
  await expect(collectParts(plan(['template:./bad']), {}, edges)).rejects.toMatchObject({ code: 'input_invalid' });
  await expect(collectParts(plan(['template:./gone']), {}, edges)).rejects.toMatchObject({ code: 'input_missing' });
});

test.each<[string[], CollectOptions]>([
  [['https://example.com/'], { context: {} }],
  [['https://example.com/'], { root: '.' }],
  [[`template:${id}`], { assets: ['*'] }],
  [['a.pdf'], { root: '.' }],
])('%j with %j: what would do nothing is an error', (sources, options) => {
  expect(() => refuseUnused(plan(sources), options)).toThrow(expect.objectContaining({ code: 'usage' }));
});

test.each(['NFC', 'NFD'] as const)(
  'files are found if their names are typed in %s and stored in the other form',
  async (typed) => {
    const stored = typed === 'NFC' ? 'NFD' : 'NFC';
    const page = `<img src="${'bílá/ž.png'.normalize(typed)}"><img src="${encodeURI('bílá/ž.png'.normalize(stored))}">`;
    const cwd = await makeFolder({
      ['é/ü.html'.normalize(stored)]: page,
      ['é/bílá/ž.png'.normalize(stored)]: png,
    });
    const source = 'é/ü.html'.normalize(typed);
    await requireSources(plan([source]), cwd);
    const { parts, warnings } = await collect(cwd, [source], { assets: ['é/bílá/*.png'.normalize(typed)] });
    expect(warnings).toEqual([]);
    expect(Object.keys(assetsOf(parts)).toSorted()).toEqual(
      ['bílá/ž.png'.normalize('NFC'), 'bílá/ž.png'.normalize('NFD')].toSorted(),
    );
  },
);
