import { describe, expect } from 'vitest';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const warn = async (parts: unknown, options: object = {}) => {
  const { warnings } = await renderParts(engine, parts, options);
  return warnings.map(({ code, detail }) => `${code}: ${detail}`);
};
const times = (count: number, html: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => html(index)).join('');

describe('what a page has too much of is a warning that names it', () => {
  test('titles and fonts of headers', async () => {
    const faces = times(5001, (index) => `@font-face { font-family: f${index}; src: local(none) }`);
    const html = `<title>${'t'.repeat(2001)}</title><style>${faces}</style><p>x`;
    expect(await warn({ html }, { header: '<b>x</b>', margin: '3cm' })).toEqual([
      'content_cut: The title is cut after 2,000 characters in headers and footers.',
      'css_ignored: @font-face has no effect on headers and footers after 5,000 rules.',
    ]);
  });

  test('titles of headings', async () => {
    const html = `<h1>${'t '.repeat(1001)}<br>x</h1>`;
    expect(await warn({ html })).toEqual([
      'content_cut: Headings of more than 2,000 characters have no spaces at line breaks in the outline.',
    ]);
  });

  test('families', async () => {
    const css = times(101, (index) => `q.f${index} { font-family: F${index} }`);
    expect(await warn({ html: `<style>${css}</style><p>x` })).toEqual([
      'css_ignored: font-family: only 100 lists of families are checked for missing fonts.',
    ]);
  });

  test('CSS without effect', async () => {
    const css = times(60, (index) => `p { string-set: x${index} foo() }`);
    const rules = times(60, (index) => `p.c${index}::after { content: target-counter(none${index}, page) }`);
    const html = `<style>${css}${rules}</style>${times(60, (index) => `<p class=c${index}>x</p>`)}`;
    const warnings = await warn({ html });
    expect(warnings).toHaveLength(51);
    expect(warnings).toContain('css_ignored: Only the first 50 of these warnings are listed.');
  });
});
