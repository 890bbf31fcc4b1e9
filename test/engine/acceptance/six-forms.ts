import { readFileSync } from 'node:fs';
import type { RenderRequest } from '../../../src/contract/index.ts';
import { type Origin, openOrigin } from '../../browser/egress/origin.ts';
import { buildPages, firstMore } from '../../pdf/build-pdf.ts';

const readFont = (name: string) => readFileSync(new URL(`../../../examples/assets/${name}.woff2`, import.meta.url));
const base64 = (data: string | Buffer) => Buffer.from(data).toString('base64');

/** A style that sets all text, whatever fonts the machine has, in one font: that of the files of these names. */
function setIn(name: string): string {
  const faces = [
    ['regular', 'normal'],
    ['semibold', 'bold'],
  ].map(([cut, weight]) => {
    const source = `data:font/woff2;base64,${base64(readFont(`${name}-${cut}`))}`;
    return `@font-face { font-family: ${name}; font-weight: ${weight}; src: url(${source}) }`;
  });
  return `<style>${faces.join(' ')} * { font-family: ${name} !important } @page { font-family: ${name} }</style>`;
}

const inter = setIn('inter');
const counters = '@page { font-family: Own; @bottom-center { content: counter(page) " / " counter(pages) } }';
const footer = `${inter}<div style="text-align: center"><span class="pageNumber"></span> / <span class="totalPages"></span></div>`;
const words = 'The quick brown fox jumps over the lazy dog while numbers such as 1234567890 stay in line. ';
const next = 'style="break-before: page"';

const web = `<!doctype html><html lang="en"><title>A web page</title>${inter}<h1>Web</h1>
  <p>From an address. <a href="https://example.com/away">away</a> <a href="#below">below</a></p>
  <p>${words.repeat(20)}</p><h2 id="below" ${next}>Below</h2><p>${words.repeat(10)}</p>`;

const html = `<!doctype html><html lang="en"><title>Own files</title><link rel="stylesheet" href="css/own.css">
  <h1>Own</h1><img src="logo.svg" alt="A logo"><p><a href="notes.md#a-list">list</a> <a href="appendix.pdf#page=2">appendix</a></p>
  <p>${words.repeat(20)}</p><table><thead><tr><th>Name<th>Price</thead><tbody>
  ${Array.from({ length: 80 }, (_, index) => `<tr><td>Row ${index + 1}<td>${index * 7}.00`).join('')}</table>
  <h2 id="end" ${next}>End of own</h2>`;

const css = `${counters} @font-face { font-family: Own; src: url(../regular.woff2) }
  @font-face { font-family: Own; font-weight: bold; src: url(../bold.woff2) } * { font-family: Own }
  table { border-collapse: collapse } td, th { border: 1px solid #999; padding: 1px 6px }`;

const logo = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18"/></svg>';

const markdown = `${inter}\n\n# Notes\n\n${words.repeat(10)}\n\n## A list\n\n- one\n- [to the end](own.html#end)\n\n\`\`\`js\nconst a = 1;\n\`\`\`\n
| a | b |\n|---|---|\n| 1 | 2 |\n`;

const content = `<title>{{ title }}</title>${inter}<h1>{{ title }}</h1><p>Total {{ items | map: "price" | sum }}</p>
  <ul>{% for item in items %}<li>{{ item.name }} costs {{ item.price }}</li>{% endfor %}</ul><p>${words.repeat(10)}</p>`;

const wide = `<!doctype html><title>Wide</title><style>${counters}</style>${setIn('source-serif')}<h1>Wide</h1>
  <p>${words.repeat(8)}</p><p><a href="own.html">own</a></p>`;

/** The template of the list, for `loadTemplate`. */
export const loadTemplate = async () => ({ name: 'Sum', content, preview_context: {} });

function buildAppendix(): Buffer {
  const at = firstMore(2);
  return buildPages(2, {
    catalog: `/Outlines ${at} 0 R`,
    more: [
      `<</First ${at + 1} 0 R /Last ${at + 1} 0 R /Count 1>>`,
      `<</Title (Second leaf) /Parent ${at} 0 R /Dest [6 0 R /Fit]>>`,
    ],
  });
}

/** Serves the page of the `url` part. */
export function openWebPage(): Promise<Origin> {
  return openOrigin((_, response) => response.setHeader('content-type', 'text/html').end(web));
}

/** One list with a part of every form. `address` is that of the `url` part. */
export function buildSixForms(address: string): RenderRequest {
  const items = Array.from({ length: 12 }, (_, index) => ({ name: `Thing <${index}>`, price: index }));
  return {
    parts: [
      { url: address, title: 'Part of the web', options: { footer } },
      {
        html,
        name: 'own.html',
        title: 'Part with files',
        assets: {
          'css/own.css': { type: 'text/css', base64: base64(css) },
          'regular.woff2': { type: 'font/woff2', base64: base64(readFont('source-serif-regular')) },
          'bold.woff2': { type: 'font/woff2', base64: base64(readFont('source-serif-semibold')) },
          'logo.svg': { type: 'image/svg+xml', base64: base64(logo) },
        },
      },
      { markdown, name: 'notes.md', options: { footer } },
      {
        template: '0193a7c2-1111-7222-8333-444455556666',
        context: { title: 'A sum', items },
        title: 'Part of a template',
        options: { footer },
      },
      { pdf: base64(buildAppendix()), name: 'appendix.pdf', title: 'Part that was a PDF', options: { footer } },
      { html: wide, options: { page_size: 'A5', landscape: true } },
    ],
    options: { margin: '20mm' },
    metadata: { title: 'Six forms', author: 'Ada', keywords: 'six', created: '2026-01-02T03:04:05Z' },
  };
}
