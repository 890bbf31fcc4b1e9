// Writes the hyphenation patterns of each language, as TeX writes them, into a folder: `<name>.txt.br`, its first line the
// patterns, its second the words that they break wrongly. The package has them as a tree that only its own code reads.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { licences, patternSets } from './pattern-sets.ts';

const require = createRequire(import.meta.url);

/** A letter leads to more letters, to the number of a row of levels, or to both. */
type Branch = Tree | number | [Tree, number];
interface Tree {
  [letter: string]: Branch;
}
type Packed = [levels: number[][], tree: Tree, exceptions?: Record<string, number[]>];

/** Writes all patterns, and whose they are. */
export function buildPatterns(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of Object.keys(patternSets)) {
    const [levels, tree, exceptions = {}] = require(`hyphen/patterns/${name}.js`) as Packed;
    const words = Object.entries(exceptions).map(([word, breaks]) => breakWord(word, breaks));
    const text = `${listPatterns(levels, tree).join(' ')}\n${words.join(' ')}\n`;
    writeFileSync(join(folder, `${name}.txt.br`), brotliCompressSync(text));
  }
  writeFileSync(join(folder, 'licences.txt'), joinNotices());
}

function listPatterns(levels: readonly number[][], tree: Tree, letters = ''): string[] {
  return Object.entries(tree).flatMap(([letter, branch]) => {
    const word = letters + letter;
    const [more, row] = Array.isArray(branch)
      ? branch
      : typeof branch === 'number'
        ? [{}, branch]
        : [branch, undefined];
    const patterns = row === undefined ? [] : [writePattern(word, levels[row] ?? [])];
    return [...patterns, ...listPatterns(levels, more, word)];
  });
}

/** A level precedes its letter. The dot for the start of a word has none. */
function writePattern(word: string, levels: readonly number[]): string {
  const shift = word.startsWith('.') ? 1 : 0;
  return Array.from({ length: word.length + 1 }, (_, at) => `${levels[at - shift] || ''}${word.charAt(at)}`).join('');
}

/** The package counts the hyphens before a place as letters of the word. */
function breakWord(word: string, places: readonly number[]): string {
  const breaks = places.map((place, before) => place - before);
  return [...word].map((letter, at) => (breaks.includes(at) ? `-${letter}` : letter)).join('');
}

function joinNotices(): string {
  const head =
    'Hyphenation patterns of hyph-utf8 (https://www.hyphenation.org/tex), through the npm package hyphen (ISC).\n';
  const sections = Object.entries(licences).map(([licence, text]) => {
    const sets = Object.entries(patternSets).filter(([, set]) => set.licence === licence);
    const owners = sets.map(([name, { language, copyright }]) => `${name}, ${language}: Copyright (C) ${copyright}`);
    return `${owners.join('\n')}\n\n${text}\n`;
  });
  return [head, ...sections].join(`\n${'-'.repeat(40)}\n\n`);
}
