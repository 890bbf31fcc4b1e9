import { walkRules } from './page-scripts.ts';

const listSizes = `
  const listSizes = () => {
    const sizes = new Set();
    walkAll((rule) => {
      const size = rule instanceof CSSPageRule ? rule.style.getPropertyValue('size') : '';
      if (size !== '' && sizes.size < 100) sizes.add(size);
    });
    return [...sizes];
  };`;

/** Gives the page sizes that `@page` rules name, in a document that has nothing to be awaited. */
export const sizesScript = `() => {
  ${walkRules}
  ${listSizes}
  return listSizes();
}`;

/**
 * Runs inside the page, in a world of its own where no script of the page has changed anything; a text, so that no build
 * step rewrites it. Waits for images that scripts have added, for the fonts that the layout asks for, then for two
 * animation frames where scripts may draw (`mayDraw`). Decoding is left to printing, which decodes what it needs. Gives
 * whether the fonts came within `fontLimit` milliseconds, and the page sizes that `@page` rules name (CSSPageRule).
 */
export const settleScript = `async (fontLimit, mayDraw) => {
  ${walkRules}
  ${listSizes}
  const documents = [document];
  for (const inner of documents) {
    for (const frame of inner.querySelectorAll('iframe')) {
      if (frame.contentDocument) documents.push(frame.contentDocument);
    }
  }
  const images = documents.flatMap((inner) => [...inner.images]);
  const loaded = (image) => new Promise((resolve) => {
    image.addEventListener('load', resolve, { once: true });
    image.addEventListener('error', resolve, { once: true });
  });
  await Promise.all(images.filter((image) => !image.complete).map(loaded));
  // Fonts are asked for by layout, so there must have been one.
  for (const inner of documents) inner.documentElement?.getBoundingClientRect();
  const late = new Promise((resolve) => setTimeout(resolve, fontLimit, false));
  const fonts = Promise.all(documents.map((inner) => inner.fonts.ready)).then(() => true);
  const inTime = await Promise.race([fonts, late]);
  if (mayDraw) {
    // A document that stopped its own loading is never drawn.
    const undrawn = new Promise((resolve) => setTimeout(resolve, 1000));
    const frame = () => Promise.race([undrawn, new Promise((resolve) => requestAnimationFrame(resolve))]);
    await frame();
    await frame();
  }
  return { inTime, sizes: listSizes() };
}`;
