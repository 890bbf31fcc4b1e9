import { nameElement } from '../page-scripts.ts';
import { splitScript } from './split-script.ts';
import { walkScript } from './walk-script.ts';

/** Milliseconds that fonts may take that only hyphens ask for. */
const fontLimitMs = 5000;

/** Languages of one page. */
const languageLimit = 50;

/** Finds the languages of text that asks for hyphens; see WantedLanguage. A function for an isolated world. */
export const findLanguagesScript = `() => {
  ${nameElement}
  ${walkScript}
  const found = new Map();
  walkRuns(({ text, nodes }) => {
    for (const { node, asks } of nodes) {
      if (asks === undefined || found.has(asks.language) || found.size >= ${languageLimit}) continue;
      if (!/[\\p{L}\\p{M}]{5}/u.test(node.data)) continue;
      found.set(asks.language, nameElement(node.parentElement ?? asks.element));
    }
  });
  // A word that all patterns break, in a box that is narrower than it.
  const breaksWords = (language) => {
    const probe = document.createElement('div');
    probe.setAttribute('lang', language);
    probe.setAttribute('style', 'position: absolute; visibility: hidden; width: 3em; font: 10px/10px serif; hyphens: auto');
    probe.textContent = 'internationalisation';
    document.documentElement.append(probe);
    const isBroken = probe.offsetHeight > 10;
    probe.remove();
    return isBroken;
  };
  return [...found].map(([language, element]) => ({ language, element, isKnown: language !== '' && breaksWords(language) }));
}`;

/**
 * Sets soft hyphens into the words of a page, by `languages`: what buildSplitter takes, by the language of the text. Returns whether it
 * set any, and whether it came to the end of the text. A function for an isolated world.
 */
export const setHyphensScript = `async (languages) => {
  ${walkScript}
  ${splitScript}
  const splitters = new Map();
  const findSplitter = (language) => {
    if (!splitters.has(language)) splitters.set(language, Object.hasOwn(languages, language) ? buildSplitter(languages[language]) : undefined);
    return splitters.get(language);
  };
  // What has a soft hyphen or a place to break already keeps only these.
  const word = /[\\p{L}\\p{M}\\p{N}'\\u2019\\u00ad\\u200b\\u2060\\u200c\\u200d]+/gu;
  // Addresses, names of files and of things in programs.
  const isAddress = (token) => /[@_\\\\]|:\\/\\/|^www\\.|\\p{L}\\.\\p{L}/u.test(token);
  const isWhole = (found) => /[\\p{N}\\u00ad\\u200b\\u2060\\u200c\\u200d]/u.test(found);
  let isHyphenated = false;

  const isAll = walkRuns(({ text, nodes }) => {
    const places = [];
    let current = 0;
    for (const { 0: token, index } of text.matchAll(/\\S{4,}/g)) {
      if (isAddress(token)) continue;
      for (const { 0: found, index: offset } of token.matchAll(word)) {
        if (isWhole(found)) continue;
        const bare = found.replace(/^['\\u2019]+|['\\u2019]+$/g, '');
        const start = index + offset + found.indexOf(bare);
        while (current + 1 < nodes.length && nodes[current + 1].start <= start) current += 1;
        const { asks } = nodes[current];
        const split = asks && findSplitter(asks.language);
        if (!split || !isAlike(nodes, current, start + bare.length)) continue;
        for (const at of split(bare, asks.limits)) places.push(start + at);
      }
    }
    if (places.length > 0) write(nodes, places);
  });

  // Whether all of a word asks for the same.
  function isAlike(nodes, first, end) {
    for (let at = first + 1; at < nodes.length && nodes[at].start < end; at += 1) if (nodes[at].asks !== nodes[first].asks) return false;
    return true;
  }

  function write(nodes, places) {
    let at = 0;
    for (const { node, start } of nodes) {
      const { data } = node;
      const end = start + data.length;
      const pieces = [];
      let done = 0;
      for (; at < places.length && places[at] < end; at += 1) {
        pieces.push(data.slice(done, places[at] - start));
        done = places[at] - start;
      }
      if (pieces.length === 0) continue;
      node.data = pieces.join('\\u00ad') + '\\u00ad' + data.slice(done);
      isHyphenated = true;
    }
  }

  // A font may have its hyphen in a file of its own, which layout asks for.
  if (isHyphenated && document.fonts.size > 0) {
    document.documentElement.getBoundingClientRect();
    await Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, ${fontLimitMs}))]);
  }
  return { isHyphenated, isAll };
}`;
