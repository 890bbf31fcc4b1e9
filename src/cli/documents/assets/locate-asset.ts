import { isAssetPath } from '../../../contract/index.ts';

/** A stand-in for the address of a part's document; the service serves every part from its own origin. */
export const documentAddress = 'https://document.invalid/';

/** The base of relative addresses: as the page sees it, and as folders below the root. */
export interface Place {
  /** An absolute address. */
  address: string;
  /** Folders from the root, percent-encoded; undefined if the address cannot be a file. */
  folder: readonly string[] | undefined;
}

/** What an address means for the files of the user. */
type Located =
  /** Not a file: another host, inline data, the document itself. */
  | { kind: 'elsewhere' }
  | { kind: 'refused'; why: string }
  | {
      kind: 'local';
      /** The path that the page will ask for, decoded: the name of the asset. */
      key: string;
      /** Names from the root down to the file. */
      path: string[];
      /** The base of the addresses in that file. */
      place: Place;
    };

/** Rules for the names of files. */
export interface LocateRules {
  /** Whether `/x` is a file below the root: only if the user names the root. */
  rootNamed: boolean;
  platform: string;
}

/**
 * Finds the file below the root that an address names, and the path under which the page will ask for it. They differ where the
 * document is below the root: a browser drops every `..` above the top (URL standard, "shorten a url's path"), so the page
 * asks for `../shared/logo.svg` as `shared/logo.svg`. Touches no file.
 */
export function locateAsset(address: string, base: Place, rules: LocateRules): Located {
  const target = readTarget(address, base, rules);
  if (!('folder' in target)) return target;
  const key = decodePath(new URL(target.address).pathname.slice(1).split('/'), rules.platform);
  const path = decodePath(target.folder, rules.platform);
  if ('why' in path) return path;
  if ('why' in key) return key;
  const name = key.names.join('/');
  if (!isAssetPath(name)) return refuse('is too long');
  return {
    kind: 'local',
    key: name,
    path: path.names,
    place: { address: target.address, folder: target.folder.slice(0, -1) },
  };
}

/** The place that `<base href>` sets for a document at `place`. */
export function moveBase(place: Place, href: string | undefined, rules: LocateRules): Place {
  if (href === undefined || !URL.canParse(href, place.address)) return place;
  const target = readTarget(href, place, rules);
  if ('folder' in target) return { address: target.address, folder: target.folder.slice(0, -1) };
  const base = new URL(href, place.address);
  base.search = '';
  base.hash = '';
  // An empty address, and a lone query or fragment, name the document itself.
  return target.kind === 'elsewhere' && base.href === place.address ? place : { address: base.href, folder: undefined };
}

type Target = { address: string; folder: string[] } | Exclude<Located, { kind: 'local' }>;

/** Resolves an address as the page does and as a file, undecoded. */
function readTarget(address: string, base: Place, rules: LocateRules): Target {
  // What the URL standard ignores: controls and blanks around, tabs and line ends inside; a backslash is a slash.
  const written = trim(address).replace(/[\t\n\r]/g, '');
  const resolved = URL.parse(written, base.address);
  if (!resolved) return refuse('is not a valid URL');
  if (/^(file|[a-z]):$/.test(resolved.protocol)) return refuse('is an absolute path; only relative ones are read');
  const path = written.replace(/[?#].*$/su, '').replaceAll('\\', '/');
  if (path === '' || resolved.origin !== new URL(documentAddress).origin) return { kind: 'elsewhere' };
  if (URL.canParse(written)) return { kind: 'elsewhere' };
  resolved.search = '';
  resolved.hash = '';
  if (path.startsWith('/') && !rules.rootNamed)
    return refuse('is an absolute path; --root <dir> says what it starts from');
  if (!path.startsWith('/') && !base.folder) return refuse('has no folder to start from; --root <dir> names one');
  const folder = joinPath(path.startsWith('/') ? [] : (base.folder ?? []), path);
  if (!folder) return refuse('is outside of the folder of the document; --root <dir> sets a larger folder');
  return { address: resolved.href, folder };
}

/** Follows `.` and `..` (also spelt with `%2e`, as the URL standard has it); undefined above the root. */
function joinPath(folder: readonly string[], path: string): string[] | undefined {
  const names = [...folder];
  const pieces = path.replace(/^\//, '').split('/');
  for (const [index, piece] of pieces.entries()) {
    const dots = piece.replace(/%2e/gi, '.');
    if (dots === '..' && names.pop() === undefined) return undefined;
    if (dots !== '.' && dots !== '..') names.push(piece);
    else if (index === pieces.length - 1) names.push('');
  }
  return names;
}

function decodePath(
  pieces: readonly string[],
  platform: string,
): { names: string[] } | { kind: 'refused'; why: string } {
  const names: string[] = [];
  for (const piece of pieces) {
    const name = decodeName(piece);
    if (name === undefined) return refuse('is not validly percent-encoded');
    if (name === '') return refuse('names no file');
    if (name.includes('/') || name.includes('\\')) return refuse('has an encoded slash');
    if (/[\u0000-\u001f\u007f-\u009f]/.test(name)) return refuse('has a control character');
    if (name.startsWith('.')) return refuse('has a name that starts with a dot');
    if (platform === 'win32' && name.includes(':')) return refuse('has a colon in a name');
    names.push(name);
  }
  return { names };
}

function decodeName(piece: string): string | undefined {
  try {
    return decodeURIComponent(piece);
  } catch {
    return undefined;
  }
}

function refuse(why: string): { kind: 'refused'; why: string } {
  return { kind: 'refused', why };
}

/** Without controls and blanks around. A pattern would look at a long run of them once for each of them. */
function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text.charCodeAt(start) <= 0x20) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end -= 1;
  return text.slice(start, end);
}
