import type { Draft } from './draft.ts';
import type { DraftTexts } from './draft-merge.ts';
import { buildZip, type ZipFile } from './zip.ts';

/** Hands the browser a template as the folder that `platen templates push` takes. */
export async function downloadFolder(draft: Draft): Promise<void> {
  const slug = buildFolderName(draft.name.value);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(buildZip(await buildFolder(slug, draft)));
  link.download = `${slug}.zip`;
  link.click();
  URL.revokeObjectURL(link.href);
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
export async function buildFolder(slug: string, draft: FolderSource): Promise<ZipFile[]> {
  const { id, name, content, context, saved } = draft;
  const digests = {
    name: await digest(name.value),
    ...(saved.value && {
      content: await digest(saved.value.content),
      preview_context: await digest(JSON.stringify(sortKeys(JSON.parse(saved.value.context)))),
    }),
  };
  return [
    { name: '.platen.json', text: writeJson({ version: 1, templates: { [id]: digests } }) },
    { name: `${slug}/template.json`, text: writeJson({ id, name: name.value }) },
    { name: `${slug}/content.html`, text: content.value },
    { name: `${slug}/preview_context.json`, text: context.value },
  ];
}

function buildFolderName(name: string): string {
  const words = name
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  return words.replace(/^-+|-+$/g, '') || 'template';
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

/** A JSON value with the keys of its objects sorted, because their order means nothing (RFC 8259, section 4). */
function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, inner]) => [key, sortKeys(inner)]));
}
