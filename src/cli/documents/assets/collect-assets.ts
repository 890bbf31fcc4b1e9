import { isAbsolute, relative, sep } from 'node:path';
import { type Assets, assetsSchema } from '../../../contract/index.ts';
import { decodeDocument, decodeStyleSheet, findClaimedEncoding } from '../../files/decode-document.ts';
import { CommandError } from '../../output/command-error.ts';
import { safeText } from '../../output/safe-text.ts';
import { sharedFolders } from '../partial-folders.ts';
import type { RequestSize } from '../request-size.ts';
import { findCssReferences } from './css-references.ts';
import { findHtmlReferences } from './html-references.ts';
import { loadAsset } from './load-asset.ts';
import { documentAddress, type LocateRules, locateAsset, moveBase, type Place } from './locate-asset.ts';
import { findMarkdownReferences } from './markdown-references.ts';
import type { HtmlReferences, Reference } from './reference.ts';

/** A document that names files. */
interface AssetSource {
  /** Its name in warnings. */
  name: string;
  kind: 'html' | 'markdown';
  text: string;
  /** The real path of the folder that relative addresses start from; below `root`. */
  folder: string;
  /** The real path of the folder that no file may lie outside of. */
  root: string;
  /** Whether the document may name files below the root; else it gets only those in `extra`. */
  trusted: boolean;
  /** Real folders, with a name below them: files to send whether or not the document names them. */
  extra: readonly string[];
  /** The real path of the folder whose assets templates share, for files that the document's own folder lacks. */
  shared?: string | undefined;
}

/** The surroundings of the collecting. */
interface AssetEdges extends LocateRules {
  cwd: string;
  size: RequestSize;
  warn(warning: { text: string; asked?: string }): void;
}

/** A file that names other files. */
interface Naming {
  name: string;
  place: Place;
  references: readonly Reference[];
}

/**
 * Reads the files that a document names, and those that they name in turn: style sheets name fonts and images, a framed page
 * has its own files. Each asset gets the path that the page will ask for. A file that is missing or not allowed is left out,
 * with a warning that names file and line.
 */
export async function collectAssets(source: AssetSource, edges: AssetEdges): Promise<Assets | undefined> {
  const place: Place = {
    address: documentAddress,
    folder: namesBelow(source.root, source.folder).map(encodeURIComponent),
  };
  const assets = new Map<string, Assets[string]>();
  const files = new Map<string, string>();
  const warned = new Set<string>();

  const load = async (
    name: string,
    asked: string,
    key: string,
    path: string[],
    from: Place,
    address?: string,
  ): Promise<Naming | undefined> => {
    const loaded = await loadOwnOrShared(source, path, (bytes) => edges.size.addBytes(key, bytes));
    if ('problem' in loaded) {
      const missing = loaded.problem === 'cannot be found';
      const message = missing ? `cannot find ${asked}` : `${asked} is left out: it ${loaded.problem}`;
      warnOnce(`${name}: ${message}`, address);
      return undefined;
    }
    refuseTwoFiles(key, files.get(key), loaded.file);
    if (assets.has(key)) return undefined;
    if (assets.size === assetsSchema.maxProperties) throw tooMany(source.name);
    files.set(key, loaded.file);
    assets.set(key, { type: loaded.type, base64: loaded.bytes });
    const found = await findReferencesOf(loaded.type, loaded.bytes);
    return (
      found && {
        name: showPath(edges.cwd, loaded.file),
        place: moveBase(from, found.base, edges),
        references: found.references,
      }
    );
  };
  const warnOnce = (text: string, asked?: string) => {
    if (!warned.has(text)) edges.warn({ text, ...(asked !== undefined && { asked }) });
    warned.add(text);
  };

  const own =
    source.kind === 'html' ? await findHtmlReferences(source.text) : await findMarkdownReferences(source.text);
  const document: Naming = { name: source.name, place: moveBase(place, own.base, edges), references: own.references };
  const waiting = [document];
  if (source.kind === 'markdown' && source.trusted && namesDiagram.test(source.text)) {
    const found = await findMermaid(source, edges);
    if (found) {
      files.set(found.key, found.file);
      assets.set(found.key, { type: found.type, base64: found.bytes });
    }
  }
  for (const file of source.extra) {
    const steps = namesBelow(source.folder, file).map((step) => (step === '..' ? step : encodeURIComponent(step)));
    const located = locateAsset(steps.join('/'), place, edges);
    const asked = safeText(showPath(edges.cwd, file));
    const where = `${safeText(source.name)}, --assets`;
    if (located.kind === 'refused') warnOnce(`${where}: ${asked} is left out: it ${located.why}`);
    if (located.kind !== 'local') continue;
    const naming = await load(where, asked, located.key, located.path, located.place);
    if (naming) waiting.push(naming);
  }
  for (let naming = waiting.shift(); naming; naming = waiting.shift()) {
    const seen = new Set<string>();
    for (const { address, line } of naming.references) {
      if (seen.has(address)) continue;
      seen.add(address);
      const where = `${safeText(naming.name)}:${line}`;
      const located = locateAsset(address, naming.place, edges);
      const asked = showAddress(address);
      const path = readAskedPath(address, naming.place);
      if (located.kind === 'refused') warnOnce(`${where}: ${asked} is left out: it ${located.why}`, path);
      if (located.kind !== 'local') continue;
      if (naming === document && !source.trusted) {
        const why = 'a piped document has no folder; --root <dir> names one';
        if (!assets.has(located.key)) warnOnce(`${where}: ${asked} is left out: ${why}`, path);
        continue;
      }
      const next = await load(where, asked, located.key, located.path, located.place, path);
      if (next) waiting.push(next);
    }
  }
  return assets.size === 0 ? undefined : Object.fromEntries(assets);
}

/** A fence with a diagram. */
const namesDiagram = /^[ >\t]*(?:```|~~~)[`~]*[ \t]*mermaid\b/im;

const mermaidPath = ['node_modules', 'mermaid', 'dist', 'mermaid.min.js'];

/** Finds the script of the package mermaid in the folder of a document, or in one above it up to the root; undefined if it is not installed. */
async function findMermaid({ root, folder }: AssetSource, { size }: AssetEdges) {
  const key = mermaidPath.join('/');
  for (let own = namesBelow(root, folder); ; own = own.slice(0, -1)) {
    const loaded = await loadAsset(root, [...own, ...mermaidPath], (bytes) => size.addBytes(key, bytes));
    if (!('problem' in loaded)) return { key, ...loaded };
    if (own.length === 0) return undefined;
  }
}

/** Loads a file from below the root, or one that only the shared folder has. */
async function loadOwnOrShared({ root, folder, shared }: AssetSource, path: string[], accept: (bytes: number) => void) {
  const loaded = await loadAsset(root, path, accept);
  const own = namesBelow(root, folder);
  const below = path.slice(own.length);
  const isShared = own.every((name, index) => path[index] === name) && sharedFolders.includes(below[0] ?? '');
  const isMissing = 'problem' in loaded && loaded.problem === 'cannot be found';
  return isMissing && isShared && shared !== undefined ? loadAsset(shared, below, accept) : loaded;
}

/** The path that a page asks its own origin for; undefined for an address elsewhere. */
function readAskedPath(address: string, { address: base }: Place): string | undefined {
  const url = URL.parse(address, base);
  const isOwn = url?.origin === new URL(documentAddress).origin;
  return isOwn ? `${url.pathname.slice(1)}${url.search}` : undefined;
}

async function findReferencesOf(type: string, bytes: Buffer): Promise<HtmlReferences | undefined> {
  if (type === 'text/css') {
    return { base: undefined, references: await findCssReferences(decodeStyleSheet(bytes)) };
  }
  if (type !== 'text/html' && type !== 'application/xhtml+xml') return undefined;
  return findHtmlReferences(decodeDocument(bytes, await findClaimedEncoding(bytes)).text);
}

/** Refuses two files with the same key: a page distinguishes files by their path, and browsers drop `..` at its top. */
function refuseTwoFiles(key: string, first: string | undefined, second: string): void {
  if (first === undefined || first === second) return;
  throw new CommandError('input_invalid', `two files would have the same URL, ${safeText(key)}`, {
    why: `${safeText(first)} and ${safeText(second)}: a browser drops every ".." above the folder of the document`,
    fix: 'rename one of them, or move the document to the top of --root',
  });
}

function tooMany(name: string): CommandError {
  return new CommandError('too_large', `${safeText(name)} needs more than ${assetsSchema.maxProperties} files`);
}

/** The steps from a folder to a path; the first are `..` if the path is outside of the folder. */
function namesBelow(folder: string, path: string): string[] {
  return relative(folder, path)
    .split(sep)
    .filter((name) => name !== '');
}

/** A path relative to the current folder; absolute if it is outside. */
function showPath(cwd: string, file: string): string {
  const near = relative(cwd, file);
  return near === '' || near.startsWith('..') || isAbsolute(near) ? file : near.split(sep).join('/');
}

function showAddress(address: string): string {
  const text = safeText(address.trim());
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
