import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '../../../contract/index.ts';
import { agreeOn, type Digests, digestFields, fieldNames } from '../../documents/template-fields.ts';
import { saveFile } from '../../files/save-file.ts';
import type { WarningList } from '../../output/warnings.ts';
import type { SyncItem } from './sync-item.ts';

/** The name of the file, beside the template folders. */
const syncRecordFile = '.platen.json';

/** The last known state of each template on the service. */
export interface SyncRecord {
  /** The digests of its fields; none if it was never seen. */
  get(id: string): Digests;
  has(id: string): boolean;
  /** Adds digests of a template. */
  set(id: string, digests: Digests): void;
  forget(id: string): void;
  /** Whether partials, layouts or assets were seen. */
  hasFiles(): boolean;
  /** The SHA-256 that such a file had when both sides agreed; undefined if it was never seen. */
  getFile(path: string): string | undefined;
  setFile(path: string, sha256: string): void;
  forgetFile(path: string): void;
  /** Writes the file, if anything has changed. A failure is a warning. */
  save(): Promise<void>;
}

/**
 * Opens `.platen.json`, the memory of a folder of templates: for each id the digests of its fields as the service had them
 * when this folder and the service last agreed.
 *
 * It distinguishes changes made here from changes on the service, field by field. It holds digests, not ETags or addresses: a digest
 * means the same for every service and every copy of the repository, and the ETag that guards an update is read right before
 * it. A sorted line for each template lets git merge it.
 *
 * The file may be missing or deleted at any time. Then equal fields are recorded again, and fields that differ count as changed
 * on both sides, a conflict that only `--force` decides. A build that pushes keeps the file between runs, or uses `--force`. A
 * file that cannot be read or understood counts as missing, with a warning.
 */
export async function openSyncRecord(root: string, warn: WarningList['warn']): Promise<SyncRecord> {
  const path = join(root, syncRecordFile);
  const lose = (text: string) => warn({ code: 'sync_record_lost', text });
  const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT')
      lose(`${path} cannot be read (${error.code}); what was seen of the service is unknown`);
    return undefined;
  });
  const known = before === undefined ? { templates: new Map<string, Digests>(), files: new Map() } : parse(before);
  if (!known) lose(`${path} is not understood; what was seen of the service is unknown`);
  const seen = known?.templates ?? new Map<string, Digests>();
  const files = known?.files ?? new Map<string, string>();
  let changed = false;
  return {
    get: (id) => seen.get(id) ?? {},
    has: (id) => seen.has(id),
    set(id, digests) {
      const next = { ...seen.get(id), ...digests };
      changed ||= JSON.stringify(sort(next)) !== JSON.stringify(seen.get(id));
      seen.set(id, sort(next));
    },
    forget(id) {
      changed = seen.delete(id) || changed;
    },
    hasFiles: () => files.size > 0,
    getFile: (file) => files.get(file),
    setFile(file, sha256) {
      changed ||= files.get(file) !== sha256;
      files.set(file, sha256);
    },
    forgetFile(file) {
      changed = files.delete(file) || changed;
    },
    async save() {
      if (!changed) return;
      await saveFile(path, Buffer.from(format(seen, files)), true).then(
        () => {
          changed = false;
        },
        (error: Error) => lose(`what was seen of the service could not be noted: ${error.message}`),
      );
    },
  };
}

function sort(digests: Digests): Digests {
  return Object.fromEntries(fieldNames.flatMap((field) => (digests[field] ? [[field, digests[field]]] : [])));
}

function format(seen: ReadonlyMap<string, Digests>, files: ReadonlyMap<string, string>): string {
  const list = (name: string, known: ReadonlyMap<string, unknown>) => {
    const lines = [...known.keys()]
      .sort()
      .map((key) => `    ${JSON.stringify(key)}: ${JSON.stringify(known.get(key))}`);
    return `,\n  "${name}": {\n${lines.join(',\n')}\n  }`;
  };
  const more = files.size === 0 ? '' : list('files', files);
  return `{\n  "version": 1${list('templates', seen)}${more}\n}\n`;
}

/** Remembers what is the same on both sides. */
export function rememberAgreement({ folder, remote }: SyncItem, seen: SyncRecord): void {
  if (folder?.template && remote) seen.set(remote.id, agreeOn(digestFields(folder.template), remote.digests));
}

/** Undefined for a file that this version has not written. */
function parse(text: string): { templates: Map<string, Digests>; files: Map<string, string> } | undefined {
  try {
    const { version, templates, files = {} } = JSON.parse(text);
    if (version !== 1) return undefined;
    const seen = new Map<string, Digests>();
    for (const [id, digests] of Object.entries(templates as Record<string, Digests>)) {
      if (isUuid(id)) seen.set(id, sort(digests));
    }
    const known = Object.entries(files as Record<string, unknown>).filter(([, digest]) => typeof digest === 'string');
    return { templates: seen, files: new Map(known as [string, string][]) };
  } catch {
    return undefined;
  }
}
