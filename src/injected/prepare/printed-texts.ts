import type { Excess } from '../calls.ts';
import { doc, dom } from '../dom/dom.ts';
import { floatProperty, runningProperty } from '../names.ts';

/** Characters of all texts that are listed. */
const allLimit = 5_000_000;
/** CSS pixels by which text may reach out of a box that cuts it. */
const slack = 1;

/** Elements whose text is not read out, or is read out as that of a field or an image. */
const silent =
  '[aria-hidden="true" i], [inert], details:not([open]), [role="img"], [role="math"], button, select, textarea, datalist, math, iframe, object, video, canvas';

/** What may cut text: the sides of the box that is shown. */
type Edges = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/**
 * The texts of a document that are certainly on its pages and are read out, one for each node. What may be cut off, covered by its own styles, or
 * printed at another place is left out. Reports if there are more than are listed.
 */
export function listPrintedTexts(excess: Excess[]): string[] {
  const texts: string[] = [];
  let length = 0;
  const page: Edges = { left: 0, top: -scrollY, right: innerWidth, bottom: Number.POSITIVE_INFINITY };
  const waiting: { node: Node; shown: Edges }[] = [{ node: doc.documentElement, shown: page }];
  for (let next = waiting.pop(); next !== undefined && length < allLimit; next = waiting.pop()) {
    const { node, shown } = next;
    if (node instanceof Text) {
      if (!isShown(node, shown)) continue;
      texts.push(node.data);
      length += node.data.length;
    } else if (node instanceof Element) {
      const inner = dom(node).shadowRoot ? undefined : cut(node, shown);
      if (inner) for (const kid of [...dom(node).childNodes].reverse()) waiting.push({ node: kid, shown: inner });
    }
  }
  if (length >= allLimit) excess.push({ of: 'printed', limit: allLimit });
  return texts;
}

/** What an element shows of a box around it; undefined if its text may not be printed, or not as text. */
function cut(element: Element, shown: Edges): Edges | undefined {
  if (dom(element).matches(silent)) return undefined;
  const style = getComputedStyle(element);
  const { display, position, clip, clipPath, opacity, color, fontSize, overflowX, overflowY } = style;
  if (display === 'none' || position === 'fixed' || Number(opacity) === 0) return undefined;
  if (clip !== 'auto' || clipPath !== 'none' || style.maskImage !== 'none') return undefined;
  if (style.transform.startsWith('matrix3d') || style.rotate.includes(' ')) return undefined;
  if (/^rgba.*, 0\)$|\/ 0\)$/.test(color) || Number.parseFloat(fontSize) < 1) return undefined;
  if (!/^(none|uppercase|lowercase|capitalize)$/.test(style.textTransform)) return undefined;
  if (style.getPropertyValue('-webkit-line-clamp') !== 'none') return undefined;
  if (style.getPropertyValue('-webkit-text-security') !== 'none') return undefined;
  if ((style.getPropertyValue(runningProperty) + style.getPropertyValue(floatProperty)).trim() !== '') return undefined;
  const isPage = element === doc.documentElement || element === doc.body;
  if (isPage || /^(inline|contents)$/.test(display) || (overflowX === 'visible' && overflowY === 'visible'))
    return shown;
  // On paper of another width, more of its text may be cut.
  const isFixed = `${dom(element).computedStyleMap().get('height')}` !== 'auto' || style.maxHeight !== 'none';
  if (isFixed || style.whiteSpace.includes('nowrap') || style.textOverflow !== 'clip') return undefined;
  const { left, top, right, bottom } = dom(element).getBoundingClientRect();
  return {
    left: Math.max(left, shown.left),
    top: Math.max(top, shown.top),
    right: Math.min(right, shown.right),
    bottom: Math.min(bottom, shown.bottom),
  };
}

function isShown(text: Text, shown: Edges): boolean {
  if (!/\S/.test(text.data)) return false;
  const parent = dom(text).parentElement;
  if (!parent || !dom(parent).checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return false;
  const range = doc.createRange();
  range.selectNodeContents(text);
  const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  return (
    rects.length > 0 &&
    rects.every(
      ({ left, top, right, bottom }) =>
        left >= shown.left - slack &&
        top >= shown.top - slack &&
        right <= shown.right + slack &&
        bottom <= shown.bottom + slack,
    )
  );
}
