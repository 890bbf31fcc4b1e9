import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { CollectOptions } from '../../../../src/cli/documents/collect-parts.ts';
import type { Part } from '../../../../src/contract/index.ts';
import { assetsOf, collect } from '../collect.ts';
import { makeFolder } from '../folder.ts';

const png = Buffer.from('89504e470d0a1a0a', 'hex');

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
    'page.html': ['ok.png', 'out.png', 'dir/x.png', 'dot.png', 'script.png', 'round.png', 'environ.txt']
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
  const { parts, warnings } = await collect(cwd, ['page.html']);
  expect(assetsOf(parts)).toEqual({ 'ok.png': 'image/png: real' });
  const leaves = 'is left out: it is a link that leaves the folder of the document; --root <dir> widens it';
  expect(warnings.filter((warning) => !warning.includes('environ'))).toEqual([
    `page.html:1: out.png ${leaves}`,
    `page.html:1: dir/x.png ${leaves}`,
    'page.html:1: dot.png is left out: it leads to a name that starts with a dot',
    'page.html:1: script.png is left out: it leads to a file that no page can use',
    'page.html:1: round.png is left out: it is a link that leads back to itself',
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

test('Markdown with a diagram brings the package mermaid from above, up to its root', async () => {
  const script = 'node_modules/mermaid/dist/mermaid.min.js';
  const diagram = '> ~~~ mermaid\n> graph TD\n> ~~~\n';
  const cwd = await makeFolder({
    [script]: 'x',
    'docs/a.md': diagram,
    'docs/deep/er/a.md': diagram,
    'docs/deep/node_modules/mermaid/dist/mermaid.min.js': 'y',
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
  expect(await collectOne('docs/deep/er/a.md', { root: '.' })).toEqual([
    { [script]: `text/javascript: ${Buffer.from('y')}` },
    [],
  ]);
  expect(await collectOne('docs/a.md')).toEqual([{}, []]);
  expect(await collectOne('docs/b.md', { root: '.' })).toEqual([{}, []]);
});
