import { buildPages, buildPdf } from '../../pdf/build-pdf.ts';

/** An input, and what has to come of it: words on paper, or an error. */
export interface UglyInput {
  name: string;
  part: object;
  /** Page options of the part. */
  options?: object;
  /** The deadline. Default 30 s. */
  timeoutMs?: number;
  /** Words that must be on paper, or the number of pages. */
  words?: string | RegExp;
  pages?: number;
  /** The error, with its stage. */
  fails?: readonly [code: string, stage: string];
  /** Takes long: only where all the time in the world is. */
  long?: boolean;
}

const base64 = (data: string | Buffer) => Buffer.from(data).toString('base64');
const html = (text: string) => ({ html: text });
const pdf = (bytes: Buffer | string) => ({ pdf: base64(bytes) });
const svg = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20">${text}</svg>`;
const repeat = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join('');
/** A valid PNG of one colour: a header, one row of zeroes after another, an end. */
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const withoutEnd: UglyInput[] = [
  { name: 'a script without end', part: html('<script>while (1);</script>'), fails: ['render_timeout', 'load'] },
  {
    name: 'a handler of loading without end',
    part: html('<body onload="while (1);">'),
    fails: ['render_timeout', 'load'],
  },
  {
    name: 'an animation frame without end',
    part: html('<script>requestAnimationFrame(() => { while (1); })</script>'),
    fails: ['render_timeout', 'wait'],
  },
  {
    name: 'a timer without end while the page settles',
    part: html('<script>setTimeout(() => { while (1); }, 50)</script>'),
    options: { wait_for: { delay_ms: 300 } },
    fails: ['render_timeout', 'wait'],
  },
  {
    name: 'a handler of printing without end',
    part: html('<script>onbeforeprint = () => { while (1); }</script>'),
    fails: ['render_timeout', 'print'],
  },
  {
    name: 'a condition that never comes',
    part: html('x'),
    options: { wait_for: { selector: '#never' } },
    fails: ['render_timeout', 'wait'],
  },
];
const endless = withoutEnd.map((one): UglyInput => ({ timeoutMs: 500, ...one }));

const scripts: UglyInput[] = [
  {
    name: 'a worker without end',
    part: html(`worker<script>new Worker(URL.createObjectURL(new Blob(['while (1);'])))</script>`),
    words: 'worker',
  },
  {
    name: 'dialogs and printing',
    part: html('<script>alert(1); confirm(2); prompt(3); print(); print(); document.write("after")</script>'),
    words: 'after',
  },
  {
    name: 'a page that reloads itself for ever',
    part: html('again<script>location.reload()</script>'),
    timeoutMs: 500,
    fails: ['render_timeout', 'load'],
  },
  { name: 'a script that throws', part: html('thrown<script>throw 1</script>'), words: 'thrown' },
  {
    name: 'a script that empties the document',
    part: html('x<script>onload = () => document.documentElement.remove()</script>'),
    pages: 1,
  },
  {
    name: 'a script that breaks what everybody relies on',
    part: html(`<script>Promise = Map = JSON = undefined; Array.prototype.map = Object.keys = () => { throw 1 };
      document.fonts.ready.then = null; document.write('broken')</script>`),
    words: 'broken',
  },
  {
    name: 'a chart drawn on a canvas',
    part: html(`<p>chart</p><canvas id="c" width="200" height="100"></canvas><script>
      const pen = c.getContext('2d'); let bar = 0;
      const draw = () => { pen.fillRect(bar * 20, 0, 10, bar * 10); if (++bar < 8) requestAnimationFrame(draw); else document.body.append('drawn') };
      draw()</script>`),
    options: { wait_for: { expression: 'bar === 8' } },
    words: /chart.*drawn/,
  },
  {
    name: 'a drawing that is done at once',
    part: html(`<body onload="document.body.append('loaded ')"><svg id="s" width="90" height="90"></svg><canvas id="c" width="90" height="90"></canvas>
      <script>
        c.getContext('2d').fillRect(0, 0, 90, 90);
        s.innerHTML = '<text y="20">drawn</text>';
        const image = document.createElement('img');
        image.src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><text y="20">pictured</text></svg>';
        document.body.append(image);
        document.addEventListener('DOMContentLoaded', () => document.body.append('ready '));
      </script>`),
    words: /^(?=.*drawn)(?=.*pictured)(?=.*ready)(?=.*loaded)/s,
  },
  {
    name: 'a drawing that takes its time to come, without being waited for by name',
    part: html(`<p>late</p><script>
      requestAnimationFrame(() => document.body.append('one frame '));
      setTimeout(() => document.body.append('one task '));
      new ResizeObserver(() => document.body.append('one size ')).observe(document.body);
    </script>`),
    words: /^(?=.*one frame)(?=.*one task)(?=.*one size)/s,
  },
  {
    name: 'web components',
    part: html(`<my-box></my-box><script>customElements.define('my-box', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = '<p>from the shadow</p>' } })</script>
      <div><template shadowrootmode="open">declared <slot></slot></template>light</div>`),
    words: /from the shadow.*declared light/,
  },
];

const documents: UglyInput[] = [
  { name: 'nothing', part: html(''), pages: 1 },
  { name: 'blanks', part: html(' \n\t '), pages: 1 },
  { name: 'a fragment of a table', part: html('<td>cell</td><tr><td>row'), words: /cell.*row/ },
  { name: 'tags that never close', part: html('<b><i><table><p>open<div'), words: 'open' },
  { name: 'deep nesting', part: html(`${'<div>'.repeat(8000)}deep`), words: 'deep' },
  {
    name: 'XHTML',
    part: html('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p/>strict</body></html>'),
    words: 'strict',
  },
  { name: 'a drawing in place of a page', part: html(svg('<text y="15">drawn</text>')), words: 'drawn' },
  { name: 'halves of characters', part: html('<p>\ud800half\udc00 \u0000null'), words: /half.*null/ },
  { name: 'a byte order mark', part: html('\ufeffmarked'), words: 'marked' },
  { name: 'another claimed encoding', part: html('<meta charset="utf-16"><p>Ümläut'), words: 'Ümläut' },
  {
    name: 'UTF-16 among the assets',
    part: {
      html: '<iframe src="wide.html" style="width: 100%"></iframe>',
      assets: { 'wide.html': { type: 'text/html', base64: base64(Buffer.from('\ufeff<p>wide words', 'utf16le')) } },
    },
    words: 'wide words',
  },
  {
    name: 'invalid UTF-8 among the assets',
    part: {
      html: '<iframe src="bad.html" style="width: 100%"></iframe>',
      assets: {
        'bad.html': { type: 'text/html; charset=utf-8', base64: base64(Buffer.from('<p>bad \xff\xfe end', 'latin1')) },
      },
    },
    words: /bad.*end/,
  },
  {
    name: 'frames in frames',
    part: html(
      Array.from({ length: 12 }).reduce<string>((inner, _, depth) => {
        const quoted = inner.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
        return `level ${12 - depth}<iframe style="width: 95%; height: 500px" srcdoc="${quoted}"></iframe>`;
      }, 'innermost'),
    ),
    words: 'level 1',
  },
  { name: 'a frame of itself', part: html('self<iframe src="/"></iframe>'), words: 'self' },
  { name: 'right to left', part: html('<html dir="rtl" lang="he"><p>שלום <b>עולם</b>'), pages: 1 },
  {
    name: 'form fields',
    part: html(
      '<input value="typed"><textarea>long</textarea><select><option>one<option selected>two</select><button>go</button>',
    ),
    words: /typed.*long.*two.*go/,
  },
  {
    name: 'video and sound',
    part: html('media<video src="no.mp4" controls autoplay></video><audio src="no.mp3" controls></audio>'),
    words: 'media',
  },
  {
    name: 'a plugin',
    part: html('plugin<embed src="x.swf"><object data="y.pdf" type="application/pdf">instead</object>'),
    words: 'plugin',
  },
];

const looks: UglyInput[] = [
  {
    name: 'a font that never loads',
    part: html(
      '<style>@font-face { font-family: x; src: url(https://never.test/x.woff2) } p { font-family: x }</style><p>without',
    ),
    words: 'without',
  },
  {
    name: 'a font that is none',
    part: {
      html: '<style>@font-face { font-family: x; src: url(x.woff2) } p { font-family: x }</style><p>fallback',
      assets: { 'x.woff2': { type: 'font/woff2', base64: base64('no font') } },
    },
    words: 'fallback',
  },
  {
    name: 'lazy images far down',
    part: html(
      `<div style="height: 9000px"></div><img loading="lazy" src="${dot}" onload="document.body.append('loaded')">`,
    ),
    words: 'loaded',
  },
  { name: 'a page without size', part: html('<style>@page { size: 0 0 }</style>zero'), words: 'zero' },
  { name: 'a page of one pixel', part: html('<style>@page { size: 1px 1px; margin: 0 }</style>x'), timeoutMs: 4000 },
  {
    name: 'a page of two million inches',
    part: html('<style>@page { size: 2000000in 2000000in }</style>vast'),
    words: 'vast',
  },
  {
    name: 'margins larger than the page',
    part: html('<style>@page { margin: 40in }</style>squeezed'),
    words: 'squeezed',
  },
  { name: 'negative margins', part: html('<style>@page { margin: -1in }</style>negative'), pages: 1 },
  {
    name: 'a picture that claims to be huge',
    part: html(
      `<img src='data:image/svg+xml,${encodeURIComponent(svg('').replace('90', '1000000').replace('20', '1000000'))}'>big`,
    ),
    words: 'big',
  },
  {
    name: 'filters and blends',
    part: html(
      '<div style="filter: blur(9px) drop-shadow(0 0 9px red); mix-blend-mode: multiply; backdrop-filter: blur(3px)">soft</div>',
    ),
    pages: 1,
  },
  { name: 'many columns', part: html(`<div style="columns: 50">${'word '.repeat(500)}</div>`), words: 'word' },
  {
    name: 'an element as high as a tower',
    part: html('<div style="height: 1e9px">tower</div>'),
    timeoutMs: 4000,
    fails: ['render_timeout', 'print'],
    long: true,
  },
  {
    name: 'more pages than are allowed',
    part: html('<p style="break-after: page">x'.repeat(3000)),
    fails: ['too_many_pages', 'bind'],
    long: true,
  },
];

const large: UglyInput[] = [
  {
    name: 'a page of 400 pictures',
    part: html(repeat(400, () => `<img src="${dot}" width="20" height="20">`)),
    pages: 1,
  },
  {
    name: 'a table of 5,000 rows',
    part: html(`<table>${repeat(5000, (row) => `<tr><td>${row}<td>text<td>more`)}</table>`),
    words: '4999',
    long: true,
  },
  {
    name: '20 MB of HTML',
    part: html(`start<!-- ${'x'.repeat(20_000_000)} --><p>end`),
    words: /start.*end/,
    long: true,
  },
  {
    name: '2 MB of text without a blank',
    part: html(`<p style="font-size: 1px; word-break: break-all">${'x'.repeat(2_000_000)}`),
    words: 'xxx',
    long: true,
  },
];

const pdfs: UglyInput[] = [
  { name: 'no PDF', part: pdf('no PDF at all'), fails: ['pdf_invalid', 'bind'] },
  { name: 'an empty PDF', part: pdf(''), fails: ['pdf_invalid', 'bind'] },
  { name: 'only the header of a PDF', part: pdf('%PDF-1.7\n'), fails: ['pdf_invalid', 'bind'] },
  { name: 'a PDF cut in half', part: pdf(buildPages(4).subarray(0, 500)), fails: ['pdf_invalid', 'bind'] },
  { name: 'a PDF without its end', part: pdf(buildPages(2).subarray(0, -150)), words: 'Page 2', pages: 2 },
  {
    name: 'a PDF of no pages',
    part: pdf(buildPdf(['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Kids [] /Count 0>>'])),
    fails: ['pdf_invalid', 'bind'],
  },
  {
    name: 'a tree of pages in a ring',
    part: pdf(buildPdf(['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Kids [2 0 R] /Count 1>>'])),
    fails: ['pdf_invalid', 'bind'],
  },
  {
    name: 'a PDF that says it has ten thousand pages',
    part: pdf(
      buildPages(1).toString('latin1').replace('/Count 1 /MediaBox [0 0 200 100]', '/Count 9999 /MediaBox[0 0 99 99]'),
    ),
    words: 'Page 1',
  },
  {
    name: 'a damaged PDF that says it has a million pages',
    part: pdf(buildPages(1).toString('latin1').replace('/Count 1', '/Count 1000000')),
    fails: ['pdf_invalid', 'bind'],
  },
  {
    name: 'a PDF of far too many pages',
    part: pdf(
      buildPdf([
        '<</Type /Catalog /Pages 2 0 R>>',
        `<</Type /Pages /Count 1000000 /MediaBox [0 0 9 9] /Kids [${'3 0 R '.repeat(1_000_000)}]>>`,
        '<</Type /Page /Parent 2 0 R>>',
      ]),
    ),
    fails: ['too_many_pages', 'bind'],
  },
  {
    name: 'a PDF with its cross-reference astray',
    part: pdf(
      buildPages(3)
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n7'),
    ),
    pages: 3,
  },
  {
    name: 'a PDF with a password',
    part: pdf(
      buildPdf(
        [
          '<</Type /Catalog /Pages 2 0 R>>',
          '<</Type /Pages /Kids [] /Count 0>>',
          '<</Filter /Standard /V 2 /R 3 /O (x) /U (y) /P -4 /Length 128>>',
        ],
        { trailer: '/Encrypt 3 0 R /ID [<00><00>]' },
      ),
    ),
    fails: ['pdf_invalid', 'bind'],
  },
  {
    name: 'a PDF whose content does not unfold',
    part: pdf(
      buildPdf([
        '<</Type /Catalog /Pages 2 0 R>>',
        '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 9 9]>>',
        '<</Type /Page /Parent 2 0 R /Contents 4 0 R>>',
        { dict: '/Filter /FlateDecode', data: 'garbage' },
      ]),
    ),
    pages: 1,
  },
  { name: 'HTML that says it is a PDF', part: pdf('<html>not a PDF</html>'), fails: ['pdf_invalid', 'bind'] },
];

/** All of them. */
export const uglyInputs: readonly UglyInput[] = [...endless, ...scripts, ...documents, ...looks, ...large, ...pdfs];
