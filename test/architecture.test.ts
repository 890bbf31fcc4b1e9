import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { type Import, listSources, readAllImports, readImports } from './helpers/read-imports.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src');

/** Which modules a module may import, and how. `types` leaves nothing at run time. */
const allowedImports: Record<string, Record<string, 'all' | 'types'>> = {
  cli: { contract: 'all', client: 'all', server: 'all', pdf: 'all', folders: 'all', texts: 'all', web: 'all' },
  library: { contract: 'all', client: 'all', cli: 'all', server: 'all', folders: 'all' },
  server: { contract: 'all', engine: 'all', store: 'all', jobs: 'all', web: 'all' },
  jobs: { contract: 'types', store: 'types', engine: 'types', folders: 'all' },
  web: { contract: 'types', texts: 'all' },
  client: { contract: 'all' },
  engine: {
    injected: 'types',
    browser: 'all',
    markup: 'all',
    children: 'all',
    pdf: 'all',
    contract: 'types',
    folders: 'all',
  },
  browser: { children: 'all', pdf: 'all', contract: 'types', folders: 'all' },
  markup: { children: 'all', pdf: 'all', contract: 'types', folders: 'all' },
  children: { contract: 'types' },
  injected: { contract: 'types' },
  pdf: { contract: 'types' },
  store: { contract: 'types', folders: 'all' },
  folders: {},
  texts: {},
  contract: {},
};

/** What other programs get of the client is a separate entry point. */
const publicEntryPoint = 'client/public.ts';

/** What the library gets of the command line: reading documents of this machine. */
const documentsEntryPoint = 'cli/documents/index.ts';

/** Packages that are bundled into the program inside a page. */
const bundledPackages = new Set<string>(['css-tree/tokenizer']);

/** What Node may know of the program inside a page. */
const callTypes = 'injected/calls.ts';

/** The names that both sides know: style sheets that Node translates select by marks that the program sets. */
const markNames = 'injected/names.ts';

/** The folder of `cli` that may reach the server, and only by dynamic import. */
const serverFolder = 'cli/service/';

/** The folder of `cli` that shows pages. */
const pageFolder = 'cli/templates/preview/';

/** Inside a module, or a folder of one, a folder imports only folders of a later row. Loose files are in the row that they belong to. */
const layers: Record<string, string[][]> = {
  engine: [
    ['index.ts'],
    ['engine.ts'],
    ['render'],
    ['engine-options.ts', 'page', 'merging'],
    ['pictures', 'signing'],
    ['deadline.ts'],
  ],
  browser: [
    ['index.ts'],
    ['on-demand.ts'],
    ['network'],
    ['chromium', 'egress'],
    ['fonts'],
    ['page-address.ts', 'unpack-clock.ts'],
  ],
  markup: [['index.ts'], ['on-demand.ts'], ['template', 'markdown', 'values'], ['html']],
  'engine/page': [
    ['render-page.ts'],
    ['printed.ts'],
    ['complete-page.ts'],
    ['page-job.ts'],
    ['checks', 'print'],
    ['prepare'],
    ['paged', 'settle'],
    ['load'],
    ['open'],
  ],
  injected: [
    ['index.ts'],
    [
      'paged.ts',
      'footnotes.ts',
      'hyphenation.ts',
      'forms.ts',
      'start.ts',
      'remove-web-rtc.ts',
      'fill-storage.ts',
      'draw-diagrams.ts',
      'rebuild-boxes.ts',
      'stamps.ts',
    ],
    ['paged'],
    ['footnotes', 'running', 'settle', 'checks', 'prepare', 'rules', 'hyphenation', 'forms'],
    ['reading'],
    ['dom'],
    ['calls.ts'],
    ['calls'],
    ['names.ts'],
  ],
  jobs: [['index.ts'], ['worker'], ['queue', 'results', 'webhooks']],
  pdf: [
    ['index.ts'],
    ['merge', 'facts', 'sign'],
    ['fields'],
    ['tagging', 'conformance', 'images'],
    ['part'],
    ['content'],
    ['objects'],
  ],
  server: [
    ['index.ts'],
    ['guard-process.ts', 'embedded.ts'],
    ['start-server.ts', 'answer-embedded.ts'],
    ['app.ts', 'service-engine.ts', 'wait-for-store.ts'],
    ['dashboard', 'routes', 'webhooks'],
    ['jobs', 'keys'],
    ['records'],
    ['observe'],
    ['requests'],
    ['sessions'],
    ['checks', 'destination', 'limits'],
    ['answers'],
  ],
  store: [
    ['index.ts'],
    ['open-store.ts'],
    ['jobs', 'webhooks', 'accounts', 'coordination'],
    ['templates', 'keys'],
    ['sqlite', 'postgres'],
    ['secrets', 'rows'],
    ['database'],
  ],
  web: [['index.ts'], ['dashboard', 'docs', 'preview'], ['editor', 'viewer'], ['parts'], ['router.ts'], ['api.ts']],
  cli: [
    ['index.ts'],
    ['run.ts'],
    ['program'],
    ['commands'],
    ['doctor', 'completion', 'mcp'],
    ['inspect', 'compare', 'templates'],
    ['render'],
    ['documents', 'pictures'],
    ['service'],
    ['command'],
    ['settings'],
    ['files'],
    ['output'],
  ],
};

/** The most files that may lie directly in a folder. */
const mostFiles: Record<string, number> = { engine: 4, cli: 4 };
const mostFilesElsewhere = 24;

/** How many files may have so few lines: entry points, programs of children and declarations among them. */
const crumbs = { lines: 20, files: 60 };

/** The most lines of a module that has grown out of one before. */
const mostLines = { engine: 15_000 };

/** A declaration that is exported; re-exports are none. */
const exportedName =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

function moduleOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function countLines(file: string): number {
  return readFileSync(join(source, file), 'utf8').split('\n').length - 1;
}

/** What is wrong with one import, or undefined. */
function findFault({ from, to, kind }: Import): string | undefined {
  if (!to.startsWith('.'))
    return from.startsWith('injected/') && !bundledPackages.has(to) ? `${from} imports ${to}` : undefined;
  const target = posix.join(posix.dirname(from), to);
  const [here, there] = [moduleOf(from), moduleOf(target)];
  const entryPoint = `${there}/index.ts`;
  if (target.startsWith('..')) return `${from} imports ${to}, outside of src`;
  if (here === there) {
    if (target === entryPoint && from !== entryPoint) return `${from} imports its own entry point`;
    return findUpwardImport(from, target);
  }
  const allowed = allowedImports[here]?.[there];
  if (target === markNames && here === 'engine') return undefined;
  if (!allowed) return `${here} must not import ${there} (${from})`;
  if (allowed === 'types' && kind !== 'type') return `${here} may import only types of ${there} (${from})`;
  if (here === 'library' && there === 'cli') {
    if (target !== documentsEntryPoint)
      return `${from} imports ${target}: of the command line it may import only ${documentsEntryPoint}`;
    return kind === 'value' ? `${from} must import the documents dynamically` : undefined;
  }
  if (![there === 'injected' ? callTypes : entryPoint, here === 'library' && publicEntryPoint].includes(target))
    return `${from} imports ${target} and not the entry point`;
  if (here === 'cli' && there === 'server' && !from.startsWith(serverFolder)) return `${from} must not know the server`;
  if (here === 'cli' && there === 'web' && !from.startsWith(pageFolder)) return `${from} must not know the pages`;
  if (there === 'server') {
    if (kind === 'value') return `${from} must import the server dynamically`;
  }
  return undefined;
}

/** What is wrong with an import inside a module: that it runs up, or to a neighbour. */
function findUpwardImport(from: string, target: string): string | undefined {
  for (const [folder, rows] of Object.entries(layers)) {
    if (![from, target].every((path) => path.startsWith(`${folder}/`))) continue;
    const [here = '', there = ''] = [from, target].map((path) => path.slice(folder.length + 1).split('/')[0]);
    if (here === there) continue;
    const [fromRow = -1, toRow = -1] = [here, there].map((name) => rows.findIndex((row) => row.includes(name)));
    if (fromRow < 0 || toRow < 0) return `${folder}/${fromRow < 0 ? here : there} is in no row of the layers`;
    if (fromRow >= toRow) return `${folder}/${here} must not import ${folder}/${there} (${from})`;
  }
  return undefined;
}

/** Pairs of sibling folders that import each other, at every depth. A folder may import its parent and its children. */
function findMutualPairs(all: readonly Import[]): string[] {
  const arrows = new Set<string>();
  for (const { from, to } of all) {
    if (!to.startsWith('.')) continue;
    const [here, there] = [from, posix.join(posix.dirname(from), to)].map((path) => path.split('/').slice(0, -1));
    if (!here || !there) continue;
    const depth = here.findIndex((folder, index) => folder !== there[index]);
    const [folder, other] = [here[depth], there[depth]];
    if (folder && other) arrows.add([here.slice(0, depth).join('/'), folder, other].join(' '));
  }
  return [...arrows]
    .map((arrow) => arrow.split(' '))
    .filter(([parent, folder = '', other = '']) => folder < other && arrows.has([parent, other, folder].join(' ')))
    .map(([parent, folder, other]) => `${parent}/{${folder},${other}}`)
    .sort();
}

/** The most lines of a program that may be a string, such as an expression that Node composes. */
const stringLines = 3;

/** Template literals in a source that hold a program of JavaScript, by the line that they begin in. */
function findStringPrograms(text: string, name: string): number[] {
  const found: number[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const inner of node) visit(inner);
    if (node === null || typeof node !== 'object' || Array.isArray(node)) return;
    const { type, quasis, start } = node as { type?: string; quasis?: { value: { raw: string } }[]; start: number };
    if (type === 'TemplateLiteral' && quasis) {
      const program = quasis.map(({ value }) => value.raw).join('x');
      const hasBody = /=>\s*[{(\w]|\bfunction\b[^\n]*\(/.test(program);
      if (hasBody && program.split('\n').length > stringLines) found.push(text.slice(0, start).split('\n').length);
    }
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseAst(text, { lang: name.endsWith('x') ? 'tsx' : 'ts' }, name));
  return found;
}

const imports = readAllImports(source);

describe('the architecture', () => {
  it('has these modules and no other', () => {
    const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(allowedImports).sort());
  });

  it('lets a module import only what it may, by the entry point', () => {
    expect(imports.map(findFault).filter(Boolean)).toEqual([]);
  });

  it.each([
    ['a named import', "import { openStore } from '../store/index.ts';", 'client/x.ts'],
    ['a bare import', "import '../cli/index.ts';", 'server/x.ts'],
    ['a type import', "import type { Engine } from '../engine/index.ts';", 'client/x.ts'],
    ['a re-export', "export * from '../server/index.ts';", 'contract/x.ts'],
    ['a dynamic import', "await import('../store/index.ts');", 'engine/x.ts'],
    ['an import type', "let x: import('../cli/index.ts').Io;", 'contract/x.ts'],
    ['a value where only types may pass', "import { errors } from '../contract/index.ts';", 'engine/x.ts'],
    ['an import past the entry point', "import { errors } from '../contract/errors.ts';", 'server/x.ts'],
    ['a static import of the server', "import { startServer } from '../server/index.ts';", 'cli/service/x.ts'],
    [
      'a static import of the server in the library',
      "import { startServer } from '../server/index.ts';",
      'library/x.ts',
    ],
    ['the command line in the library', "await import('../cli/index.ts');", 'library/x.ts'],
    [
      'a static import of the documents in the library',
      "import { readLocalParts } from '../cli/documents/index.ts';",
      'library/x.ts',
    ],
    ['the public face of the client elsewhere', "import { createClient } from '../client/public.ts';", 'cli/run.ts'],
    ['another way to the server', "await import('../server/index.ts');", 'cli/run.ts'],
    ['its own entry point', "import { errors } from './index.ts';", 'contract/x.ts'],
    ['an import up inside the engine', "import { openEngine } from '../engine.ts';", 'engine/render/x.ts'],
    [
      'a type import up inside the engine',
      "import type { RenderJob } from '../render/render-job.ts';",
      'engine/page/x.ts',
    ],
    ['an import up inside the server', "import { addRender } from '../routes/render.ts';", 'server/jobs/x.ts'],
    ['a type import up inside the server', "import type { Caller } from '../checks/caller.ts';", 'server/answers/x.ts'],
    ['an import up inside the store', "import type { StoredJob } from '../jobs/stored-job.ts';", 'store/rows/x.ts'],
    ['tables below the store', "import type { Tables } from '../rows/tables.ts';", 'store/database/x.ts'],
    ['an import up inside a page', "import { settlePage } from '../settle/settle-page.ts';", 'engine/page/load/x.ts'],
    [
      'an import up inside the program of a page',
      "import { placeNotes } from '../footnotes/place.ts';",
      'injected/dom/x.ts',
    ],
    ['an import of a neighbour', "import { openPage } from '../page/page.ts';", 'engine/merging/x.ts'],
    ['an import up inside the command line', "import type { Context } from '../command/context.ts';", 'cli/files/x.ts'],
    ['the pages elsewhere in the command line', "import { webPolicy } from '../web/index.ts';", 'cli/run.ts'],
    ['the program inside a page', "import { setHyphens } from '../../injected/index.ts';", 'engine/page/x.ts'],
    ['Node inside a page', "import { readFileSync } from 'node:fs';", 'injected/x.ts'],
    ['a page past the entry point', "import { follow } from '../web/preview/follow.ts';", 'server/x.ts'],
    ['the store in a page', "import type { KeyStore } from '../../store/index.ts';", 'web/dashboard/x.tsx'],
    ['a folder that has no place', "import { x } from './other/x.ts';", 'cli/run.ts'],
    ['a file outside of src', "import '../../bench/x.ts';", 'engine/x.ts'],
  ])('would notice %s', (_what, text, from) => {
    expect(readImports(text, from).map(findFault).filter(Boolean)).toHaveLength(1);
  });

  it('has no sibling folders that import each other', () => {
    expect(findMutualPairs(imports)).toEqual([]);
  });

  it.each([
    [
      'in a module',
      "import { x } from '../results/x.ts';",
      'jobs/queue/x.ts',
      "import '../queue/x.ts';",
      'jobs/results/x.ts',
    ],
    [
      'deep in a module',
      "import type { X } from '../../s3/x.ts';",
      'jobs/results/folder/deep/x.ts',
      "await import('../folder/x.ts');",
      'jobs/results/s3/x.ts',
    ],
  ])('would notice sibling folders that import each other, %s', (_what, text, from, backText, backFrom) => {
    const forth = readImports(text, from);
    expect(findMutualPairs(forth)).toEqual([]);
    expect(findMutualPairs([...forth, ...readImports(backText, backFrom)])).toHaveLength(1);
  });

  it('lets a folder import its parent and its children', () => {
    const inside = readImports("import './folder/x.ts';", 'jobs/results/x.ts');
    expect(findMutualPairs([...inside, ...readImports("import '../x.ts';", 'jobs/results/folder/x.ts')])).toEqual([]);
  });

  it('keeps folders small enough to read', () => {
    const counts = new Map<string, number>();
    for (const file of listSources(source)) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
    const crowded = [...counts].filter(([folder, count]) => count > (mostFiles[folder] ?? mostFilesElsewhere));
    expect(crowded).toEqual([]);
  });

  it('has few files that are too short to stand alone', () => {
    const short = listSources(source).filter((file) => countLines(file) <= crumbs.lines);
    expect(short.length, short.join(' ')).toBeLessThanOrEqual(crumbs.files);
  });

  it.each(Object.entries(mostLines))('keeps %s below %i lines', (name, most) => {
    const files = listSources(source).filter((file) => moduleOf(file) === name);
    expect(files.reduce((lines, file) => lines + countLines(file), 0)).toBeLessThan(most);
  });

  it('keeps no program in a string', () => {
    const found = listSources(source).flatMap((file) => {
      // Completion scripts are programs of shells.
      if (file.startsWith('cli/completion/')) return [];
      return findStringPrograms(readFileSync(join(source, file), 'utf8'), file).map((line) => `${file}:${line}`);
    });
    expect(found).toEqual([]);
    expect(findStringPrograms('const a = 1;\nconst b = `(x) => {\n  a;\n  b;\n}`;', 'x.ts')).toEqual([2]);
  });

  it('asks for no language while it is loaded, because that reads the data of all languages', () => {
    const atLoading =
      /^(?:export )?(?:const|let) [^=]*=(?! (?:async )?\(?[\w, ]*\)? =>).*(?:toLocale\w+\(|new Intl\.)/m;
    const found = listSources(source).filter(
      (file) => !file.startsWith('web/') && atLoading.test(readFileSync(join(source, file), 'utf8')),
    );
    expect(found).toEqual([]);
    expect(atLoading.test("const words = limit.toLocaleString('en');")).toBe(true);
    expect(atLoading.test("const say = () => limit.toLocaleString('en');")).toBe(false);
  });

  it('exports no name twice', () => {
    const places = new Map<string, Set<string>>();
    for (const file of listSources(source)) {
      const text = readFileSync(join(source, file), 'utf8');
      for (const [, name = ''] of text.matchAll(exportedName))
        places.set(name, (places.get(name) ?? new Set()).add(file));
    }
    expect([...places].filter(([, files]) => files.size > 1)).toEqual([]);
  });

  it('keeps HTTP calls with undici to the client and the store of results', () => {
    const places = imports.filter(({ to }) => to === 'undici' || to.startsWith('undici/'));
    expect([...new Set(places.map(({ from }) => moduleOf(from)))].sort()).toEqual(['client', 'jobs']);
  });

  it('ends the process in bin alone, and prints in cli alone', () => {
    for (const file of listSources(source)) {
      // Programs that run as children have their own process.
      if (/-(child|worker)\.ts$/.test(file)) continue;
      const text = readFileSync(join(source, file), 'utf8');
      expect(/process\.(exit|abort)\(/.test(text), `${file} ends the process`).toBe(false);
      expect(/\bconsole\./.test(text), `${file} uses console`).toBe(false);
      if (file !== 'cli/output/io.ts') expect(/process\.std(out|err)/.test(text), `${file} prints`).toBe(false);
    }
  });

  it('says in the first line of each entry point what the module is', () => {
    for (const module of Object.keys(allowedImports)) {
      expect(readFileSync(join(source, module, 'index.ts'), 'utf8')).toMatch(/^\/\/ \S/);
    }
  });
});
