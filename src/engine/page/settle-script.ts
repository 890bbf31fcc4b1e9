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

/** Lists the page sizes in `@page` rules (CSSPageRule) of a complete document. */
export const sizesScript = `() => {
  ${walkRules}
  ${listSizes}
  return listSizes();
}`;

/**
 * Runs inside the page, in an isolated world that no script of the page can change; a string, so that no build step rewrites
 * it. Waits for images that scripts have added, for the fonts that layout requests, then for two animation frames if scripts
 * may draw (`mayDraw`) or an animation runs. Does not wait for decoding, because printing decodes what it needs. Returns
 * whether the fonts arrived within `fontLimit` milliseconds, and the page sizes in `@page` rules (CSSPageRule).
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
  // Layout requests the fonts, so force one.
  for (const inner of documents) inner.documentElement?.getBoundingClientRect();
  const late = new Promise((resolve) => setTimeout(resolve, fontLimit, false));
  const fonts = Promise.all(documents.map((inner) => inner.fonts.ready)).then(() => true);
  const inTime = await Promise.race([fonts, late]);
  const moves = (inner) => inner.getAnimations().length > 0
    || inner.querySelector('animate, animateMotion, animateTransform, set, marquee') !== null;
  if (mayDraw || documents.some(moves)) {
    // Chromium never draws a document that stopped its own loading.
    const undrawn = new Promise((resolve) => setTimeout(resolve, 1000));
    const frame = () => Promise.race([undrawn, new Promise((resolve) => requestAnimationFrame(resolve))]);
    await frame();
    await frame();
  }
  return { inTime, sizes: listSizes() };
}`;
