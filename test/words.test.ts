import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Words that a reader has to translate. Write the technical noun, the verb, or "if". */
const calques: readonly RegExp[] = [
  /\bmend(s|ed|ing)?\b/i,
  /\b(anew|afresh)\b/i,
  /\b(told|tells?) of\b/i,
  /\b(is|are|was|were|be) told\b/i,
  /\bsays so\b/i,
  /\bwithout a word\b/i,
  /\bbeside it\b/i,
  /\bof (one's own|yours)\b/i,
  /\b(come|comes|came|go|goes|went|bring|brings|brought) along\b/i,
  /\bstands? for\b/i,
  /\bhold for\b/i,
  /\bas (it is|they are)(?=[.,;:)]|$)/i,
  /\bwhoever\b/i,
  /(?<!\bthere )\b(is|are) none\b/i,
  /\bso many\b/i,
  /\bin the place of\b/i,
  /(?<!`)\b(nobody|somebody)\b/i,
  /\b(by|for|of) who\b/i,
  /\bin vain\b/i,
  /\b(stands|lies)\b(?! in for\b)/i,
  /\b(undefined|null|empty|false|nothing|none|only) where\b/i,
  /\bwhere (there is|there are|no|none|nothing)\b/i,
];

const files = globSync(['src/**/*.{ts,tsx}', 'scripts/**/*.ts'], { cwd: root }).sort();

describe('the comments', () => {
  it('are in plain technical English', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap(findCalques)).toEqual([]);
  });
});

function findCalques(file: string): string[] {
  return listComments(readFileSync(join(root, file), 'utf8')).flatMap(({ line, text }) =>
    calques.flatMap((calque) => {
      const [words] = calque.exec(text) ?? [];
      return words === undefined ? [] : [`${file}:${line} ${words}`];
    }),
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
