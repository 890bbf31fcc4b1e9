import { describe, expect } from 'vitest';
import { openPdf, readAnnotations, readTexts } from '../../../pdf/read-pdf.ts';
import { engine, test } from '../../shared-engine.ts';

const content = 'Inside text <a href="https://example.com/">link</a>';
const wrap = (html: string) => `<!doctype html><html lang="en"><title>t</title><p>before</p>${html}<p>after`;
const render = async (html: string, pdf?: object) => {
  const result = await engine.render({ parts: { html: wrap(html) }, ...(pdf && { pdf }) } as never, {
    account: 'test',
  });
  const document = await openPdf(result.pdf);
  return {
    text: (await readTexts(document)).join(' '),
    links: (await readAnnotations(document, 1)).length,
    warnings: result.warnings.map(({ code, detail }) => `${code}: ${detail}`),
  };
};
const box = (style: string) => `<div class=box style="${style}">${content}</div>`;
const filterOf = (id: string) => `<svg width=0 height=0><filter id=${id}><feOffset dx=2 /></filter></svg>`;
/** Text that is not printed, or with other characters. */
const unseen = `
  <p style="position: absolute; left: -999px">beyond the page
  <p style="position: absolute; clip: rect(0, 0, 0, 0)">clipped
  <p style="clip-path: inset(50%); width: 1px">clipped as well
  <p style="opacity: 0">transparent
  <p style="visibility: hidden">hidden
  <p style="height: 20px; overflow: hidden">first<br>second
  <p style="width: 40px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">shortened at the end
  <p style="font-size: 0">small
  <p style="text-indent: -999px; overflow: hidden">moved away
  <p style="transform: scale(0)">nothing
  <p aria-hidden=true>not read out
  <p style="text-transform: uppercase">Straße
  <p lang=de style="hyphens: auto; width: 60px">Donaudampfschifffahrtsgesellschaft
  <p dir=rtl lang=ar>مرحبا بالعالم
  <p lang=hi>नमस्ते दुनिया
  <p style="font-variant: small-caps">office
  <details><summary>shown</summary>folded</details>
  <p style="column-count: 3">several columns with some words in them
  <p><ruby>漢<rt>kan</rt></ruby> and <math><mi>x</mi></math>`;
const inTree = `<div><template shadowrootmode=open><p style="filter: blur(0)">${content}</p></template></div>`;

describe('a filter without effect leaves text and links', () => {
  test.each([
    ['blur(0)'],
    ['opacity(1)'],
    ['opacity(150%)'],
    ['brightness(1)'],
    ['contrast(100%)'],
    ['saturate(1)'],
    ['grayscale(0)'],
    ['sepia(0)'],
    ['invert(0)'],
    ['hue-rotate(0deg)'],
    ['hue-rotate(-1turn)'],
    ['drop-shadow(2px 2px 3px transparent)'],
    ['blur(0) grayscale(0%)'],
    ['url(#unknown)'],
  ])('%s', async (filter) => {
    expect(await render(box(`filter: ${filter}`))).toEqual({
      text: expect.stringContaining('Inside text link'),
      links: 1,
      warnings: [],
    });
  });

  test.each([
    [
      'of a style sheet, with a transition',
      `<style>.box { filter: blur(0px) !important; transition: 9s }</style>${box('')}`,
    ],
    ['of the root', `<style>html { filter: grayscale(0) }</style>${box('')}`],
    [
      'of an animation',
      `<style>@keyframes a { to { filter: blur(0) } } .box { animation: a 1ms forwards }</style>${box('')}`,
    ],
    ['of a script', `<div id=x>${content}</div><script>x.style.filter = 'opacity(1)'</script>`],
    ['of a shadow tree', inTree],
    ['that is opacity', box('filter: opacity(50%)')],
  ])('%s', async (_of, html) => {
    expect(await render(html)).toMatchObject({
      text: expect.stringContaining('Inside text link'),
      links: 1,
      warnings: [],
    });
  });

  test('and what is placed in its box stays there', async () => {
    const html = (filter: string) =>
      `<div style="filter: ${filter}; margin: 100px"><p style="position: fixed; top: 0; left: 0; margin: 0">placed</p></div>`;
    const place = async (source: string) => {
      const { pdf } = await engine.render({ parts: { html: wrap(source) } } as never, { account: 'test' });
      const { items } = await (await (await openPdf(pdf)).getPage(1)).getTextContent();
      return items.flatMap((item) => ('str' in item && item.str === 'placed' ? [item.transform.slice(4)] : []));
    };
    const expected = await place(html('none; position: relative; will-change: transform'));
    expect(expected).toHaveLength(1);
    expect(await place(html('blur(0)'))).toEqual(expected);
  });
});

describe('an effect that turns text into a picture is named', () => {
  test.each([
    ['a filter', box('filter: grayscale(1)'), 'filter: grayscale(1) (div.box) turns text into a picture'],
    [
      'a shadow',
      box('filter: drop-shadow(1px 1px red)'),
      'filter: drop-shadow(rgb(255, 0, 0) 1px 1px 0px) (div.box) turns text into a picture',
    ],
    [
      'of the root',
      `<style>html { filter: invert(1) }</style>${content}`,
      'filter: invert(1) (html) turns text into a picture',
    ],
    [
      'a filter of SVG',
      `${filterOf('f')}<svg width=300 height=50><text filter="url(#f)" y=20>drawn</text></svg>`,
      'filter: url("#f") (text) turns text into a picture',
    ],
    [
      'of a form field',
      '<label style="filter: sepia(1)"><input value=x></label>',
      'filter: sepia(1) (label) turns text into a picture',
    ],
    [
      'of generated content',
      '<style>p.a::before { content: "made"; filter: blur(1px) }</style><p class=a>x',
      'filter: blur(1px) (p.a::before) turns text into a picture',
    ],
    [
      'a reflection',
      box('-webkit-box-reflect: below'),
      '-webkit-box-reflect: below 0px none (div.box) turns text into a picture',
    ],
    [
      'a perspective',
      `<div style="perspective: 300px">${box('transform: rotateX(10deg)')}</div>`,
      'perspective with a 3D transform (div.box) turns text into outlines',
    ],
    [
      'its function',
      box('transform: perspective(300px) rotateY(10deg)'),
      'perspective with a 3D transform (div.box) turns text into outlines',
    ],
    [
      'with rotate',
      `<div style="perspective: 300px">${box('rotate: x 10deg')}</div>`,
      'perspective with a 3D transform (div.box) turns text into outlines',
    ],
  ])('%s', async (_of, html, detail) => {
    const { text, warnings } = await render(html);
    expect(text).not.toMatch(/Inside|drawn|made/);
    expect(warnings).toEqual([`text_rasterized: ${detail}: it cannot be searched, copied or read aloud.`]);
  });

  test('once for a rule, and only for the outermost of nested boxes', async () => {
    const html = `${box('filter: blur(1px)').repeat(3)}<div style="filter: blur(2px)" id=outer>${box('filter: blur(1px)')}</div>`;
    expect((await render(html)).warnings).toEqual([
      'text_rasterized: filter: blur(1px) (div.box) turns text into a picture: it cannot be searched, copied or read aloud.',
      'text_rasterized: filter: blur(2px) (div#outer) turns text into a picture: it cannot be searched, copied or read aloud.',
    ]);
  });

  test.each([
    ['without text', '<div style="filter: blur(3px); width: 9px; height: 9px; background: red"></div>'],
    [
      'of a picture',
      '<svg style="filter: grayscale(1)" width=9 height=9 role=img aria-label=x><rect width=9 height=9 /></svg>',
    ],
    ['that is not shown', box('filter: blur(3px); display: none')],
    ['for the screen alone', `<style>@media screen { .box { filter: blur(3px) } }</style>${box('')}`],
    ['that keeps text', box('backdrop-filter: blur(2px); mix-blend-mode: multiply; mask: linear-gradient(black, red)')],
    ['in a plane', box('transform: perspective(300px) translateZ(-10px)')],
  ])('but not one %s', async (_what, html) => {
    expect((await render(html)).warnings).toEqual([]);
  });
});

describe('an accessible document', () => {
  test.each(['pdf/ua-1', 'pdf/a-2a', 'pdf/a-3a'])('is refused with text in a picture: %s', async (claim) => {
    await expect(render(box('filter: grayscale(1)'), { conformance: [claim] })).rejects.toMatchObject({
      code: 'not_conforming',
      errors: [
        {
          pointer: '/parts',
          detail: expect.stringContaining('filter: grayscale(1) (div.box) turns text into a picture'),
        },
      ],
    });
  });

  test('is refused with an image whose text a filter drops', async () => {
    const image =
      '<img alt="A chart" style="filter: grayscale(1)" width=9 height=9 src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">';
    expect((await render(image)).warnings).toEqual([]);
    await expect(render(image, { conformance: ['pdf/ua-1'] })).rejects.toMatchObject({ code: 'not_conforming' });
  });

  test('is refused with text that is lost for a reason that no style shows, and keeps what is not printed as text', async () => {
    const closed = '<template shadowrootmode=closed><p style="filter: blur(1px)"><slot></slot></p></template>';
    const lost = render(`<h1>Kept</h1><div>${closed}Slotted words</div>`, { conformance: ['pdf/ua-1'] });
    await expect(lost).rejects.toMatchObject({
      errors: [{ detail: expect.stringContaining('cannot be read aloud: "Slotted words"') }],
    });
    expect(await render(`<h1>Kept</h1>${unseen}`, { conformance: ['pdf/ua-1'] })).toMatchObject({ warnings: [] });
  });
});
