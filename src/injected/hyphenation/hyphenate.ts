import type { HyphenatedLanguage, HyphenCount, HyphenPatterns } from '../calls.ts';
import { doc, dom } from '../dom/dom.ts';
import { nameElement } from '../dom/elements.ts';
import { buildSplitter, type SplitWord } from './split.ts';
import { type RunNode, type TextRun, walkRuns } from './walk.ts';

/** Milliseconds that fonts may take that only hyphens ask for. */
const fontLimitMs = 5000;
/** Languages of one page. */
const languageLimit = 50;

/** Letters, digits, and what is inside words. A word that already has a soft hyphen or a place to break keeps only these. */
const wordPattern = /[\p{L}\p{M}\p{N}'\u2019\u00ad\u200b\u2060\u200c\u200d]+/gu;

/** Finds the languages of text that asks for hyphens (`hyphens: auto`, CSS Text 4, section 6.1). */
export function findHyphenatedLanguages(): HyphenatedLanguage[] {
  const found = new Map<string, string>();
  walkRuns(({ nodes }) => {
    for (const { node, asks } of nodes) {
      if (asks === undefined || found.has(asks.language) || found.size >= languageLimit) continue;
      if (!/[\p{L}\p{M}]{5}/u.test(node.data)) continue;
      found.set(asks.language, nameElement(node.parentElement ?? asks.element));
    }
  });
  return [...found].map(([language, element]) => ({
    language,
    element,
    isKnown: language !== '' && hasPatterns(language),
  }));
}

/** Whether the browser has patterns for a language: it breaks a word that all patterns break, in a box that is narrower. */
function hasPatterns(language: string): boolean {
  const probe = doc.createElement('div');
  probe.setAttribute('lang', language);
  probe.setAttribute(
    'style',
    'position: absolute; visibility: hidden; width: 3em; font: 10px/10px serif; hyphens: auto',
  );
  probe.textContent = 'internationalisation';
  dom(doc.documentElement).append(probe);
  const isBroken = probe.offsetHeight > 10;
  probe.remove();
  return isBroken;
}

/** Sets soft hyphens into the words of a page, by the patterns of the languages of its text. */
export async function setHyphens(languages: Record<string, HyphenPatterns>): Promise<HyphenCount> {
  const splitters = new Map<string, SplitWord | undefined>();
  const findSplitter = (language: string): SplitWord | undefined => {
    if (!splitters.has(language)) {
      const patterns = Object.hasOwn(languages, language) ? languages[language] : undefined;
      splitters.set(language, patterns && buildSplitter(patterns));
    }
    return splitters.get(language);
  };
  let isHyphenated = false;
  const isAll = walkRuns((run) => {
    const places = findBreaks(run, findSplitter);
    if (places.length > 0 && write(run.nodes, places)) isHyphenated = true;
  });
  // A font may have its hyphen in its own file, which layout asks for.
  if (isHyphenated && doc.fonts.size > 0) {
    dom(doc.documentElement).getBoundingClientRect();
    await Promise.race([doc.fonts.ready, new Promise((resolve) => setTimeout(resolve, fontLimitMs))]);
  }
  return { isHyphenated, isAll };
}

/** Where the words of a run may be broken. */
function findBreaks({ text, nodes }: TextRun, findSplitter: (language: string) => SplitWord | undefined): number[] {
  const places: number[] = [];
  let current = 0;
  for (const { 0: token, index } of text.matchAll(/\S{4,}/g)) {
    if (isAddress(token)) continue;
    for (const { 0: found, index: offset } of token.matchAll(wordPattern)) {
      if (/[\p{N}\u00ad\u200b\u2060\u200c\u200d]/u.test(found)) continue;
      const bare = found.replace(/^['\u2019]+|['\u2019]+$/g, '');
      const start = index + offset + found.indexOf(bare);
      while (current + 1 < nodes.length && (nodes[current + 1] as RunNode).start <= start) current += 1;
      const { asks } = nodes[current] as RunNode;
      const split = asks && findSplitter(asks.language);
      if (!split || !isAlike(nodes, current, start + bare.length)) continue;
      for (const at of split(bare, asks.limits)) places.push(start + at);
    }
  }
  return places;
}

/** Whether a token is an address, or the name of a file or of a thing in a program. */
function isAddress(token: string): boolean {
  return /[@_\\]|:\/\/|^www\.|\p{L}\.\p{L}/u.test(token);
}

/** Whether all of a word asks for the same. */
function isAlike(nodes: readonly RunNode[], first: number, end: number): boolean {
  const { asks } = nodes[first] as RunNode;
  for (let at = first + 1; at < nodes.length; at += 1) {
    const next = nodes[at] as RunNode;
    if (next.start >= end) return true;
    if (next.asks !== asks) return false;
  }
  return true;
}

/** Writes soft hyphens at places of a run. Returns whether it wrote any. */
function write(nodes: readonly RunNode[], places: readonly number[]): boolean {
  let at = 0;
  let isWritten = false;
  for (const { node, start } of nodes) {
    const { data } = node;
    const pieces = [];
    let done = 0;
    for (; at < places.length && (places[at] as number) < start + data.length; at += 1) {
      const place = (places[at] as number) - start;
      pieces.push(data.slice(done, place));
      done = place;
    }
    if (pieces.length === 0) continue;
    node.data = `${pieces.join('\u00ad')}\u00ad${data.slice(done)}`;
    isWritten = true;
  }
  return isWritten;
}
