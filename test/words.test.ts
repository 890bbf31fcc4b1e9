import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listCalques, listLongSentences, listMessageCalques } from './helpers/calques.ts';
import { readStrings } from './helpers/read-strings.ts';

const root = join(import.meta.dirname, '..');

const files = globSync(['src/**/*.{ts,tsx}', 'scripts/**/*.ts'], { cwd: root }).sort();

describe('the comments', () => {
  it('are in plain technical English', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap(findCalques)).toEqual([]);
  });
});

describe('the strings of the sources', () => {
  // Scripts of shells, statements of a database, whole pages and style sheets.
  const isCode =
    /^src\/cli\/completion\/|-style\.ts$|^<!doctype|[\w)] \{ [a-z-]+: |\b(select .* from|insert into|update \S+ set|delete from|create table|on conflict) /;
  const strings = globSync(['src/**/*.{ts,tsx}', 'scripts/{docs,reference}/**/*.ts'], { cwd: root }).flatMap((file) =>
    readStrings(readFileSync(join(root, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts')
      .filter(({ text }) => text.includes(' ') && !isCode.test(file) && !isCode.test(text))
      .map(({ line, text }) => ({ place: `${file}:${line}`, text })),
  );

  it('are in plain technical English', () => {
    expect(strings.length).toBeGreaterThan(5000);
    expect(
      strings.flatMap(({ place, text }) => listMessageCalques(text).map((words) => `${place} ${words}: ${text}`)),
    ).toEqual([]);
  });

  it('have no sentence of more than 40 words', () => {
    expect(strings.flatMap(({ place, text }) => listLongSentences(text).map((words) => `${place} ${words}`))).toEqual(
      [],
    );
  });
});

/** Titles of tests, which say what something does: these words have a plain verb. */
const titleCalques =
  /(?<!\bthere )\b(is|are) none\b|\b(mend(s|ed|ing)?|anew|afresh|whoever|in vain|told|tells? of|so many)\b|\bof (its|their|your|our) own\b(?! [a-z])/i;
const title = /\b(?:it|test|describe)(?:\.\w+)*(?:\((?:[^()'"`]|\([^()]*\))*\))?\(\s*(['"`])(.*?)\1\s*[,)]/g;

describe('the titles of tests', () => {
  it('are in plain technical English', () => {
    const titles = globSync('test/**/*.ts', { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(title)].map(([, , words = '']) => `${file}: ${words}`),
    );
    expect(titles.length).toBeGreaterThan(2000);
    expect(titles.filter((words) => titleCalques.test(words))).toEqual([]);
  });
});

function findCalques(file: string): string[] {
  return listComments(readFileSync(join(root, file), 'utf8')).flatMap(({ line, text }) =>
    listCalques(text).map((words) => `${file}:${line} ${words}`),
  );
}

/** The comments of a source, each with its first line. Lines of one comment are joined. */
function listComments(source: string): { line: number; text: string }[] {
  const comments: { line: number; text: string }[] = [];
  let isOpen = false;
  for (const [at, line] of source.split('\n').entries()) {
    const [, whole] = /^\s*(?:\/\/|\/\*\*?|\*(?!\/))\s?(.*?)(?:\s*\*\/)?$/.exec(line) ?? [];
    const text = whole ?? / \/\/ (.*)$/.exec(line)?.[1];
    const last = comments.at(-1);
    if (text !== undefined && isOpen && whole !== undefined && last) last.text += ` ${text}`;
    else if (text !== undefined) comments.push({ line: at + 1, text });
    isOpen = whole !== undefined;
  }
  return comments;
}
