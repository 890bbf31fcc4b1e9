import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { limits, type Part, type Warning } from '../../contract/index.ts';
import { decodeDocument, decodeUtf8, findClaimedEncoding } from '../files/decode-document.ts';
import { findSpelling } from '../files/find-spelling.ts';
import { parseJson } from '../files/read-input.ts';
import { CommandError } from '../output/command-error.ts';
import { safeText } from '../output/safe-text.ts';
import { collectAssets } from './assets/collect-assets.ts';
import { listSiteFiles } from './assets/list-site-files.ts';
import { requireInRoot } from './document-root.ts';
import { findPartialFolders } from './partial-folders.ts';
import { type Format, type PlannedSource, sourceText, unknownSource } from './plan-source.ts';
import { type LocalTemplate, readLocalTemplate } from './read-local-template.ts';
import { findSite, type PipedInput, readShellPipe, readSourceFile, readStdin } from './read-source.ts';
import type { RequestSize } from './request-size.ts';
import { nameStoredTemplate } from './template-spec.ts';

/** Options of collecting the parts. */
export interface CollectOptions {
  /** The folder that no asset leaves. Default: the folder of each document. */
  root?: string;
  /** Patterns of files to send besides those that the documents name; from the current folder. */
  assets?: readonly string[];
  /** Values for templates. Default: the preview context of each. */
  context?: object;
  /** The name of the set of values for templates. Default: the preview context. */
  values?: string;
  /** Changes single values of the context, else of a folder's preview context; for a stored template, of an empty object. */
  edit?: (values: Record<string, unknown>) => void;
}

/** What collecting the parts needs from outside. */
export interface CollectEdges {
  cwd: string;
  stdin: PipedInput;
  platform: string;
  /** Renders a local template with its context to HTML. */
  renderTemplate(template: LocalTemplate, root: string | undefined): Promise<string>;
}

/** What reading the sources shares. */
export interface Reader {
  options: CollectOptions;
  edges: CollectEdges;
  size: RequestSize;
  warnings: SourceWarning[];
  /** The index of the part that is read. */
  part: number;
  /** The real path of the named root. */
  root: string | undefined;
  /** Real folders, with a name below them. */
  extra: string[];
  /** Whether there is only one source. */
  isAlone: boolean;
}

/** What may be missing in the PDF, such as "invoice.html:12: cannot find assets/logo.svg". */
export interface SourceWarning {
  code: 'resource_missing' | 'encoding_doubtful';
  text: string;
  /** The index of its part. */
  part: number;
  /** The path by which the page asks for what is missing. */
  asked?: string;
}

/** Whether one of the warnings of reading is about the file that this warning of a render is about. */
export function isReported({ code, detail }: Warning, warnings: readonly SourceWarning[]): boolean {
  const names = ({ asked }: SourceWarning) => asked !== undefined && detail.startsWith(`${asked} `);
  return code === 'resource_missing' && warnings.some(names);
}

/** A part, with the file that it comes from. */
export interface SourcePart {
  part: string | Part;
  /** The source as it was written. */
  name: string;
  /** The path of its file; undefined if it has none. */
  file?: string;
}

/** Reads a source: a part, or several where JSON gives them. */
export async function readParts(source: PlannedSource, reader: Reader): Promise<SourcePart[]> {
  const { edges, options, size } = reader;
  switch (source.kind) {
    case 'address':
      return [{ part: source.address, name: source.address }];
    case 'template': {
      const context = editContext(options.context ?? (options.edit && {}), options);
      const part: Part = {
        template: nameStoredTemplate({ ...source, ...(options.values !== undefined && { values: options.values }) }),
        ...(context && { context: { ...context } }),
      };
      size.addText('the context', JSON.stringify(context ?? {}));
      return [{ part, name: sourceText(source) }];
    }
    case 'template-folder':
      return [await readTemplate(source.folder, reader)];
    case 'inline':
      return [await buildDocument(source.format, source.format, source.text, undefined, reader)];
    case 'stdin': {
      const bytes = await readStdin(edges.stdin, size);
      const format = source.format ?? (isPdf(bytes) ? 'pdf' : 'html');
      return buildParts('stdin', format, bytes, undefined, reader);
    }
    case 'file': {
      const path = await findSpelling(resolve(edges.cwd, source.file));
      const piped = await readShellPipe(path, source.file, size);
      if (piped) {
        const format = source.format ?? (isPdf(piped) ? 'pdf' : 'html');
        return buildParts(source.file, format, piped, undefined, reader);
      }
      const folder = await findSite(path, source.file);
      if (folder !== undefined) return readSite(source.file, folder, reader);
      // A document without content is a blank page.
      const mayBeEmpty = source.format === 'html' || source.format === 'markdown';
      const bytes = await readSourceFile(path, source.file, size, { mayBeEmpty });
      const format = source.format ?? (isPdf(bytes) ? 'pdf' : undefined);
      if (!format) throw unknownSource(source.file);
      const parts = await buildParts(source.file, format, bytes, dirname(await realpath(path)), reader);
      return format === 'json' ? parts : parts.map((part) => ({ ...part, file: path }));
    }
  }
}

/** Reads the index of a built site, with all files of its folder. */
async function readSite(shown: string, folder: string, reader: Reader): Promise<SourcePart[]> {
  const file = join(folder, 'index.html');
  const name = `${shown.replace(/(?<=.)[\\/]+$/, '')}/index.html`;
  const bytes = await readSourceFile(file, name, reader.size);
  const files = await listSiteFiles(folder, { files: Number.POSITIVE_INFINITY, bytes: limits.body });
  if (files === undefined) {
    throw new CommandError('too_large', `${safeText(shown)} has more than ${limits.body / 1024 / 1024} MiB of files`, {
      fix: `name the page, which gets only the files that it names: ${safeText(name)}`,
    });
  }
  const site = { ...reader, root: reader.root ?? folder, extra: [...reader.extra, ...files] };
  const parts = await buildParts(name, 'html', bytes, folder, site);
  return parts.map((part) => ({ ...part, file }));
}

async function readTemplate(shown: string, reader: Reader): Promise<SourcePart> {
  const { edges, options, size } = reader;
  const template = await readLocalTemplate(resolve(edges.cwd, shown), shown, options, size);
  template.context = editContext(template.context, options);
  const html = await edges.renderTemplate(template, reader.root);
  const [, shared] = findPartialFolders(template.folder, reader.root);
  return buildDocument(`template:${shown}`, 'html', html, template.folder, reader, shared);
}

/** @param folder of the document; undefined if it is in no folder */
async function buildParts(
  name: string,
  format: Format,
  bytes: Buffer,
  folder: string | undefined,
  reader: Reader,
): Promise<SourcePart[]> {
  const shown = safeText(name);
  if (format === 'json') return buildGivenParts(shown, bytes, reader);
  if (format === 'pdf') {
    // Readers look for the header in the first 1024 bytes (PDF 1.7, appendix H).
    if (!bytes.subarray(0, 1024).includes('%PDF-'))
      throw new CommandError('input_invalid', `${shown} is not a PDF`, { why: 'it does not start with %PDF-' });
    reader.size.addBytes(shown, bytes.length);
    return [{ part: { pdf: bytes }, name }];
  }
  if (format === 'image') {
    reader.size.addBytes(shown, bytes.length);
    return [{ part: { image: bytes }, name }];
  }
  if (isPdf(bytes))
    throw new CommandError('input_invalid', `${shown} is a PDF, not ${format === 'html' ? 'HTML' : 'Markdown'}`);
  const claimed = format === 'html' ? await findClaimedEncoding(bytes) : 'utf-8';
  const { text, warning } = decodeDocument(bytes, claimed);
  if (warning) {
    reader.warnings.push({ code: 'encoding_doubtful', text: `${shown}: ${warning}`, part: reader.part });
  }
  return [await buildDocument(name, format, text, folder, reader)];
}

async function buildDocument(
  name: string,
  kind: 'html' | 'markdown',
  text: string,
  folder: string | undefined,
  reader: Reader,
  shared?: string,
): Promise<SourcePart> {
  const { edges, size, warnings } = reader;
  size.addText(safeText(name), text);
  const root = reader.root ?? folder ?? (await realpath(edges.cwd));
  if (folder) requireInRoot(root, folder, { document: name, root: reader.options.root ?? '' });
  const assets = await collectAssets(
    {
      name,
      kind,
      text,
      folder: folder ?? root,
      root,
      trusted: (folder ?? reader.root) !== undefined,
      extra: [...reader.extra, ...(kind === 'html' && /<script\b/i.test(text) ? await listRootFiles(reader) : [])],
      shared,
    },
    {
      cwd: edges.cwd,
      platform: edges.platform,
      rootNamed: reader.root !== undefined,
      size,
      warn: (warning) => warnings.push({ code: 'resource_missing', part: reader.part, ...warning }),
    },
  );
  return { part: { [kind]: text, ...(assets && { assets }) }, name };
}

/** Files below a named root, for what the scripts of a document load: if it is the only one, and if all of them can be sent. */
async function listRootFiles({ root, isAlone, options }: Reader): Promise<readonly string[]> {
  if (root === undefined || options.root === undefined || options.assets?.length || !isAlone) return [];
  return (await listSiteFiles(root, { files: 1000, bytes: limits.body / 2 })) ?? [];
}

/** Takes parts from JSON unchanged. */
function buildGivenParts(name: string, bytes: Buffer, reader: Reader): SourcePart[] {
  const text = decodeUtf8(bytes, name);
  const given = parseJson(text, name, name);
  if (typeof given === 'object' && given !== null && 'parts' in given) {
    throw new CommandError('input_invalid', `${name} is a whole request, not parts`, { fix: 'send it with --input' });
  }
  reader.size.addText(name, text);
  const parts = [given].flat() as (string | Part)[];
  return parts.map((part, index) => ({ part, name: parts.length === 1 ? name : `${name}, part ${index}` }));
}

/** PDF 1.7, section 7.5.2: the header is the first line. */
function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-';
}

/** A copy of the values with single ones changed. */
function editContext<T extends object | undefined>(values: T, { edit }: CollectOptions): T {
  if (edit === undefined || values === undefined) return values;
  const copy = structuredClone(values);
  edit(copy as Record<string, unknown>);
  return copy;
}
