import { readFileSync } from 'node:fs';
import jpeg from 'jpeg-js';
import { type ConformanceName, type RenderRequest, themeNames } from '../../src/contract/index.ts';
import type { Flavour } from './ask-verapdf.ts';

/** A document that must keep what it claims. */
export interface ClaimingDocument {
  name: string;
  /** What follows `platen render pdf`. */
  arguments: readonly string[];
  /** A request to send instead of arguments. */
  request?: RenderRequest;
  flavours: readonly Flavour[];
}

/** What CSS and SVG paint in unusual ways, with text in two scripts. */
const paintings = `<!doctype html><html lang="en"><title>Paintings</title><style>
  .a { background: linear-gradient(red, #00f8); width: 80px; height: 40px; mix-blend-mode: multiply; opacity: 0.6; }
  .b { background: repeating-conic-gradient(#0a0 0 20deg, #fff8 0 40deg); width: 60px; height: 60px; filter: drop-shadow(2px 2px 2px #0008); }
  .c { mask: radial-gradient(#000, transparent); background: #a0a; width: 60px; height: 60px; transform: rotate(8deg) skewX(5deg); }
</style><h1>Paintings</h1><p>Text, <strong>strong</strong> and <em>other</em>, naïve, Ωλ.</p><div class="a"></div><div class="b"></div><div class="c"></div>
<svg width="90" height="60" role="img" aria-label="A circle within a pattern"><defs><pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 0h4v4h-4z" fill="teal"/></pattern></defs><rect width="90" height="60" fill="url(#p)"/><circle cx="30" cy="30" r="20" fill="gold" fill-opacity=".5"/></svg>
<table><caption>Sums</caption><tr><th scope="col">Name<th scope="col">Sum<tr><th scope="row">A<td>1</table><ul><li>One<ul><li>Two</ul></ul><p><a href="https://example.com/">A link</a></p>`;

/** What print with CSS adds: contents with page numbers, running titles, chapters on the right, hyphens, pages by their index. */
const book = `<!doctype html><html lang="en"><title>A book</title><style>
  @page { size: A6; @top-left { content: string(chapter) } @bottom-center { content: counter(page) } @bottom-left { content: element(foot) } }
  @page :blank { @top-left { content: none } }
  h1 { string-set: chapter content(); break-before: right; }
  nav a::after { content: leader(".") target-counter(attr(href), page); }
  p { width: 12em; text-align: justify; hyphens: auto; }
  i { float: footnote; }
  p { bookmark-level: 2; bookmark-label: "Text"; }
  .foot { position: running(foot); }
  @page :nth(3) { background: #eee; @top-left { content: "Third" } }
  @page { @footnote { border-top: 1px solid; } }
</style><div class="foot"><h2>Of a <b>book</b></h2><a href="#two">Two</a></div><nav><ul><li><a href="#one">One</a><li><a href="#two">Two</a></ul></nav>
<h1 id="one">One<i>Of a heading.</i></h1><p>Internationalisation<i>Of a <b>word</b>, with <a href="#two">a link</a>.</i> of typographical conventions necessitates hyphenation.</p>
<h1 id="two">Two</h1><p lang="de">Rechtsschutzversicherungsgesellschaften veröffentlichen Jahresabschlussberichte.</p>`;

/** Text that styles, fields and frames make, on the page and in its own group, on sheets with a bleed and marks. */
const made = `<!doctype html><html lang="en"><title>Made text</title><style>@page { bleed: 3mm; marks: crop cross } figure { float: top } .low { float: bottom } h1 { counter-increment: c } h1::before { content: counter(c) ". " }
  .half::before { content: "Half. "; opacity: 0.5 } .cover::before { content: "A cover" } .cover { break-after: page }
  .mark::before { content: "▸ " / "" } .stars::after { content: "★★" / "Two stars" }
  .to::before { content: target-text(attr(href)) } .to::after { content: target-counter(attr(href), page); float: right }</style><div class="cover"></div><h1 id="start">Start</h1>
<figure>A figure</figure><figure class="low">Below</figure><p class="half">He said <q>yes</q>.<p class="mark">Marked. <a href="https://example.com/" class="stars">Rated</a> <a href="#start" class="to"></a><p><label>Country <select><option>Spain</select></label>
<iframe srcdoc="<p>Terms" title="Terms"></iframe>`;

/** What HTML nests and structure trees must not. */
const nesting = `<!doctype html><html lang="en"><title>Nesting</title><h1>One <small>x</small></h1>
<strong><div><p>Bold</p><h2>In strong</h2></div></strong><em>Em</em> text <a href="#x">link</a> <code>code</code>
<a href="https://example.com/"><h3>Card</h3><p>Text</p></a>
<article><article>Deep</article><aside>Aside <aside>in aside</aside></aside></article>
<section>Text<figure><pre>code</pre><figcaption>Caption <b>b</b></figcaption></figure></section>
<table><caption>Caption <p>of two</p></caption><tr><th>A<th><ul><li>l</ul><tr><td><blockquote>q <aside>a</aside></blockquote><td><table><tr><th>i<td>j</table></table>
<ul style="list-style-type: '★ '"><li>Star<ul><li>y<p>p</p></ul><li><h3>Heading</h3></ul><ol style="list-style-type: lower-greek"><li>g</ol>
<dl><dt>T<dd><p>D</dl><button><b>bold</b><div>d</div></button><fieldset><legend><h3>Legend</h3></legend><label>L <input name=a></label></fieldset>
<p id=x><ruby><b>漢</b><rt><a href="#x">kan</a></rt>字<rt>ji</rt>x</ruby></p><ruby>alone<rt>x</rt></ruby>
<figure><p>x</p><figcaption>In between</figcaption><p>after</p></figure><details open><summary><h3>Summary</h3></summary><p>d</p></details>
<div style="display: grid"><span>g1</span><b>g2</b></div><blockquote>Direct <b>b</b></blockquote><div role=note>n</div>`;

const invoice = 'template:./examples/templates/invoice';
const headed = [
  '--header',
  '<a href="https://example.com/">A header</a> <a href="#top">Top</a>',
  '--footer',
  '<span class="pageNumber"></span>',
  '--margin',
  '25mm',
];

/** Small documents with all profiles. Each that claims PDF/UA-1 also claims PDF/UA-2 once. `sound` is a PDF that somebody else made, `accessible` one that claims PDF/UA, and `signer` flags that sign. */
export function listDocuments(sound: string, accessible: string, signer: readonly string[]): ClaimingDocument[] {
  const documents = listClaims(sound, accessible, signer);
  return documents.flatMap((document) =>
    document.flavours.includes('ua1') ? [document, toSecondPart(document)] : [document],
  );
}

/** The end of the names of documents of PDF/UA-2. */
export const ofSecondPart = ' of part 2';

/** A document as PDF/UA-2, with part 4 of PDF/A if it claims another one. Invoices are left out, which PDF/UA-2 has not. */
function toSecondPart({ name, arguments: given, request }: ClaimingDocument): ClaimingDocument {
  const { version: _, ...pdf } = request?.pdf ?? {};
  const isArchive = given.includes('--pdf-a') || request !== undefined;
  const second: string[] = [];
  for (let at = 0; at < given.length; at++) {
    const word = given[at] as string;
    if (word === '--pdf-a' || word === '--e-invoice') at++;
    else second.push(word === '--pdf-ua' ? '--pdf-ua=2' : word);
  }
  if (isArchive) second.push('--pdf-a', '4');
  return {
    name: `${name}${ofSecondPart}`,
    arguments: second,
    ...(request && { request: { ...request, pdf: { ...pdf, conformance: ['pdf/ua-2', 'pdf/a-4f'], attachments } } }),
    flavours: isArchive ? ['ua2', request === undefined ? '4' : '4f'] : ['ua2'],
  };
}

function listClaims(sound: string, accessible: string, signer: readonly string[]): ClaimingDocument[] {
  return [
    {
      name: 'e-invoice',
      arguments: [invoice, '--e-invoice', 'examples/factur-x.xml', '--pdf-ua'],
      flavours: ['3b', 'ua1'],
    },
    { name: 'template', arguments: [invoice, '--pdf-a', '2a', '--pdf-ua'], flavours: ['2a', '2u', '2b', 'ua1'] },
    { name: 'report', arguments: ['examples/report.html', '--pdf-a', '3a', '--pdf-ua'], flavours: ['3a', 'ua1'] },
    { name: 'letter', arguments: ['examples/letter.html', '--pdf-a', '3u', '--pdf-ua'], flavours: ['3u', 'ua1'] },
    {
      name: 'chapter',
      arguments: ['examples/book-chapter.html', '--pdf-a', '2a', '--pdf-ua'],
      flavours: ['2a', 'ua1'],
    },
    { name: 'ticket', arguments: ['examples/ticket.html', '--pdf-a', '2b', '--pdf-ua'], flavours: ['2b', 'ua1'] },
    { name: 'tables', arguments: ['examples/invoice.html', '--pdf-a', '2a', '--pdf-ua'], flavours: ['2a', 'ua1'] },
    {
      name: 'form',
      arguments: ['examples/application.html', '--forms', '--pdf-a', '2a', '--pdf-ua'],
      flavours: ['2a', 'ua1'],
    },
    { name: 'scripts', arguments: ['examples/scripts.html', '--pdf-a', '2b', '--pdf-ua'], flavours: ['2b', 'ua1'] },
    {
      name: 'arabic',
      arguments: ['examples/arabic.html', '--pdf-a', '2u', '--pdf-ua'],
      flavours: ['2u', 'ua1'],
    },
    {
      name: 'japanese',
      arguments: ['examples/japanese.html', '--pdf-a', '2u', '--pdf-ua'],
      flavours: ['2u', 'ua1'],
    },
    {
      name: 'everything',
      arguments: ['test/fixtures/html/everything.html', '--pdf-a', '2a', '--pdf-ua'],
      flavours: ['2a', 'ua1'],
    },
    {
      name: 'accessible bundle',
      arguments: ['examples/letter.html', 'examples/notes.md', accessible, '--title', 'A bundle', '--pdf-ua'],
      flavours: ['ua1'],
    },
    {
      name: 'headed',
      arguments: ['examples/letter.html', ...headed, '--pdf-a', '2a', '--pdf-ua'],
      flavours: ['2a', 'ua1'],
    },
    {
      name: 'bundle',
      arguments: ['examples/letter.html', 'examples/notes.md', sound, '--pdf-a', '2b'],
      flavours: ['2b'],
    },
    {
      name: 'untitled',
      arguments: ['examples/notes.md', '--no-tags', '--no-outline', '--pdf-a', '2b'],
      flavours: ['2b'],
    },
    { name: 'source', arguments: [sound, '--pdf-a', '2b'], flavours: ['2b'] },
    { name: 'part 4', arguments: [invoice, sound, '--pdf-a', '4'], flavours: ['4'] },
    {
      name: 'part 4 with files',
      arguments: ['test/fixtures/html/everything.html', '--attach', 'examples/notes.md', '--pdf-a', '4f'],
      flavours: ['4f'],
    },
    {
      name: 'part 4 signed',
      arguments: ['examples/application.html', '--forms', '--pdf-a', '4', ...signer],
      flavours: ['4'],
    },
    {
      name: 'watermark',
      arguments: [
        'examples/letter.html',
        '--watermark',
        'DRAFT',
        '--underlay',
        'examples/ticket.html',
        '--pdf-a',
        '3b',
        '--pdf-ua',
      ],
      flavours: ['3b', 'ua1'],
    },
    {
      name: 'signed',
      arguments: [invoice, '--e-invoice', 'examples/factur-x.xml', '--pdf-ua', ...signer],
      flavours: ['3b', 'ua1'],
    },
    {
      name: 'signed visibly',
      arguments: [
        'examples/application.html',
        '--forms',
        '--pdf-a',
        '3b',
        '--pdf-ua',
        '--certify',
        'fill-forms',
        '--sign-appearance',
        'examples/signature.html',
        ...signer,
      ],
      flavours: ['3b', 'ua1'],
    },
    { name: 'book', arguments: [], request: buildRequest(book), flavours: ['3b', 'ua1'] },
    { name: 'made text', arguments: [], request: buildRequest(made), flavours: ['3b', 'ua1'] },
    { name: 'paintings', arguments: [], request: buildRequest(paintings), flavours: ['3b', 'ua1'] },
    { name: 'nesting', arguments: [], request: buildRequest(nesting), flavours: ['3b', 'ua1'] },
    { name: 'shrunk images', arguments: [], request: shrinkImages('pdf/a-2b'), flavours: ['2b', 'ua1'] },
    { name: 'shrunk images with files', arguments: [], request: shrinkImages('pdf/a-3b'), flavours: ['3b', 'ua1'] },
    ...themeNames.map(
      (theme): ClaimingDocument => ({
        name: `theme ${theme}`,
        arguments: ['examples/notes.md', '--title', 'Notes', '--toc', '--theme', theme, '--pdf-ua'],
        flavours: ['ua1'],
      }),
    ),
  ];
}

const file = { name: 'notes.md', type: 'text/markdown', base64: readFileSync('examples/notes.md').toString('base64') };
const described = { description: 'The notes', relationship: 'source', modified: '2026-01-02T03:04:05Z' };
const attachments = [file, { ...file, ...described, name: 'other.md' }];

/** A request with what flags cannot say: attachments, dates, and a file that is stored otherwise. */
function buildRequest(html: string): RenderRequest {
  return {
    parts: { html },
    metadata: {
      title: 'Paintings & more',
      author: 'Ada',
      subject: 'CSS',
      keywords: 'a, b',
      created: '2026-01-02T03:04:05.6+01:00',
    },
    pdf: {
      conformance: ['pdf/a-3b', 'pdf/ua-1'],
      linearize: true,
      version: '1.6',
      attachments,
    },
  };
}

/** Photos in colour and in grey, one of them twice, and a drawing with transparent places, that are stored with fewer pixels. */
function shrinkImages(archive: ConformanceName): RenderRequest {
  const size = { width: 600, height: 300 };
  const photo = (isGrey: boolean) => {
    const data = Buffer.alloc(size.width * size.height * 4);
    for (let at = 0; at < data.length; at++) data[at] = 100 + (((isGrey ? at >> 2 : at) * 7919) % 61);
    return { type: 'image/jpeg', base64: Buffer.from(jpeg.encode({ ...size, data }, 90).data).toString('base64') };
  };
  const html = `<!doctype html><html lang="en"><title>Images</title><style>img { width: 1in }</style><h1>Images</h1>
    <img src="photo.jpg" alt="Noise"><img src="grey.jpg" alt="Grey noise"><img src="screen.png" alt="A screen">
    <img src="screen.png" alt="A pale screen" style="opacity: 0.5"><p style="background: url(photo.jpg) 0 0 / 2in">Text`;
  const screen = { type: 'image/png', base64: readFileSync('examples/screenshots/form.png').toString('base64') };
  return {
    parts: { html, assets: { 'photo.jpg': photo(false), 'grey.jpg': photo(true), 'screen.png': screen } },
    pdf: { conformance: [archive, 'pdf/ua-1'], image_dpi: 72 },
  };
}
