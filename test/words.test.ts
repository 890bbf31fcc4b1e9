import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listCalques } from './helpers/calques.ts';

const root = join(import.meta.dirname, '..');

const files = globSync(['src/**/*.{ts,tsx}', 'scripts/**/*.ts'], { cwd: root }).sort();

describe('the comments', () => {
  it('are in plain technical English', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap(findCalques)).toEqual([]);
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
