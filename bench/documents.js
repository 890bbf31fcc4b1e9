// The documents that are measured. All are made here, so that a run needs no network.
import { readFileSync } from 'node:fs';
import { drawPicture } from './pictures.js';

const style = `@page { size: A4; margin: 18mm } body { font: 10pt/1.4 "Open Sans", "DejaVu Sans", sans-serif }
table { border-collapse: collapse; width: 100% } td, th { padding: 3px 6px; border-bottom: 1px solid #ddd; text-align: left }
thead { display: table-header-group } h1 { font-size: 22pt }`;

const words = 'The tide runs out and the harbour lies open to the evening light while the boats settle on the sand. ';

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

/** The same with a sum that a script adds up. */
export const scripted = invoice.replace(
  '</body>',
  `<p id="sum"></p><script>
  const prices = [...document.querySelectorAll('td:last-child')].map((cell) => Number(cell.textContent));
  const sum = new Intl.NumberFormat('en').format(prices.reduce((total, price) => total + price, 0));
  document.querySelector('#sum').textContent = sum;
</script></body>`,
);

/** A PDF with one page of nothing but a picture of so many bytes, which nothing makes smaller. */
export function picturePdf(bytes) {
  const width = Math.round(Math.sqrt(bytes / 3));
  const picture = Buffer.alloc(width * width * 3);
  for (let at = 0, state = 1; at + 4 <= picture.length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    picture.writeUInt32LE(state, at);
  }
  const content = 'q 500 0 0 500 50 50 cm /P Do Q';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 600]/Contents 4 0 R/Resources<</XObject<</P 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    [
      `<</Type/XObject/Subtype/Image/Width ${width}/Height ${width}/BitsPerComponent 8/ColorSpace/DeviceRGB/Length ${picture.length}>>stream\n`,
      picture,
      '\nendstream',
    ],
  ];
  const pieces = [Buffer.from('%PDF-1.7\n')];
  const places = [];
  let length = pieces[0].length;
  objects.forEach((object, index) => {
    places.push(length);
    for (const piece of [`${index + 1} 0 obj`, object, '\nendobj\n'].flat()) {
      pieces.push(Buffer.from(piece));
      length += pieces.at(-1).length;
    }
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  pieces.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer<</Root 1 0 R/Size ${count}>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(pieces);
}

/** A document of `pages` pages of text with a heading each. */
export function book(pages) {
  const chapter = (n) =>
    `<section style="break-before: page"><h2>Chapter ${n}</h2><p>${words.repeat(12)}</p></section>`;
  const chapters = Array.from({ length: pages }, (_, index) => chapter(index + 1)).join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Book</title><style>${style}
section:first-of-type { break-before: auto !important }</style></head><body>${chapters}</body></html>`;
}

/** Twelve pages, each with a picture, in two web fonts; all in the document itself, so that every side gets the same. */
export function report() {
  const sections = Array.from({ length: 12 }, (_, index) => section(index + 1)).join('\n');
  return wrap('Report', sections);
}

/** Something of everything: two pages of the report, three of text, a table of 120 rows, links. */
export function mixed() {
  const links = '<p><a href="https://example.com/">A link</a> and <a href="#section-2">one within</a>.</p>';
  const inside = (html) => html.slice(html.indexOf('<body>') + 6, html.indexOf('</body>'));
  return wrap('Mixed', [section(1), links, section(2), inside(book(3)), inside(table(120))].join('\n'));
}

function section(n) {
  return `<section id="section-${n}"><h2>Section ${n}</h2><p>${words.repeat(7)}</p>
<figure><img src="${drawPicture(n)}" alt="Figures of quarter ${n}" width="480"><figcaption>Figure ${n}</figcaption></figure>
<p><strong>${words}</strong>${words.repeat(8)}</p></section>`;
}

function wrap(title, body) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}
${face('Lora', 'lora', 400)} ${face('Lora', 'lora', 700)} ${face('Inter', 'inter', 700)}
body { font-family: Lora, serif } h1, h2, th { font-family: Inter, sans-serif; font-weight: 700 }
section + section { break-before: page }</style></head><body>${body}</body></html>`;
}

function face(family, name, weight) {
  const file = `node_modules/@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`;
  const data = readFileSync(new URL(file, import.meta.url)).toString('base64');
  return `@font-face { font-family: ${family}; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}) }`;
}

/** The 22 parts of a book, 165 pages together. */
export const parts = Array.from({ length: 22 }, (_, index) => book(index % 2 === 0 ? 7 : 8));

const chapterCount = 20;
const paper =
  '@page { size: A5; margin: 22mm 18mm 20mm } body { margin: 0; font: 10.5pt/1.4 serif; text-align: justify }';
const bookStyle = `@page { @top-center { content: string(chapter) } @bottom-center { content: counter(page) } }
h1 { string-set: chapter content() } .ref::after { content: " (page " target-counter(attr(href), page) ")" }`;
const roman = '@page { @bottom-center { content: counter(page, lower-roman) } }';

/**
 * The files of a book of more than 200 pages: covers, a preface and chapters that refer to each other. With features it also has contents,
 * running heads, page numbers, in roman letters before the first chapter, the pages of references, and covers without margins.
 */
export function bookFiles(hasFeatures) {
  const wrapIn = (css, inside) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The harbour</title><style>${paper}
${hasFeatures ? css : ''}</style></head><body>${inside}</body></html>`;
  const cover = (text) =>
    wrapIn('@page { margin: 0; background: #1d3557; counter-increment: page 0 }', `<p>${text}</p>`);
  const chapters = Array.from({ length: chapterCount }, (_, index) => index + 1);
  const files = {
    'cover.html': cover('The harbour'),
    'preface.html': wrapIn(bookStyle + roman, `<h1>Preface</h1>${paragraphs(12)}`),
    ...Object.fromEntries(
      chapters.map((n) => {
        const restart = n === 1 ? 'body { counter-reset: page 1 }' : '';
        return [nameChapter(n), wrapIn(bookStyle + restart, writeChapter(n))];
      }),
    ),
    'back.html': cover('The end'),
    'contents.css': paper + roman,
  };
  const sources = Object.keys(files).filter((name) => name.endsWith('.html'));
  if (hasFeatures) sources.splice(1, 0, '{ toc: { depth: 2 }, css: contents.css }');
  return {
    ...files,
    'book.yaml': `title: The harbour\nparts:\n${sources.map((source) => `  - ${source}\n`).join('')}`,
  };
}

function writeChapter(n) {
  const sections = [1, 2, 3, 4].map((m) => {
    const other = ((n * 7 + m * 3) % chapterCount) + 1;
    const href = `${other === n ? '' : nameChapter(other)}#section-${other}-${m}`;
    return `<h2 id="section-${n}-${m}">${n}.${m} Of the ${words.split(' ')[n % 15]}</h2>${paragraphs(7)}
<p>See <a class="ref" href="${href}">section ${other}.${m}</a>.</p>`;
  });
  return `<h1>${n}. The tide</h1>${sections.join('\n')}`;
}

const nameChapter = (n) => `chapter-${n}.html`;

const paragraphs = (count) => `<p>${words.repeat(7)}</p>`.repeat(count);
