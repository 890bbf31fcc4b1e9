import type { FixedBox } from '../calls.ts';
import { findAll, listShadowRoots } from '../dom/document.ts';
import { dom } from '../dom/dom.ts';
import { findingLimit, nameElement } from '../dom/elements.ts';

/** The boxes with `position: fixed` that are in front of the text, and their places on each page. */
export function listFixedBoxes(): FixedBox[] {
  const inner = listShadowRoots().flatMap((root) => [...root.querySelectorAll<HTMLElement>('*')]);
  return [...findAll('*'), ...inner].filter(isInFront).slice(0, findingLimit).map(measure);
}

function isInFront(element: HTMLElement): boolean {
  const { position, zIndex, opacity } = getComputedStyle(element);
  if (position !== 'fixed' || Number(zIndex) < 0 || Number(opacity) === 0) return false;
  const { width, height } = dom(element).getBoundingClientRect();
  return width > 0 && height > 0 && dom(element).checkVisibility();
}

/** Pages may be of other sizes than the view, so a box keeps its distance to the sides that its style names. */
function measure(element: HTMLElement): FixedBox {
  const { left, right, top, bottom, width, height } = dom(element).getBoundingClientRect();
  const styles = dom(element).computedStyleMap();
  const isFarAlone = (near: string, far: string) => `${styles.get(near)}` === 'auto' && `${styles.get(far)}` !== 'auto';
  const [isWide, isHigh] = [width > innerWidth - 1, height > innerHeight - 1];
  const [isRight, isLow] = [isFarAlone('left', 'right'), isFarAlone('top', 'bottom')];
  const place = {
    width,
    height,
    ...((isWide || !isRight) && { left }),
    ...((isWide || isRight) && { right: innerWidth - right }),
    ...((isHigh || !isLow) && { top }),
    ...((isHigh || isLow) && { bottom: innerHeight - bottom }),
  };
  return { name: nameElement(element), place };
}
