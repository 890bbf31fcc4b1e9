import { describe, expect } from 'vitest';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const warn = async (html: string, options: object = {}, assets: object = {}) => {
  const { warnings } = await renderParts(engine, { html, assets }, options);
  return warnings.map(({ code, detail }) => `${code}: ${detail}`);
};
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('content that is wider than its page', () => {
  const paper = '@page { size: A4; margin: 20mm } body { margin: 0 }';
  const block = (width: string) =>
    `<style>${paper}</style><p>text<table class=items style="min-width: ${width}"><td>end`;

  test('is reported where all of it is printed smaller', async () => {
    expect(await warn(block('200mm'))).toEqual([
      'content_shrunk: table.items needs 756 px, and the page has 643: all is printed at 85 %.',
    ]);
  });

  test('is never reported as printed at 100 %', async () => {
    expect(await warn(block('171mm'))).toEqual([
      'content_shrunk: table.items needs 646 px, and the page has 643: all is printed at 99 %.',
    ]);
  });

  test('is reported where the end of it is cut off', async () => {
    const [warning] = await warn(block('400mm'));
    expect(warning).toBe(
      'content_cut: table.items needs 1512 px, and the page has 643: all is printed at 67 %, and what is still too wide is cut off.',
    );
  });

  test.each(['@page:first', '@page:right', '@page wide'])(
    'is measured by the margins of its page: %s',
    async (selector) => {
      const name = selector === '@page wide' ? 'wide' : 'auto';
      const html = block('200mm').replace('body {', `${selector} { margin: 60mm } table { page: ${name} } body {`);
      expect((await warn(html)).map((warning) => warning.replace(/ needs.*/, ''))).toEqual([
        'content_cut: table.items',
      ]);
    },
  );

  test('is measured inside of the padding and the borders of the page', async () => {
    const inner = '@page { size: A4; margin: 20mm; padding: 0 10mm; border: 5mm solid }';
    expect(await warn(block('150mm').replace(paper, `${inner} body { margin: 0 }`))).toEqual([
      'content_shrunk: table.items needs 567 px, and the page has 530: all is printed at 93 %.',
    ]);
  });

  test('fits where the page is wide enough, by the options or by CSS', async () => {
    expect(await warn(block('200mm'), { page_size: 'A3', margin: '20mm' })).toEqual([
      'page_size_overridden: The page size asked for replaces that of the document (@page).',
    ]);
    expect(await warn(block('160mm'))).toEqual([]);
    expect(await warn(block('200mm').replace('A4', 'A4 landscape'))).toEqual([]);
  });

  test('counts the scale that was asked for', async () => {
    expect(await warn(block('200mm'), { scale: 0.5 })).toEqual([]);
    expect((await warn(block('100mm'), { scale: 2 }))[0]).toMatch(/^content_shrunk: table.items needs 378 px/);
  });

  test('is not what is drawn smaller, hidden, or off to the left', async () => {
    const html = `<div style="transform: scale(0.8)">drawn smaller</div>
      <div style="overflow: hidden"><div style="width: 3000px">hidden</div></div>
      <svg viewBox="0 0 5000 100"><g transform="scale(2.5)"><text y=50>x</text></g></svg>
      <div style="position: absolute; left: -9999px; width: 5000px">off to the left</div>`;
    expect(await warn(`<style>${paper}</style>${html}`)).toEqual([]);
  });
});

describe('text that begins beyond the edge of its page', () => {
  // The margin of 10 mm has room for 37 of its 80 px.
  const cut = 'content_cut: p begins 43 px beyond the left edge of the page, and that much of its text is cut off.';
  const html = '<p style="margin-left: -80px">some text that is longer than that';

  test.each(['', '<script>1</script>'])('is told of %s', async (script) => {
    expect(await warn(`<style>body { margin: 0 }</style>${html}${script}`)).toEqual([cut]);
  });

  test('is reported where a file has the style', async () => {
    const assets = { 'a.css': { type: 'text/css', base64: base64('p { margin-left: -80px } body { margin: 0 }') } };
    expect(await warn('<link rel=stylesheet href=a.css><p>some text that is longer than that', {}, assets)).toEqual([
      cut,
    ]);
  });

  test('is not what a margin of the document has room for', async () => {
    expect(await warn(`<style>body { margin: 0 0 0 80px }</style>${html}`)).toEqual([]);
  });
});

describe('boxes that scroll', () => {
  const tall = '<div style="height: 900px">x</div>';

  test('are reported by how much of them is on paper', async () => {
    const css = 'main { height: 200px; overflow-y: auto }';
    expect(
      await warn(
        `<style>${css}</style><main id=app>${tall}</main><div style="overflow: auto; width: 99px; height: 40px"><p style="width: 300px">`,
      ),
    ).toEqual([
      'content_cut: div shows 99 of 300 px of its width: paper does not scroll.',
      'content_cut: main#app shows 200 of 900 px of its height: paper does not scroll.',
    ]);
    expect((await warn('<textarea rows=2>1\n2\n3\n4\n5</textarea>'))[0]).toMatch(/^content_cut: textarea shows \d+ of/);
  });

  test.each([
    ['the rules for pages', '@page { size: A5; margin: 10mm }', 1],
    ['a wide page', '@page { size: A3 landscape }', 0],
    ['a wide page with a name', '@page wide { size: A3 landscape } pre { page: wide }', 0],
  ])('are as wide as %s make them', async (_what, rules, cuts) => {
    const html = `<style>${rules} pre { overflow-x: auto }</style><pre>${'x'.repeat(cuts === 1 ? 80 : 110)}`;
    expect((await warn(html)).map((warning) => warning.split(' ')[0])).toEqual(Array(cuts).fill('content_cut:'));
  });

  test('are reported where they are the body itself, or in a shadow tree', async () => {
    const body = `<style>html { height: 100%; overflow: hidden } body { height: 100%; margin: 0; overflow-y: auto }</style>${tall}${tall}`;
    expect(await warn(body)).toEqual([expect.stringMatching(/^content_cut: body shows \d+ of 1800 px of its height/)]);
    const shadow = `<div><template shadowrootmode=open><style>main { height: 50px; overflow: auto }</style><main>${tall}</main></template></div>`;
    expect(await warn(`${shadow}<script>1</script>`)).toEqual([
      expect.stringMatching(/^content_cut: main shows 50 of 900/),
    ]);
  });

  test('are not reported if they are invisible', async () => {
    const styles = [
      'visibility: hidden',
      'opacity: 0',
      'position: absolute; left: -9999px',
      'position: absolute; width: 1px; height: 1px',
    ];
    const boxes = styles.map((style) => `<div style="height: 50px; overflow: auto; ${style}">${tall}</div>`);
    expect(await warn(`<body style="overflow: auto">${boxes.join('')}`)).toEqual([]);
  });

  test('are not reported if all of their content is shown, or print gives them room', async () => {
    const css = 'main { overflow: auto } @media print { aside { overflow: visible !important } }';
    const html = `<main>${tall}</main><aside style="height: 9px; overflow: auto">${tall}</aside><div style="height: 9px; overflow: hidden">${tall}`;
    expect(await warn(`<style>${css}</style>${html}`)).toEqual([]);
  });
});

describe('files that arrive and cannot be read', () => {
  const assets = {
    'bad.png': { type: 'image/png', base64: base64('no picture') },
    'bad.woff2': { type: 'font/woff2', base64: base64('no font') },
  };
  const font = '<style>@font-face { font-family: Brand; src: url(bad.woff2) } p { font-family: Brand }</style><p>x';

  test('are warnings, once, and those that do not arrive are reported as before', async () => {
    expect(await warn(`${font}<img src=bad.png><img src=bad.png><img src=gone.png>`, {}, assets)).toEqual([
      'resource_failed: bad.png arrived, but the browser cannot read it',
      'resource_failed: bad.woff2 arrived, but the browser cannot read it',
      'resource_missing: gone.png is not among its files',
    ]);
  });

  test.each(['<img src=bad.png>', `${font}`, `<img src="data:image/png;base64,${'A'.repeat(200)}">`])(
    '%s fails where failures are asked for',
    async (html) => {
      await expect(warn(html, { on_resource_error: 'fail' }, assets)).rejects.toMatchObject({
        code: 'resource_failed',
      });
    },
  );

  test('are not those that stand for nothing', async () => {
    const html = `<img src="data:,"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><img><img src="">
      <img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>">`;
    expect(await warn(html, { on_resource_error: 'fail' })).toEqual([]);
  });
});
