import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** At most this many files of tests for one source. */
const most = 12;

type Node = { type: string } & Record<string, unknown>;

/** Which files import which, by paths from the root of the repository. */
export type Importers = ReadonlyMap<string, readonly string[]>;

/** Reads who imports each file of `src`, among the sources, the tests and what tests share. */
export function readImporters(root: string): Importers {
  const importers = new Map<string, string[]>();
  for (const file of globSync('{src,test}/**/*.{ts,tsx}', { cwd: root }).sort()) {
    for (const to of listImports(readFileSync(join(root, file), 'utf8'), file)) {
      importers.set(to, [...(importers.get(to) ?? []), file]);
    }
  }
  return importers;
}

/**
 * The tests that should notice a change of a source, the nearest first: those that mirror it, those that import it, those that import
 * what imports it, and without any of these the tests of a folder of the same name. Entry points do not count as a step, because everything uses them.
 */
export function findTests(source: string, tests: readonly string[], importers: Importers): string[] {
  const name = basename(source).replace(/\.tsx?$/, '');
  const mirror = dirname(source).replace(/^src/, 'test');
  const mirrored = tests.filter((test) => dirname(test) === mirror && basename(test).startsWith(`${name}.`));
  const direct = importers.get(source) ?? [];
  const steps = direct.filter((file) => !file.endsWith('/index.ts')).flatMap((file) => importers.get(file) ?? []);
  const isRun = new Set(tests);
  const found = [...new Set([...mirrored, ...direct, ...steps])].filter((file) => isRun.has(file));
  if (found.length > 0) return found.slice(0, most);
  for (let folder = mirror; folder !== 'test' && folder !== '.'; folder = dirname(folder)) {
    const near = tests.filter((test) => dirname(test) === folder);
    const alike = tests.filter((test) => basename(dirname(test)) === basename(folder));
    if (near.length + alike.length > 0) return [...new Set([...near, ...alike])].slice(0, most);
  }
  return [];
}

/** The files of the repository that a file imports to run them. */
function listImports(text: string, from: string): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    const to = (node.source as { value?: unknown } | undefined)?.value;
    if (typeof to === 'string' && to.startsWith('.') && node.importKind !== 'type') {
      const path = join(dirname(from), to);
      if (path.startsWith('src/') || path.startsWith('test/')) found.add(path);
    }
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseAst(text, { lang: from.endsWith('x') ? 'tsx' : 'ts' }));
  return found;
}
