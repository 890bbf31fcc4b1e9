import type { PagedLimits, PagedPage, PagedTexts, UnsupportedCss } from '../calls.ts';
import { doc } from '../dom/dom.ts';
import { findingLimit } from '../dom/elements.ts';
import { pageNameOf } from '../dom/layout.ts';
import { PlaceLinks } from '../dom/places.ts';
import { findNotes, prepareNotes } from '../footnotes/prepare-notes.ts';
import type { StringKind } from '../names.ts';
import { CounterTexts } from '../reading/counters.ts';
import type { Reading } from '../reading/reading.ts';
import { ElementTexts } from '../reading/texts.ts';
import { readRunning } from '../running/read-running.ts';
import { setBlanks } from './blanks.ts';
import { readBookmarks } from './bookmarks.ts';
import { fillLeaders } from './leaders.ts';
import { readPagedRules } from './read-rules.ts';
import { readRestarts, showRestarts } from './restarts.ts';
import { readSided } from './sided.ts';
import { readNamedStrings } from './strings.ts';
import { readContent, writeTexts } from './targets.ts';

/** Characters of a property, a value or a selector in a finding. */
const wordLimit = 500;

/** Links to the elements that set named strings. */
let stringLinks: PlaceLinks | undefined;

/** Reads what the style sheets of a document, which are translated, ask for that Chromium does not do by itself. */
export function readPaged(limits: PagedLimits): PagedPage {
  const unsupported = new Map<string, UnsupportedCss>();
  const report = (css: UnsupportedCss) => {
    const short = shorten(css);
    if (unsupported.size < findingLimit) unsupported.set(JSON.stringify(short), short);
  };
  const links = new PlaceLinks();
  const rules = readPagedRules(limits.effects, report);
  const notes = findNotes(rules, limits.noteLimit, report);
  const texts = new ElementTexts(notes, limits.textLimit, report);
  const reading: Reading = { texts, counters: new CounterTexts(), links, report };
  const { targets, leading } = readContent(rules.shown, limits.targetLimit, reading);
  stringLinks = new PlaceLinks();
  const strings = readNamedStrings(rules.setters, limits.stringLimit, { ...reading, links: stringLinks });
  stringLinks.write();
  const { here } = links;
  for (const { url, text } of targets)
    if (text === undefined && url.startsWith(`${here}#`)) links.linkTo(url.slice(here.length + 1));
  prepareNotes(notes, rules, links);
  const { breaks, unsided } = readSided(rules.sided);
  for (const { place } of breaks) links.linkTo(place);
  const running = readRunning(rules, limits.runningLimit, reading);
  const restarts = readRestarts(rules.pageResets, (element) => links.linkToElement(element));
  const numbers = restarts.length > 0 || rules.numbersPages ? showRestarts(limits.counterStyles, reading) : [];
  if (leading.size > limits.targetLimit) report({ kind: 'limit', property: 'leader()', limit: limits.targetLimit });
  const leaders = [...leading]
    .slice(0, limits.targetLimit)
    .map((element) => ({ place: links.linkToElement(element), page: pageNameOf(element) }));
  const bookmarks = rules.hasBookmarks ? readBookmarks(rules.bookmarked, limits.bookmarkLimit, reading) : null;
  links.write();
  return {
    here,
    strings,
    targets,
    styles: [...rules.strings].map(readStringStyle),
    increment: rules.increment,
    restarts,
    countsPages: rules.numbersPages,
    stylesPages: rules.stylesPages,
    numbers,
    leaders,
    breaks,
    hasBlankRules: rules.hasBlankRules,
    nth: [...rules.nth],
    unsided,
    notes: { count: notes.size, countsByPage: rules.countsNotesByPage },
    running,
    bookmarks,
    counters: reading.counters.read(),
    unsupported: [...unsupported.values()],
  };
}

/** A finding with the start of what the document wrote. Warnings show less of it. */
function shorten(css: UnsupportedCss): UnsupportedCss {
  const short = { ...css };
  for (const key of ['property', 'value', 'selector'] as const)
    if (short[key] !== undefined) short[key] = short[key].slice(0, wordLimit);
  return short;
}

function readStringStyle(style: string): { kind: StringKind; name: string } {
  const space = style.indexOf(' ');
  return { kind: style.slice(0, space) as StringKind, name: style.slice(space + 1) };
}

/** The counter styles that show named strings and the numbers of pages, once there are any. */
let styles: CSSStyleSheet | undefined;

/**
 * Writes the texts of places into the elements that name them, and the styles that show named strings by page. Then fills lines with
 * leaders, and sets blank pages before the places in `blanks`. If all pages are final, places of named strings are removed.
 */
export function writePaged({ texts, css, leaders, blanks, hasBlankRules, areFinal }: PagedTexts): void {
  if (areFinal) stringLinks?.removeMade();
  writeTexts(texts);
  fillLeaders(leaders);
  setBlanks(blanks, hasBlankRules);
  if (css === '') return;
  styles ??= new CSSStyleSheet();
  styles.replaceSync(css);
  if (!doc.adoptedStyleSheets.includes(styles)) doc.adoptedStyleSheets.push(styles);
}
