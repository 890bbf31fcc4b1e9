import { describe, expect, it } from 'vitest';
import type { FenceEnv } from '../../../../src/markup/markdown/convert-fence.ts';
import { convertMarkdown } from '../../../../src/markup/markdown/convert-markdown.ts';

/** The formulas of a text as "line: TeX", with two dollar signs around those that are set by themselves. */
function read(text: string): string[] {
  const env: FenceEnv = {};
  convertMarkdown(text, env);
  return (env.formulas ?? []).map(({ tex, isDisplay, line }) => `${line}: ${isDisplay ? `$$${tex}$$` : tex}`);
}

describe('a formula in a text', () => {
  it.each([
    ['$a$', ['1: a']],
    ['$a b$', ['1: a b']],
    ['$a$ and $b$', ['1: a', '1: b']],
    ['$a\nb$ $c$', ['1: a\nb', '2: c']],
    ['x\n\ny $a$\n$b$', ['3: a', '4: b']],
    ['$\\$$', ['1: \\$']],
    ['$`a`$', ['1: a']],
    ['x $$a$$ y', ['1: $$a$$']],
    ['x $$\na\n$$ y', ['1: $$\na\n$$']],
    ['- $a$\n- $b$', ['1: a', '2: b']],
    ['$a $', []],
    ['$a$b', []],
    ['b$a$', []],
    ['$a$$', []],
    ['_$a$', []],
  ])('%j is read as %j', (text, formulas) => {
    expect(read(text)).toEqual(formulas);
  });
});

describe('a formula in separate lines', () => {
  it.each([
    ['$$a$$', ['1: $$a$$']],
    ['x\n$$\na\nb\n$$\ny', ['2: $$\na\nb\n$$']],
    ['   $$a$$', ['1: $$a$$']],
    ['> $$\n> a\n> $$', ['1: $$\na\n$$']],
    ['- x\n\n  $$a$$  \n', ['3: $$a$$']],
    ['$$\n$$', []],
    ['$$\na', []],
  ])('%j is read as %j', (text, formulas) => {
    expect(read(text)).toEqual(formulas);
  });

  it('ends at its second mark, and what follows is text', () => {
    expect(convertMarkdown('$$\na\n$$\nb')).toBe('<div class="math" data-formula="0">\na\n</div>\n<p>b</p>\n');
    expect(convertMarkdown('$a<b$')).toBe('<p><span class="math" data-formula="0">a&#60;b</span></p>\n');
  });
});

describe('a fence', () => {
  it('of mathematics is a formula from the line below its mark', () => {
    expect(read('x\n\n```math\na\n```')).toEqual(['4: $$a\n$$']);
    expect(read('```MATH x\na\n```')).toEqual(['2: $$a\n$$']);
    expect(read('```mathematica\na\n```')).toEqual([]);
  });

  it('of a diagram is noted with its line, and marked for a script', () => {
    const env: FenceEnv = { drawn: { mark: 'data-line', linesBefore: 3 } };
    const html = convertMarkdown('x\n\n```mermaid\na\n```\n\n```Mermaid b\nc\n```\n\n```mermaids\nd\n```', env);
    expect(env.diagrams).toEqual([3, 7]);
    expect(html.match(/<pre[^>]*>/g)).toEqual(['<pre data-line="6">', '<pre data-line="10">', '<pre>']);
    const undrawn: FenceEnv = {};
    expect(convertMarkdown('```mermaid\na\n```', undrawn)).toMatch(/^<pre><code/);
    expect(undrawn.diagrams).toEqual([1]);
  });

  it.each([
    ['js showLineNumbers=false', '<pre><code class="language-js">'],
    ['js {linenos=no}', '<pre><code class="language-js">'],
    ['js {linenos=table,linenostart=12}', '<pre class="line-numbers" data-start="12"><code class="language-js">'],
    ['js showLineNumbers="7"', '<pre class="line-numbers" data-start="7"><code class="language-js">'],
    ['ts:line-numbers=3', '<pre class="line-numbers" data-start="3"><code class="language-ts">'],
    ['ts:no-line-numbers', '<pre><code class="language-ts">'],
    ['{.js .number-lines start-line=4}', '<pre class="line-numbers" data-start="4"><code class="language-js">'],
    ['{.numberLines}', '<pre class="line-numbers" data-start="1"><code>'],
    ['{#a .b .c .d}', '<pre id="a" class="c d"><code class="language-b">'],
    ['js {#a .b}', '<pre id="a" class="b"><code class="language-js">'],
    ['js {.b .numberLines}', '<pre class="b line-numbers" data-start="1"><code class="language-js">'],
    ['showLineNumbers', '<pre class="line-numbers" data-start="1"><code class="language-showLineNumbers">'],
  ])('with %j begins with %s', (info, start) => {
    expect(convertMarkdown(`\`\`\`${info}\na\n\`\`\``)).toBe(`${start}a\n</code></pre>\n`);
  });
});
