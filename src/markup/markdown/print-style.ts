import type { Theme } from '../../contract/index.ts';
import { designs } from './theme-style.ts';

/** The design of a style, and the parts of it that the print options may replace. */
interface StyleChoices {
  /** The design. Default "plain". */
  theme?: Theme | undefined;
  /** Page numbers and running titles. */
  pageNumbers: boolean;
  /** Margins of the page. */
  margins: boolean;
}

/**
 * The style of a printed Markdown document. Element selectors only, so that any rule of the author wins. Text is set in
 * fonts whose letters are equally wide (Helvetica, Arial, Liberation Sans): lines break alike on every system. Rules of rare
 * features are part of it only if `body` has them: page numbers in a list cost a second print.
 */
export function buildPrintStyle({ theme = 'plain', pageNumbers, margins }: StyleChoices, body: string): string {
  const design = designs[theme];
  const pages = [margins ? design.margins : '', pageNumbers ? design.numbers : ''].filter((rules) => rules !== '');
  const used = Object.entries(featureStyles).filter(([name]) => body.includes(name));
  return [...pages, style, design.style, ...used.map(([, css]) => css)].join('\n');
}

const style = `
:root {
  --ink: #1b1f24;
  --soft: #57606a;
  --line: #d5dae0;
  --tint: #f5f7f9;
  --link: #0b57a4;
  --mono: Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
html { print-color-adjust: exact; }
body {
  margin: 0;
  color: var(--ink);
  background: #fff;
  font: 10.5pt/1.55 Helvetica, Arial, "Liberation Sans", "Open Sans", "DejaVu Sans", sans-serif;
  font-kerning: normal;
  overflow-wrap: break-word;
  orphans: 3;
  widows: 3;
}

h1, h2, h3, h4, h5, h6 {
  margin: 1.6em 0 0.5em;
  line-height: 1.25;
  font-weight: 700;
  text-wrap: balance;
  break-after: avoid;
  break-inside: avoid;
}
h1 { font-size: 23pt; margin-top: 1.4em; letter-spacing: -0.012em; line-height: 1.15; }
h2 { font-size: 15.5pt; margin-top: 1.7em; padding-bottom: 0.25em; border-bottom: 0.75pt solid var(--line); }
h3 { font-size: 12.5pt; }
h4 { font-size: 10.5pt; }
h5, h6 { font-size: 9.5pt; color: var(--soft); }
h1:first-child, h2:first-child, h3:first-child { margin-top: 0; }
h1 + h2, h2 + h3, h3 + h4 { margin-top: 0.9em; }

p, ul, ol, dl, pre, table, blockquote, figure, details { margin: 0 0 0.85em; }
a { color: var(--link); text-decoration: underline; text-decoration-thickness: 0.5pt; text-underline-offset: 0.15em; }
strong, b { font-weight: 700; }
small { font-size: 85%; }
mark { background: #fff3b0; color: inherit; }
del { color: var(--soft); }
abbr[title] { text-decoration: none; }
sup, sub { font-size: 72%; line-height: 0; }
hr { height: 0; margin: 2em 0; border: 0; border-top: 0.75pt solid var(--line); }

ul, ol { padding-inline-start: 1.7em; }
li { margin: 0.2em 0; }
li > p { margin-bottom: 0.5em; }
li > ul, li > ol { margin: 0.2em 0; }
li::marker { color: var(--soft); font-variant-numeric: tabular-nums; }
dt { font-weight: 700; break-after: avoid; }
dd { margin: 0 0 0.6em 1.7em; }

.task-list-item { list-style: none; }
.task-list-item input[type="checkbox"] {
  appearance: none;
  position: relative;
  width: 0.95em;
  height: 0.95em;
  margin: 0 0.55em 0 -1.5em;
  border: 0.75pt solid #8c959f;
  border-radius: 2pt;
  background: #fff;
  vertical-align: -0.12em;
}
.task-list-item input[type="checkbox"]:checked { border-color: var(--link); background: var(--link); }
.task-list-item input[type="checkbox"]:checked::after {
  content: "";
  position: absolute;
  inset-inline-start: 31%;
  top: 8%;
  width: 26%;
  height: 56%;
  border: solid #fff;
  border-width: 0 1.3pt 1.3pt 0;
  transform: rotate(42deg);
}

code, kbd, samp, pre { font-family: var(--mono); }
code, samp { font-size: 88%; padding: 0.12em 0.35em; border-radius: 2.5pt; background: #eef1f4; box-decoration-break: clone; }
kbd {
  font-size: 84%;
  padding: 0.1em 0.4em;
  border: 0.75pt solid var(--line);
  border-bottom-width: 1.5pt;
  border-radius: 2.5pt;
  background: #fff;
}
pre {
  padding: 0.85em 1em;
  border: 0.75pt solid #e3e7eb;
  border-radius: 4pt;
  background: var(--tint);
  font-size: 8.6pt;
  line-height: 1.5;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  tab-size: 4;
  box-decoration-break: clone;
  orphans: 4;
  widows: 4;
}
pre.keep-together { break-inside: avoid; }
pre code { padding: 0; border-radius: 0; background: none; font-size: inherit; }

blockquote { padding: 0.1em 0 0.1em 1.1em; border-inline-start: 2.5pt solid var(--line); color: var(--soft); }
blockquote > :last-child { margin-bottom: 0; }

table {
  --em-needed: calc(var(--words, 0) + 6 * var(--long, 0));
  border-collapse: collapse;
  max-width: 100%;
  font-size: clamp(6pt, 100vw / (var(--em-needed) + 0.8 * var(--columns, 1)), 9.4pt);
  line-height: 1.45;
  font-variant-numeric: tabular-nums;
}
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td {
  padding: 0.42em clamp(0.4em, (100vw - var(--em-needed) * 1em) / (2 * var(--columns, 1)), 0.8em);
  border-bottom: 0.75pt solid var(--line);
  text-align: start;
  vertical-align: top;
}
.long-word {
  min-width: clamp(4em, (100vw - (var(--words, 0) + 0.8 * var(--columns, 1)) * 1em) / max(1, var(--long, 1)), 9em);
  overflow-wrap: anywhere;
}
th { border-bottom: 1.25pt solid #9aa4ae; font-weight: 700; vertical-align: bottom; }
th:first-child, td:first-child { padding-inline-start: 0.2em; }
th[align="center"], td[align="center"] { text-align: center; }
th[align="right"], td[align="right"] { text-align: right; }
caption { caption-side: bottom; padding-top: 0.5em; color: var(--soft); font-size: 90%; text-align: start; }

img, svg, video, canvas { max-width: 100%; }
img { height: auto; max-height: 230mm; object-fit: contain; vertical-align: middle; break-inside: avoid; }
figure { break-inside: avoid; }
figcaption { margin-top: 0.5em; color: var(--soft); font-size: 90%; }
summary { list-style: none; font-weight: 700; break-after: avoid; }
iframe, video, audio { border: 0; }

[data-footnote-ref] { text-decoration: none; padding: 0 0.1em; }
.footnotes { margin-top: 2.4em; padding-top: 0.9em; border-top: 0.75pt solid var(--line); color: var(--soft); font-size: 88%; }
.footnotes .sr-only { display: none; }
.footnotes ol { padding-inline-start: 1.6em; margin: 0; }
.data-footnote-backref { display: none; }

.hljs-comment, .hljs-quote { color: #5f6b76; font-style: italic; }
.hljs-keyword, .hljs-selector-tag, .hljs-doctag, .hljs-template-tag, .hljs-meta .hljs-keyword { color: #a21c4f; }
.hljs-string, .hljs-regexp, .hljs-addition, .hljs-meta .hljs-string { color: #1a6334; }
.hljs-number, .hljs-literal, .hljs-symbol, .hljs-bullet, .hljs-link { color: #9a4a00; }
.hljs-title, .hljs-section, .hljs-name, .hljs-selector-id, .hljs-selector-class { color: #5b2ca0; }
.hljs-attr, .hljs-attribute, .hljs-property, .hljs-variable, .hljs-template-variable { color: #0b57a4; }
.hljs-type, .hljs-built_in, .hljs-class .hljs-title, .hljs-params .hljs-type { color: #0a6a75; }
.hljs-meta { color: #5f6b76; }
.hljs-deletion { color: #a3203a; }
.hljs-emphasis { font-style: italic; }
.hljs-strong { font-weight: 700; }
`;

/** Rules of features that few documents use, by a class that only these have. */
const featureStyles: Record<string, string> = {
  'markdown-alert': `
.markdown-alert { margin: 0 0 0.85em; padding: 0.1em 0 0.1em 1.1em; border-inline-start: 2.5pt solid var(--alert); break-inside: avoid; }
.markdown-alert > :last-child { margin-bottom: 0; }
.markdown-alert-title { margin-bottom: 0.3em; color: var(--alert); font-weight: 700; break-after: avoid; }
.markdown-alert-note { --alert: #0b57a4; }
.markdown-alert-tip { --alert: #1a6334; }
.markdown-alert-important { --alert: #6f42c1; }
.markdown-alert-warning { --alert: #8a5a00; }
.markdown-alert-caution { --alert: #b3202f; }
`,
  'class="contents"': `
.contents { margin: 0 0 1.6em; }
.contents ul { list-style: none; margin: 0; padding-inline-start: 0; }
.contents ul ul { padding-inline-start: 1.4em; }
.contents a { display: block; color: inherit; text-decoration: none; }
.contents a::after { content: leader(".") target-counter(attr(href), page, -platen-label); }
`,
  'class="toc"': `
.toc ul { list-style: none; margin: 0; padding-inline-start: 0; }
.toc ul ul { padding-inline-start: 1.4em; }
.toc li { margin: 0.3em 0; }
.toc-level-1 > li { margin-top: 0.6em; }
.toc a { display: block; color: inherit; text-align: start; text-decoration: none; hyphens: manual; }
.toc a::after { content: leader(".") target-counter(attr(href), page, -platen-label); }
`,
  'page-break': `
.page-break { break-after: page; }
.page-break + * { margin-top: 0; }
`,
  'line-numbers': `
.line-numbers code { counter-reset: line var(--first-line, 0); }
.line-numbers { padding-inline-start: 3.6em; }
.line-numbers .line { counter-increment: line; }
.line-numbers .line::before {
  content: counter(line);
  display: inline-block;
  width: 2.4em;
  margin: 0 0.8em 0 -3.2em;
  color: #6b7280;
  text-align: end;
}
`,
  katex: `
.katex { font-size: 1.1em; line-height: 1.2; }
.katex-display { margin: 0.9em 0; break-inside: avoid; }
`,
  'math-error': `
.math-error { color: #a3203a; white-space: pre-wrap; }
`,
};
