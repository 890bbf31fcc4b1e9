import { execFileSync } from 'node:child_process';
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
import { type Format, planSources } from '../../../src/cli/documents/plan-source.ts';
import { requireSources } from '../../../src/cli/documents/read-source.ts';
import { limits, type Part } from '../../../src/contract/index.ts';
import { makeFolder } from './folder.ts';

const png = Buffer.from('89504e470d0a1a0a', 'hex');
const id = '0193a7c2-1111-7222-8333-444455556666';

function plan(sources: string[], from?: Format) {
  return planSources(sources, from, limits.parts);
}

async function collect(
  cwd: string,
  sources: string[],
  { from, ...options }: CollectOptions & { from?: Format } = {},
  stdin: CollectEdges['stdin'] = Readable.from([]),
) {
  const renderTemplate = async ({ content }: { content: string }) => content;
  const edges = { cwd, stdin, platform: process.platform, renderTemplate };
  const collected = await collectParts(plan(sources, from), options, edges);
  return { ...collected, warnings: collected.warnings.map(({ text }) => text) };
}

function assetsOf(parts: unknown): Record<string, string> {
  const assets = Object.entries((parts as Part).assets ?? {});
  return Object.fromEntries(assets.map(([key, { type, base64 }]) => [key, `${type}: ${base64}`]));
}

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

test('an HTML file brings what it names, and what its style sheets and frames name in turn', async () => {
  const cwd = await makeFolder({
    'docs/page.html': `<link rel=stylesheet href="css/main.css?v=3#x"><img src="img/a%20b.png"><img src="img/a b.png">
      <iframe src="frames/f.html"></iframe><img src="https://example.com/x.png">`,
    'docs/css/main.css': '@import "more/base.css"; p { background: url(../img/p.svg) }',
    'docs/css/more/base.css': '@font-face { src: url("../../fonts/f.woff2") } @import url(../main.css);',
    'docs/frames/f.html': '<base href="in/"><img src=i.gif>',
    'docs/frames/in/i.gif': 'gif',
    'docs/fonts/f.woff2': 'font',
    'docs/img/a b.png': 'png',
    'docs/img/p.svg': '<svg/>',
    'docs/img/unused.png': 'never named',
  });
  const { parts, warnings } = await collect(cwd, ['docs/page.html']);
  expect(warnings).toEqual([]);
  expect(assetsOf(parts)).toEqual({
    'css/main.css': 'text/css: @import "more/base.css"; p { background: url(../img/p.svg) }',
    'img/a b.png': 'image/png: png',
    'frames/f.html': 'text/html: <base href="in/"><img src=i.gif>',
    'css/more/base.css': 'text/css: @font-face { src: url("../../fonts/f.woff2") } @import url(../main.css);',
    'img/p.svg': 'image/svg+xml: <svg/>',
    'frames/in/i.gif': 'image/gif: gif',
    'fonts/f.woff2': 'font/woff2: font',
  });
});

test('what is missing or not allowed is left out with a warning that names file and line', async () => {
  const cwd = await makeFolder({
    'page.html': `<p>
<img src="assets/logo.svg">
<img src="../secret.png">
<img src="/etc/logo.png">
<img src=".env">
<img src="setup.sh">
<img src="folder.png">
<link rel=stylesheet href=a.css>
<img src="..%2f..%2fetc%2fpasswd">
<img src="a\u001b[31m.png">`,
    '.env': 'KEY=1',
    'setup.sh': 'x',
    'folder.png/x.txt': 'x',
    'a.css': 'a {}\nb { background: url(gone.png) }\nc { background: url(gone.png) }',
  });
  const { parts, warnings } = await collect(cwd, ['page.html']);
  expect(Object.keys(assetsOf(parts))).toEqual(['a.css']);
  expect(warnings).toEqual([
    'page.html:2: cannot find assets/logo.svg',
    'page.html:3: ../secret.png is left out: it is outside of the folder of the document; --root <dir> sets a larger folder',
    'page.html:4: /etc/logo.png is left out: it is an absolute path; --root <dir> says what it starts from',
    'page.html:5: .env is left out: it has a name that starts with a dot',
    'page.html:6: setup.sh is left out: it is not of a kind that a page can use',
    'page.html:7: folder.png is left out: it is a folder',
    'page.html:9: ..%2f..%2fetc%2fpasswd is left out: it has an encoded slash',
    'page.html:10: a\\u001b[31m.png is left out: it has a control character',
    'a.css:2: cannot find gone.png',
  ]);
});

test.skipIf(process.platform === 'win32')('links are followed inside the root and nowhere else', async () => {
  const outside = await makeFolder({ 'secret.png': 'secret', 'more/x.png': 'secret' });
  const cwd = await makeFolder({
    'page.html': ['ok.png', 'out.png', 'dir/x.png', 'dot.png', 'script.png', 'round.png', 'pipe.png', 'environ.txt']
      .map((name) => `<img src=${name}>`)
      .join(''),
    'real.png': 'real',
    '.hidden/x.png': 'secret',
    'run.sh': 'secret',
  });
  await symlink('real.png', join(cwd, 'ok.png'));
  await symlink(join(outside, 'secret.png'), join(cwd, 'out.png'));
  await symlink(join(outside, 'more'), join(cwd, 'dir'));
  await symlink('.hidden/x.png', join(cwd, 'dot.png'));
  await symlink('run.sh', join(cwd, 'script.png'));
  await symlink('round.png', join(cwd, 'round.png'));
  await symlink('/proc/self/environ', join(cwd, 'environ.txt'));
  execFileSync('mkfifo', [join(cwd, 'pipe.png')]);
  const { parts, warnings } = await collect(cwd, ['page.html']);
  expect(assetsOf(parts)).toEqual({ 'ok.png': 'image/png: real' });
  const leaves = 'is left out: it is a link that leaves the folder of the document; --root <dir> widens it';
  expect(warnings.filter((warning) => !warning.includes('environ'))).toEqual([
    `page.html:1: out.png ${leaves}`,
    `page.html:1: dir/x.png ${leaves}`,
    'page.html:1: dot.png is left out: it leads to a name that starts with a dot',
    'page.html:1: script.png is left out: it leads to a file that no page can use',
    'page.html:1: round.png is left out: it is a link that leads back to itself',
    'page.html:1: pipe.png is left out: it is a pipe, not a file',
  ]);
});

test.skipIf(process.platform === 'win32')(
  'a link given as a source means the document that it leads to, and its folder',
  async () => {
    const cwd = await makeFolder({ 'real/page.html': '<img src=a.png>', 'real/a.png': 'real', 'a.png': 'wrong' });
    await symlink('real/page.html', join(cwd, 'link.html'));
    expect(assetsOf((await collect(cwd, ['link.html'])).parts)).toEqual({ 'a.png': 'image/png: real' });
  },
);

test('--root widens: each file gets the path that a browser asks for', async () => {
  const cwd = await makeFolder({
    'site/blog/post.html': '<link rel=stylesheet href=../css/a.css><img src=/img/top.png><img src=own.png>',
    'site/blog/own.png': 'own',
    'site/css/a.css': 'p { background: url(../img/p.png) }',
    'site/img/p.png': 'p',
    'site/img/top.png': 'top',
  });
  const { parts, warnings } = await collect(cwd, ['site/blog/post.html'], { root: 'site' });
  expect(warnings).toEqual([]);
  expect(Object.keys(assetsOf(parts))).toEqual(['css/a.css', 'img/top.png', 'own.png', 'img/p.png']);
});

test('two files that a browser would ask for by one path are refused', async () => {
  const cwd = await makeFolder({ 'a/page.html': '<img src=x.png><img src=../x.png>', 'a/x.png': '1', 'x.png': '2' });
  await expect(collect(cwd, ['a/page.html'], { root: '.' })).rejects.toMatchObject({
    code: 'input_invalid',
    message: 'two files would have the same URL, x.png',
  });
});

test('a document outside the root, and a root that is no folder, are refused', async () => {
  const cwd = await makeFolder({ 'a.html': '<p>', 'b/c.txt': 'x' });
  await expect(collect(cwd, ['a.html'], { root: 'b' })).rejects.toMatchObject({ code: 'usage' });
  await expect(collect(cwd, ['a.html'], { root: 'gone' })).rejects.toMatchObject({ code: 'input_missing' });
  await expect(collect(cwd, ['a.html'], { root: 'a.html' })).rejects.toMatchObject({ code: 'input_invalid' });
});

test('a piped document gets files only where --root or --assets names them', async () => {
  const cwd = await makeFolder({ 'a.png': 'a', 'b.png': 'b' });
  const html = () => Readable.from([Buffer.from('<img src=a.png><img src=b.png>')]);
  const bare = await collect(cwd, ['-'], {}, html());
  expect(bare.parts).toEqual({ html: '<img src=a.png><img src=b.png>' });
  expect(bare.warnings).toEqual([
    'stdin:1: a.png is left out: a piped document has no folder; --root <dir> names one',
    'stdin:1: b.png is left out: a piped document has no folder; --root <dir> names one',
  ]);
  const picked = await collect(cwd, ['-'], { assets: ['a.*'] }, html());
  expect(assetsOf(picked.parts)).toEqual({ 'a.png': 'image/png: a' });
  expect(picked.warnings).toEqual([
    'stdin:1: b.png is left out: a piped document has no folder; --root <dir> names one',
  ]);
  const rooted = await collect(cwd, ['-'], { root: '.' }, html());
  expect(Object.keys(assetsOf(rooted.parts))).toEqual(['a.png', 'b.png']);
});

test('--assets adds files that only a script names, under the same rules', async () => {
  const cwd = await makeFolder({
    'page.html': '<script type=module src=js/app.js></script>',
    'js/app.js': 'import "./lib/x.js"',
    'js/lib/x.js': 'x',
    'js/lib/.secret.js': 'x',
    'js/lib/tool.sh': 'x',
    'data/a.json': '{}',
  });
  const { parts, warnings } = await collect(cwd, ['page.html'], { assets: ['js/**', 'data/*.json'] });
  expect(Object.keys(assetsOf(parts)).toSorted()).toEqual(['data/a.json', 'js/app.js', 'js/lib/x.js']);
  expect(warnings).toContain(
    'page.html, --assets: js/lib/tool.sh is left out: it is not of a kind that a page can use',
  );
  await expect(collect(cwd, ['page.html'], { assets: ['nothing/*'] })).rejects.toMatchObject({ code: 'input_missing' });
});

test('Markdown brings its images', async () => {
  const cwd = await makeFolder({ 'notes.md': '# x\n\n![a](img/a.png)\n\n![b](gone.png)\n', 'img/a.png': png });
  const { parts, warnings } = await collect(cwd, ['notes.md']);
  expect((parts as Part).assets).toEqual({ 'img/a.png': { type: 'image/png', base64: png } });
  expect(warnings).toEqual(['notes.md:5: cannot find gone.png']);
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

test.skipIf(process.platform === 'win32')('what is no ordinary file is refused, and nothing hangs', async () => {
  const cwd = await makeFolder({ 'empty.html': '', 'folder.html/x': 'x' });
  execFileSync('mkfifo', [join(cwd, 'pipe.html')]);
  await symlink('gone.html', join(cwd, 'broken.html'));
  const code = async (source: string) => {
    const failed = collect(cwd, [source], /\.html$/.test(source) ? {} : { from: 'html' });
    return failed.then(() => 'ok').catch((error) => error.code);
  };
  expect(await code('gone.html')).toBe('input_missing');
  expect(await code('broken.html')).toBe('input_missing');
  expect(await code('empty.html/x.html')).toBe('input_missing');
  expect(await code('folder.html')).toBe('input_invalid');
  expect(await code('pipe.html')).toBe('input_invalid');
  expect(await code('/dev/zero')).toBe('input_invalid');
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

test('a request too large is refused before it is built, and the largest files are named', async () => {
  const cwd = await makeFolder({
    'page.html': '<img src=small.png><img src=big.png>',
    'small.png': Buffer.alloc(3 * 1024 * 1024),
    'big.png': Buffer.alloc(23 * 1024 * 1024),
    'huge.html': Buffer.alloc(33 * 1024 * 1024, 'a'),
  });
  await expect(collect(cwd, ['page.html'])).rejects.toMatchObject({
    code: 'too_large',
    why: 'the largest: big.png (23 MiB), small.png (3 MiB), page.html (1 KiB)',
  });
  await expect(collect(cwd, ['huge.html'])).rejects.toMatchObject({ code: 'too_large' });
  async function* endless() {
    for (;;) yield Buffer.alloc(1024 * 1024);
  }
  await expect(collect(cwd, ['-'], {}, endless())).rejects.toMatchObject({ code: 'too_large' });
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

test('Markdown with a diagram brings the package mermaid from above, up to its root', async () => {
  const script = 'node_modules/mermaid/dist/mermaid.min.js';
  const diagram = '> ~~~ mermaid\n> graph TD\n> ~~~\n';
  const cwd = await makeFolder({
    [script]: 'x',
    'docs/a.md': diagram,
    'docs/b.md': '```js\nmermaid\n```',
    'c.md': diagram,
  });
  const drawn = { [script]: `text/javascript: ${Buffer.from('x')}` };
  const collectOne = async (source: string, options: CollectOptions = {}) => {
    const { parts, warnings } = await collect(cwd, [source], options);
    return [assetsOf(parts), warnings];
  };
  expect(await collectOne('c.md')).toEqual([drawn, []]);
  expect(await collectOne('docs/a.md', { root: '.' })).toEqual([drawn, []]);
  expect(await collectOne('docs/a.md')).toEqual([{}, []]);
  expect(await collectOne('docs/b.md', { root: '.' })).toEqual([{}, []]);
});
