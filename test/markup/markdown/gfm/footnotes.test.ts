import { describe, expect, it } from 'vitest';
import { convertMarkdown } from '../../../../src/markup/markdown/convert-markdown.ts';

const call = (name: string, number: number, again = '') =>
  `<sup><a href="#user-content-fn-${name}" id="user-content-fnref-${name}${again}" data-footnote-ref="" aria-describedby="footnote-label">${number}</a></sup>`;
const back = (name: string, number: number, again = '', mark = '') =>
  `<a href="#user-content-fnref-${name}${again}" data-footnote-backref="" aria-label="Back to reference ${number}${again}" class="data-footnote-backref">↩${mark}</a>`;
const section = (notes: string) =>
  `<section data-footnotes="" class="footnotes"><h2 id="footnote-label" class="sr-only">Footnotes</h2>\n<ol>\n${notes}</ol>\n</section>\n`;

describe('a footnote', () => {
  it('has its number, its text and a way back', () => {
    expect(convertMarkdown('x[^a] y\n\n[^a]: A')).toBe(
      `<p>x${call('a', 1)} y</p>\n${section(`<li id="user-content-fn-a">\n<p>A ${back('a', 1)}</p>\n</li>\n`)}`,
    );
  });

  it('has a way back to each of its calls', () => {
    const html = convertMarkdown('[^a][^a][^a]\n\n[^a]: A');
    expect(html).toContain(call('a', 1) + call('a', 1, '-2') + call('a', 1, '-3'));
    const backs = [back('a', 1), back('a', 1, '-2', '<sup>2</sup>'), back('a', 1, '-3', '<sup>3</sup>')];
    expect(html).toContain(`<p>A ${backs.join(' ')}</p>`);
  });

  it('has its way back below what is no paragraph', () => {
    expect(convertMarkdown('[^a]\n\n[^a]:\n    ```\n    b\n    ```')).toContain(
      `<pre><code>b\n</code></pre>\n${back('a', 1)}\n</li>`,
    );
    expect(convertMarkdown('[^a]\n\n[^a]:\n\nb')).toContain(`<li id="user-content-fn-a">\n${back('a', 1)}\n</li>`);
  });

  it('is called by names without regard to case, which its ids have in lower case and encoded', () => {
    expect(convertMarkdown('[^ä B][^Ä]\n\n[^Ä]: A')).toContain(`[^ä B]${call('%C3%A4', 1)}`);
  });

  it.each([
    ['indented by four', '[^a]\n\n    [^a]: A'],
    ['without a name', '[^]\n\n[^]: A'],
    ['with a blank in its name', '[^a b]\n\n[^a b]: A'],
    ['with a bracket in its name', '[^a[b]\n\n[^a[b]: A'],
    ['that is never called', '[^a]: A'],
    ['that is called in code', '`[^a]`\n\n[^a]: A'],
    ['whose name has 1000 letters', `[^${'a'.repeat(1000)}]\n\n[^${'a'.repeat(1000)}]: A`],
  ])('is not there: one %s', (_what, text) => {
    expect(convertMarkdown(text)).not.toContain('class="footnotes"');
  });

  it.each([
    ['indented by three', '[^a]\n\n   [^a]: A'],
    ['whose name has 999 letters', `[^${'a'.repeat(999)}]\n\n[^${'a'.repeat(999)}]: A`],
    ['with an escaped bracket in its name', '[^a\\]b]\n\n[^a\\]b]: A'],
    ['right below a text', 'x [^a]\n[^a]: A'],
    ['below a quote', 'x [^a]\n> q\n[^a]: A'],
    ['without a blank before its text', '[^a]\n\n[^a]:A'],
  ])('is there: one %s', (_what, text) => {
    expect(convertMarkdown(text)).toMatch(/<section.*<p>A /s);
  });

  it('ends where less than four blanks indent', () => {
    const html = convertMarkdown('[^a]\n\n[^a]: A\n\n   b\n\n    c');
    expect(html).toMatch(/<p>b<\/p>\n<pre><code>c\n<\/code><\/pre>\n<section/);
    expect(convertMarkdown('[^a]\n\n[^a]: A\n\n    b\n\nc')).toMatch(/<p>c<\/p>\n<section.*<p>A<\/p>\n<p>b /s);
  });

  it('in a list leaves the rest of it where it is', () => {
    expect(convertMarkdown('- x[^a]\n\n  [^a]: A\n\n  y\n- z')).toMatch(
      /^<ul>\n<li>\n<p>x.*<\/p>\n<p>y<\/p>\n<\/li>\n<li>\n<p>z<\/p>\n<\/li>\n<\/ul>\n<section/,
    );
  });

  it('is found in a text that is a link, in emphasis, and in the head of a table', () => {
    const html = convertMarkdown('*[^a]* [x [^b]](y)\n\n| [^c] |\n|-|\n\n[^a]: A\n[^b]: B\n[^c]: C');
    expect(html).toContain(`<em>${call('a', 1)}</em>`);
    expect(html).toContain(call('b', 2));
    expect(html).toContain(`<th>${call('c', 3)}</th>`);
  });
});
