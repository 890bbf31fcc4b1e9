import { doc, dom } from './dom.ts';

/** Children of one slot. More cannot be given as arguments. */
const slotLimit = 10_000;

/** Elements to which a box can be added that no selector sees (DOM, section 4.9). */
const shadowHost = /^(?:article|aside|blockquote|body|div|footer|header|main|nav|section)$/;

/** Whether an element may get boxes between its children. */
export function takesBoxes(element: Element): boolean {
  return shadowHost.test(dom(element).localName) && !dom(element).shadowRoot;
}

/**
 * Sets boxes before some children of an element, in place of those that it has. They are in its shadow tree, between slots for the
 * children, so that selectors such as `:nth-child()` mean what they did. An element with a closed tree gets none.
 */
export function setBoxes(host: Element, boxBefore: (child: Element) => Element | undefined): void {
  const children = [...dom(host).childNodes].filter((child) => child instanceof Element || child instanceof Text);
  // The boxes are made while the children have their boxes: the style of a child without a slot is empty.
  const boxes = children.map((child) => (child instanceof Element ? boxBefore(child) : undefined));
  const tree = dom(host).shadowRoot ?? openTree(host);
  if (tree === undefined) return;
  tree.replaceChildren();
  let group: (Element | Text)[] = [];
  const fill = () => {
    const slot = doc.createElement('slot');
    tree.append(slot);
    slot.assign(...group);
    group = [];
  };
  for (const [at, child] of children.entries()) {
    const box = boxes[at];
    if (box || group.length >= slotLimit) fill();
    if (box) tree.append(box);
    group.push(child);
  }
  fill();
}

function openTree(host: Element): ShadowRoot | undefined {
  try {
    return dom(host).attachShadow({ mode: 'open', slotAssignment: 'manual' });
  } catch {
    // It has a closed tree.
    return undefined;
  }
}
