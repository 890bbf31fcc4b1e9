import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type CollectOptions, collectParts } from '../../../src/cli/documents/collect-parts.ts';
import type { Format } from '../../../src/cli/documents/plan-source.ts';
import { isReported } from '../../../src/cli/documents/read-parts.ts';
import type { Part } from '../../../src/contract/index.ts';
import { assetsOf, collect } from './collect.ts';
import { makeFolder } from './folder.ts';

const id = '0193a7c2-1111-7222-8333-444455556666';
const piped = (text: string) => Readable.from([Buffer.from(text)]);

describe('a warning of a render', () => {
  const asked = (...paths: (string | undefined)[]) =>
    paths.map((path) => ({ code: 'resource_missing', text: 'x', part: 0, ...(path !== undefined && { asked: path }) }));

  it.each([
    ['resource_missing', 'a.png is not among its files', asked('b.png', 'a.png'), true],
    ['resource_missing', 'a.png is not among its files', asked('a.pn'), false],
    ['resource_missing', 'a.png is not among its files', asked(undefined), false],
    ['css_ignored', 'a.png is not among its files', asked('a.png'), false],
    ['resource_missing', 'a.png is not among its files', [], false],
  ])('is about what is reported already: %s %s %j %s', (code, detail, warnings, reported) => {
    const warning = { part: 0, code, detail } as Parameters<typeof isReported>[0];
    expect(isReported(warning, warnings as Parameters<typeof isReported>[1])).toBe(reported);
  });
});

describe('a stored template', () => {
  it.each<[CollectOptions, object]>([
    [{}, { template: id }],
    [{ context: { a: 1 } }, { template: id, context: { a: 1 } }],
    [{ values: 'long' }, { template: { id, values: 'long' } }],
    [{ edit: (values) => void Object.assign(values, { b: 2 }) }, { template: id, context: { b: 2 } }],
    [
      { context: { a: 1 }, edit: (values) => void Object.assign(values, { b: 2 }) },
      { template: id, context: { a: 1, b: 2 } },
    ],
  ])('has the values of %j', async (options, part) => {
    const { context } = options;
    expect(await collect('/', [`template:${id}`], options)).toMatchObject({ parts: part, names: [`template:${id}`] });
    expect(context).toEqual(options.context && { a: 1 });
  });

  it('has values that fit into a request', async () => {
    const context = { text: 'x'.repeat(33 * 1024 * 1024) };
    await expect(collect('/', [`template:${id}`], { context })).rejects.toMatchObject({
      ...{ code: 'too_large', why: expect.stringContaining('the context (33 MiB)') },
    });
  });
});

describe('a source without a name', () => {
  it.each<[string, Format | undefined, object]>([
    ['<p>x', undefined, { html: '<p>x' }],
    ['%PDF-1.7 x', undefined, { pdf: Buffer.from('%PDF-1.7 x') }],
    [' %PDF-1.7 x', 'pdf', { pdf: Buffer.from(' %PDF-1.7 x') }],
    ['# x', 'markdown', { markdown: '# x' }],
    ['png', 'image', { image: Buffer.from('png') }],
    ['"https://a.example"', 'json', {}],
  ])('is what it looks like, or what is said: %j %s', async (text, from, part) => {
    const { parts, names, files } = await collect('/', ['-'], from ? { from } : {}, piped(text));
    if (from !== 'json') expect(parts).toEqual(part);
    else expect(parts).toBe('https://a.example');
    expect([names, files]).toEqual([['stdin'], [undefined]]);
  });

  it.each<[string, Format, string]>([
    ['%PDF-1.7', 'html', 'stdin is a PDF, not HTML'],
    ['%PDF-1.7', 'markdown', 'stdin is a PDF, not Markdown'],
    [`${' '.repeat(1020)}%PDF-`, 'pdf', 'stdin is not a PDF'],
    ['{"parts": []}', 'json', 'stdin is a whole request, not parts'],
  ])('is refused if it is not what is said: %j %s', async (text, from, message) => {
    await expect(collect('/', ['-'], { from }, piped(text))).rejects.toMatchObject({ code: 'input_invalid', message });
  });

  it('has its header in the first 1024 bytes of a PDF', async () => {
    const text = `${' '.repeat(1019)}%PDF-`;
    expect((await collect('/', ['-'], { from: 'pdf' }, piped(text))).parts).toEqual({ pdf: Buffer.from(text) });
  });

  it('may be the text itself', async () => {
    const source = { kind: 'inline', format: 'markdown', text: '# x' } as const;
    const edges = { cwd: '/', platform: 'linux', stdin: piped(''), renderTemplate: async () => '' };
    const { parts, names } = await collectParts([source], {}, edges);
    expect([parts, names]).toEqual([{ markdown: '# x' }, ['markdown']]);
  });

  it('has a name for each part of JSON', async () => {
    const { names, parts } = await collect('/', ['-'], { from: 'json' }, piped('[{"html": "a"}, {"html": "b"}]'));
    expect([names, parts]).toEqual([
      ['stdin, part 0', 'stdin, part 1'],
      [{ html: 'a' }, { html: 'b' }],
    ]);
  });
});

describe('a site', () => {
  it('is its index, with all files of its folder', async () => {
    const cwd = await makeFolder({
      ...{ 'site/index.html': '<p>x', 'site/a.css': 'a', 'site/more/b.png': 'b', 'site/page.html': 'p', 'c.png': 'c' },
    });
    const { parts, names, files } = await collect(cwd, ['site/']);
    expect((parts as Part).html).toBe('<p>x');
    expect(Object.keys(assetsOf(parts))).toEqual(['a.css', 'more/b.png']);
    expect([names, files]).toEqual([['site/index.html'], [join(cwd, 'site/index.html')]]);
    const extra = await collect(cwd, ['site/'], { root: '.', assets: ['c.png'] });
    expect(Object.keys(assetsOf(extra.parts))).toEqual(['c.png', 'a.css', 'more/b.png']);
  });

  it('has no more files than a request takes', async () => {
    const cwd = await makeFolder({ 'site/index.html': '<p>x' });
    mkdirSync(join(cwd, 'site/more'));
    writeFileSync(join(cwd, 'site/more/big.png'), Buffer.alloc(33 * 1024 * 1024));
    await expect(collect(cwd, ['site'])).rejects.toMatchObject({
      ...{ code: 'too_large', message: 'site has more than 32 MiB of files' },
      fix: 'name the page, which gets only the files that it names: site/index.html',
    });
  });
});

describe('the files of a root', () => {
  const script = '<script src="a.js"></script>';
  const folder = () => makeFolder({ 'a.html': script, 'b.html': '<p>', 'a.js': 'a', 'data.json': '{}', 'c.png': 'c' });

  it('come with a single document that has scripts', async () => {
    const { parts } = await collect(await folder(), ['a.html'], { root: '.' });
    expect(Object.keys(assetsOf(parts)).sort()).toEqual(['a.js', 'c.png', 'data.json']);
  });

  it.each<[string[], CollectOptions, string[]]>([
    [['a.html'], {}, ['a.js']],
    [['b.html'], { root: '.' }, []],
    [['a.html'], { root: '.', assets: ['c.png'] }, ['a.js', 'c.png']],
  ])('do not come with %j and %j', async (sources, options, names) => {
    const { parts } = await collect(await folder(), sources, options);
    expect(Object.keys(assetsOf(parts)).sort()).toEqual(names);
  });

  it('do not come with one of several documents', async () => {
    const { parts } = await collect(await folder(), ['a.html', 'b.html'], { root: '.' });
    expect(Object.keys(assetsOf((parts as Part[])[0]))).toEqual(['a.js']);
  });
});
