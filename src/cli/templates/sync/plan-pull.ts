import { isUuid } from '../../../contract/index.ts';
import { buildSlug, takeSlug } from '../../../folders/index.ts';
import { digestFields, type Field, fieldNames, relateFields } from '../../documents/template-fields.ts';
import { inParallel } from '../../files/in-parallel.ts';
import { CommandError } from '../../output/command-error.ts';
import { mergeFields } from './merge/merge-fields.ts';
import { adviseConflict } from './merge/merge-text.ts';
import type { TemplateFolder, TemplateFolders } from './read-folders.ts';
import {
  getRemote,
  goneError,
  listRemotes,
  type RemoteTemplate,
  type RemoteTemplates,
  requestWidth,
} from './remote-templates.ts';
import { findFolder, suggestName } from './select-folders.ts';
import type { SyncItem } from './sync-item.ts';
import type { SyncRecord } from './sync-record.ts';

/** What a pull is planned with. */
interface PullSource {
  local: TemplateFolders;
  /** Names, slugs and ids; empty for all. */
  wanted: readonly string[];
  seen: SyncRecord;
  remote: RemoteTemplates;
  /** Overwrite changes made here. */
  force: boolean;
  /** Write conflicts of texts into their files, between markers. */
  markers: boolean;
  /** Remove folders whose template is gone. */
  prune: boolean;
  /** Called with how many templates were read so far. */
  report(count: number): void;
}

/** Compares the service with the folders; changes nothing. Throws for a broken folder that may belong to a template. */
export async function planPull(source: PullSource): Promise<SyncItem[]> {
  const { folders } = source.local;
  const { remotes, gone } = source.wanted.length === 0 ? await readAll(source) : await readWanted(source);
  const items = await inParallel(remotes, requestWidth, source.remote.signal, async (remote) => {
    const folder = matchFolder(remote, remotes, folders);
    return folder ? compare(folder, remote, source) : newItem(remote, source);
  });
  items.push(...gone.map((folder) => goneItem(folder, source)));
  const broken = folders.find((folder) => folder.error !== undefined);
  if (broken && (source.wanted.length === 0 || items.some(({ action }) => action === 'create'))) throw broken.error;
  return items;
}

async function readAll({ remote, report, local }: PullSource) {
  const remotes = await listRemotes(remote, { report });
  const there = new Set(remotes.map(({ id }) => id));
  const gone = local.folders.filter(({ template }) => template?.id !== undefined && !there.has(template.id));
  return { remotes, gone };
}

/** Reads only the wanted templates; lists all where a word is neither an id nor a known folder. */
async function readWanted(source: PullSource): Promise<{ remotes: RemoteTemplate[]; gone: TemplateFolder[] }> {
  const { remote, wanted, local } = source;
  const known = wanted.map((word) => {
    const folder = findFolder(local.folders, word);
    if (folder?.error !== undefined) throw folder.error;
    return { word, folder, id: folder?.template?.id ?? (isUuid(word) ? word.toLowerCase() : undefined) };
  });
  const all = known.some(({ id }) => id === undefined) ? await listRemotes(remote, { report: source.report }) : [];
  const remotes = new Map<string, RemoteTemplate>();
  const gone: TemplateFolder[] = [];
  await inParallel(known, requestWidth, remote.signal, async ({ word, folder, id }) => {
    const found =
      id === undefined ? findByName(all, folder?.template?.name ?? word, word) : await getRemote(remote, id);
    if (found) remotes.set(found.id, found);
    else if (folder?.template?.id !== undefined) gone.push(folder);
    else {
      throw new CommandError('template_not_found', `the service has no template ${JSON.stringify(word)}`, {
        fix: suggestName(
          word,
          all.map(({ fields }) => fields.name),
          'name it by its id or its exact name: platen templates list',
        ),
      });
    }
  });
  return { remotes: [...remotes.values()].sort((a, b) => (a.id < b.id ? -1 : 1)), gone };
}

function findByName(remotes: readonly RemoteTemplate[], name: string, slug: string): RemoteTemplate | undefined {
  const exact = remotes.filter(({ fields }) => fields.name === name);
  const found = exact.length > 0 ? exact : remotes.filter(({ fields }) => buildSlug(fields.name) === slug);
  if (found.length < 2) return found[0];
  throw new CommandError('usage', `${JSON.stringify(slug)} is the name of ${found.length} templates`, {
    fix: `say which: ${found.map(({ id }) => id).join(' or ')}`,
  });
}

/** Matches by id; else by a name that only one folder without id and only one template have. */
function matchFolder(
  remote: RemoteTemplate,
  remotes: readonly RemoteTemplate[],
  folders: readonly TemplateFolder[],
): TemplateFolder | undefined {
  const byId = folders.find(({ template }) => template?.id === remote.id);
  if (byId) return byId;
  const { name } = remote.fields;
  const byName = folders.filter(({ template }) => template && template.id === undefined && template.name === name);
  return byName.length === 1 && remotes.filter(({ fields }) => fields.name === name).length === 1
    ? byName[0]
    : undefined;
}

async function compare(
  folder: TemplateFolder,
  remote: RemoteTemplate,
  { seen, force, markers, remote: service }: PullSource,
): Promise<SyncItem> {
  const item: SyncItem = {
    slug: folder.slug,
    id: remote.id,
    name: remote.fields.name,
    action: 'same',
    fields: [],
    folder,
    remote,
  };
  if (folder.error !== undefined || !folder.template) return { ...item, action: 'invalid', error: folder.error };
  const known = seen.get(remote.id);
  const { absent, here, there, both } = relateFields(digestFields(folder.template), remote.digests, known);
  if (both.length > 0 && !force) {
    const { merged, conflicts } = await mergeFields(both, folder.template, remote, known, service);
    const marked = conflicts.flatMap((one) => (markers && one.marked !== undefined ? [[one.field, one.marked]] : []));
    const places = conflicts.map(({ place }) => place);
    if (conflicts.length > marked.length) {
      const fields = conflicts.map(({ field }) => field);
      return { ...item, action: 'conflict', fields, error: conflictError(folder.slug, places) };
    }
    item.merged = { ...merged, ...Object.fromEntries(marked) };
    if (marked.length > 0) item.marked = places.join(', ');
  }
  const wanted = new Set<Field>([...absent, ...there, ...both, ...(force ? here : [])]);
  const fields = fieldNames.filter((field) => wanted.has(field));
  if (fields.length > 0) return { ...item, action: 'update', fields };
  if (folder.template.id === undefined) return { ...item, action: 'link' };
  return here.length > 0 ? { ...item, action: 'changed_here', fields: here } : item;
}

function newItem(remote: RemoteTemplate, { local }: PullSource): SyncItem {
  const { name } = remote.fields;
  return { slug: takeSlug(name, local.taken), id: remote.id, name, action: 'create', fields: fieldNames, remote };
}

function goneItem(folder: TemplateFolder, { seen, prune, force, wanted }: PullSource): SyncItem {
  const { slug, template, error } = folder;
  const id = template?.id ?? null;
  const item: SyncItem = { slug, id, name: template?.name ?? null, action: 'gone', fields: [], folder };
  if (error !== undefined || !template || id === null) return { ...item, action: 'invalid', error };
  if (!prune) return wanted.length === 0 ? item : { ...item, error: goneError(id, '--prune removes the folder') };
  const { same, absent } = relateFields(digestFields(template), seen.get(id), {});
  const changed = fieldNames.filter((field) => ![...same, ...absent].includes(field));
  if (force || changed.length === 0) return { ...item, action: 'delete' };
  return { ...item, action: 'conflict', fields: changed, error: lostError(slug, changed) };
}

function conflictError(slug: string, places: readonly string[]): CommandError {
  return new CommandError('conflict', 'what is in its folder would be lost', {
    why: `${places.join(', ')} changed here and on the service, or was never seen here; nothing was overwritten`,
    fix: adviseConflict(slug),
  });
}

function lostError(slug: string, places: readonly string[]): CommandError {
  return new CommandError('conflict', 'what is in its folder would be lost', {
    why: `${places.join(', ')}: the folder has something that the service has never been seen with`,
    fix: `keep yours with push --force, or take theirs: platen templates pull ${slug} --force`,
  });
}
