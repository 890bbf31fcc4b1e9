import { walkRulesScript } from '../page-scripts.ts';
import { stepEvent } from './clock-script.ts';
import { readRules } from './rules-script.ts';

/** Frames in a row without movement after which a page is at rest. What observers see in one frame, they draw in the next. */
const quietFrames = 2;
/** The most frames that a page may take to come to rest. Its clock moves through the first of them. */
const frameLimit = 100;
/** Milliseconds that those frames may take. */
const restLimitMs = 10_000;
/** Milliseconds after which a frame is not coming: Chromium never draws a document that stopped its own loading. */
const undrawnMs = 1000;

/**
 * Defines `comeToRest(list, mayDraw)`, which waits until nothing moves in the documents that `list` gives, and returns
 * whether something still moves at the limit. Finite animations of CSS (Web Animations 1, section 4.4.15) and of SVG jump to
 * their end, infinite ones stop where they are. What scripts draw frame by frame is moved on by the page's clock.
 */
const comeToRest = `
  const finish = (animation) => {
    // A timeline with a source follows a scroll position, not the time.
    const { playState, timeline } = animation;
    if (playState !== 'running' || timeline === null || 'source' in timeline) return false;
    try {
      animation.finish();
      return true;
    } catch {
      // It has no end.
      animation.pause();
      return false;
    }
  };
  const findEnd = (element) => {
    try {
      const start = element.getStartTime();
      const count = element.getAttribute('repeatCount');
      if (count === 'indefinite' || element.getAttribute('repeatDur') !== null) return start;
      try {
        return start + element.getSimpleDuration() * (Number.parseFloat(count) || 1);
      } catch {
        return start;
      }
    } catch {
      // Nothing has told it to start.
      return 0;
    }
  };
  const finishPicture = (svg) => {
    const ends = [...svg.querySelectorAll('animate, animateMotion, animateTransform, set')].map(findEnd);
    const now = svg.getCurrentTime();
    const end = Math.max(now, ...ends);
    // Draws it too, as no frame may have done since it came to that time.
    svg.setCurrentTime(end);
    if (end === now) svg.pauseAnimations();
    return end > now;
  };
  const rootsOf = (inner) => [...inner.querySelectorAll('svg')].filter((svg) => svg.ownerSVGElement === null);
  // The animations of a document are not those of its shadow trees, which take long to find.
  const listTrees = (root) => {
    const trees = [root];
    for (const tree of trees) {
      for (const element of tree.querySelectorAll('*')) if (element.shadowRoot) trees.push(element.shadowRoot);
    }
    return trees;
  };
  const moveOn = (inner, isDeep) => {
    for (const marquee of inner.querySelectorAll('marquee')) marquee.stop();
    return listMoves(inner, isDeep).includes(true);
  };
  const listMoves = (inner, isDeep) => [
    ...(isDeep ? listTrees(inner) : [inner]).flatMap((tree) => tree.getAnimations()).map(finish),
    ...rootsOf(inner).filter((svg) => svg.querySelector('animate, animateMotion, animateTransform, set')).map(finishPicture),
    !inner.dispatchEvent(new Event('${stepEvent}', { cancelable: true })),
  ];
  const frame = (mayDraw) => new Promise((resolve) => {
    const undrawn = setTimeout(resolve, ${undrawnMs}, false);
    requestAnimationFrame(() => {
      clearTimeout(undrawn);
      // Observers and timers that are due come first. Where no script runs there are none, and no timer goes off.
      if (mayDraw) setTimeout(resolve, 0, true);
      else resolve(true);
    });
  });
  const comeToRest = async (list, mayDraw) => {
    const end = performance.now() + ${restLimitMs};
    let quiet = mayDraw ? 0 : ${quietFrames};
    for (let frames = 0; ; frames += 1) {
      const moves = list().map((inner) => moveOn(inner, mayDraw && quiet === 1)).includes(true);
      if (moves) quiet = 0;
      if (quiet >= ${quietFrames}) return false;
      if (frames >= ${frameLimit} || performance.now() > end || !(await frame(mayDraw))) return moves;
      quiet += 1;
    }
  };`;

/**
 * Runs inside the page, in an isolated world that no script of the page can change; a string, so that no build step rewrites
 * it. Waits for images that scripts have added, for the fonts that layout requests, then, if it is to `rest`, until nothing
 * moves. Where scripts may draw (`mayDraw`), at least two frames pass. Does not wait for decoding, because printing decodes
 * what it needs. Returns whether the fonts arrived within `fontLimit` milliseconds, whether something still moves, and what
 * the rules of the document say; see PageRules.
 */
export const settleScript = `async ({ fontLimit, mayDraw, rest }) => {
  ${walkRulesScript}
  ${readRules}
  ${comeToRest}
  const listDocuments = () => {
    const documents = [document];
    for (const inner of documents) {
      for (const frame of inner.querySelectorAll('iframe')) {
        if (frame.contentDocument) documents.push(frame.contentDocument);
      }
    }
    return documents;
  };
  const documents = listDocuments();
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
  const moves = rest && (await comeToRest(listDocuments, mayDraw));
  const elements = [...Document.prototype.querySelectorAll.call(document, '*')];
  const roots = elements.flatMap(({ shadowRoot }) => shadowRoot ?? []);
  return { inTime, moves, hasShadows: roots.length > 0, ...readRules([...document.fonts], roots) };
}`;
