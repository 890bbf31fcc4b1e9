import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';
import { pagedLimits } from '../paged-limits.ts';

const open = useDocuments();

interface Given {
  /** What is around and in the element with the leader, whose id is `a`. */
  html?: string;
  css?: string;
  /** The content of the page, in CSS pixels. */
  width?: number;
  /** What is generated: `::after` or `::before`. */
  pseudo?: string;
  content?: string;
}

/** What fills the line of an element, on a page 500 CSS pixels wide. */
async function fill({ html, css = '', width = 500, pseudo = 'after', content = 'leader("-") "x"' }: Given) {
  const page = await open(`<!doctype html><style>body, p { margin: 0 } #a { font: 20px serif; ${css} }
    #a::${pseudo} { content: attr(data-platen-none, "") ${content} }</style>${html ?? '<p id=a>A</p>'}`);
  const { unsupported, leaders } = await page.call('readPaged', pagedLimits);
  const texts = { texts: [], css: '', blanks: [], hasBlankRules: false, areFinal: false };
  await page.call('writePaged', { ...texts, leaders: leaders.map(({ place }) => ({ place, width })) });
  const read = (name: string) => page.read(`a.getAttribute('data-platen-leader-${name}')`) as Promise<string>;
  /** The width of a text in the font of the element. */
  const measure = async (text: string) =>
    Number(
      await page.read(`(() => { const box = document.createElement('div');
        box.style.cssText = 'font: 20px serif; position: absolute; white-space: pre; ${/letter-spacing: \d+px/.exec(css) ?? ''}';
        box.textContent = '${text}'.repeat(50); document.body.append(box);
        const { width } = box.getBoundingClientRect(); box.remove(); return width / 50 })()`),
    );
  return { page, unsupported, leaders, text: await read('text'), gap: Number(await read('gap')), measure };
}

describe('a leader', () => {
  test.each([
    ['in a block', {}, 500, 'A'],
    ['between its edges', { css: 'padding: 0 10px 0 20px; border: 3px solid; border-right-width: 7px' }, 460, 'A'],
    [
      'in a block from right to left',
      { css: 'direction: rtl; padding: 0 10px 0 20px', html: '<p id=a>\u05d0</p>', content: 'leader("-") "\u05d1"' },
      470,
      '\u05d0',
    ],
    ['in a block that is narrower', { css: 'width: 50%' }, 250, 'A'],
    ['with letters apart', { css: 'letter-spacing: 3px' }, 500, 'A'],
    ['in a line', { html: '<div style="padding-right: 30px; font: 20px serif"><b id=a>A</b></div>' }, 470, 'A'],
    [
      'in a line, in another element of it',
      { html: '<div style="font: 20px serif"><i style="padding: 5px"><b id=a>A</b></i></div>' },
      495,
      'A',
    ],
    ['in a line after other text', { html: '<div style="font: 20px serif">BA<b id=a>A</b></div>' }, 500, 'BAA'],
    ['on a wide page', { width: 800 }, 800, 'A'],
    ['after the last of two lines', { html: '<p id=a>B<br>AA</p>' }, 500, 'AA'],
    ['after text in another element', { html: '<p id=a>A<u style="font-size: 20px">A</u></p>' }, 500, 'AA'],
  ] satisfies [string, Given, number, string][])('fills the rest %s', async (_what, given, room, before) => {
    const { text, gap, unsupported, measure } = await fill(given);
    const [unit, others] = [
      await measure('-'),
      (await measure(before)) + (await measure(before === '\u05d0' ? '\u05d1' : 'x')),
    ];
    const rest = room - others - 0.5;
    expect(unsupported).toEqual([]);
    expect(text).toBe('-'.repeat(Math.floor(rest / unit)));
    expect(gap).toBeCloseTo(rest - text.length * unit, 1);
  });

  test.each([
    ['of a string', 'leader("-+")', '-+'],
    ['of dots', 'leader(dotted)', '.'],
    ['of a line', 'leader(solid)', '_'],
    ['of spaces', 'leader(space)', '\u00a0'],
    ['with spaces', 'leader(". ")', '.\u00a0'],
  ])('%s repeats it', async (_what, content, unit) => {
    const { text, gap } = await fill({ content });
    expect(text.length).toBeGreaterThan(10 * unit.length);
    expect(text.replaceAll(unit, '')).toBe('');
    expect(gap).toBeGreaterThanOrEqual(0);
  });

  test.each([
    ['if no unit has room', { width: 20 }],
    ['if a thousand have room', { width: 50_000 }],
    ['if its element has no box', { html: '<p id=a></p>' }],
  ])('has three units %s', async (_what, given) => {
    const { text, gap } = await fill(given);
    expect([text, gap]).toEqual(['---', 0]);
  });

  test('before an empty element fills its line, with what is left in its spaces', async () => {
    const given = { html: '<p id=a></p>', pseudo: 'before', content: '"x " leader("-") " y"' };
    const { text, gap, measure, page } = await fill(given);
    const unit = await measure('-');
    const rest = 500 - (await measure('x  y')) - 0.5;
    expect(text).toBe('-'.repeat(Math.floor(rest / unit)));
    expect(gap).toBeCloseTo((rest - text.length * unit) / 2, 1);
    expect(await page.read("getComputedStyle(a, '::before').wordSpacing")).toBe(`${gap}px`);
    expect(await page.read('a.offsetHeight < 40')).toBe(true);
  });

  test('before an empty element in a line fills it too', async () => {
    const html = '<div style="font: 20px serif">A<b id=a></b></div>';
    const { text, gap, measure } = await fill({ html, pseudo: 'before', content: 'leader("-")' });
    const unit = await measure('-');
    const rest = 500 - (await measure('A')) - 0.5;
    expect(text).toBe('-'.repeat(Math.floor(rest / unit)));
    expect(gap).toBeCloseTo(rest - text.length * unit, 1);
  });

  test('leaves what is left before it', async () => {
    const { gap, page } = await fill({});
    expect(await page.read("getComputedStyle(a, '::after').paddingInlineStart")).toBe(`${gap}px`);
  });

  test('keeps the padding that its rule has', async () => {
    const { page } = await fill({ content: 'leader("-"); padding-inline-start: 3px' });
    expect(await page.read("getComputedStyle(a, '::after').paddingInlineStart")).toBe('3px');
  });

  test('repeats 20 characters at most, and says so', async () => {
    const [unit, longer] = ['abcdefghijklmnopqrst', 'abcdefghijklmnopqrstu'];
    const short = await fill({ content: `leader("${unit}")` });
    expect([short.unsupported, short.text.slice(0, 21)]).toEqual([[], `${unit}a`]);
    const long = await fill({ content: `leader("${longer}")` });
    expect(long.unsupported).toEqual([{ kind: 'length', property: 'leader()', limit: 20 }]);
    expect(long.text.slice(0, 21)).toBe(`${unit}a`);
  });

  test('of an empty string is nothing', async () => {
    const { unsupported, leaders, page } = await fill({ content: 'leader("") "x"' });
    expect([unsupported, leaders]).toEqual([[], []]);
    expect(await page.read("getComputedStyle(a, '::after').content")).toBe('"x"');
  });

  test('is drawn for as many elements as the limit, and the rest is reported', async () => {
    const page = await open('<style>b::after { content: attr(x, "") leader(".") }</style><b>1</b><b>2</b><b>3</b>');
    const { leaders, unsupported } = await page.call('readPaged', { ...pagedLimits, targetLimit: 2 });
    expect(leaders).toHaveLength(2);
    expect(unsupported).toEqual([{ kind: 'limit', property: 'leader()', limit: 2 }]);
  });
});
