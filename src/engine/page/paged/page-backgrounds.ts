import type { BackgroundProperty, PageRule } from '../../../injected/calls.ts';
import type { Page } from '../open/page.ts';
import type { PageOptions } from '../open/page-settings.ts';
import { buildWarnings, type PageWarning } from '../open/warnings.ts';
import {
  chooseDeclared,
  listPages,
  listRules,
  measureInside,
  measureSheet,
  type PageBox,
  type Sheet,
} from './page-boxes.ts';
import type { BackgroundArea, TrimmedSheets } from './trimmed-sheets.ts';

/** Images that are looked at. */
const imageLimit = 50;

type Natural = Readonly<Record<string, readonly [width: number, height: number]>>;

/** A layer of a background, as CSS. */
interface Layer {
  size: string;
  position: string;
}

/**
 * Sizes and places the images of `@page` backgrounds by their page. Chromium does so by the root element, which is as high as the document and as
 * wide as its first page; lengths in pixels are right, so shares, `cover` and `contain` are written in pixels. Warns of what cannot be. `trimmed` has
 * the bleeds that backgrounds reach into.
 */
export async function fitPageBackgrounds(
  page: Page,
  options: PageOptions,
  trimmed?: TrimmedSheets,
): Promise<readonly PageWarning[]> {
  const rules = await page.call('readPageRules');
  const images = rules.flatMap(({ background }) => background?.['background-image']?.layers ?? []).flatMap(readUrl);
  if (images.length === 0) return [];
  const urls = [...new Set(images)];
  const natural = await page.call('measureImages', urls.slice(0, imageLimit));
  const sheets = listPages(rules).flatMap(({ name, pseudo }) => {
    const fitted = fitLayers(listRules(rules, name, pseudo), options, natural, trimmed?.findArea(name, pseudo));
    return fitted === undefined ? [] : [`@page ${name}:${pseudo} { ${fitted} }`];
  });
  if (sheets.length > 0) await page.call('writePageBackgrounds', sheets.join('\n'));
  const { add, list } = buildWarnings();
  if (urls.length > imageLimit)
    add('css_ignored', `background (@page): only ${imageLimit} images are placed by their page.`);
  for (const repeat of rules.flatMap(({ background }) => background?.['background-repeat']?.layers ?? []))
    if (/round|space/.test(repeat))
      add('css_ignored', `background-repeat: ${repeat} (@page) is measured by the document, not by its pages.`);
  return list;
}

const noReach = { top: 0, right: 0, bottom: 0, left: 0 };

/** The background of pages with these rules; undefined if it does not depend on their size. */
function fitLayers(
  rules: readonly PageRule[],
  options: PageOptions,
  natural: Natural,
  area: BackgroundArea = { reach: noReach, room: 0 },
): string | undefined {
  const read = (property: BackgroundProperty, usual: string) => {
    const { layers = [usual] } = chooseDeclared(rules.flatMap((rule) => rule.background?.[property] ?? [])) ?? {};
    return (index: number) => layers[index % layers.length] ?? usual;
  };
  const { layers: images = [] } =
    chooseDeclared(rules.flatMap((rule) => rule.background?.['background-image'] ?? [])) ?? {};
  const [size, position] = [read('background-size', 'auto'), read('background-position', '0% 0%')];
  const origin = read('background-origin', 'padding-box');
  const given = images.map((_, index): Layer => ({ size: size(index), position: position(index) }));
  const isRelative = (layer: Layer) => /[1-9]\d*%|\.\d+%|cover|contain/.test(layer.size + layer.position);
  if (area.room === 0 && !given.some(isRelative)) return undefined;
  const sheet = measureSheet(rules, options);
  const reachOf = (layer: Layer) => ({ ...area, ...(!isRelative(layer) && { reach: noReach }) });
  const fitted = given.map((layer, index) => {
    const [url = ''] = readUrl(images[index] ?? '');
    return fitLayer(layer, measureOrigin(sheet, origin(index), reachOf(layer)), natural[url]);
  });
  const write = (key: keyof Layer) => `background-${key}: ${fitted.map((layer) => layer[key]).join(', ')} !important;`;
  return `${write('size')} ${write('position')}`;
}

function readUrl(image: string): string[] {
  const [, url] = /^url\("((?:[^"\\]|\\.)*)"\)$/.exec(image) ?? [];
  return url === undefined ? [] : [url.replace(/\\(.)/g, '$1')];
}

/** The area that a background is placed in (CSS Backgrounds 3, section 2.6). */
function measureOrigin(sheet: Sheet, origin: string, { reach, room }: BackgroundArea): PlacingArea {
  const { top, right, bottom, left } = reach;
  const edges = { 'border-box': [sheet], 'content-box': [sheet, sheet.border, sheet.padding] };
  const { width, height } = measureInside(sheet, edges[origin as keyof typeof edges] ?? [sheet, sheet.border]);
  return { left: -left, top: room - top, width: width + left + right, height: height - 2 * room + top + bottom };
}

/** An area of a page, from the corner that Chromium places backgrounds at. */
interface PlacingArea extends PageBox {
  left: number;
  top: number;
}

/** A layer with its lengths in pixels; unchanged if that cannot be said. */
function fitLayer(layer: Layer, area: PlacingArea, natural: readonly [number, number] | undefined): Layer {
  if (natural === undefined) return layer;
  const size = fitSize(layer.size, area, natural);
  const [x, y] = splitLengths(layer.position).map(readLength);
  if (size === undefined || x === undefined || y === undefined) return layer;
  const left = area.left + x.share * (area.width - size.width) + x.px;
  const top = area.top + y.share * (area.height - size.height) + y.px;
  return { size: `${size.width}px ${size.height}px`, position: `${left}px ${top}px` };
}

function fitSize(text: string, area: PageBox, [width, height]: readonly [number, number]): PageBox | undefined {
  const ratios = [area.width / width, area.height / height];
  if (text === 'cover' || text === 'contain') {
    const ratio = text === 'cover' ? Math.max(...ratios) : Math.min(...ratios);
    return { width: width * ratio, height: height * ratio };
  }
  const [first = 'auto', second = 'auto'] = splitLengths(text);
  const [across, down] = [readLength(first), readLength(second)];
  if ((first !== 'auto' && !across) || (second !== 'auto' && !down)) return undefined;
  const wide = across && across.share * area.width + across.px;
  const high = down && down.share * area.height + down.px;
  return {
    width: wide ?? (high === undefined ? width : (high * width) / height),
    height: high ?? (wide === undefined ? height : (wide * height) / width),
  };
}

/** The lengths of a computed value, in which only functions have spaces. */
function splitLengths(text: string): string[] {
  return text.match(/\w+\([^()]*\)|\S+/g) ?? [];
}

/** A computed length: a share, pixels, or a sum of both. */
function readLength(text: string): { share: number; px: number } | undefined {
  const [, share, px] = /^(?:calc\()?(?:(-?[\d.e-]+)%)?(?:\s*([+-]?\s*[\d.e-]+)px)?\)?$/.exec(text) ?? [];
  if (share === undefined && px === undefined) return undefined;
  return { share: Number(share ?? 0) / 100, px: Number((px ?? '0').replace(/\s+/g, '')) };
}
