import { generatedPlace } from '../../../pdf/index.ts';
import { walkRulesScript } from '../page-scripts.ts';
import { runningProperty } from '../paged/translate-css.ts';

/**
 * What finds running elements in a page, and shows them in the margins of its pages. Strings, so that no build step rewrites them, for an
 * isolated world.
 */

/** Attribute of a running element: its number. */
export const runningMark = 'data-platen-running';
/** Attributes of what it is shown with: its copies, and what is around these. */
const copyMark = 'data-platen-copy';
const aroundMark = 'data-platen-around';

/** Before the name of pages in the rules of the document, so that none counts. */
const offPrefix = 'platen-off-';

/** It takes no room where it is, and has a place, so that the page is known on which it would be. */
const hidden = [
  'position: absolute; inset: auto; width: 0; height: 0; min-width: 0; min-height: 0; margin: 0; padding: 0; border: 0',
  'visibility: hidden; overflow: hidden; contain: size layout paint; break-before: auto; break-after: auto',
]
  .join('; ')
  .replace(/;|$/g, ' !important;');

/**
 * Defines `readRunning(elements, limit)`, which takes running elements (CSS GCPM 3, section 1.3) out of the text; see Running,
 * `readShown(rule)`, which reads what margin boxes show of them, and `namePlace(element)`, its place. Takes `found`, `linkTo`, `askCounter`, `pageNameOf`, `sortElements`, `readLead`, `keepOwn`,
 * `applies`, and what the style sheets name (`paged`, `shownElements`, `shownCounters`, `countsPages`) from around it.
 */
export const readRunning = `
  function readRunning(elements, limit) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync([...shownElements].map((name) => '@counter-style ' + name + ' { system: cyclic; symbols: ""; suffix: "" }').join(' '));
    document.adoptedStyleSheets.push(sheet);
    const running = listRunning(elements, limit);
    sheet.insertRule('[${runningMark}] { ${hidden} }', sheet.cssRules.length);
    sheet.insertRule('[${runningMark}] * { visibility: hidden !important }', sheet.cssRules.length);
    const names = new Set(running.map(({ name }) => name));
    for (const name of new Set([...shownElements].map(nameShown))) if (!names.has(name)) found.vain.push('content: element(' + name + ')');
    const isLeftFirst = getComputedStyle(document.documentElement).direction === 'rtl';
    return { elements: running, names: running.length > 0 ? readNames(paged) : [], isLeftFirst, countsPages: countsPages && running.length > 0 };
  }

  // Reads which elements a rule shows, in a margin box of their own.
  function readShown(rule) {
    const { content } = rule.style;
    const styles = content.match(/\\bplaten-(?:first|last|first-except|start)-element-[^\\s,)]+/g) ?? [];
    if (styles.length === 0) return;
    if (rule instanceof CSSMarginRule && /^counter\\([^()]*\\)$/.test(content)) {
      shownElements.add(styles[0]);
      return;
    }
    const where = rule instanceof CSSMarginRule ? 'beside other content (@' + rule.name.replace('@', '') + ')' : '(' + rule.selectorText + ')';
    if (rule instanceof CSSMarginRule || applies(rule)) found.vain.push('content: element() ' + where);
    rule.style.content = 'none';
  }

  function nameShown(style) {
    return style.replace(/^platen-.+?-element-/, '');
  }

  function listRunning(elements, limit) {
    if (elements.size === 0) return [];
    keepOwn('${runningProperty}');
    const wanted = new Set([...shownElements].map(nameShown));
    const pattern = /^\\s*(?:running|static)\\(\\s*([-\\w\\u0080-\\uffff]+)\\s*\\)/i;
    const running = [];
    for (const element of sortElements(elements)) {
      const style = getComputedStyle(element);
      const value = style.getPropertyValue('${runningProperty}').trim();
      const [, name] = pattern.exec(value) ?? [];
      // What is around it brings it along.
      if (value === '' || style.display === 'none' || element.parentElement?.closest('[${runningMark}]')) continue;
      const isWhole = element === document.documentElement || element === document.body;
      if (running.length >= limit) found.vain.push('position: running() on more than ' + limit + ' elements');
      else if (isWhole || element.ownerSVGElement) found.vain.push('position: running() (' + element.localName + ')');
      // It stays in the text, where it is seen.
      else if (!wanted.has(name)) found.vain.push('position: ' + value);
      else add(element, name);
    }
    return running;

    function add(element, name) {
      const counters = [...shownCounters].slice(0, 20).map((own) => ({ name: own, text: askCounter(element, 'counter(' + own + ')') }));
      const isInline = /^inline/.test(getComputedStyle(element).display);
      element.setAttribute('${runningMark}', running.length);
      running.push({ name, place: namePlace(element), lead: readLead(element), counters, isInline });
    }
  }

  function namePlace(element) {
    if (element.id === '') element.id = '${generatedPlace}running-' + namedPlaces++;
    linkTo(encodeURIComponent(element.id));
    return encodeURIComponent(element.id);
  }

  function readNames(elements) {
    const follow = (element) => {
      let next = element;
      do {
        while (next && !next.nextElementSibling) next = next.parentElement;
        next = next?.nextElementSibling;
      } while (next && getComputedStyle(next).display === 'none');
      return next;
    };
    const places = new Set();
    for (const element of elements) for (const place of [element, follow(element)]) if (place) places.add(place);
    return sortElements(places).map((element) => ({ name: pageNameOf(element), place: namePlace(element) }));
  }`;

/**
 * Hides all of a page but copies of its running elements, each in a margin box of one of its pages; see RunningCopy. Lengths in CSS pixels.
 * Copies no more than `limit` elements. Returns the boxes that are too low for what stands in them, and the page from which on nothing
 * was copied.
 */
export const showRunningScript = `async ({ copies, pages, width, height, limit }) => {
  ${walkRulesScript}
  // Chromium heeds the first !important of several style sheets in the rules for pages, so a rule of our own would not be enough.
  walkAll((rule) => {
    if (rule instanceof CSSPageRule) rule.selectorText = rule.selectorText.split(',').map((one) => '${offPrefix}' + one.trim()).join(', ');
  });
  const sheet = new CSSStyleSheet();
  // A hair of one more page, so that there are enough.
  const whole = pages * height + 1;
  const room = 'display: block; position: relative; writing-mode: horizontal-tb; page: auto; box-sizing: content-box; margin: 0; padding: 0; border: 0; ' +
    'min-width: 0; max-width: none; min-height: 0; max-height: none; background: none; transform: none; filter: none; overflow: clip; contain: paint; columns: auto; ' +
    'width: ' + width + 'px; height: ' + whole + 'px';
  sheet.replaceSync(
    '@page { size: ' + width + 'px ' + height + 'px; margin: 0 } ' +
      ':root { ' + room.replace(/;|$/g, ' !important;') + ' } ' +
      ':root > :not([${aroundMark}]), [${aroundMark}] > :not([${aroundMark}], [${copyMark}]) { display: none !important } ' +
      '[${aroundMark}] { display: contents !important; visibility: hidden !important } [${aroundMark}]::before, [${aroundMark}]::after { content: none !important } ' +
      '[${aroundMark}]::part(platen-blank) { display: none !important } ' +
      '[${copyMark}] { position: absolute !important; visibility: visible !important; float: none !important } ' +
      '[${copyMark}], [${copyMark}] * { break-before: auto !important; break-after: auto !important; page: auto !important }',
  );
  document.adoptedStyleSheets.push(sheet);
  const originals = new Map();
  for (const element of document.querySelectorAll('[${runningMark}]')) originals.set(Number(element.getAttribute('${runningMark}')), element);
  const last = new Map(originals);
  const tooLow = new Map();
  const shown = [];
  const images = [];
  let copied = 0;
  let end = null;
  const pair = (original, copy, name) => {
    const list = (root) => (root.localName === name ? [root] : [...root.querySelectorAll(name)]);
    const own = list(copy);
    return list(original).map((one, index) => [one, own[index]]);
  };
  for (const { element, page, box, isInline, counters } of copies) {
    const original = originals.get(element);
    if (original === undefined) continue;
    copied += 1 + original.getElementsByTagName('*').length;
    if (copied > limit) {
      end = page;
      break;
    }
    for (let around = original.parentElement; around && around !== document.documentElement; around = around.parentElement) around.setAttribute('${aroundMark}', '');
    const copy = original.cloneNode(true);
    copy.removeAttribute('${runningMark}');
    // What is drawn does not come along by itself, and pictures load again.
    for (const [drawing, canvas] of pair(original, copy, 'canvas'))
      if (drawing.width > 0 && drawing.height > 0) canvas.getContext('2d')?.drawImage(drawing, 0, 0);
    for (const [picture, image] of pair(original, copy, 'img')) {
      image.loading = 'eager';
      if (picture.naturalWidth > 0) images.push(image);
    }
    copy.setAttribute('${copyMark}', '');
    const set = (property, value) => copy.style.setProperty(property, value, 'important');
    set('display', 'none');
    last.get(element).after(copy);
    // Where blank pages are set, slots hold what they are given.
    const slot = original.assignedSlot;
    slot?.assign(...slot.assignedNodes(), copy);
    last.set(element, copy);
    // A share is one of the box, not of all pages. What is not shown tells what was declared.
    const style = getComputedStyle(copy);
    for (const [property, side] of [['width', box.width], ['max-width', box.width], ['min-width', box.width], ['height', box.height], ['max-height', box.height], ['min-height', box.height]]) {
      const [, share] = /^([\\d.]+)%$/.exec(style.getPropertyValue(property)) ?? [];
      if (share !== undefined) set(property, (side * share) / 100 + 'px');
    }
    set('left', box.left + 'px');
    set('right', width - box.left - box.width + 'px');
    set('top', page * height + box.top + 'px');
    set('bottom', whole - page * height - box.top - box.height + 'px');
    set('align-self', box.down);
    set('justify-self', isInline ? box.across : 'stretch');
    set('counter-reset', counters);
    copy.style.setProperty('display', original.style.getPropertyValue('display'), original.style.getPropertyPriority('display'));
    shown.push({ copy, box, page });
  }
  const settled = (image) => new Promise((resolve) => {
    image.addEventListener('load', resolve, { once: true });
    image.addEventListener('error', resolve, { once: true });
  });
  await Promise.all(images.filter((image) => !image.complete).map(settled));
  for (const { copy, box, page } of shown) {
    const { height } = copy.getBoundingClientRect();
    if (height <= box.height + 1) continue;
    // Nothing of it is lost beyond the edge of its page, nor shown on another.
    copy.style.setProperty('align-self', box.name.startsWith('bottom') ? 'end' : 'start', 'important');
    if (!tooLow.has(box.name)) tooLow.set(box.name, { page, height, room: box.height });
  }
  return { tooLow: [...tooLow].map(([name, found]) => ({ name, ...found })), end };
}`;

/** Undoes what `showRunningScript` did. */
export const hideRunningScript = `() => {
  ${walkRulesScript}
  for (const copy of document.querySelectorAll('[${copyMark}]')) copy.remove();
  for (const around of document.querySelectorAll('[${aroundMark}]')) around.removeAttribute('${aroundMark}');
  document.adoptedStyleSheets.pop();
  walkAll((rule) => {
    if (rule instanceof CSSPageRule) rule.selectorText = rule.selectorText.replaceAll('${offPrefix}', '');
  });
}`;
