import { describe, expect } from 'vitest';
import { openPdf, readTexts } from '../../../pdf/read-pdf.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const size = '@page { size: A5; margin: 1cm } body { margin: 0; font: 16px/20px sans-serif } p { margin: 0 }';
const page = (css: string, rest = '<h2>Heading</h2><p>Text') =>
  `<!doctype html><title>t</title><style>${css}</style><style>${size}</style><div style="height: 655px">Filler</div>${rest}`;
const print = async (html: string, assets?: object) => {
  const { pdf, warnings } = await renderParts(engine, { html, ...(assets && { assets }) });
  expect(warnings).toEqual([]);
  return readTexts(await openPdf(pdf));
};
const css = (text: string) => ({ 'a.css': { type: 'text/css', base64: Buffer.from(text).toString('base64') } });
const together = ['Filler', 'Heading Text'];
const apart = ['Filler Heading', 'Text'];

describe('a heading at the foot of a page', () => {
  test.each([
    ['of a document without scripts', page('')],
    ['of one with scripts', page('', '<script>document.write("<h2>Heading</h2><p>Text")</script>')],
    ['of a document with layers', page('@layer a, b; @layer a { h2 { color: red } }')],
    ['in a box of its own', page('', '<header><h2>Heading</h2></header><p>Text')],
  ])('moves to the text that follows: %s', async (_of, html) => {
    expect(await print(html)).toEqual(together);
  });

  test.each([
    ['a rule', 'h2 { break-after: auto }'],
    ['a rule without specificity', ':where(h2) { break-after: auto }'],
    ['the old property', 'h2 { page-break-after: auto }'],
    ['a rule in a layer', '@layer a { :where(h2) { break-after: auto } }'],
    ['a rule in a layer for print', '@media print { @layer a.b { h2 { break-after: auto } } }'],
  ])('stays for %s of the document', async (_of, rule) => {
    expect(await print(page(rule))).toEqual(apart);
    expect(await print(page(rule).replace('<h2>', '<script></script><h2>'))).toEqual(apart);
  });

  test('stays for a layer that is imported, and for its own style', async () => {
    const html = page('@import "a.css" layer(base); i { color: red }');
    expect(await print(html, css('h2 { break-after: auto }'))).toEqual(apart);
    expect(await print(page('', '<h2 style="break-after: auto">Heading</h2><p>Text'))).toEqual(apart);
  });
});

test('scripts see nothing of the defaults', async () => {
  const html = page(
    '',
    `<h2>Heading</h2><p id=seen><script>
      addEventListener('load', () => { seen.textContent = [document.styleSheets.length, document.adoptedStyleSheets.length].join(' ') })
    </script>`,
  );
  expect(await print(html)).toEqual(['Filler', 'Heading 2 0']);
});
