import { basename, dirname, relative, sep } from 'node:path';
import { isAssetPath, type Part } from '../../contract/index.ts';
import { CommandError } from '../output/command-error.ts';
import { findExtraAssets } from './assets/find-extra-assets.ts';
import { resolveRoot } from './document-root.ts';
import type { PlannedSource } from './plan-source.ts';
import {
  type CollectEdges,
  type CollectOptions,
  type Reader,
  readParts,
  type SourcePart,
  type SourceWarning,
} from './read-parts.ts';
import { RequestSize } from './request-size.ts';

export type { CollectEdges, CollectOptions } from './read-parts.ts';

/** The parts of a request, with warnings. */
interface Collected {
  parts: string | Part | (string | Part)[];
  /** The name of each part: its source as it was written. */
  names: string[];
  /** The path of the file of each part; undefined if it has none. */
  files: (string | undefined)[];
  warnings: SourceWarning[];
}

/**
 * Turns planned sources into the parts of a request. Documents bring the files that they name: only those that HTML and CSS
 * spell out, only below their own folder (`root` widens that), only kinds that a page can use. A document from stdin has no
 * folder, so it brings files only below `root`.
 *
 * Throws CommandError: `usage`, `input_missing`, `input_invalid`, `too_large`.
 */
export async function collectParts(
  planned: readonly PlannedSource[],
  options: CollectOptions,
  edges: CollectEdges,
): Promise<Collected> {
  const reader: Reader = {
    options,
    edges,
    size: new RequestSize(),
    warnings: [],
    part: 0,
    root: undefined,
    extra: [],
    isAlone: planned.length === 1,
  };
  if (options.root !== undefined) {
    reader.root = await resolveRoot(options.root, edges.cwd);
  }
  if (options.assets?.length) reader.extra = await findExtraAssets(options.assets, edges.cwd);

  const collected: SourcePart[] = [];
  for (const source of planned) {
    reader.part = collected.length;
    collected.push(...(await readParts(source, reader)));
  }
  const parts = nameParts(collected);
  return {
    parts: parts.length === 1 ? (parts[0] as string | Part) : parts,
    names: collected.map(({ name }) => name),
    files: collected.map(({ file }) => file),
    warnings: reader.warnings,
  };
}

/** Names the parts after their files, so that links between them work, and one part where it says its own name. */
function nameParts(collected: readonly SourcePart[]): (string | Part)[] {
  const [first] = collected;
  if (collected.length === 1 && first && !saysOwnName(first)) return [first.part];
  const names = buildRelativeNames(collected.flatMap(({ file }) => (file === undefined ? [] : [file])));
  return collected.map(({ part, file = '' }) => {
    const name = names.get(file);
    return typeof part === 'string' || name === undefined ? part : { ...part, name };
  });
}

function saysOwnName({ part, file }: SourcePart): boolean {
  if (typeof part === 'string' || file === undefined) return false;
  const text = part.html ?? part.markdown ?? '';
  return [basename(file), encodeURIComponent(basename(file))].some((name) => text.includes(name));
}

/** Throws `usage` for an option that changes nothing for any of the sources, before anything is read. */
export function refuseUnused(planned: readonly PlannedSource[], options: CollectOptions): void {
  const kinds = planned.map(({ kind }) => kind);
  if ((options.context ?? options.edit) !== undefined && !kinds.some((kind) => kind.startsWith('template'))) {
    throw new CommandError('usage', 'a context was given, but no source is a template', {
      fix: 'name template:<id> or template:./folder',
    });
  }
  if (options.values !== undefined && options.context !== undefined) {
    throw new CommandError('usage', '--values and --context cannot be used together', {
      fix: 'choose one; --set changes single values of either',
    });
  }
  if (options.values !== undefined && !kinds.some((kind) => kind.startsWith('template'))) {
    throw new CommandError('usage', '--values says nothing here', {
      why: 'it names values of a template',
      fix: 'name template:<id> or template:./folder',
    });
  }
  if (options.values !== undefined && options.edit !== undefined && kinds.includes('template')) {
    throw new CommandError('usage', '--values and --set cannot be used together for a stored template', {
      why: 'the service reads its values, so that single ones cannot be changed here',
      fix: 'give all values with --context',
    });
  }
  const bringsFiles = planned.some((source) =>
    'format' in source ? !['pdf', 'image'].includes(source.format ?? '') : source.kind === 'template-folder',
  );
  if ((options.root !== undefined || options.assets?.length) && !bringsFiles) {
    throw new CommandError('usage', `${options.root === undefined ? '--assets' : '--root'} says nothing here`, {
      why: 'only HTML and Markdown documents bring files',
    });
  }
}

/** The names of files from the deepest folder that holds them all. Leaves out names that no part can have. */
export function buildRelativeNames(files: readonly string[]): Map<string, string> {
  const [first = ''] = files;
  let folder = dirname(first);
  while (!files.every((file) => file.startsWith(folder.endsWith(sep) ? folder : folder + sep))) {
    const above = dirname(folder);
    if (above === folder) return new Map();
    folder = above;
  }
  const named = files.map((file): [string, string] => [file, relative(folder, file).split(sep).join('/')]);
  return new Map(named.filter(([, name]) => isAssetPath(name)));
}
