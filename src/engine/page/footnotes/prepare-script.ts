import { areaMark } from '../../../injected/names.ts';
import { generatedPlace } from '../../../pdf/index.ts';
import { floatProperty, notePart } from '../paged/translate-css.ts';
import { callMarkName, markerMarkName, noteMarkName } from './note-marks.ts';

/** What calls, markers and the area look like where the document says nothing (CSS GCPM 3, section 2.3). */
const defaults = `
  [${callMarkName}]::before { content: counter(footnote); vertical-align: super; font-size: 65%; line-height: 0 }
  [${markerMarkName}]::before { content: counter(footnote) ". " }
  :where([${areaMark}]) { margin-top: 1em }`;

/**
 * Defines `findNotes(candidates, limit)`, which gives the first of those elements of a document that float to the foot of their page, and
 * `prepareNotes(notes, rules, resets)`, which sets a call before each, a marker into it, and makes the `rules` for calls and markers theirs.
 * They are counted from each element in `resets` on that sets their counter, whatever it is in. Takes `found`, `select`, `sortElements`, `keepOwn`
 * and `linkTo` from around it.
 */
export const prepareNotes = `
  const findNotes = (candidates, limit) => {
    keepOwn('${floatProperty}');
    const asks = (element) => element && getComputedStyle(element).getPropertyValue('${floatProperty}').trim().toLowerCase() === 'footnote';
    const notes = new Set(sortElements(candidates).filter((element) => document.body?.contains(element) && asks(element)).slice(0, limit));
    for (const note of notes) {
      let outer = note.parentElement;
      while (outer && !notes.has(outer)) outer = outer.parentElement;
      if (!outer) continue;
      notes.delete(note);
      found.vain.push('float: footnote in a footnote');
    }
    return notes;
  };

  const makeNumber = (mark) => {
    const box = document.createElementNS('http://www.w3.org/1999/xhtml', 'span');
    box.setAttribute(mark, '');
    box.setAttribute('style', 'all: unset !important');
    return box;
  };
  const isInline = (element) => /^(?:inline|contents|ruby)/.test(getComputedStyle(element).display);

  const prepareNotes = (notes, rules, resets) => {
    const calls = new Map();
    let number = 0;
    for (const note of notes) {
      number += 1;
      if (note.id === '') note.id = '${generatedPlace}note-' + number;
      const call = makeNumber('${callMarkName}');
      call.id = '${generatedPlace}call-' + number;
      const marker = makeNumber('${markerMarkName}');
      // At the start of its first line, in whatever block that is.
      let first = note;
      for (let inner = note.firstElementChild; inner; inner = inner.firstElementChild) {
        const before = [...inner.parentNode.childNodes].find((node) => node === inner || node.textContent.trim() !== '');
        if (before !== inner || isInline(inner) || inner.shadowRoot) break;
        first = inner;
      }
      first.prepend(marker);
      note.before(call);
      note.setAttribute('${noteMarkName}', '');
      // It is counted at its call.
      if (/\\bfootnote\\b/.test(getComputedStyle(note).counterIncrement)) note.style.setProperty('counter-increment', 'none', 'important');
      // The name of a heading is without its footnotes.
      if (note.closest('h1, h2, h3, h4, h5, h6, [role="heading"]')) for (const part of [call, note]) part.setAttribute('aria-hidden', 'true');
      for (const part of [note, call]) linkTo(encodeURIComponent(part.id));
      calls.set(note, { call, marker });
    }
    const sheet = new CSSStyleSheet();
    const root = getComputedStyle(document.documentElement).counterReset;
    const reset = /\\bfootnote\\b/.test(root) ? root : (root === 'none' ? '' : root) + ' footnote 0';
    sheet.replaceSync(':root { counter-reset: ' + reset + ' }' + ${JSON.stringify(defaults)});
    document.adoptedStyleSheets.push(sheet);
    countNotes(calls, resets);
    for (const [index, rule] of rules.entries()) {
      for (const [kind, mark] of [['call', '${callMarkName}'], ['marker', '${markerMarkName}']]) {
        const part = '::part(${notePart}-' + kind + ')';
        const selectors = rule.selectorText.split(/,(?![^(]*\\))/).filter((selector) => selector.includes(part)).join(',');
        if (selectors === '') continue;
        for (const element of select(rule, selectors)) {
          const own = calls.get(element)?.[kind];
          own?.setAttribute(mark, own.getAttribute(mark) + ' ' + index);
        }
        addRule(rule, '[' + mark + '~="' + index + '"][' + mark + '][' + mark + ']::before { ' + rule.style.cssText + ' }');
      }
    }
  };

  const countNotes = (calls, resets) => {
    let count = 0;
    for (const element of sortElements([...calls.keys(), ...resets])) {
      const [, start] = /\\bfootnote\\s+(-?\\d+)/.exec(getComputedStyle(element).counterReset) ?? [];
      if (start !== undefined) count = Number(start);
      // What is hidden has no number.
      if (!calls.has(element) || !calls.get(element).call.checkVisibility()) continue;
      count += 1;
      calls.get(element).call.style.setProperty('counter-set', 'footnote ' + count, 'important');
    }
  };

  // Beside the rule, so that what is around it counts for the new one too.
  const addRule = (rule, text) => {
    let own = rule;
    while (own.parentRule instanceof CSSStyleRule) own = own.parentRule;
    const around = own.parentRule ?? own.parentStyleSheet;
    around.insertRule(text, [...around.cssRules].indexOf(own) + 1);
  };`;
