import { runningProperty } from '../../../injected/names.ts';
import { generatedPlace } from '../../../pdf/index.ts';

/**
 * What finds running elements in a page, and shows them in the margins of its pages. Strings, so that no build step rewrites them, for an
 * isolated world.
 */

/** Attribute of a running element: its number. */
const runningMarkName = 'data-platen-running';

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
    sheet.insertRule('[${runningMarkName}] { ${hidden} }', sheet.cssRules.length);
    sheet.insertRule('[${runningMarkName}] * { visibility: hidden !important }', sheet.cssRules.length);
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
      if (value === '' || style.display === 'none' || element.parentElement?.closest('[${runningMarkName}]')) continue;
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
      element.setAttribute('${runningMarkName}', running.length);
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
