import { generatedPlace } from '../../../pdf/index.ts';
import { blankPage } from './translate-css.ts';

/** Attribute of an element whose children have blank pages between them. */
const blankMark = 'data-platen-blanks';

/** Children of one slot. More cannot be given as arguments. */
const slotLimit = 10_000;

/**
 * Defines `readSided(breaks)`, for a map from each element with a break that asks for a side to the selector that says so: the breaks
 * that can be set, see SidedBreak, and a text for each that cannot. A break counts at the outermost box that it begins. Takes
 * `sortElements` from around it.
 */
export const readSided = `
  const isSided = /^(?:left|right|recto|verso)$/;
  const flows = (element) => {
    const { display, position, float } = getComputedStyle(element);
    return display !== 'none' && !/absolute|fixed/.test(position) && float === 'none';
  };
  // The next or the last thing beside a node that takes up room.
  const findBeside = (node, direction) => {
    for (let beside = node[direction]; beside; beside = beside[direction])
      if (beside instanceof Text ? beside.data.trim() !== '' : beside instanceof Element && flows(beside)) return beside;
    const { content } = getComputedStyle(node.parentElement, direction === 'previousSibling' ? '::before' : '::after');
    return /^(?:none|normal)$/.test(content) ? undefined : content;
  };
  const isOutermost = (element) => element === document.body || element === document.documentElement;
  // Chromium breaks between the children of a block alone as this is meant.
  const isBlock = (box) => {
    const { display, columnCount, columnWidth, overflowY } = getComputedStyle(box);
    if (!/^(?:block|flow-root|list-item)$/.test(display) || columnCount + columnWidth !== 'autoauto' || !flows(box)) return false;
    return isOutermost(box) || /^(?:visible|clip)$/.test(overflowY);
  };
  const findStart = (element) => {
    let start = element;
    for (let box = start.parentElement; !isOutermost(box) && isBlock(box); box = start.parentElement) {
      if (findBeside(start, 'previousSibling') !== undefined) break;
      start = box;
    }
    return start;
  };
  const findNext = (element) => {
    for (let last = element; !isOutermost(last); last = last.parentElement) {
      const next = findBeside(last, 'nextSibling');
      if (next !== undefined) return next;
    }
    return undefined;
  };
  // Only in some elements a box can be added that no selector sees (DOM, section 4.9).
  const holds = /^(?:article|aside|blockquote|body|div|footer|header|main|nav|section)$/;
  const canBreak = (element) => {
    const parent = element.parentElement;
    if (!holds.test(parent.localName) || (parent.shadowRoot && !parent.hasAttribute('${blankMark}'))) return false;
    // A place is found by its name.
    if (element.id !== '' && document.getElementById(element.id) !== element) return false;
    for (let box = parent; box !== document.documentElement; box = box.parentElement) if (!isBlock(box)) return false;
    return flows(element);
  };
  const readSided = (rules) => {
    const fails = new Set();
    const isTurned = getComputedStyle(document.body ?? document.documentElement).direction === 'rtl';
    const sides = new Map();
    const set = (element, start, property, side) => {
      if (start instanceof Element && canBreak(start)) sides.set(start, side);
      else fails.add(property + ': ' + side + ' (' + rules.get(element) + ')');
    };
    for (const element of sortElements(rules.keys())) {
      const { display, breakBefore, breakAfter } = getComputedStyle(element);
      // Nothing breaks around what stands in a line.
      if (isOutermost(element) || !flows(element) || /^(?:inline|contents|ruby)/.test(display)) continue;
      if (isSided.test(breakBefore)) set(element, findStart(element), 'break-before', breakBefore);
      const next = isSided.test(breakAfter) ? findNext(element) : undefined;
      if (next !== undefined) set(element, next, 'break-after', breakAfter);
    }
    const breaks = [...sides].map(([element, side], index) => {
      if (element.id === '') element.id = '${generatedPlace}side-' + index;
      return {
        place: encodeURIComponent(element.id),
        isOdd: side === 'recto' || side === (isTurned ? 'left' : 'right'),
        isStart: isOutermost(element.parentElement) && findBeside(element, 'previousSibling') === undefined,
      };
    });
    return { breaks, fails: [...fails].slice(0, 10) };
  };`;

/**
 * Defines `setBlanks(places, ownRules)`, which sets a blank page before each place, and takes away those that it has set before. They
 * stand in shadow trees between slots for the children of an element, so that selectors such as `:nth-child()` mean what they did.
 * Where the document has rules of its own for blank pages they follow these, else those of the page that comes next.
 */
export const setBlanks = `
  const setBlanks = (places, ownRules) => {
    const starts = new Set(places.map((place) => document.getElementById(decodeURIComponent(place))).filter(Boolean));
    const hosts = new Set(document.querySelectorAll('[${blankMark}]'));
    for (const start of starts) hosts.add(start.parentElement);
    for (const host of hosts) {
      host.setAttribute('${blankMark}', '');
      const tree = host.shadowRoot ?? open(host);
      if (tree === undefined) continue;
      const pages = new Map([...host.children].filter((child) => starts.has(child)).map((child) => [child, getComputedStyle(child).page]));
      tree.replaceChildren();
      let group = [];
      const fill = () => {
        const slot = document.createElement('slot');
        tree.append(slot);
        slot.assign(...group);
        group = [];
      };
      for (const child of host.childNodes) {
        if (starts.has(child) || group.length >= ${slotLimit}) fill();
        if (starts.has(child)) tree.append(makeBlank(ownRules ? '${blankPage}' : pages.get(child)));
        if (child instanceof Element || child instanceof Text) group.push(child);
      }
      fill();
    }
  };
  const open = (host) => {
    try {
      return host.attachShadow({ mode: 'open', slotAssignment: 'manual' });
    } catch {
      // It has a closed tree of its own.
      return undefined;
    }
  };
  const makeBlank = (page) => {
    const blank = document.createElementNS('http://www.w3.org/1999/xhtml', 'div');
    blank.setAttribute('part', 'platen-blank');
    blank.setAttribute('style', 'display: block; break-before: page; break-after: page; height: 1px; page: ' + page);
    return blank;
  };`;
