import { setImmediate as yieldTurn } from 'node:timers/promises';
import {
  areaMark,
  blankPage,
  bookmarkPrefix,
  floatProperty,
  nameElementStyle,
  nameStringStyle,
  notePart,
  pageCounter,
  runningProperty,
  stringKinds,
  stringProperty,
  unsupportedPrefix,
} from '../../../injected/names.ts';
import { sizesBeyondCss } from '../open/page-settings.ts';
import { writeRgb } from './cmyk.ts';

/** What comes back from a style sheet whose words have been translated. */
export interface TranslatedCss {
  text: string;
  /** Declarations and selectors of `@page` that do nothing, as they are written. */
  unsupported: string[];
  /** Whether it has colours in CMYK, which are now in RGB. */
  isInRgb: boolean;
}

/** Comments, strings and unquoted addresses, in which no word counts (CSS Syntax 3, section 4.3). */
const skipped = String.raw`\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|\burl\(\s*[^"'\s)][^)]*`;
const string = String.raw`(?<![-\w])string\(\s*(?<name>[-\w\u0080-\uffff]+)\s*(?:,\s*(?<which>[-\w]+)\s*)?\)`;
const property = String.raw`(?<=[{;}\s\/]|^)(?<property>string-set|footnote-(?:display|policy|style-position)|(?:-?prince|-ro|-weasy)-[-\w]+)(?=\s*:)`;
const bookmark = String.raw`(?<=[{;}\s\/]|^)(?:-?prince-|-ro-|-weasy-)?bookmark-(?<bookmark>level|label|state)(?=\s*:)`;
const value = String.raw`(?<=[{;}\s\/]|^)(?<valued>float(?=\s*:\s*(?:top|bottom|page)\b)|image-resolution(?=\s*:))|(?<![-\w])device-cmyk\((?<cmyk>[^()]{0,99}(?:\([^()]{0,99}\)[^()]{0,99})*)\)`;
const running = String.raw`(?<=[{;}\s\/]|^)(?<running>position(?=\s*:\s*running\s*\()|(?:-?prince-)?flow(?=\s*:\s*static\s*\())|(?<![-\w])(?:element|(?:-?prince-)?flow)\(\s*(?<element>[-\w\u0080-\uffff]+)\s*(?:,\s*(?<shown>[-\w]+)\s*)?\)`;
const note = String.raw`(?<=[{;}\s\/(]|^)(?<floated>float(?=\s*:\s*footnote\b))|::footnote-(?<noted>call|marker)\b|@footnotes?\s{0,9}\{(?<area>[^{}]{0,1999})\}`;
const generated = String.raw`(?<=[{;}\s\/]|^)(?<generated>content\s{0,9}:)(?=(?![^;{}]{0,99}\battr\()[^;{}]{0,99}\b(?:leader|target-(?:counters?|text))\()`;
const page = String.raw`(?<rule>@page[^{;:]{0,99}:\s*nth\s*\([^){]{0,99}\)|(?<=[{;}\s\/])(?:marks|bleed)\s*:[^;}"']{0,99})`;
const size = String.raw`(?<=[{;}\s\/]size\s{0,9}:\s{0,9})(?<size>A[0126]|tabloid)\b(?:\s{1,9}(?<turn>landscape|portrait)\b)?`;
const edge = String.raw`@(?<edge>top|right|bottom|left)(?=\s{0,9}\{)`;
const always = String.raw`(?<=[{;}\s\/]|^)(?<broken>break-(?:before|after)\s{0,9}:\s{0,9})(?:always|all)\b`;
const blank = String.raw`(?<blank>@page(?:[^{};]{0,99}[\s,])?)[-\w\u0080-\uffff]{0,99}:blank\b`;
const words = new RegExp(
  [skipped, string, bookmark, running, property, value, note, generated, page, size, edge, always, blank].join('|'),
  'gi',
);

/** Milliseconds of translating after which others may use the event loop. */
const turnMs = 10;

/**
 * Translates what Chromium would drop into what it keeps: `string-set` and all that does nothing into properties of their own,
 * `string(name)` into a counter of pages whose style shows a text for each number (CSS Counter Styles 3, section 3.1.3), and `element(name)`
 * into one whose style shows nothing.
 */
export async function translateCss(css: string): Promise<TranslatedCss> {
  const found: Found = { unsupported: new Set(), areas: [], isInRgb: false };
  const pieces: string[] = [];
  let last = 0;
  let turnEnd = performance.now() + turnMs;
  for (const { 0: whole, index, groups = {} } of css.matchAll(words)) {
    pieces.push(css.slice(last, index), translateWord(whole, groups, found));
    last = index + whole.length;
    if (performance.now() < turnEnd) continue;
    await yieldTurn();
    turnEnd = performance.now() + turnMs;
  }
  pieces.push(css.slice(last));
  // A rule for an area cannot stand within one for pages.
  return {
    text: [pieces.join(''), ...found.areas].join('\n'),
    unsupported: [...found.unsupported],
    isInRgb: found.isInRgb,
  };
}

/** What is told of, and what moves to the end, in a style sheet. */
interface Found {
  unsupported: Set<string>;
  areas: string[];
  isInRgb: boolean;
}

function translateWord(whole: string, word: Record<string, string | undefined>, found: Found): string {
  const { unsupported, areas } = found;
  const { name, which = 'first', property, valued, rule, size, turn, blank, generated, floated, noted, area } = word;
  const { running, element, shown = 'first', bookmark, cmyk, broken, edge } = word;
  const named = name ?? element;
  if (named !== undefined) {
    const kind = stringKinds.find((known) => known === (element === undefined ? which : shown).toLowerCase());
    if (kind === undefined) unsupported.add(whole);
    const write = element === undefined ? nameStringStyle : nameElementStyle;
    return kind === undefined ? '""' : `counter(${pageCounter}, ${write(kind, named)})`;
  }
  if (running !== undefined) return runningProperty;
  if (cmyk !== undefined) {
    const rgb = writeRgb(cmyk);
    if (rgb === undefined) unsupported.add(whole);
    else found.isInRgb = true;
    return rgb ?? whole;
  }
  if (bookmark !== undefined) return `${bookmarkPrefix}${bookmark.toLowerCase()}`;
  if (size !== undefined) return writeSize(size, turn);
  // Of Prince, whose regions span an edge.
  if (edge !== undefined) return `@${edge}-${/^[tb]/i.test(edge) ? 'center' : 'middle'}`;
  if (broken !== undefined) return `${broken}page`;
  if (floated !== undefined) return floatProperty;
  if (noted !== undefined) return `::part(${notePart}-${noted.toLowerCase()})`;
  if (area !== undefined) {
    areas.push(`[${areaMark}] {${area}}`);
    return '';
  }
  // Chromium drops what it does not know unless `attr()` makes it valid (CSS Values 5, section 8.7).
  if (generated !== undefined) return `${generated} attr(data-platen-none, "")`;
  if (blank !== undefined) return `${blank} ${blankPage}`;
  if (rule !== undefined) unsupported.add(rule.replace(/\s+/g, ' ').trim());
  const dropped = property ?? valued;
  if (dropped === undefined) return whole;
  return dropped.toLowerCase() === 'string-set' ? stringProperty : `${unsupportedPrefix}${dropped}`;
}

/** A page size in lengths, as CSS has no name for it. */
function writeSize(name: string, turn = 'portrait'): string {
  const [width, height] = (sizesBeyondCss[name.toLowerCase()] ?? name).split(' ');
  return turn.toLowerCase() === 'landscape' ? `${height} ${width}` : `${width} ${height}`;
}
