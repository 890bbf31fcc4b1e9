import { dom } from '../dom/dom.ts';

/** Frames in a row without movement after which a page has settled. What observers see in one frame, they draw in the next. */
const quietFrames = 2;
/** The most frames that a page may take to settle. Its clock moves through the first of them. */
const frameLimit = 100;
/** Milliseconds that those frames may take. */
const restLimitMs = 10_000;
/** Milliseconds after which a frame is not coming: Chromium never draws a document that stopped its own loading. */
const undrawnMs = 1000;

const animated = 'animate, animateMotion, animateTransform, set';

/** Whether scripts of the page may draw, and the event that moves its clock on. */
interface Moving {
  mayDraw: boolean;
  stepEvent: string;
}

/**
 * Waits until nothing moves in the documents that `list` gives, and returns whether something still moves at the limit. Finite animations
 * of CSS (Web Animations 1, section 4.4.15) and of SVG jump to their end, infinite ones stop. What scripts draw frame by frame is moved on by
 * the page's clock.
 */
export async function waitForRest(list: () => Document[], { mayDraw, stepEvent }: Moving): Promise<boolean> {
  const end = performance.now() + restLimitMs;
  let quiet = mayDraw ? 0 : quietFrames;
  for (let frames = 0; ; frames += 1) {
    const isDeep = mayDraw && quiet === 1;
    const moves = list()
      .map((inner) => moveOn(inner, stepEvent, isDeep))
      .includes(true);
    if (moves) quiet = 0;
    if (quiet >= quietFrames) return false;
    if (frames >= frameLimit || performance.now() > end || !(await drawFrame(mayDraw))) return moves;
    quiet += 1;
  }
}

/** Moves all that moves in a document to its end. Returns whether anything did. */
function moveOn(inner: Document, stepEvent: string, isDeep: boolean): boolean {
  for (const marquee of dom(inner).querySelectorAll('marquee')) (marquee as HTMLMarqueeElement).stop();
  const pictures = [...dom(inner).querySelectorAll('svg')].filter((svg) => svg.ownerSVGElement === null);
  const moves = [
    ...(isDeep ? listTrees(inner) : [inner]).flatMap((tree) => dom(tree).getAnimations()).map(finish),
    ...pictures.filter((svg) => svg.querySelector(animated)).map(finishPicture),
    !dom(inner).dispatchEvent(new Event(stepEvent, { cancelable: true })),
  ];
  return moves.includes(true);
}

/** A document and its shadow trees, which have their own animations and take long to find. */
function listTrees(root: Document): (Document | ShadowRoot)[] {
  const trees: (Document | ShadowRoot)[] = [root];
  for (const tree of trees) {
    for (const element of dom(tree).querySelectorAll('*')) {
      const { shadowRoot } = dom(element);
      if (shadowRoot) trees.push(shadowRoot);
    }
  }
  return trees;
}

/** Returns whether an animation ran and jumped to its end. */
function finish(animation: Animation): boolean {
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
}

/** Returns whether a picture of SVG moved to the end of its animations. */
function finishPicture(svg: SVGSVGElement): boolean {
  const ends = [...svg.querySelectorAll<SVGAnimationElement>(animated)].map(findEnd);
  const now = svg.getCurrentTime();
  const end = Math.max(now, ...ends);
  // Draws it too, because it may have reached that time without a frame.
  svg.setCurrentTime(end);
  if (end === now) svg.pauseAnimations();
  return end > now;
}

/**
 * Seconds at which an animation has ended, or begun if it has no end. Chromium counts in whole microseconds and cuts the rest, which may
 * be just before that moment, so this is a millionth later.
 */
function findEnd(element: SVGAnimationElement): number {
  try {
    const start = element.getStartTime() * (1 + 2 ** -20);
    const count = element.getAttribute('repeatCount');
    if (count === 'indefinite' || element.getAttribute('repeatDur') !== null) return start;
    try {
      return start + element.getSimpleDuration() * (Number.parseFloat(count ?? '') || 1);
    } catch {
      return start;
    }
  } catch {
    // Nothing has started it.
    return 0;
  }
}

/** Waits for a frame. Returns false if none is drawn. */
export function drawFrame(mayDraw: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const undrawn = setTimeout(resolve, undrawnMs, false);
    requestAnimationFrame(() => {
      clearTimeout(undrawn);
      // Observers and timers that are due come first. Without scripts there are none, and no timer fires.
      if (mayDraw) setTimeout(resolve, 0, true);
      else resolve(true);
    });
  });
}
