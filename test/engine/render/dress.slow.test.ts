import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished } from 'vitest';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

const read = async (parts: unknown, options: object = {}) => readPdf((await renderParts(engine, parts, options)).pdf);
const mark = (text: string) => `p::before { content: "${text} " }`;

describe('style sheets of the options', () => {
  test('come after those of the document, in their order', async () => {
    const own = `<style>${mark('own')}</style><p>text`;
    expect((await read({ html: own }, { css: [mark('first')] })).pages).toEqual(['first text']);
    expect((await read({ html: `<p>text${own}` }, { css: [mark('first'), mark('second')] })).pages).toEqual([
      'second text second text',
    ]);
    const parts = [{ html: own, options: { css: [mark('part')] } }, { markdown: 'text' }];
    expect((await read(parts, { css: [mark('all')], footer: '&nbsp;' })).pages).toEqual(['part text', 'all text']);
  });

  test('may have CSS for paged media, and text that looks like HTML', async () => {
    const css = ['@page { size: A6; @top-left { content: "</style>" counter(pages) } }'];
    const { pages, sizes } = await read({ html: '<h1>x</h1>' }, { css });
    expect(pages).toEqual(['</style>1 x']);
    expect(sizes[0]?.map(Math.round)).toEqual([298, 420]);
  });

  test('leave the places of elements among their siblings', async () => {
    const html = '<p>one</p><p>two</p>';
    expect(
      (await read({ html }, { css: ['p:last-child { color: red } p:not(:last-child) { display: none }'] })).pages,
    ).toEqual(['two']);
  });

  test('reach a web page, whatever its site says of content', async () => {
    const content = '<!doctype html><p>text';
    const headers = { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'; style-src 'none'" };
    const server = createServer((_, response) => response.writeHead(200, headers).end(content)).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const css = [`${mark('added')} @page { size: A6; @top-left { content: counter(pages) } }`];
    const { pages, sizes } = await read({ url }, { css });
    expect(pages).toEqual(['1 added text']);
    expect(sizes[0]?.map(Math.round)).toEqual([298, 420]);
  });

  test('have no effect on a PDF, with a warning', async () => {
    const { pdf } = await renderParts(engine, { html: 'x' });
    const { warnings } = await renderParts(engine, {
      pdf: Buffer.from(pdf).toString('base64'),
      options: { css: ['a {}'] },
    });
    expect(warnings.map(({ code }) => code)).toEqual(['option_ignored']);
  });
});

describe('a theme', () => {
  test('is the design of Markdown', async () => {
    const markdown = '# One\n\ntext\n\n# Two\n\ntext';
    expect((await read({ markdown })).pages).toEqual(['1 / 1 One text Two text']);
    expect((await read({ markdown }, { theme: 'book' })).pages).toEqual(['1 One text', '2 Two text']);
    expect((await read({ markdown }, { theme: 'book', footer: '<b class="pageNumber">' })).pages).toEqual([
      'One text 1',
      'Two text 2',
    ]);
  });

  test('is the design of HTML without style sheets, and leaves other HTML alone', async () => {
    const html = '<h1>Title</h1><p>text';
    expect((await read({ html }, { theme: 'report' })).pages).toEqual(['1 / 1 Title Title text']);
    const { pdf, warnings } = await renderParts(engine, { html: `<style></style>${html}` }, { theme: 'report' });
    expect((await readPdf(pdf)).pages).toEqual(['Title text']);
    expect(warnings.map(({ code }) => code)).toEqual(['option_ignored']);
  });

  test.each(['plain', 'report', 'book', 'letter'])(
    '%s conforms to PDF/UA, and breaks no page otherwise',
    async (theme) => {
      const markdown =
        '# One\n\ntext [link](https://example.com)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n\n# Two\n\n- item';
      const parts = [{ toc: {} }, { markdown, title: 'Part' }];
      const request = { parts, options: { theme }, metadata: { title: 'T' }, pdf: { conformance: ['pdf/ua-1'] } };
      const { warnings } = await engine.render(request as never, { account: 'a' });
      expect(warnings).toEqual([]);
    },
  );
});
