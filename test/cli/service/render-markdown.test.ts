import { expect, it } from 'vitest';
import { dressHere } from '../../../src/cli/service/render-markdown.ts';

/** Dresses HTML, and gives the warnings. */
async function dress(html: string, options: object, wantsTheme = true) {
  const warnings: unknown[] = [];
  const output = { warn: (warning: unknown) => warnings.push(warning) };
  const dressed = await dressHere({ output } as never, 'a.html', html, options, wantsTheme);
  return { dressed, warnings };
}

const text = 'a.html: --theme has no effect: it is for Markdown and for HTML without its own style sheets';
const ignored = [{ code: 'option_ignored', text }];

it('HTML without a theme and style sheets stays as it is', async () => {
  expect(await dress('<p>', { scale: 2 })).toEqual({ dressed: '<p>', warnings: [] });
});

it('HTML gets the style sheets of the options', async () => {
  const { dressed, warnings } = await dress('<p>', { css: ['p { color: red }'] }, false);
  expect([dressed.includes('p { color: red }'), warnings]).toEqual([true, []]);
});

it('HTML gets a theme if it has no style sheet', async () => {
  const { dressed, warnings } = await dress('<p>', { theme: 'report' });
  expect([dressed.includes('<style'), warnings]).toEqual([true, []]);
});

it.each([
  [true, ignored],
  [false, []],
])('HTML with a style sheet keeps its design, with a warning if a theme is wanted: %s', async (wants, warnings) => {
  const html = '<style>p { color: red }</style><p>';
  expect(await dress(html, { theme: 'report' }, wants)).toEqual({ dressed: html, warnings });
});

it('style sheets alone are not a theme', async () => {
  expect((await dress('<p>', { css: ['p { color: red }'] })).warnings).toEqual(ignored);
});
