import type { Theme } from '../../contract/index.ts';

/** A design: what it adds to the style of a printed document, and its pages unless options say otherwise. */
interface Design {
  /** Margins of its pages, as rules. */
  margins: string;
  /** Page numbers and running titles, as rules. */
  numbers: string;
  style: string;
}

const sans = 'Arimo, Helvetica, Arial, "Liberation Sans", "Noto Sans", sans-serif';
const serif = 'Tinos, "Times New Roman", "Liberation Serif", "Noto Sans", serif';

/**
 * The designs. They name element selectors and documented classes only, so that any rule of the author wins, and bundled faces
 * first: text breaks alike on every system.
 */
export const designs: Readonly<Record<Theme, Design>> = {
  plain: {
    margins: '@page { margin: 20mm 20mm 22mm; }',
    numbers: `@page {
  @bottom-center {
    content: counter(page) " / " counter(pages);
    font: 8pt Helvetica, Arial, "Liberation Sans", "Open Sans", "DejaVu Sans", sans-serif;
    color: #6b7280;
    font-variant-numeric: tabular-nums;
  }
}`,
    style: '',
  },
  report: {
    margins: '@page { margin: 25mm 22mm 26mm; }',
    numbers: `@page {
  @bottom-left {
    content: string(report-title);
    font: 8pt ${sans};
    color: #5b6675;
    vertical-align: top;
    padding-top: 5mm;
  }
  @bottom-right {
    content: counter(page) " / " counter(pages);
    font: 8pt ${sans};
    color: #5b6675;
    font-variant-numeric: tabular-nums;
    vertical-align: top;
    padding-top: 5mm;
  }
}
h1 { string-set: report-title content(text); }`,
    style: `
:root { --ink: #1d2733; --soft: #5b6675; --line: #ccd6e0; --tint: #f3f6f9; --link: #12508a; --accent: #12508a; }
body { font-family: ${sans}; font-size: 10pt; line-height: 1.6; }
h1 {
  margin: 0 0 1.1em;
  padding: 0 0 0.5em;
  border-bottom: 2.25pt solid var(--accent);
  color: var(--accent);
  font-size: 26pt;
  letter-spacing: -0.015em;
  line-height: 1.12;
}
h1 ~ h1 { break-before: page; }
h2 { margin-top: 2em; padding: 0; border: 0; color: var(--accent); font-size: 15pt; }
h3 { margin-top: 1.6em; font-size: 11.5pt; }
h4 { font-size: 10pt; color: var(--accent); }
h5, h6 { font-size: 9pt; text-transform: uppercase; letter-spacing: 0.06em; }
thead th { background: var(--accent); color: #fff; border-bottom: 0; vertical-align: middle; }
tbody tr:nth-child(even) { background: var(--tint); }
th:first-child, td:first-child { padding-inline-start: 0.7em; }
td { border-bottom: 0.5pt solid var(--line); }
blockquote { padding: 0.7em 1.1em; border-inline-start: 3pt solid var(--accent); background: var(--tint); color: inherit; }
figcaption, caption { color: var(--soft); font-size: 8.5pt; }
.toc-level-1 > li > a { font-weight: 700; }
`,
  },
  book: {
    margins: `@page { margin: 24mm 24mm 26mm; }
@page :right { margin-left: 27mm; margin-right: 21mm; }
@page :left { margin-left: 21mm; margin-right: 27mm; }`,
    numbers: `@page :right {
  @top-right { content: string(book-chapter, first-except); font: italic 9.5pt ${serif}; color: #4a4a4a; }
  @bottom-right { content: counter(page); font: 9.5pt ${serif}; }
}
@page :left {
  @top-left { content: string(book-chapter, first-except); font: italic 9.5pt ${serif}; color: #4a4a4a; }
  @bottom-left { content: counter(page); font: 9.5pt ${serif}; }
}
h1 { string-set: book-chapter content(text); }`,
    style: `
:root { --ink: #161616; --soft: #4a4a4a; --line: #b9b4ab; --tint: #f7f5f1; --link: inherit; }
body { font: 11.5pt/1.45 ${serif}; text-align: justify; hyphens: auto; }
h1, h2, h3, h4, h5, h6 { text-align: start; hyphens: manual; font-weight: 700; }
h1 {
  margin: 0 0 2.2em;
  padding-top: 32mm;
  font-size: 25pt;
  font-weight: 400;
  letter-spacing: 0;
  text-align: center;
}
h1:first-child { margin-top: 0; }
h1 ~ h1 { break-before: page; }
h2 { margin: 1.9em 0 0.7em; padding: 0; border: 0; font-size: 14.5pt; }
h3 { margin: 1.5em 0 0.5em; font-size: 12pt; font-style: italic; font-weight: 400; }
h4 { font-size: 11.5pt; }
h5, h6 { font-size: 11.5pt; font-weight: 400; font-style: italic; color: inherit; }
p { margin: 0; }
p + p { text-indent: 1.4em; }
:is(li, blockquote, .markdown-alert, td) > p { text-indent: 0; }
p + :is(ul, ol, dl, pre, table, blockquote, figure), :is(ul, ol, dl, pre, table, blockquote, figure) { margin-top: 0.8em; }
li > p + p, blockquote > p + p, .markdown-alert > p + p { margin-top: 0.4em; }
hr { width: 30%; margin: 1.6em auto; border-color: var(--line); }
blockquote { margin-inline: 1.6em; padding: 0; border: 0; color: inherit; font-size: 10.5pt; }
table { text-align: start; hyphens: manual; }
th { font-weight: 700; }
pre { text-align: start; hyphens: manual; border: 0; background: var(--tint); }
figcaption, caption { font-style: italic; text-align: center; }
.footnotes { font-size: 9.5pt; color: inherit; }
`,
  },
  letter: {
    margins: '@page { margin: 27mm 22mm 25mm 25mm; }',
    numbers: `@page { @bottom-right { content: counter(page) " / " counter(pages); font: 9pt ${sans}; color: #4b5563; } }
@page :first { @bottom-right { content: none; } }`,
    style: `
:root { --ink: #1a1a1a; --soft: #4b5563; --line: #c9ccd1; --tint: #f6f6f5; --link: inherit; }
body { font: 10.5pt/1.5 ${sans}; }
h1 { margin: 2em 0 1.1em; font-size: 11.5pt; line-height: 1.35; letter-spacing: 0; }
h2 { margin: 1.5em 0 0.4em; padding: 0; border: 0; font-size: 10.5pt; }
h3, h4, h5, h6 { margin: 1.2em 0 0.3em; font-size: 10.5pt; color: inherit; font-weight: 400; font-style: italic; }
p, ul, ol { margin-bottom: 0.9em; }
a { text-decoration: none; }
.sender { margin-bottom: 12mm; color: var(--soft); font-size: 9pt; text-align: end; }
.address { min-height: 32mm; margin-bottom: 8mm; }
.date { margin-bottom: 1.5em; text-align: end; }
.signature { margin-top: 18mm; }
`,
  },
};
