import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { children } from '../build/entries.ts';

/** At most this many files of tests that start something, for one source: each needs seconds. */
const mostSlow = 16;

type Node = { type: string } & Record<string, unknown>;

/** Which files import which, by paths from the root of the repository. */
export type Importers = ReadonlyMap<string, readonly string[]>;

/**
 * Reads who imports each file of `src`, among the sources, the tests and what tests share. A name that an entry point passes on counts
 * for its own file. Who starts a child by its name imports it.
 */
export function readImporters(root: string): Importers {
  const files = globSync('{src,test}/**/*.{ts,tsx}', { cwd: root }).sort();
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const links = new Map([...texts].map(([file, text]) => [file, readLinks(text, file)]));
  const importers = new Map<string, string[]>();
  for (const [name, entry] of Object.entries(children.input))
    importers.set(
      entry,
      files.filter((file) => texts.get(file)?.includes(`name: '${name}'`)),
    );
  for (const [file, { imports }] of links) {
    const named = [...imports].flatMap(([to, names]) => {
      const { passedOn, passesAll = [] } = links.get(to) ?? {};
      const findMaker = (name: string) => passesAll.find((path) => links.get(path)?.exported.has(name));
      return [to, ...names.flatMap((name) => passedOn?.get(name) ?? findMaker(name) ?? [])];
    });
    for (const to of new Set(named)) importers.set(to, [...(importers.get(to) ?? []), file]);
  }
  return importers;
}

/**
 * The tests that should notice a change of a source, the nearest first: those that mirror it, those that import it, those that import
 * or mirror what imports it, those of its folder, those that reach it in more steps, and those of the folders around and of its module.
 * Entry points are no step, because everything uses them. What runs inside a page is tested by rendering pages. Those that start
 * something come last, those of other modules behind those of its module.
 */
export function findTests(source: string, tests: readonly string[], importers: Importers): string[] {
  const isTest = new Set(tests);
  const seen = new Set([source]);
  const found = listMirrored(source, tests);
  const folder = mirrorOf(source);
  const inFolder = (name: string) => tests.filter((test) => dirname(test) === name);
  let users = [source];
  for (let steps = 1; users.length > 0; steps += 1) {
    const next = users.flatMap((file) => importers.get(file) ?? []).filter((file) => !seen.has(file));
    for (const file of next) seen.add(file);
    users = [...new Set(next)].filter((file) => !file.endsWith('/index.ts'));
    found.push(...next.filter((file) => isTest.has(file)));
    found.push(...users.flatMap((file) => listMirrored(file, tests)));
    if (steps === 2) found.push(...inFolder(folder));
  }
  found.push(...inFolder(folder));
  if (source.startsWith('src/injected/')) {
    found.push(...tests.filter((test) => basename(dirname(test)) === basename(folder)));
    found.push(...tests.filter((test) => /^test\/(?:injected|engine\/page)\//.test(test)));
  }
  for (let around = folder; around !== 'test' && around !== '.'; around = dirname(around))
    found.push(...tests.filter((test) => test.startsWith(`${around}/`)));
  const [, module = ''] = source.split('/');
  const homes = [module, ...(module === 'injected' ? ['engine'] : [])].map((name) => `test/${name}/`);
  const isOutside = (test: string) => !homes.some((home) => test.startsWith(home));
  const all = [...new Set(found)];
  const slow = all.filter((test) => !isQuick(test));
  slow.sort((one, other) => Number(isOutside(one)) - Number(isOutside(other)));
  // What only runs inside a page is not reached by those that start no browser.
  const quick = all.filter((test) => isQuick(test) && (module !== 'injected' || test.startsWith('test/injected/')));
  return [...quick, ...slow.slice(0, mostSlow)];
}

/** Whether a file of tests starts nothing. */
export function isQuick(test: string): boolean {
  return /\/[^./]+\.test\.ts$/.test(test);
}

function mirrorOf(source: string): string {
  return dirname(source).replace(/^src/, 'test');
}

function listMirrored(source: string, tests: readonly string[]): string[] {
  const start = `${mirrorOf(source)}/${basename(source).replace(/\.tsx?$/, '')}.`;
  return source.startsWith('src/') ? tests.filter((test) => test.startsWith(start)) : [];
}

/** What a file imports to run it, by name, and which names it passes on from other files. */
interface Links {
  imports: Map<string, string[]>;
  passedOn: Map<string, string>;
  /** The files of which it passes on everything, and the names that it makes itself. */
  passesAll: string[];
  exported: Set<string>;
}

function readLinks(text: string, from: string): Links {
  const links: Links = { imports: new Map(), passedOn: new Map(), passesAll: [], exported: new Set() };
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    const to = (node.source as { value?: unknown } | undefined)?.value;
    if (typeof to === 'string' && to.startsWith('.') && node.importKind !== 'type') {
      const path = join(dirname(from), to);
      const specifiers = (node.specifiers ?? []) as Record<string, { name?: string } | undefined>[];
      const names = specifiers.flatMap(({ imported }) => imported?.name ?? []);
      links.imports.set(path, [...(links.imports.get(path) ?? []), ...names]);
      if (node.type === 'ExportAllDeclaration') links.passesAll.push(path);
      for (const { exported } of specifiers) if (exported?.name) links.passedOn.set(exported.name, path);
    }
    if (node.type === 'ExportNamedDeclaration') for (const name of listDeclared(node)) links.exported.add(name);
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseAst(text, { lang: from.endsWith('x') ? 'tsx' : 'ts' }));
  return links;
}

/** The names of the function, the class or the constants of an export. */
function listDeclared({ declaration }: Node): string[] {
  type Declared = { id?: { name?: string }; declarations?: Declared[] };
  const { id, declarations = [] } = (declaration ?? {}) as Declared;
  return [id, ...declarations.map((each) => each.id)].flatMap((each) => each?.name ?? []);
}
