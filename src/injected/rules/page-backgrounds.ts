import type { BackgroundProperty, PageRule } from '../calls.ts';
import { readCssValue, replaceFunctions, splitAtCommas } from '../dom/css-values.ts';
import { resolveUrl } from '../dom/document.ts';
import { doc, dom } from '../dom/dom.ts';
import { walkAllRules } from '../dom/rules.ts';

/** The properties of a background, with their initial values. */
const initialValues: Readonly<Record<BackgroundProperty, string>> = {
  'background-image': 'none',
  'background-size': 'auto',
  'background-position': '0% 0%',
  'background-repeat': 'repeat',
  'background-origin': 'padding-box',
};

/** What a rule says of the background of its pages. */
export function readBackground({ style, parentStyleSheet }: CSSPageRule): NonNullable<PageRule['background']> {
  const background: PageRule['background'] = {};
  const all = style.background;
  for (const property of Object.keys(initialValues) as BackgroundProperty[]) {
    // With a variable, all of a background is one declaration.
    const from = all === '' ? property : 'background';
    const text = all || readLayers(style, property);
    if (text === '') continue;
    const value = resolveUrls(text, parentStyleSheet?.href);
    // A layer without an image is left out of what is computed.
    const images = splitLayers(value).map(() => 'none');
    const declared = [
      ['background-image', images.join()],
      [from, value],
    ] as const;
    const layers = splitLayers(computeInherited(property, declared, style.fontSize));
    background[property] = { layers, isImportant: style.getPropertyPriority(from) === 'important' };
  }
  return background;
}

/** A property of a background as it is valid alone: Chromium writes `initial` for a layer of a shorthand that says nothing of it. */
function readLayers(style: CSSPageDescriptors, property: BackgroundProperty): string {
  return style.getPropertyValue(property).replace(/(?<=^|, )initial(?=,|$)/g, initialValues[property]);
}

/** What a child of the root computes for a property, if it has some declarations and a font size: pages inherit from the root too. */
export function computeInherited(
  wanted: string,
  declared: readonly (readonly [property: string, value: string])[],
  fontSize: string,
): string {
  const probe = doc.createElementNS('http://www.w3.org/1999/xhtml', 'span') as HTMLElement;
  const { style } = dom(probe);
  style.cssText = 'all: unset !important; position: absolute !important';
  style.setProperty('font-size', fontSize || 'inherit', 'important');
  for (const [property, value] of declared) style.setProperty(property, value, 'important');
  dom(doc.documentElement)?.append(probe);
  const computed = getComputedStyle(probe).getPropertyValue(wanted);
  dom(probe).remove();
  return computed;
}

function splitLayers(css: string): string[] {
  return splitAtCommas(readCssValue(css)).map((parts) => parts.map((part) => part.text).join(' '));
}

/** A value with the addresses of its images made absolute: an element resolves them in another way than its style sheet. */
function resolveUrls(css: string, base: string | null | undefined): string {
  return replaceFunctions(css, ({ value, parts }) => {
    const [address] = parts;
    if (value !== 'url' || address === undefined) return undefined;
    return `url(${JSON.stringify(resolveUrl(address.value, base) ?? address.value)})`;
  });
}

/** The natural sizes of images that can be loaded, by their addresses. */
export async function measureImages(urls: readonly string[]): Promise<Record<string, [number, number]>> {
  const images = urls.map((url) => {
    const image = new Image();
    image.src = url;
    return image;
  });
  await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
  return Object.fromEntries(
    images.flatMap(({ naturalWidth, naturalHeight }, at) =>
      naturalWidth > 0 && naturalHeight > 0 ? [[urls[at] as string, [naturalWidth, naturalHeight]]] : [],
    ),
  );
}

/** Adds a style sheet for backgrounds of pages. In Chromium, a less specific rule that is important wins over it, so these no longer are. */
export function writePageBackgrounds(css: string): void {
  walkAllRules((rule) => {
    if (!(rule instanceof CSSPageRule)) return;
    for (const property of ['background-size', 'background-position'] as const)
      if (rule.style.getPropertyPriority(property) === 'important')
        rule.style.setProperty(property, readLayers(rule.style, property));
  });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  doc.adoptedStyleSheets.push(sheet);
}
