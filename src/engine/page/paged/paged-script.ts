import { runningProperty } from '../../../injected/names.ts';
import { generatedPlace } from '../../../pdf/index.ts';
import { prepareNotes } from '../footnotes/prepare-script.ts';
import { asksToApplyScript, isApartScript, pageNameOfScript, walkRulesScript } from '../page-scripts.ts';
import { readRunning } from '../running/running-script.ts';
import { readBookmarks } from './bookmarks-script.ts';
import { readCounters } from './counters-script.ts';
import { fillLeaders, leaderMark } from './leaders-script.ts';
import { readRestarts } from './restarts-script.ts';
import { readSided, setBlanks } from './sided-script.ts';
import { readStrings } from './strings-script.ts';
import {
  blankPage,
  bookmarkPrefix,
  effects,
  floatProperty,
  notePart,
  pageCounter,
  stringProperty,
  vainPrefix,
} from './translate-css.ts';

/**
 * What reads and writes CSS for paged media inside a page. Strings, so that no build step rewrites them: functions for an isolated
 * world. An element is marked by attributes, because nothing else of it outlives an evaluation.
 */

/** Attribute of an element whose texts name places or pages: its number. The texts stand in attributes of this name and one number more. */
const elementMark = 'data-platen-target';

/** Reads a page whose style sheets are translated; see PagedPage. */
export const readPagedScript = `({ targetLimit, stringLimit, textLimit, noteLimit, runningLimit, bookmarkLimit }) => {
  ${walkRulesScript}
  // In the order of the document. To compare two of many siblings takes a look at all that are between them.
  const sortElements = (elements) => {
    const wanted = new Set(elements);
    return wanted.size === 0 ? [] : [...document.querySelectorAll('*')].filter((element) => wanted.has(element));
  };
  // No element inherits the property.
  const keepOwn = (name) => {
    try {
      CSS.registerProperty({ name, inherits: false });
    } catch {
      // It is registered already.
    }
  };
  ${readSided}
  const here = document.URL.replace(/#.*$/s, '');
  const hidden = document.createDocumentFragment();
  const linkTo = (place) => {
    const link = document.createElementNS('http://www.w3.org/1999/xhtml', 'a');
    link.setAttribute('href', here + '#' + place);
    link.setAttribute('style', 'display: none !important');
    hidden.append(link);
  };
  ${prepareNotes}
  ${readCounters}
  ${readStrings}
  ${pageNameOfScript}
  ${readRunning}
  ${readBookmarks}
  ${readRestarts}
  const found = { here, strings: [], targets: [], styles: [], increment: '${pageCounter}', leaders: [], restarts: [], numbers: [], ownBlanks: false, notes: { count: 0, countsByPage: false }, running: undefined, bookmarks: null, vain: [] };
  const absolute = (href) => {
    try {
      return new URL(href, document.baseURI).href;
    } catch {
      return undefined;
    }
  };
  ${asksToApplyScript}
  const select = (rule, own = rule.selectorText) => {
    // A nested selector means what stands around it; the generated content of an element is asked of the element.
    let selectorText = own;
    for (let outer = rule.parentRule; outer; outer = outer.parentRule) {
      if (outer instanceof CSSStyleRule) selectorText = selectorText.replaceAll('&', ':is(' + outer.selectorText + ')');
    }
    const bare = selectorText.replace(/::?(?:before|after|marker|first-line|first-letter)\\b|::part\\(${notePart}-(?:call|marker)\\)/g, '');
    try {
      return [...document.querySelectorAll(bare.replace(/(^|,)\\s*(?=,|$)/g, '$1*'))];
    } catch {
      return [];
    }
  };
  const isHeadingLevel = (name, value, elements) =>
    name === 'level' && elements.every((element) => element.localName === 'h' + value);
  const isOwnNote = (name, value) => /^footnote-(?:display: block|policy: (?:auto|line)|style-position: inside)$/i.test(name + ': ' + value);
  const isOwnLabel = (name, value) => name === 'label' && /^content(\\(\\s*(text)?\\s*\\))?$/.test(value);
  let keys = 0;
  const setters = new Set();
  const sided = new Map();
  const floated = new Set();
  const noted = [];
  const resets = new Set();
  const restarting = new Set();
  const styles = new Set();
  const shown = [];
  const moved = new Set();
  const bookmarked = new Set();
  const leading = new Set();
  ${isApartScript}
  let hasBookmarks = false;
  const paged = new Set();
  const shownElements = new Set();
  const shownCounters = new Set();
  let namedPlaces = 0;
  let countsPages = false;
  const add = (set, elements) => {
    for (const element of elements) set.add(element);
  };
  const readStyle = (style, name, find) => {
    for (const property of style) {
      if (!property.startsWith('--platen-')) continue;
      const elements = find();
      const value = style.getPropertyValue(property).trim();
      if (property === '${runningProperty}') add(moved, elements);
      if (property === '${floatProperty}') add(floated, elements);
      if (property === '${stringProperty}') add(setters, elements);
      if (property.startsWith('${bookmarkPrefix}')) {
        const own = property.slice(${bookmarkPrefix.length});
        add(bookmarked, elements);
        // Chromium does by itself what headings have anyway.
        hasBookmarks ||= elements.length > 0 && !isHeadingLevel(own, value, elements) && !isOwnLabel(own, value);
      }
      const vain = property.startsWith('${vainPrefix}') ? property.slice(${vainPrefix.length}) : undefined;
      if (vain !== undefined && elements.length > 0 && !isOwnNote(vain, value)) found.vain.push(vain + ': ' + value + ' (' + name + ')');
    }
    if (isSided.test(style.breakBefore) || isSided.test(style.breakAfter)) for (const element of find()) sided.set(element, name);
    if (!/^(auto)?$/.test(style.page)) add(paged, find());
    if (/\\bfootnote\\b/.test(style.counterReset)) add(resets, find());
    if (setsPage(style)) add(restarting, find());
  };
  walkAll((rule) => {
    // With a variable, all of a background is one declaration.
    const [gradient] = rule instanceof CSSPageRule ? (/[-\\w]+-gradient(?=\\()/.exec(rule.style.backgroundImage + rule.style.background) ?? []) : [];
    if (gradient) found.vain.push('background: ' + gradient + '() (' + ('@page ' + rule.selectorText).trim() + ')');
    for (const name of rule instanceof CSSMarginRule ? ${JSON.stringify(effects)} : []) {
      const value = rule.style.getPropertyValue(name);
      if (!/^(?:|none|normal|1)$/.test(value)) found.vain.push(name + ': ' + value + ' (@' + rule.name.replace('@', '') + ')');
    }
    if (rule instanceof CSSPageRule && rule.selectorText.includes('${blankPage}')) found.ownBlanks = true;
    if (rule instanceof CSSPageRule && /\\bfootnote\\b/.test(rule.style.counterReset)) found.notes.countsByPage = true;
    if (rule instanceof CSSPageRule && !/^(none)?$/.test(rule.style.counterIncrement)) {
      rule.style.counterIncrement += ' ${pageCounter}';
      if (rule.selectorText === '') found.increment = rule.style.counterIncrement;
    }
    if (rule instanceof CSSMarginRule || rule instanceof CSSStyleRule)
      for (const [, kind, name] of rule.style.content.matchAll(/\\bplaten-(first|last|first-except|start)-string-([^\\s,)]+)/g))
        styles.add(kind + ' ' + name);
    if (rule instanceof CSSMarginRule || rule instanceof CSSStyleRule) readShown(rule);
    if (!(rule instanceof CSSStyleRule) || !applies(rule)) return;
    readStyle(rule.style, rule.selectorText, () => select(rule));
    for (const [, name] of rule.style.content.matchAll(/\\bcounters?\\(\\s*([-\\w\\u0080-\\uffff]+)/g)) {
      if (name === 'pages') countsPages = true;
      else if (name !== 'page' && !name.startsWith('platen-')) shownCounters.add(name);
    }
    if (rule.selectorText.includes('::part(${notePart}-')) noted.push(rule);
    if (/\\b(?:target-(?:counters?|text)|leader)\\(/.test(rule.style.content)) shown.push(rule);
  });
  for (const element of document.querySelectorAll('[style*="--platen-"], [style*="break-" i], [style*="page" i], [style*="counter-" i]'))
    readStyle(element.style, 'style', () => [element]);
  const notes = findNotes(floated, noteLimit);
  if (floated.size > noteLimit) found.vain.push('float: footnote on more than ' + noteLimit + ' elements');
  for (const rule of shown) readTargets(rule);

  function readTargets(rule) {
    const { content } = rule.style;
    const elements = select(rule);
    if (elements.length === 0) return;
    const pattern = /target-(counters?|text)\\(\\s*attr\\(\\s*([-\\w]+)(?:\\s+(?:url|type\\(\\s*<url>\\s*\\)))?\\s*\\)\\s*(?:,\\s*([-\\w\\u0080-\\uffff]+)\\s*(?:\\(\\s*\\)\\s*)?)?((?:,\\s*(?:[-\\w]+|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')\\s*)*)\\)/g;
    const written = content.replace(pattern, (whole, kind, attribute, what, more) => {
      const isPage = kind === 'counter' && what === 'page';
      if (kind === 'text' ? (what !== undefined && what !== 'content') || more !== '' : what === undefined) return whole;
      const counter = kind + '(' + what + more + ')';
      if (kind !== 'text' && !isPage && !counterPattern.test(counter)) return whole;
      const key = '${elementMark}-' + keys++;
      for (const element of elements) {
        const href = element.getAttribute(attribute);
        const url = href === null ? undefined : absolute(href.trim());
        if (url === undefined || found.targets.length >= targetLimit) continue;
        if (!element.hasAttribute('${elementMark}')) element.setAttribute('${elementMark}', found.targets.length);
        const place = findPlace(url.startsWith(here + '#') ? url.slice(here.length + 1) : undefined);
        const style = /[-\\w]+/.exec(more)?.[0] ?? 'decimal';
        const target = { element: element.getAttribute('${elementMark}'), key, url, style };
        if (isPage) element.setAttribute(key, '00');
        else if (kind === 'text') target.text = readText(place);
        else target.text = (place && askCounter(place, counter)) ?? '';
        if (!isPage && !place) found.vain.push(whole + ' for ' + href);
        found.targets.push(target);
      }
      return 'attr(' + key + ', "")';
    });
    const [at] = /::?(?:before|after)$/.exec(rule.selectorText) ?? [];
    const isBefore = at !== undefined && at.endsWith('before');
    const isFilled = at !== undefined && (!isBefore || elements.every((element) => textOf(element).trim() === ''));
    const filled = isFilled ? written.replace(/leader\\(\\s*(dotted|solid|space|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')\\s*\\)/, (whole, fill) => {
      const unit = { dotted: '.', solid: '_', space: ' ' }[fill] ?? unquote(fill);
      if (unit === '') return '" "';
      for (const element of elements) {
        element.setAttribute('${leaderMark}', unit.slice(0, 20));
        element.setAttribute('${leaderMark}-at', isBefore ? '::before' : '::after');
      }
      // What is left of the line stands before the leader, or in the spaces among the text.
      rule.style[isBefore ? 'wordSpacing' : 'paddingInlineStart'] ||= 'attr(${leaderMark}-gap px, 0px)';
      add(leading, elements);
      return 'attr(${leaderMark}-text, " ")';
    }) : written;
    // Nothing else of it is drawn as it was meant, and what stays would make the whole invalid.
    const rest = /\\b(?:target-counters?|target-text|leader)\\([^()]*(?:\\([^()]*\\)[^()]*)*\\)/g;
    for (const [vain] of filled.matchAll(rest)) found.vain.push(vain + ' (' + rule.selectorText + ')');
    rule.style.content = filled.replace(rest, '" "');
  }

  // Without the footnotes in it.
  function textOf(element) {
    if (element.childElementCount === 0) return element.textContent;
    return [...element.childNodes].map((node) => {
      if (notes.has(node)) return '';
      if (!(node instanceof Element)) return node instanceof Text ? node.data : '';
      return isApart(node) ? ' ' + textOf(node) + ' ' : textOf(node);
    }).join('');
  }

  function findPlace(place) {
    if (place === undefined) return undefined;
    let decoded = place;
    try {
      decoded = decodeURIComponent(place);
    } catch {}
    return document.getElementById(place) ?? document.getElementById(decoded) ?? undefined;
  }

  function readText(element) {
    return (element ? textOf(element) : '').replace(/\\s+/g, ' ').trim();
  }

  keepOwn('${stringProperty}');
  let length = 0;
  for (const element of sortElements(setters)) {
    if (found.strings.length >= stringLimit || length > textLimit) {
      found.vain.push('string-set on more than ' + found.strings.length + ' elements');
      break;
    }
    length += element.textContent.length;
    const strings = readStrings(element, getComputedStyle(element).getPropertyValue('${stringProperty}'));
    if (strings.length === 0) continue;
    if (element.id === '') element.id = '${generatedPlace}' + found.strings.length;
    linkTo(encodeURIComponent(element.id));
    const lead = readLead(element);
    for (const string of strings) found.strings.push({ ...string, place: element.id, lead });
  }
  for (const { url, text } of found.targets)
    if (text === undefined && url.startsWith(here + '#')) linkTo(url.slice(here.length + 1));
  prepareNotes(notes, noted, resets);
  found.notes.count = notes.size;
  const { breaks, fails } = readSided(sided);
  for (const { place } of breaks) linkTo(place);
  found.breaks = breaks;
  found.sided = fails;
  found.styles = [...styles].map((style) => ({ kind: style.split(' ')[0], name: style.slice(style.indexOf(' ') + 1) }));
  found.running = readRunning(moved, runningLimit);
  Object.assign(found, readRestarts(restarting));
  found.leaders = [...leading].slice(0, targetLimit).map((element) => ({ place: namePlace(element), page: pageNameOf(element) }));
  if (hasBookmarks) found.bookmarks = readBookmarks(bookmarked, bookmarkLimit);
  found.vain = [...new Set(found.vain)].slice(0, 50);
  (document.head ?? document.documentElement).append(hidden);
  found.counters = readCounters();
  return found;
}`;

/**
 * Writes the texts of places into the elements that name them, and the styles that show named strings by page. Then fills lines with
 * leaders, and sets blank pages before the places in `blanks`.
 */
export const writePagedScript = `({ texts, css, leaders, blanks, ownBlanks }) => {
  ${setBlanks}
  ${fillLeaders}
  const marked = new Map();
  for (const element of document.querySelectorAll('[${elementMark}]')) marked.set(element.getAttribute('${elementMark}'), element);
  for (const { element, key, text } of texts) marked.get(element)?.setAttribute(key, text);
  fillLeaders(leaders);
  setBlanks(blanks, ownBlanks);
  if (css === '') return;
  const own = document.adoptedStyleSheets.find((sheet) => sheet.cssRules[0]?.name === 'platen-none');
  const sheet = own ?? new CSSStyleSheet();
  sheet.replaceSync(css);
  if (own === undefined) document.adoptedStyleSheets.push(sheet);
}`;
