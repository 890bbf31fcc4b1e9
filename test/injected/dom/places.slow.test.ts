import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';
import { pagedLimits } from '../paged-limits.ts';

const open = useDocuments();

async function read(html: string, css = 'h1 { --platen-string-set: a content() }') {
  const page = await open(`<!doctype html><style>${css}</style>${html}`);
  return { page, paged: await page.call('readPaged', pagedLimits) };
}

describe('the place of an element', () => {
  test.each([
    ['is its id', '<h1 id=a>x</h1>', ['a']],
    ['is its id as it is', '<h1 id="ü b">x</h1>', ['ü b']],
    ['has a number without one', '<h1 id=a>x</h1><h1>y</h1>', ['a', 'platen-place-1']],
    [
      'is a box in it if another has its id',
      '<p id=a>0</p><h1 id=a>x</h1><h1 id=a>y</h1>',
      ['platen-place-0', 'platen-place-1'],
    ],
    ['is its id if it is the first with it', '<h1 id=a>x</h1><p id=a>0</p>', ['a']],
  ])('%s', async (_what, html, places) => {
    expect((await read(html)).paged.strings.map(({ place }) => place)).toEqual(places);
  });

  test('is one box, which takes no room and shows nothing', async () => {
    const css =
      'h1 { --platen-string-set: a content(); --platen-bookmark-level: 3 } span { color: red; float: left; padding: 9px }';
    const { page } = await read('<p id=a>0</p><h1 id=a>x</h1>', css);
    expect(await page.read('document.querySelector("h1").innerHTML')).toMatch(
      /^<span id="platen-place-\S+" data-platen-anchor="" style="all: unset !important; position: absolute !important;?"><\/span>x$/,
    );
  });

  test('has links in the head, which are not shown', async () => {
    const css = 'h1 { --platen-bookmark-level: 2 }';
    const { page, paged } = await read('<h1 id="ü">x</h1><h1>y</h1>', css);
    expect(
      await page.read(
        '[...document.head.querySelectorAll("a")].map((a) => a.hash + " " + getComputedStyle(a).display)',
      ),
    ).toEqual(['#%C3%BC none', '#platen-place-bookmark-1 none']);
    expect(paged.here).toBe('about:blank');
  });
});

describe('a tall element', () => {
  const tall = (height: number) => `<p style="margin: 0; height: ${height}px">x</p>`;
  const place = async (html: string, css = '') =>
    (
      await read(`<div id=a>${html}</div>`, `body { margin: 0 } div { --platen-string-set: a content(text) } ${css}`)
    ).paged.strings.map(({ place: id, lead }) => `${id} ${Math.round(lead)}`);

  test.each([
    ['of 5,000 CSS pixels has its own place', tall(5000), ['a 0']],
    ['that is taller has the place of its first box', tall(5001), ['platen-place-0 0']],
    ['has the place of the first box after spaces', ` <!-- x --> ${tall(5001)}`, ['platen-place-0 0']],
    ['has its own place if it begins with text', `text${tall(5001)}`, ['a 0']],
    [
      'has the place of a relative box',
      tall(5001).replace('margin', 'position: relative; margin'),
      ['platen-place-0 0'],
    ],
    [
      'has its own place if it begins with a sticky box',
      tall(5001).replace('margin', 'position: sticky; margin'),
      ['a 0'],
    ],
    ['has the place of the box in its first box', `<section>${tall(5001)}</section>`, ['platen-place-0 0']],
    [
      'has the place of the first box that is not tall',
      `<section>${tall(10)}${tall(5001)}</section>`,
      ['platen-place-0 0'],
    ],
  ])('%s', async (_what, html, places) => {
    expect(await place(html)).toEqual(places);
  });

  test('counts from where it begins', async () => {
    expect(await place(`<p style="margin: 0">x</p>${tall(5001)}`, '#a { padding-top: 30px }')).toEqual([
      'platen-place-0 30',
    ]);
  });
});

describe('places of a whole document', () => {
  test.each([
    ['an id', '<p id=a>x', ['a'], ['#a']],
    ['a name', '<a name=a>x</a>', ['a'], ['#a']],
    ['an id as it is written', '<p id="%41">x', ['%41'], ['#%41']],
    ['an encoded id', '<p id=A>x', ['%41'], ['#%41']],
    ['a place that links name', '<a href="#b">x</a>', ['b'], ['b']],
    ['an encoded place that links name', '<a href="#%41">x</a>', ['%41'], ['A']],
    ['a place that nothing names', '<p id=a>x', ['b'], []],
    ['several', '<p id=a>x<a href="#b">x</a>', ['a', 'b', 'c'], ['#a', 'b']],
  ])('are added for %s', async (_what, html, names, added) => {
    const page = await open(html);
    await page.call('addPlaces', names);
    expect(await page.read('[...document.head.querySelectorAll("a")].map((a) => a.hash || a.id)')).toEqual(added);
  });
});
