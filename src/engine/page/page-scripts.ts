import { generatedPlace } from '../../pdf/index.ts';

/**
 * What runs inside a page. They are strings, so that no build step rewrites them. All but the first are functions for an
 * isolated world, which no script of the page can change.
 */

/**
 * Runs in every document before its own scripts (DevTools method Page.addScriptToEvaluateOnNewDocument), in the first empty
 * document of each frame too. Takes WebRTC away: no switch does, and a connection of it opens UDP sockets beside the egress
 * proxy that stay open in the browser. Workers have none.
 */
export const removeWebRtcScript =
  'for (const name of Object.getOwnPropertyNames(globalThis)) if (/^(webkit)?RTC/.test(name)) delete globalThis[name];';

/** Defines `walkAll(visit)`, which calls `visit(rule)` on each readable CSS rule of the document, in cascade order. */
export const walkRulesScript = `
  const walk = (rules, visit) => {
    for (const rule of rules) {
      visit(rule);
      if (rule.styleSheet) walkSheet(rule.styleSheet, visit);
      else if (rule.cssRules) walk(rule.cssRules, visit);
    }
  };
  const walkSheet = (sheet, visit) => {
    let rules = [];
    try {
      rules = sheet.cssRules;
    } catch {
      // The rules of a style sheet from another site cannot be read.
    }
    walk(rules, visit);
  };
  // In the document's own world, a form of that name would hide the property.
  const sheetsOf = (list) => Object.getOwnPropertyDescriptor(Document.prototype, list).get.call(document);
  const walkAll = (visit) => {
    for (const sheet of [...sheetsOf('styleSheets'), ...sheetsOf('adoptedStyleSheets')]) walkSheet(sheet, visit);
  };`;

/** Defines `applies(rule)`, whether a CSS rule counts on this paper: its style sheet, and what stands around it, may ask for another. */
export const asksToApplyScript = `
  const applies = (rule) => {
    for (let outer = rule.parentRule; outer; outer = outer.parentRule) {
      if (outer instanceof CSSMediaRule && !matchMedia(outer.media.mediaText).matches) return false;
      if (outer instanceof CSSSupportsRule && !CSS.supports(outer.conditionText)) return false;
    }
    const { media } = rule.parentStyleSheet ?? {};
    return !media || media.mediaText === '' || matchMedia(media.mediaText).matches;
  };`;

/** Defines `nameElement(element)`, what a warning calls an element: its kind with its own id, or its first class. */
export const nameElementScript = `
  const nameElement = ({ localName, id, classList }) =>
    localName + (id && !String(id).startsWith('${generatedPlace}') ? '#' + id : classList.length > 0 ? '.' + classList[0] : '');`;

/** Defines `pageNameOf(element)`, the name of the pages that an element is on (CSS Paged Media 3, section 6); empty for none. */
export const pageNameOfScript = `
  const pageNameOf = (element) => {
    for (let box = element; box instanceof Element; box = box.parentElement ?? box.getRootNode().host) {
      const { page } = getComputedStyle(box);
      if (page !== 'auto') return page;
    }
    return '';
  };`;

/** Defines `measureByWidth(items, widthOf, measure)`: what `measure(item)` gives of each where pages are as wide as its width, in CSS pixels. */
export const measureByWidthScript = `
  const measureByWidth = (items, widthOf, measure) => {
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
    const measured = [...Map.groupBy(items, widthOf)].flatMap(([width, own]) => {
      sheet.replaceSync(':root { width: ' + width + 'px !important }');
      return own.flatMap(measure);
    });
    document.adoptedStyleSheets.pop();
    return measured;
  };`;

/** Defines `isApart(element)`: whether what stands around it is in other lines. */
export const isApartScript = `
  const isApart = (element) =>
    element.localName === 'br' || /^(?:block|flow-root|list-item|flex|grid|table)$/.test(getComputedStyle(element).display);`;

/** Reads the facts of a page; see PageFacts. */
export const readFactsScript = `() => {
  ${walkRulesScript}
  const facts = { countsPage: false, countsPages: false, margin: {}, boxes: [], title: document.title, language: '', fontFaces: [] };
  facts.language = document.documentElement?.getAttribute('lang') ?? '';
  const absolute = (text, base) => text.replace(/url\\("([^"]*)"\\)/g, (whole, url) => {
    try {
      return 'url(' + JSON.stringify(new URL(url, base).href) + ')';
    } catch {
      return whole;
    }
  });
  walkAll((rule) => {
    if (rule instanceof CSSMarginRule) {
      const where = ['@page', rule.parentRule?.selectorText, '@' + rule.name.replace('@', '')].filter(Boolean).join(' ');
      const isShown = /^@?(?:top|bottom)/.test(rule.name) && !/^(normal|none|""|)$/.test(rule.style.content);
      if (isShown && facts.boxes.length < 1000) facts.boxes.push(where);
      if (/counters?\\(\\s*page\\b/.test(rule.style.content)) facts.countsPage = true;
      if (/counters?\\(\\s*pages\\b/.test(rule.style.content)) facts.countsPages = true;
    } else if (rule instanceof CSSPageRule && /:(?:left|right)\\b/.test(rule.selectorText)) {
      facts.countsPage = true;
    } else if (rule instanceof CSSPageRule && rule.selectorText === '') {
      for (const side of ['top', 'right', 'bottom', 'left']) {
        const length = rule.style.getPropertyValue('margin-' + side);
        if (length !== '') facts.margin[side] = length;
      }
    } else if (rule instanceof CSSFontFaceRule) {
      facts.fontFaces.push(absolute(rule.cssText, rule.parentStyleSheet?.href ?? document.baseURI));
    }
  });
  return facts;
}`;

/**
 * Adds a link to each named place that the page has, and an element for each that only its links name. They stand in the
 * head, where nothing is shown, read out or laid out; Chromium still writes their destinations and the links that lead to
 * them.
 */
export const addPlacesScript = `(names) => {
  const here = document.URL.replace(/#.*$/s, '');
  const linked = new Set(Array.from(document.links, (link) => link.href));
  const hidden = document.createDocumentFragment();
  const add = (attribute, value) => {
    const link = document.createElementNS('http://www.w3.org/1999/xhtml', 'a');
    link.setAttribute(attribute, value);
    link.setAttribute('style', 'display: none !important');
    hidden.append(link);
  };
  const decode = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  for (const name of names) {
    const ids = [name, decode(name)];
    if (ids.some((id) => document.getElementById(id) ?? document.getElementsByName(id)[0])) {
      add('href', here + '#' + name);
    } else if (linked.has(new URL('#' + name, here).href)) {
      add('id', ids[1]);
    }
  }
  (document.head ?? document.documentElement).append(hidden);
}`;

/**
 * Makes the page counters of a part count through the whole document. `counter-set` on the first page moves `counter(page)`
 * of all pages. `counter(pages)` cannot be set, so the total is written into the margin boxes. Chromium takes the first page of each part
 * for a right one, so after an odd number of pages the rules for left and right pages change places.
 */
export const applyNumbersScript = `({ before, totals }) => {
  ${walkRulesScript}
  if (before > 0) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('@page :first { counter-set: page ' + (before + 1) + ' }');
    document.adoptedStyleSheets.push(sheet);
  }
  const other = { left: 'right', right: 'left' };
  if (before % 2 === 1) walkAll((rule) => {
    if (rule instanceof CSSPageRule) rule.selectorText = rule.selectorText.replace(/(?<=:)(left|right)\\b/g, (side) => other[side]);
  });
  if (totals === undefined) return;
  const pattern = /counters?\\(\\s*pages\\s*(?:,\\s*"[^"]*"\\s*)?(?:,\\s*([\\w-]+)\\s*)?\\)/g;
  const write = (whole, style) => '"' + (totals[style] ?? totals.decimal) + '"';
  walkAll((rule) => {
    if (rule instanceof CSSMarginRule) rule.style.content = rule.style.content.replace(pattern, write);
  });
}`;
