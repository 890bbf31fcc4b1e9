import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePages } from '../scripts/reference/pages.ts';
import { groups, singles } from '../src/cli/program/command-table.ts';
import { listCalques, listLongSentences } from './helpers/calques.ts';

const root = join(import.meta.dirname, '..');
const read = (page: string) => readFileSync(join(root, page), 'utf8');
const pages = [...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root }), 'src/README.md'];

describe('the documentation', () => {
  it('says in its generated parts what the code says', async () => {
    for (const { name, text, whole } of await makePages()) {
      expect(text === whole, `${name} is in step with the code, or made so by npm run docs`).toBe(true);
    }
  });

  it('has every command that is not hidden in docs/reference/cli.md, and no other', () => {
    const inGroups = Object.entries(groups).flatMap(([group, { commands }]) =>
      Object.keys(commands).map((verb) => `${group} ${verb}`),
    );
    const alone = Object.keys(singles).filter((name) => !singles[name]?.hidden);
    const titles = [...read('docs/reference/cli.md').matchAll(/^## `platen ((?:[a-z]+ ?)+)/gm)].map(([, words = '']) =>
      words.trim(),
    );
    expect(titles.sort()).toEqual([...inGroups, ...alone].sort());
  });

  it('says of every command what --json has it print', () => {
    const [, ...sections] = read('docs/reference/cli.md').split(/^## (?=`platen )/m);
    expect(sections.filter((section) => !section.includes('--json')).map((section) => section.split('\n')[0])).toEqual(
      [],
    );
  });

  it('keeps README short enough to read', () => {
    expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(110);
  });

  it.each(pages)('links in %s only to files and headings that exist', (page) => {
    const links = [...readProse(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const local = links.filter((target) => !/^[a-z]+:/.test(target));
    const missing = local.filter((target) => {
      const [path = '', heading] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      return !existsSync(join(root, file)) || (heading !== undefined && !listHeadings(file).includes(heading));
    });
    expect(missing).toEqual([]);
  });

  it('names only flags that platen has', () => {
    const flags = (text: string) => text.match(/(?<![\w-])--[a-z][a-z-]+/g) ?? [];
    const table = read('docs/reference/cli.md');
    // Only flags without a value have an opposite.
    const switches = [...table.matchAll(/^\| `(?:-\w, )?--(?:no-)?([a-z-]+)` \|/gm)].map(([, name]) => name);
    const known = new Set(['--help', ...flags(table), ...switches.flatMap((name) => [`--${name}`, `--no-${name}`])]);
    const checked = pages.filter((page) => !/^docs\/(coming-from|decisions)\/|^CONTRIBUTING/.test(page));
    const unknown = checked.flatMap((page) =>
      // Spans that begin with another program are about that one.
      (read(page).match(/`(?:platen |--)[^`\n]*`/g) ?? [])
        .flatMap(flags)
        .filter((flag) => !known.has(flag))
        .map((flag) => `${page}: ${flag}`),
    );
    expect(unknown).toEqual([]);
  });

  it('is in plain technical English', () => {
    const checked = pages.filter((page) => !page.startsWith('docs/decisions/') || page.endsWith('/README.md'));
    const found = checked.flatMap((page) =>
      readProse(page)
        .split('\n')
        .flatMap(listCalques)
        .map((words) => `${page}: ${words}`),
    );
    expect(found).toEqual([]);
  });

  it('has no sentence of more than 40 words', () => {
    const checked = pages.filter((page) => !page.startsWith('docs/decisions/'));
    const found = checked.flatMap((page) =>
      readProse(page)
        .split(/\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) )|(?<=^\|.*)\|/m)
        .flatMap(listLongSentences)
        .map((sentence) => `${page}: ${sentence}`),
    );
    expect(found).toEqual([]);
  });

  it.each(['CONTRIBUTING.md', 'src/README.md'])('names in %s only files and folders that exist', (page) => {
    const named = [...read(page).matchAll(/`((?:\.\.\/)?[\w.-]+(?:\/[\w.-]+)*\/?)`/g)].map(([, path = '']) => path);
    const paths = named.filter((path) => /\/$|\/.*\.(ts|js|json|md)$/.test(path));
    expect(paths.length).toBeGreaterThan(10);
    const folders = [root, join(root, 'src')];
    expect(paths.filter((path) => !folders.some((folder) => existsSync(join(folder, path))))).toEqual([]);
  });

  it('has a page with a status and four sections for each decision, numbered without a gap and listed', () => {
    const decisions = globSync('docs/decisions/[0-9]*.md', { cwd: root }).sort();
    const numbers = decisions.map((_, at) => String(at + 1).padStart(3, '0'));
    const rows = read('docs/decisions/README.md').match(/^\| \[.*$/gm) ?? [];
    const expected: string[] = [];
    for (const [at, page] of decisions.entries()) {
      const number = numbers[at] ?? '';
      const text = read(page);
      expect(page).toContain(`/${number}-`);
      const [title = '', ...sections] = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
      expect(title, page).toMatch(new RegExp(`^${number} `));
      expect(sections, page).toEqual(['Context', 'Decision', 'Figures', 'What would change it']);
      const [, status = '', replacement] = /^# .*\n\nStatus: (holds|replaced by (\d{3}))\n\n## /.exec(text) ?? [];
      expect(status, `the status of ${page}`).not.toBe('');
      if (replacement !== undefined) expect(numbers.slice(at + 1), page).toContain(replacement);
      const note = status === 'holds' ? '' : ` (${status})`;
      expected.push(`| [${number}](${basename(page)}) | ${title.slice(4)}${note} |`);
    }
    expect(rows.toSorted()).toEqual(expected.toSorted());
  });

  it('names in docs only files and folders that exist', () => {
    const texts = globSync('docs/**/*.md', { cwd: root }).map(read).join('\n');
    const named = [...texts.matchAll(/`((?:src|scripts|test|examples|bench|packages|\.ci)\/[\w./-]*)`/g)];
    const paths = named.map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

/** A page without its blocks of code, and with empty code in its lines. */
function readProse(page: string): string {
  return read(page)
    .replace(/^( *`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '')
    .replace(/(`+)(?!`).+?(?<!`)\1(?!`)/g, '``');
}

/** The anchors of the headings of a page, as GitHub writes them. */
function listHeadings(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
