import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect } from 'vitest';
import { buildPages } from '../../pdf/build-pdf.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const svg = (text: string) => ({ type: 'image/svg+xml', base64: base64(text) });
const svgStart = '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50">';
const assets = {
  'bad.png': { type: 'image/png', base64: base64('no picture') },
  'good.gif': { type: 'image/gif', base64: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' },
  'bad.svg': svg(`${svgStart}<rect></svg>`),
  'good.svg': svg(`${svgStart}<rect width="50" height="50"/></svg>`),
  'empty.svg': svg('<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>'),
  'terms.pdf': { type: 'application/pdf', base64: buildPages(1).toString('base64') },
  'film.mp4': { type: 'video/mp4', base64: base64('no film') },
  'inner.html': { type: 'text/html', base64: base64('<p>text<img src=bad.png>') },
};
const warn = async (html: string, options: object = {}) => {
  const { warnings } = await renderParts(engine, { html, assets }, options);
  return warnings.map(({ code, detail }) => `${code}: ${detail}`);
};
const unread = (name: string) => `resource_failed: ${name} arrived, but the browser cannot read it`;

describe('an image that arrives and cannot be read is told of', () => {
  test.each([
    ['as a background', '<div style="background: url(bad.png)">x'],
    ['in a style sheet', '<style>p::before { content: url(bad.png) }</style><p>x'],
    ['around a box', '<p style="border: 5px solid; border-image: url(bad.png) 3">x'],
    ['before the items of a list', '<ul style="list-style-image: url(bad.png)"><li>x</ul>'],
    ['in SVG', '<svg width=50 height=50><image href="bad.png" width=50 height=50 /></svg>'],
    ['as a button', '<input type=image src=bad.png>'],
    ['as the poster of a film', '<video poster=bad.png></video>'],
    ['in a frame', '<iframe src=inner.html></iframe>'],
    ['in a shadow tree', '<div><template shadowrootmode=open><img src=bad.png></template></div>'],
    ['in an object', '<object data=bad.png type=image/png></object>'],
  ])('%s', async (_where, html) => {
    expect(await warn(html)).toEqual([unread('bad.png')]);
    await expect(warn(html, { on_resource_error: 'fail' })).rejects.toMatchObject({ code: 'resource_failed' });
    expect(await warn(html, { on_resource_error: 'ignore' })).toEqual([]);
  });

  test.each([
    '<img src=bad.svg>',
    '<p style="background: url(bad.svg)">x',
    '<object data=bad.svg></object>',
    '<embed src=bad.svg>',
  ])('of SVG that is not well-formed: %s', async (html) => {
    expect(await warn(html)).toEqual([unread('bad.svg')]);
  });

  test('beside one that is not there', async () => {
    expect(await warn('<img src=gone.png><p style="background: url(bad.png)">x')).toEqual([
      unread('bad.png'),
      'resource_missing: gone.png is not among its files',
    ]);
  });

  test('once, wherever it stands', async () => {
    const html = '<img src=bad.png><p style="background: url(bad.png)">x<svg><image href="bad.png"/></svg>';
    expect(await warn(html)).toEqual([unread('bad.png')]);
  });

  test.each([
    '<p style="background: url(good.gif)">x<svg><image href="good.svg"/></svg><img src=good.gif>',
    '<img src=empty.svg><img src=good.svg><input type=image src=good.gif>',
    '<style>.nowhere { background: url(bad.png) }</style>x',
    '<p style="cursor: url(bad.png), auto">nobody points at paper',
    '<style>p { cursor: url("bad.png"), auto }</style><p>nobody points at paper',
  ])('and is none in %s', async (html) => {
    expect(await warn(html, { on_resource_error: 'fail' })).toEqual([]);
  });

  test('and an image that is given only once is not', async ({ onTestFinished }) => {
    let asked = 0;
    const gif = Buffer.from(assets['good.gif'].base64, 'base64');
    const server = createServer((request, response) => {
      if (request.url === '/') {
        response.setHeader('content-type', 'text/html').end('<p style="background: url(once.gif)">x');
        return;
      }
      asked += 1;
      response
        .writeHead(asked === 1 ? 200 : 404, { 'content-type': 'image/gif', 'cache-control': 'no-store' })
        .end(gif);
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect((await renderParts(engine, { url })).warnings).toEqual([]);
  });
});

describe('what the browser shows nothing of inside of a page', () => {
  test.each([
    '<object data=terms.pdf type=application/pdf width=99 height=99></object>',
    '<object data=terms.pdf type=application/pdf>Open <a href="https://example.com">the terms</a></object>',
    '<embed src=terms.pdf type=application/pdf width=99 height=99>',
    '<iframe src=terms.pdf></iframe>',
  ])('is told of: %s', async (html) => {
    expect(await warn(html)).toEqual([
      'resource_failed: terms.pdf is not printed: the browser shows no application/pdf inside of a page',
    ]);
  });

  test('a film without a poster is told of, and fails nothing', async () => {
    const html =
      '<video id=tour src=film.mp4></video><video poster=good.gif src=film.mp4></video><video hidden src=film.mp4></video>';
    expect(await warn(html, { on_resource_error: 'fail' })).toEqual([
      'media_unprinted: video#tour has no poster, and prints as an empty box.',
    ]);
  });

  test('a frame that scrolls is told of by how much of it is on paper', async () => {
    const frame = (attributes: string) =>
      `<iframe ${attributes} width=200 height=100 srcdoc="<body style='margin: 0'><div style='height: 900px'>x</div>"></iframe>`;
    expect(await warn(frame('class=map'))).toEqual([
      'content_cut: iframe.map shows 100 of 900 px of its height: paper does not scroll.',
    ]);
    expect(await warn(frame('scrolling=no') + frame('hidden'))).toEqual([]);
  });

  test.each([
    '<object data=good.svg width=50 height=50></object><embed src=good.svg>',
    '<object data=terms.pdf type=application/pdf style="display: none"></object>',
    '<iframe></iframe><iframe srcdoc="text"></iframe>',
  ])('is nothing in %s', async (html) => {
    expect(await warn(html)).toEqual([]);
  });
});
