import { describe, expect, test } from 'vitest';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import { fitPageBackgrounds } from '../../../../src/engine/page/paged/page-backgrounds.ts';
import type { TrimmedSheets } from '../../../../src/engine/page/paged/trimmed-sheets.ts';
import type { BackgroundProperty, PageRule } from '../../../../src/injected/calls.ts';

type Background = Partial<Record<BackgroundProperty, string[]>>;

const image = 'url("https://a.example/a.png")';

/** A rule for pages of 400 by 300 pixels: 300 by 200 inside their margins, 280 by 180 inside their borders, 240 by 140 inside their padding. */
function rule(background: Background, selector = '', important: readonly BackgroundProperty[] = []): PageRule {
  const sides = (px: number) => {
    const length = { px, isImportant: false };
    return { top: length, right: length, bottom: length, left: length };
  };
  const declared = Object.entries(background).map(([property, layers]) => [
    property,
    { layers, isImportant: important.includes(property as BackgroundProperty) },
  ]);
  const edges = { margin: sides(50), border: sides(10), padding: sides(20) };
  return { selector, size: '400px 300px', ...edges, background: Object.fromEntries(declared) };
}

/** A page with these rules, whose images are 40 by 20 pixels. It keeps what is asked of it. */
async function fitRules(
  rules: PageRule[],
  trimmed?: Pick<TrimmedSheets, 'findArea'>,
  size: [number, number] = [40, 20],
) {
  const measured: string[][] = [];
  const written: string[] = [];
  const answers: Record<string, (value: never) => unknown> = {
    readPageRules: () => rules,
    measureImages: (urls: string[]) => {
      measured.push(urls);
      return Object.fromEntries(urls.filter((url) => !url.includes('broken')).map((url) => [url, size]));
    },
    writePageBackgrounds: (css: string) => written.push(css),
  };
  const page = { call: async (name: string, value: never) => answers[name]?.(value) } as unknown as Page;
  const warnings = await fitPageBackgrounds(page, {}, trimmed as TrimmedSheets | undefined);
  return { css: written.join('\n').split('\n'), written, measured, details: warnings.map(({ detail }) => detail) };
}

const sizes = (css: string | undefined) => /background-size: (.*?) !important/.exec(css ?? '')?.[1];
const positions = (css: string | undefined) => /background-position: (.*?) !important/.exec(css ?? '')?.[1];

describe('the background of a page', () => {
  test.each([
    ['cover', '0% 0%', '360px 180px', '0px 0px'],
    ['contain', '0% 0%', '280px 140px', '0px 0px'],
    ['50% 25%', '0% 0%', '140px 45px', '0px 0px'],
    ['50%', '0% 0%', '140px 70px', '0px 0px'],
    ['50% auto', '0% 0%', '140px 70px', '0px 0px'],
    ['auto 50%', '0% 0%', '180px 90px', '0px 0px'],
    ['auto', '100% 50%', '40px 20px', '240px 80px'],
    ['80px', '50% 0%', '80px 40px', '100px 0px'],
    ['auto 80px', '0% 50%', '160px 80px', '0px 50px'],
    ['80px 30px', '100% 100%', '80px 30px', '200px 150px'],
    ['auto', 'calc(100% - 12px) calc(50% + 6.5px)', '40px 20px', '228px 86.5px'],
    ['auto', 'calc(-50% - 1px) 7px', '40px 20px', '-121px 7px'],
    ['calc(25% + 10px) calc(50% - 10px)', '0px 0px', '80px 80px', '0px 0px'],
    ['0.5%', '0px 0px', '1.4000000000000001px 0.7000000000000001px', '0px 0px'],
  ])('with size %s and position %s is %s at %s', async (size, position, fittedSize, fittedPosition) => {
    const { css } = await fitRules([
      rule({ 'background-image': [image], 'background-size': [size], 'background-position': [position] }),
    ]);
    expect([sizes(css[0]), positions(css[0])]).toEqual([fittedSize, fittedPosition]);
  });

  test('is written for each side of the sheet and each name of pages, in declarations that win', async () => {
    const { css, written } = await fitRules([
      rule({ 'background-image': [image], 'background-size': ['100%'] }),
      rule({ 'background-size': ['50%'] }, 'cover:left'),
    ]);
    const declared = (width: number) =>
      `{ background-size: ${width}px ${width / 2}px !important; background-position: 0px 0px !important; }`;
    expect(css).toEqual([
      `@page :first ${declared(280)}`,
      `@page :left ${declared(280)}`,
      `@page :right ${declared(280)}`,
      `@page cover:first ${declared(280)}`,
      `@page cover:left ${declared(140)}`,
      `@page cover:right ${declared(280)}`,
    ]);
    expect(written).toHaveLength(1);
  });

  test.each([
    ['border-box', '300px 150px'],
    ['padding-box', '280px 140px'],
    ['content-box', '240px 120px'],
  ])('is measured by its %s', async (origin, size) => {
    const { css } = await fitRules([
      rule({ 'background-image': [image], 'background-size': ['100%'], 'background-origin': [origin] }),
    ]);
    expect(sizes(css[0])).toBe(size);
  });

  test('has as many layers as images, which repeat what is declared for fewer', async () => {
    const { css } = await fitRules([
      rule({
        'background-image': [image, 'none', image],
        'background-size': ['50%', '10px'],
        'background-position': ['1px 2px'],
      }),
    ]);
    expect([sizes(css[0]), positions(css[0])]).toEqual(['140px 70px, 10px, 140px 70px', '1px 2px, 1px 2px, 1px 2px']);
  });

  test('follows an important declaration of a rule that selects it less closely', async () => {
    const rules = [
      rule({ 'background-image': [image], 'background-size': ['50%'] }, '', ['background-size']),
      rule({ 'background-size': ['25%'] }, ':first'),
    ];
    expect((await fitRules(rules)).css.map(sizes)).toEqual(['140px 70px', '140px 70px', '140px 70px']);
  });

  test.each([
    ['a gradient', 'linear-gradient(red, blue)', 'cover', '0% 0%', 'cover', '0% 0%'],
    ['an image that cannot be loaded', 'url("broken")', 'cover', '0% 0%', 'cover', '0% 0%'],
    ['an unknown width', image, 'min(1px, 2%) 50%', '0% 0%', 'min(1px, 2%) 50%', '0% 0%'],
    ['an unknown height', image, '50% min(1px, 2%)', '0% 0%', '50% min(1px, 2%)', '0% 0%'],
    ['an unknown distance to the left', image, '50%', 'min(1px, 2%) 0%', '50%', 'min(1px, 2%) 0%'],
    ['an unknown distance to the top', image, '50%', '0% min(1px, 2%)', '50%', '0% min(1px, 2%)'],
  ])('keeps what is declared with %s', async (_, url, size, position, keptSize, keptPosition) => {
    const { css } = await fitRules([
      rule({
        'background-image': [image, url],
        'background-size': ['100%', size],
        'background-position': ['0% 0%', position],
      }),
    ]);
    expect(sizes(css[0])).toBe(`280px 140px, ${keptSize}`);
    expect(positions(css[0])).toBe(`0px 0px, ${keptPosition}`);
  });

  test.each([
    ['no share', [rule({ 'background-image': [image], 'background-size': ['10px 20px'] })]],
    ['no position but the corner', [rule({ 'background-image': [image], 'background-position': ['0% 0%'] })]],
  ])('is left alone with %s', async (_, rules) => {
    expect((await fitRules(rules)).written).toEqual([]);
  });

  test('asks for no image without one', async () => {
    const { measured, written } = await fitRules([
      rule({ 'background-image': ['none'], 'background-size': ['cover'] }),
      rule({ 'background-repeat': ['round'] }),
    ]);
    expect([measured, written]).toEqual([[], []]);
  });

  test('has each of its images measured once, by its address without escapes', async () => {
    const escaped = 'url("https://a.example/\\"b\\".png")';
    const { measured } = await fitRules([rule({ 'background-image': [image, escaped, image] })]);
    expect(measured).toEqual([['https://a.example/a.png', 'https://a.example/"b".png']]);
  });

  test('reaches into the bleed if it is sized by its page, and moves with the room of its sheet', async () => {
    const reach = { top: 1, right: 2, bottom: 4, left: 8 };
    const findArea = (name: string, pseudo: string) =>
      name === '' && pseudo === 'left' ? { reach, room: 30 } : undefined;
    const background = { 'background-image': [image, image], 'background-size': ['100% 100%', 'auto'] };
    const { css } = await fitRules([rule(background)], { findArea });
    expect([sizes(css[0]), positions(css[0])]).toEqual(['280px 180px, 40px 20px', '0px 0px, 0px 0px']);
    expect([sizes(css[1]), positions(css[1])]).toEqual(['290px 125px, 40px 20px', '-8px 29px, 0px 30px']);
    const fixed = await fitRules([rule({ 'background-image': [image], 'background-size': ['10px 20px'] })], {
      findArea,
    });
    expect(fixed.css).toEqual([
      '@page :left { background-size: 10px 20px !important; background-position: 0px 30px !important; }',
    ]);
  });
});

describe('warnings of backgrounds', () => {
  test('name the limit of images that are placed, from the first beyond it on', async () => {
    const urls = (count: number) => Array.from({ length: count }, (_, at) => `url("${at}.png")`);
    const of = async (count: number) => {
      const { measured, details } = await fitRules([rule({ 'background-image': urls(count) })]);
      return [measured[0]?.length, details];
    };
    expect(await of(50)).toEqual([50, []]);
    expect(await of(51)).toEqual([50, ['background (@page): only 50 images are placed by their page.']]);
  });

  test.each(['round', 'space', 'repeat space'])('name background-repeat: %s', async (repeat) => {
    const { details } = await fitRules([
      rule({ 'background-image': [image], 'background-repeat': ['repeat', repeat] }),
    ]);
    expect(details).toEqual([`background-repeat: ${repeat} (@page) is measured by the document, not by its pages.`]);
  });
});
