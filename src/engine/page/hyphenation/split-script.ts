/** Letters of a word beyond which it is none. */
const wordLimit = 100;
/** Words whose breaks are kept, so that text with a million of them needs no more. */
const keptLimit = 200_000;

/**
 * Defines `buildSplitter({ patterns, exceptions, language, left, right })`, which gives `split(word, least)`: where a word may be broken,
 * as the indexes of letters (Liang, "Word Hy-phen-a-tion by Com-put-er", 1983). `least` is how many letters a word has at least.
 * A string, so that no build step rewrites it: it runs in an isolated world of a page. Time grows with the length of the word alone.
 */
export const splitScript = `
  const buildSplitter = ({ patterns, exceptions, language, left, right }) => {
    // A tree of letters in few flat lists: each node has its letter, its first child, the next child of its parent, and where the
    // pattern begins that ends in it, from 1. Objects would take ten times as long to make.
    const size = patterns.length + 1;
    const letter = new Uint16Array(size);
    const child = new Int32Array(size);
    const next = new Int32Array(size);
    const ending = new Int32Array(size);
    const space = 32;
    const isDigit = (code) => code >= 48 && code <= 57;
    const follow = (node, code) => {
      let found = child[node];
      while (found !== 0 && letter[found] !== code) found = next[found];
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
        next[found] = child[node];
        child[node] = found;
      }
      node = found;
    }
    // Raises the levels of the places in a word, from \`first\`, to those of a pattern.
    const raise = (points, first, start) => {
      for (let at = start, place = first; at < patterns.length; at++) {
        const code = patterns.charCodeAt(at);
        if (code === space) return;
        if (!isDigit(code)) place++;
        else if (code - 48 > points[place]) points[place] = code - 48;
      }
    };

    const excepted = new Map();
    for (const word of exceptions.split(' ').filter(Boolean)) {
      const pieces = word.split('-');
      const ends = [];
      let end = 0;
      for (const piece of pieces.slice(0, -1)) ends.push((end += piece.length));
      excepted.set(pieces.join(''), ends);
    }

    // Both apostrophes are one.
    const hasTypographic = patterns.includes('\\u2019');
    const isOnlyTypographic = hasTypographic && !patterns.includes("'");
    const find = (word) => {
      const dotted = '.' + (hasTypographic ? word : word.replaceAll('\\u2019', "'")) + '.';
      const searched = isOnlyTypographic ? dotted.replaceAll("'", '\\u2019') : dotted;
      const points = new Uint8Array(dotted.length + 1);
      for (let start = 0; start < dotted.length; start++) {
        for (let at = start, node = 0; at < dotted.length; at++) {
          node = follow(node, searched.charCodeAt(at));
          if (node === 0) break;
          if (ending[node] > 0) raise(points, start, ending[node] - 1);
        }
      }
      const breaks = [];
      for (let at = 1; at < word.length; at++) if (points[at + 1] % 2 === 1) breaks.push(at);
      return breaks;
    };

    // A letter and its marks as one character, and where each begins in the word.
    const compose = (word) => {
      let composed = '';
      const places = [];
      for (const { 0: cluster, index } of word.matchAll(/\\P{M}\\p{M}*|\\p{M}+/gu)) {
        const character = cluster.normalize('NFC');
        composed += character.length === 1 ? character : '\\ufffc';
        places.push(index);
      }
      return { composed, places };
    };

    const lower = (word) => {
      const low = word.toLocaleLowerCase(language);
      return low.length === word.length ? low : [...word].map((letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join('');
    };

    // Where the patterns break a word, before the limits, and how many letters it has.
    const read = (word) => {
      if (/\\p{M}/u.test(word) && word.normalize('NFC') !== word) {
        const { composed, places } = compose(word);
        const { breaks } = read(composed);
        return { breaks, places, length: composed.length };
      }
      const low = lower(word);
      return { breaks: excepted.get(low) ?? find(low), places: undefined, length: word.length };
    };

    const isEnglish = /^en\\b/i.test(language);
    const nowhere = [];
    const kept = new Map();
    const split = (word, { word: least, left: before, right: after }) => {
      if (word.length < least || word.length > ${wordLimit}) return nowhere;
      let found = kept.get(word);
      if (found === undefined) {
        // As Chromium does.
        found = isEnglish && /^\\p{Lu}/u.test(word) ? { breaks: nowhere, length: 0 } : read(word);
        if (kept.size < ${keptLimit}) kept.set(word, found);
      }
      const { breaks, places, length } = found;
      if (breaks.length === 0 || length < least) return nowhere;
      const [first, last] = [Math.max(left, before), length - Math.max(right, after)];
      const within = breaks.filter((at) => at >= first && at <= last);
      return places ? within.map((at) => places[at]) : within;
    };
    return split;
  };`;
