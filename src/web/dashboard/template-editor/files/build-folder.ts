import { strToU8, zipSync } from 'fflate';
import type { ValueSets } from '../../../../contract/index.ts';
import type { DraftTexts } from '../draft-merge.ts';

/** A partial, a layout, an asset or values, at its path in a folder of templates. */
export interface GatheredFile {
  path: string;
  bytes: Uint8Array;
  /** What the service has a digest of. Default: the bytes. */
  digested?: Uint8Array;
}

/** What a folder is made of. */
interface FolderSource {
  id: string;
  name: { value: string };
  content: { value: string };
  context: { value: string };
  saved: { value: DraftTexts | undefined };
}

/**
 * The files of a folder, with the record of what the service has (`.platen.json`): only with it `platen templates push` can tell a
 * change made in the folder from one that another person has made since.
 */
export async function buildFolder(
  slug: string,
  draft: FolderSource,
  files: readonly GatheredFile[],
): Promise<ZipFile[]> {
  const { id, name, content, context, saved } = draft;
  const digests = {
    name: await digest(name.value),
    ...(saved.value && {
      content: await digest(saved.value.content),
      preview_context: await digest(JSON.stringify(sortKeys(JSON.parse(saved.value.context)))),
    }),
  };
  return [
    { name: '.platen.json', content: await writeRecord({ [id]: digests }, files) },
    { name: `${slug}/template.json`, content: writeJson({ id, name: name.value }) },
    { name: `${slug}/content.html`, content: content.value },
    { name: `${slug}/preview_context.json`, content: context.value },
    ...files.map(({ path, bytes }) => ({ name: path, content: bytes })),
  ];
}

/** The file of a partial or layout, what it uses, and the record. */
export async function buildShared(
  slug: string,
  { content, saved }: Pick<FolderSource, 'content' | 'saved'>,
  files: readonly GatheredFile[],
): Promise<ZipFile[]> {
  const path = fileOfSlug(slug);
  const others = files.filter((file) => file.path !== path);
  const known = saved.value ? [{ path, bytes: new TextEncoder().encode(saved.value.content) }] : [];
  return [
    { name: '.platen.json', content: await writeRecord({}, [...known, ...others]) },
    { name: path, content: content.value },
    ...others.map((file) => ({ name: file.path, content: file.bytes })),
  ];
}

/** The record of what the service has: digests of fields by the id of their template, and of files by their path. */
async function writeRecord(templates: object, files: readonly GatheredFile[]): Promise<string> {
  const digests = files.map(async ({ path, bytes, digested = bytes }) => [path, await hexDigest(digested)] as const);
  const known = Object.fromEntries(await Promise.all(digests));
  return writeJson({ version: 1, templates, ...(files.length > 0 && { files: known }) });
}

/** The files of named values and their schema. The digests of a service are those of compact JSON. */
export function buildValueFiles(folder: string, { sets, schema }: Pick<ValueSets, 'sets' | 'schema'>): GatheredFile[] {
  const named = Object.entries(sets).map(([name, values]) => [`values/${name}.json`, values] as const);
  const all = schema === null ? named : [...named, ['values.schema.json', schema] as const];
  const encoder = new TextEncoder();
  return all.map(([path, json]) => ({
    path: `${folder}/${path}`,
    bytes: encoder.encode(writeJson(json)),
    digested: encoder.encode(JSON.stringify(json)),
  }));
}

/** The file of a partial or layout: slugs have no `.html`. */
export function fileOfSlug(slug: string): string {
  return /\.[^/.]+$/.test(slug) ? slug : `${slug}.html`;
}

function writeJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** SHA-256 in base64url. */
async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** SHA-256 in hexadecimal. */
async function hexDigest(bytes: Uint8Array): Promise<string> {
  const digested = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  return Array.from(digested, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A JSON value with the keys of its objects sorted, because their order means nothing (RFC 8259, section 4). */
function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, inner]) => [key, sortKeys(inner)]));
}

/** A file of an archive. */
interface ZipFile {
  name: string;
  content: string | Uint8Array;
}

/** A ZIP archive of files, stored without compression. All are of one time, so that the same files give the same archive. */
export function buildZip(files: readonly ZipFile[]): Blob {
  const entries = Object.fromEntries(
    files.map(({ name, content }) => [name, typeof content === 'string' ? strToU8(content) : content] as const),
  );
  return new Blob([zipSync(entries, { level: 0, mtime: new Date(1980, 0, 1) })], { type: 'application/zip' });
}
