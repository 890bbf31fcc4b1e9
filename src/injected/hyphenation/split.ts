import type { HyphenPatterns } from '../calls.ts';

/** How few letters `hyphenate-limit-chars` allows (CSS Text 4, section 6.3.3). */
export interface WordLimits {
  /** Letters of a word. */
  word: number;
  /** Letters before and after a break. */
  left: number;
  right: number;
}

/** Where a word may be broken, as the indexes of letters. */
export type SplitWord = (word: string, limits: WordLimits) => readonly number[];

/** Longest word that is hyphenated, in letters. */
const wordLimit = 100;
/** Words whose breaks are cached, so that text with a million of them needs no more memory. */
const cacheLimit = 200_000;

const space = 32;
const nowhere: readonly number[] = [];

interface FoundBreaks {
  breaks: readonly number[];
  /** The index of each character in the word, if characters of the word were composed. */
  places?: readonly number[];
  length: number;
}

/** Builds the function that splits words of a language (Liang, "Word Hy-phen-a-tion by Com-put-er", 1983). */
export function buildSplitter({ patterns, exceptions, language, left, right }: HyphenPatterns): SplitWord {
  const readPoints = buildPatternTree(patterns);
  const excepted = readExceptions(exceptions);
  // Both apostrophes are the same letter.
  const hasTypographic = patterns.includes('\u2019');
  const isOnlyTypographic = hasTypographic && !patterns.includes("'");

  function find(word: string): number[] {
    const dotted = `.${hasTypographic ? word : word.replaceAll('\u2019', "'")}.`;
    const points = readPoints(isOnlyTypographic ? dotted.replaceAll("'", '\u2019') : dotted);
    const breaks = [];
    for (let at = 1; at < word.length; at++) if ((points[at + 1] ?? 0) % 2 === 1) breaks.push(at);
    return breaks;
  }

  /** Where the patterns break a word, before the limits, and how many letters it has. */
  function read(word: string): FoundBreaks {
    if (/\p{M}/u.test(word) && word.normalize('NFC') !== word) {
      const { composed, places } = compose(word);
      return { breaks: read(composed).breaks, places, length: composed.length };
    }
    const low = toLower(word, language);
    return { breaks: excepted.get(low) ?? find(low), length: word.length };
  }

  const isEnglish = /^en\b/i.test(language);
  const cache = new Map<string, FoundBreaks>();
  return (word, limits) => {
    if (word.length < limits.word || word.length > wordLimit) return nowhere;
    let found = cache.get(word);
    if (found === undefined) {
      // Chromium breaks no capitalized word of English either.
      found = isEnglish && /^\p{Lu}/u.test(word) ? { breaks: nowhere, length: 0 } : read(word);
      if (cache.size < cacheLimit) cache.set(word, found);
    }
    const { breaks, places, length } = found;
    if (length < limits.word) return nowhere;
    const [first, last] = [Math.max(left, limits.left), length - Math.max(right, limits.right)];
    const within = breaks.filter((at) => at >= first && at <= last);
    return places ? within.map((at) => places[at] as number) : within;
  };
}

/**
 * Reads patterns into a tree, and returns the function that gives the level before each letter of a dotted word. The tree is in flat
 * lists, because objects would take ten times as long to build: each node has its letter, its first child, the next child of its
 * parent, and where the pattern begins that ends in it, from 1.
 */
function buildPatternTree(patterns: string): (dotted: string) => Uint8Array {
  const size = patterns.length + 1;
  const letter = new Uint16Array(size);
  const child = new Int32Array(size);
  const next = new Int32Array(size);
  const ending = new Int32Array(size);

  const follow = (node: number, code: number): number => {
    let found = child[node] as number;
    while (found !== 0 && letter[found] !== code) found = next[found] as number;
    return found;
  };

  let nodes = 1;
  for (let at = 0, node = 0, start = 0; at < size; at++) {
    const code = at === patterns.length ? space : patterns.charCodeAt(at);
    if (isDigit(code)) continue;
    if (code === space) {
      ending[node] = start + 1;
      start = at + 1;
      node = 0;
      continue;
    }
    let found = follow(node, code);
    if (found === 0) {
      found = nodes++;
      letter[found] = code;
      next[found] = child[node] as number;
      child[node] = found;
    }
    node = found;
  }

  /** Raises the levels of the places in a word, from `first`, to those of a pattern. */
  const raise = (points: Uint8Array, first: number, start: number): void => {
    for (let at = start, place = first; at < patterns.length; at++) {
      const code = patterns.charCodeAt(at);
      if (code === space) return;
      if (!isDigit(code)) place++;
      else if (code - 48 > (points[place] as number)) points[place] = code - 48;
    }
  };

  return (dotted) => {
    const points = new Uint8Array(dotted.length + 1);
    for (let start = 0; start < dotted.length; start++) {
      for (let at = start, node = 0; at < dotted.length; at++) {
        node = follow(node, dotted.charCodeAt(at));
        if (node === 0) break;
        const end = ending[node] as number;
        if (end > 0) raise(points, start, end - 1);
      }
    }
    return points;
  };
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** The breaks of words that the patterns break wrongly. */
function readExceptions(exceptions: string): Map<string, number[]> {
  const excepted = new Map<string, number[]>();
  for (const word of exceptions.split(' ').filter(Boolean)) {
    const pieces = word.split('-');
    const ends: number[] = [];
    let end = 0;
    for (const piece of pieces.slice(0, -1)) {
      end += piece.length;
      ends.push(end);
    }
    excepted.set(pieces.join(''), ends);
  }
  return excepted;
}

/** A letter and its marks as one character, and where each begins in the word. */
function compose(word: string): { composed: string; places: number[] } {
  let composed = '';
  const places: number[] = [];
  for (const { 0: cluster, index } of word.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const character = cluster.normalize('NFC');
    composed += character.length === 1 ? character : '\ufffc';
    places.push(index);
  }
  return { composed, places };
}

/** A word in small letters, of the same length. */
function toLower(word: string, language: string): string {
  const low = word.toLocaleLowerCase(language);
  if (low.length === word.length) return low;
  const lowerLetter = (letter: string) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter;
  return [...word].map(lowerLetter).join('');
}
