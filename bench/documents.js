/** The documents that are measured. All are made here, so that a run needs no network. */

const style = `@page { size: A4; margin: 18mm } body { font: 10pt/1.4 "Open Sans", "DejaVu Sans", sans-serif }
table { border-collapse: collapse; width: 100% } td, th { padding: 3px 6px; border-bottom: 1px solid #ddd; text-align: left }
thead { display: table-header-group } h1 { font-size: 22pt }`;

const row = (n) =>
  `<tr><td>${n}</td><td>Article ${n} of the range</td><td>${(n * 7) % 13}</td><td>${((n * 137) % 997) / 10}</td></tr>`;

/** A page with a table of `rows` rows. */
export function table(rows, title = 'Invoice 2026-0147') {
  const body = Array.from({ length: rows }, (_, index) => row(index + 1)).join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1><table><thead><tr><th>#</th><th>Article</th><th>Quantity</th><th>Price</th></tr></thead>
<tbody>${body}</tbody></table></body></html>`;
}

/** One page: forty rows would flow over with large type, so they are small. */
export const invoice = table(40).replace('10pt/1.4', '8pt/1.2');

/** A document of `pages` pages of text with a heading each. */
export function book(pages) {
  const words = 'The tide runs out and the harbour lies open to the evening light while the boats settle on the sand. ';
  const chapter = (n) =>
    `<section style="break-before: page"><h2>Chapter ${n}</h2><p>${words.repeat(12)}</p></section>`;
  const chapters = Array.from({ length: pages }, (_, index) => chapter(index + 1)).join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Book</title><style>${style}
section:first-of-type { break-before: auto !important }</style></head><body>${chapters}</body></html>`;
}

/** Twelve pages with inline images. */
export function report() {
  const picture = (n) =>
    `<svg viewBox="0 0 300 120" width="300"><rect width="300" height="120" fill="#eef3f0"/>${Array.from(
      { length: 24 },
      (_, bar) =>
        `<rect x="${bar * 12 + 4}" y="${120 - ((bar * n * 7) % 100)}" width="8" height="${(bar * n * 7) % 100}" fill="#14463c"/>`,
    ).join('')}</svg>`;
  return book(12).replace(/<h2>Chapter (\d+)<\/h2>/g, (whole, n) => `${whole}${picture(Number(n))}`);
}
