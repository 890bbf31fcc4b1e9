import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

/** What is failed, and what is in the shadow tree of the element `host`, the body by default: slots, and the boxes of breaks. */
async function breakFloats(html: string, css = '.f { float: left; break-before: page }', host = 'document.body') {
  const page = await open(`<!doctype html><style>${css}</style>${html}`);
  const failed = await page.call('breakFloats');
  const tree = await page.read(`[...(${host}.shadowRoot?.children ?? [])].map((each) => each.localName === 'slot'
    ? each.assignedNodes().map((node) => node.id || (node.data ?? node.localName).trim()).filter((name) => name !== '').join(' ')
    : [...each.children].map(({ style }) => style.breakBefore || style.display).join(' ') + '!')`);
  return { page, failed, tree };
}

describe('the break of a float', () => {
  test.each([
    ['before it', '<p id=a>a</p><p id=f class=f>f</p><p id=b>b</p>', ['a', 'flow-root page!', 'f b']],
    ['before it, after text', 'a<p id=f class=f>f</p>', ['a', 'flow-root page!', 'f']],
    ['at the start', '<p id=f class=f>f</p>', ['', 'page!', 'f']],
    [
      'at the start after what is hidden',
      '<p id=a style="display: none">a</p><!-- c --> <p id=f class=f>f</p>',
      ['a', 'page!', 'f'],
    ],
    ['after another float', '<p id=a style="float: left">a</p><p id=f class=f>f</p>', ['a', 'flow-root page!', 'f']],
    [
      'before each of two',
      '<p id=a>a</p><p id=f class=f>f</p><p id=g class=f>g</p>',
      ['a', 'flow-root page!', 'f', 'flow-root page!', 'g'],
    ],
  ])('is %s', async (_what, html, boxes) => {
    const { failed, tree } = await breakFloats(html);
    expect([failed, tree]).toEqual([[], boxes]);
  });

  test.each([
    ['after it', '<p id=f class=f>f</p><p id=b>b</p>', ['f', 'flow-root page!', 'b']],
    [
      'after it, past what is hidden',
      '<p id=f class=f>f</p><p id=c hidden>c</p><p id=b>b</p>',
      ['f c', 'flow-root page!', 'b'],
    ],
    [
      'after the box that it ends',
      '<section id=s><p class=f>f</p></section><p id=b>b</p>',
      ['s', 'flow-root page!', 'b'],
    ],
    ['not after the last', '<p id=a>a</p><p id=f class=f>f</p>', []],
  ])('is %s', async (_what, html, boxes) => {
    const { failed, tree } = await breakFloats(html, '.f { float: left; break-after: right }');
    expect([failed, tree]).toEqual([[], boxes]);
  });

  test.each(['page', 'left', 'right', 'recto', 'verso'])('is forced by %s', async (value) => {
    const { tree } = await breakFloats('<p id=f class=f>f</p>', `.f { float: left; break-before: ${value} }`);
    expect(tree).toEqual(['', 'page!', 'f']);
  });

  test.each([
    ['is avoided', '.f { float: left; break-before: avoid }', '<p class=f>f</p>'],
    ['is of a box that does not float', '.f { break-before: page }', '<p class=f>f</p>'],
    ['is of a box that is not displayed', '.f { float: left; break-before: page; display: none }', '<p class=f>f</p>'],
    ['is of a box that is placed', '.f { float: left; break-before: page; position: absolute }', '<p class=f>f</p>'],
    [
      'is of an item of a flexible box',
      '.f { float: left; break-before: page } div { display: flex }',
      '<div><p class=f>f</p></div>',
    ],
    [
      'is of an item of a grid',
      '.f { float: left; break-before: page } div { display: grid }',
      '<div><p class=f>f</p></div>',
    ],
    ['is on other media', '@media (max-width: 1px) { .f { float: left; break-before: page } }', '<p class=f>f</p>'],
  ])('is not set if it %s', async (_what, css, html) => {
    const { failed, tree } = await breakFloats(html, css);
    expect([failed, tree]).toEqual([[], []]);
  });

  test('is set in the box around it, by its own style too', async () => {
    const html = '<div id=d><p id=a>a</p><p id=f style="float: right; break-before: page">f</p></div>';
    expect((await breakFloats(html, '', 'd')).tree).toEqual(['a', 'flow-root page!', 'f']);
    expect((await breakFloats(html.replace('<div', '<div style="display: list-item"'), '', 'd')).tree).toHaveLength(3);
    expect((await breakFloats(html.replace('<div', '<div style="display: flow-root"'), '', 'd')).tree).toHaveLength(3);
  });

  test.each([
    ['without a shadow tree', '<ul><li id=f class=f>f</li></ul>', 'break-before: page of li#f'],
    [
      'with its own',
      '<div><template shadowrootmode=open><slot></slot></template><p class=f>f</p></div>',
      'break-before: page of p.f',
    ],
    ['in a line', '<span><p class=f>f</p></span>', 'break-before: page of p.f'],
  ])('cannot be in a box %s', async (_what, html, found) => {
    const { failed } = await breakFloats(html);
    expect(
      failed.map(({ kind, property, value, selector }) => `${property}: ${value} of ${selector}; ${kind}`),
    ).toEqual([`${found}; declaration`]);
  });

  test('that cannot be is named once for each element, up to 51 times', async () => {
    const items = Array.from({ length: 52 }, (_, index) => `<li id=f${index} class=f>f</li>`).join('');
    expect((await breakFloats(`<ul>${items}</ul>`)).failed).toHaveLength(51);
    expect((await breakFloats('<ul><li class=f>f</li><li class=f>g</li></ul>')).failed).toHaveLength(1);
  });
});
