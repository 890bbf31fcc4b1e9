import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { addFences, type FenceEnv } from '../../../src/markup/markdown/convert-fence.ts';

function convert(info: string, env: FenceEnv = {}, before = ''): string {
  const markdown = new MarkdownIt();
  addFences(markdown);
  return markdown.render(`${before}\`\`\`${info}\na\n\`\`\`\n`, env).trimEnd();
}

const code = (pre: string, language = '') =>
  `<pre${pre}><code${language === '' ? '' : ` class="language-${language}"`}>a\n</code></pre>`;
const numbered = (start = 1) => ` class="line-numbers" data-start="${start}"`;

describe('a fence of code', () => {
  it.each<[info: string, html: string]>([
    ['', code('')],
    ['js', code('', 'js')],
    ['js title', code('', 'js')],
    ['js{1,3}', code('', 'js')],
    ['{.python}', code('', 'python')],
    ['{#a .python}', code(' id="a"', 'python')],
    ['js {#a .b .c}', code(' id="a" class="b c"', 'js')],
    ['js {.js}', code('', 'js')],
    ['js showLineNumbers', code(numbered(), 'js')],
    ['js SHOWLINENUMBERS', code(numbered(), 'js')],
    ['js showLineNumbers=5', code(numbered(5), 'js')],
    ['js showLineNumbers=false', code('', 'js')],
    ['js showLineNumbers=no', code('', 'js')],
    ['js showLineNumbers=true', code(numbered(), 'js')],
    ['js showLineNumbers=1234567', code(numbered(), 'js')],
    ['ts:line-numbers', code(numbered(), 'ts')],
    ['ts:line-numbers=7', code(numbered(7), 'ts')],
    ['ts:no-line-numbers', code('', 'ts')],
    ['go {linenos=true}', code(numbered(), 'go')],
    ['go {linenos=true,linenostart=9}', code(numbered(9), 'go')],
    ['go {linenos=false}', code('', 'go')],
    ['{.py .numberLines}', code(numbered(), 'py')],
    ['{.py .number-lines startFrom="20"}', code(numbered(20), 'py')],
    ['{.numberLines .py}', code(numbered(), 'py')],
    ['{.py .a .numberLines}', code(' class="a line-numbers" data-start="1"', 'py')],
  ])('with %j has its language and its attributes', (info, html) => {
    expect(convert(info)).toBe(html);
  });
});

describe('a diagram', () => {
  it.each(['mermaid', 'Mermaid', 'mermaid title'])('is noted with its line: %s', (info) => {
    const env: FenceEnv = {};
    convert(info, env, 'text\n\n');
    convert(info, env);
    expect(env.diagrams).toEqual([3, 1]);
  });

  it('names its line if a script draws it', () => {
    const drawn = { mark: 'data-line', linesBefore: 10 };
    expect(convert('mermaid', { drawn }, 'text\n\n')).toContain('<pre data-line="13"><code class="language-mermaid">');
    expect(convert('js', { drawn })).toBe(code('', 'js'));
  });

  it('is not another language', () => {
    const env: FenceEnv = { drawn: { mark: 'data-line', linesBefore: 0 } };
    expect(convert('mermaids', env)).toBe(code('', 'mermaids'));
    expect(env.diagrams).toBeUndefined();
  });
});

it.each([
  ['math', true],
  ['MATH x', true],
  ['maths', false],
])('takes a fence of %s as a formula: %s', (info, isFormula) => {
  expect(convert(info).includes('<code')).toBe(!isFormula);
});
