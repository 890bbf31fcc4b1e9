import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect } from 'vitest';
import { buildPages } from '../../../pdf/build-pdf.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

/** Places of an image that the browser cannot read. Each has its own. */
const places = [
  ['as a background', '<div style="background: url(background.png)">x</div>', 'background.png'],
  ['in a style sheet', '<style>p::before { content: url(content.png) }</style><p>x', 'content.png'],
  ['around a box', '<p style="border: 5px solid; border-image: url(border.png) 3">x', 'border.png'],
  ['before the items of a list', '<ul style="list-style-image: url(list.png)"><li>x</ul>', 'list.png'],
  ['in SVG', '<svg width=50 height=50><image href="drawing.png" width=50 height=50 /></svg>', 'drawing.png'],
  ['as a button', '<input type=image src=button.png>', 'button.png'],
  ['as the poster of a film', '<video poster=poster.png></video>', 'poster.png'],
  ['in a frame', '<iframe src=inner.html></iframe>', 'frame.png'],
  ['in a shadow tree', '<div><template shadowrootmode=open><img src=shadow.png></template></div>', 'shadow.png'],
  ['in an object', '<object data=object.png type=image/png></object>', 'object.png'],
] as const;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const bad = { type: 'image/png', base64: base64('no picture') };
const svg = (text: string) => ({ type: 'image/svg+xml', base64: base64(text) });
const svgStart = '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50">';
const badDrawing = svg(`${svgStart}<rect></svg>`);
const assets = {
  ...Object.fromEntries(places.map(([, , name]) => [name, bad])),
  'bad.png': bad,
  'good.gif': { type: 'image/gif', base64: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' },
  ...Object.fromEntries(['image.svg', 'background.svg', 'object.svg', 'embed.svg'].map((name) => [name, badDrawing])),
  'good.svg': svg(`${svgStart}<rect width="50" height="50"/></svg>`),
  'empty.svg': svg('<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>'),
  'terms.pdf': { type: 'application/pdf', base64: buildPages(1).toString('base64') },
  'film.mp4': { type: 'video/mp4', base64: base64('no film') },
  'inner.html': { type: 'text/html', base64: base64('<p>text<img src=frame.png>') },
};
const warn = async (html: string, options: object = {}) => {
  const { warnings } = await renderParts(engine, { html, assets }, options);
  return warnings.map(({ code, detail }) => `${code}: ${detail}`);
};
const unread = (name: string) => `resource_failed: ${name} arrived, but the browser cannot read it`;

describe('an image that arrives and cannot be read is reported', () => {
  test.each(places)('%s', async (_where, html, name) => {
    expect(await warn(html)).toEqual([unread(name)]);
  });

  test('wherever it is, unless that is to fail or to be ignored', async () => {
    const html = places.map(([, place]) => place).join('');
    const names = places.map(([, , name]) => name);
    expect(await warn(html)).toEqual(names.toSorted().map(unread));
    const failing = warn(html, { on_resource_error: 'fail' });
    await expect(failing).rejects.toMatchObject({ code: 'resource_failed' });
    expect(await warn(html, { on_resource_error: 'ignore' })).toEqual([]);
  });

  test('of a picture that has lost its end, whatever shows it', async () => {
    const whole = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const png = (text: string) => ({ type: 'image/png', base64: text });
    const cut = { 'a b.png': png(whole.slice(0, 80)), 'back.png': png(whole.slice(0, 80)), 'whole.png': png(whole) };
    const html = '<img src="a b.png"><img src=whole.png><p style="background: url(back.png)">x';
    const { warnings } = await renderParts(engine, { html, assets: cut });
    expect(warnings.map(({ code, detail }) => `${code}: ${detail}`)).toEqual([
      'resource_failed: a%20b.png ends before its picture does: the rest of it is empty',
      'resource_failed: back.png ends before its picture does: the rest of it is empty',
    ]);
  });

  test('of SVG that is not well-formed', async () => {
    const html =
      '<img src=image.svg><p style="background: url(background.svg)">x<object data=object.svg></object><embed src=embed.svg>';
    expect(await warn(html)).toEqual(['background.svg', 'embed.svg', 'image.svg', 'object.svg'].map(unread));
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
    '<style>.nowhere { background: url(bad.png) }</style><p style="cursor: url(poster.png), auto">nobody points at paper' +
      '<style>p { cursor: url("button.png"), auto }</style>',
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

  test('a film without a poster is reported, and fails nothing', async () => {
    const html =
      '<video id=tour src=film.mp4></video><video poster=good.gif src=film.mp4></video><video hidden src=film.mp4></video>';
    expect(await warn(html, { on_resource_error: 'fail' })).toEqual([
      'media_unprinted: video#tour has no poster, and prints as an empty box.',
    ]);
  });

  test('a canvas that asks for WebGL and gets none is reported, unless it is drawn otherwise or not shown', async () => {
    const html = `<canvas id=map></canvas><canvas id=chart></canvas><canvas id=probe hidden></canvas><script>
      for (const canvas of document.querySelectorAll('canvas')) canvas.getContext('webgl2');
      chart.getContext('2d').fillRect(0, 0, 9, 9);
    </script>`;
    expect(await warn(html, { on_resource_error: 'fail' })).toEqual([
      'media_unprinted: canvas#map asks for WebGL, which the browser does not have here, and prints as an empty box.',
    ]);
  });

  test('a frame that scrolls is reported by how much of it is on paper', async () => {
    const frame = (attributes: string) =>
      `<iframe ${attributes} width=200 height=100 srcdoc="<body style='margin: 0'><div style='height: 900px'>x</div>"></iframe>`;
    expect(await warn(frame('class=map'))).toEqual([
      'content_cut: iframe.map shows 100 of 900 px of its height: paper does not scroll.',
    ]);
    expect(await warn(frame('scrolling=no') + frame('hidden'))).toEqual([]);
  });

  test('is nothing that is shown, hidden or empty', async () => {
    const shown = '<object data=good.svg width=50 height=50></object><embed src=good.svg>';
    const hidden = '<object data=terms.pdf type=application/pdf style="display: none"></object>';
    const empty = '<iframe></iframe><iframe srcdoc="text"></iframe>';
    expect(await warn(shown + hidden + empty)).toEqual([]);
  });
});

test('links to places in a shadow tree are reported, and those to other places are not', async () => {
  const tree = '<template shadowrootmode=open><p id="in é">x<p id=twice>x<a href="#own">own</a><p id=own>x</template>';
  const links = ['in%20é', 'twice', 'gone', '', 'in%20é'].map((id) => `<a href="#${id}">x</a>`);
  expect(await warn(`${links.join(' ')}<div>${tree}</div><p id=twice>x`)).toEqual([
    'link_dropped: a link to #in é was dropped: that place is in a shadow tree',
    'link_dropped: a link to #own was dropped: that place is in a shadow tree',
  ]);
});
