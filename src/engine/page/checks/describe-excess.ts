import type { Excess } from '../../../injected/calls.ts';
import type { PageWarning } from '../open/warnings.ts';

/** What a page has too much of: the code of the warning, and what it says about the limit. */
const descriptions: Readonly<Record<Excess['of'], [code: PageWarning['code'], describe: (limit: string) => string]>> = {
  title: ['content_cut', (limit) => `The title is cut after ${limit} characters in headers and footers.`],
  language: ['content_cut', (limit) => `The language (lang) is cut after ${limit} characters.`],
  fontFaces: ['css_ignored', (limit) => `@font-face has no effect on headers and footers after ${limit} rules.`],
  fontFaceTexts: [
    'css_ignored',
    (limit) => `@font-face has no effect on headers and footers after ${limit} characters.`,
  ],
  marginBoxes: ['css_ignored', (limit) => `@page: only ${limit} margin boxes are compared with headers and footers.`],
  pageMargin: [
    'css_ignored',
    (limit) => `margin (@page): values of ${limit} or more characters have no effect on headers and footers.`,
  ],
  pageSizes: ['css_ignored', (limit) => `size (@page): only ${limit} page sizes are read.`],
  fontStyles: [
    'css_ignored',
    (limit) => `font-family: only ${limit} styles of elements are checked for missing fonts.`,
  ],
  boxFonts: ['css_ignored', (limit) => `font-family: only ${limit} fonts of margin boxes are checked.`],
  boxFontPairs: [
    'css_ignored',
    (limit) => `font-family: only ${limit} fonts of margin boxes are loaded before the page is printed.`,
  ],
  innerFamilies: [
    'css_ignored',
    (limit) => `font-family: only ${limit} lists of families of frames and shadow trees are checked.`,
  ],
  familyTexts: [
    'css_ignored',
    (limit) => `font-family: only the first ${limit} texts of a document are checked for missing fonts.`,
  ],
  familyTrees: [
    'css_ignored',
    (limit) => `font-family: only ${limit} frames and shadow trees are checked for missing fonts.`,
  ],
  innerLinks: [
    'link_dropped',
    (limit) => `Only the first ${limit} links are compared with the places of shadow trees.`,
  ],
  edgeTexts: ['content_cut', (limit) => `Only the first ${limit} texts are compared with the edges of the page.`],
  families: ['css_ignored', (limit) => `font-family: only ${limit} lists of families are checked for missing fonts.`],
  family: [
    'css_ignored',
    (limit) => `font-family: lists of ${limit} or more characters are not checked for missing fonts.`,
  ],
  headingTitle: [
    'content_cut',
    (limit) => `Headings of more than ${limit} characters have no spaces at line breaks in the outline.`,
  ],
  headingTitles: [
    'content_cut',
    (limit) => `Headings after ${limit} characters of headings have no spaces at line breaks in the outline.`,
  ],
  spoken: ['css_ignored', (limit) => `content: alternative texts after ${limit} characters of content are not read.`],
  hidden: ['content_cut', (limit) => `aria-hidden has no effect after ${limit} characters of hidden text.`],
  printed: ['content_cut', (limit) => `Only the first ${limit} characters of text are compared with the tags.`],
};

/** Warnings of what a page has more of than is read. */
export function describeExcess(excess: readonly Excess[]): PageWarning[] {
  return excess.map(({ of, limit }) => {
    const [code, describe] = descriptions[of];
    return { code, detail: describe(limit.toLocaleString('en')) };
  });
}
