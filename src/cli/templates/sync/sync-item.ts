import { fileNames } from '../../documents/read-template-folder.ts';
import type { Field, Fields } from '../../documents/template-fields.ts';
import { type DescribedError, describeError } from '../../output/describe-error.ts';
import { toJson } from '../../output/print-error.ts';
import type { TemplateFolder } from './read-folders.ts';
import type { RemoteTemplate } from './remote-templates.ts';

/** What a command does, or would do, with a template. */
export type SyncAction =
  | 'create'
  | 'update'
  /** Only the id goes into template.json: the service has a template of the same name and content. */
  | 'link'
  | 'delete'
  | 'same'
  /** Differs, because only the files have changed. */
  | 'changed_here'
  /** Differs, because only the service has changed. */
  | 'changed_there'
  /** Changed on both sides, or differs and was never seen. */
  | 'conflict'
  /** The folder has an id that the service does not know. */
  | 'gone'
  /** The folder cannot be used. */
  | 'invalid';

/** A template and its action. */
export interface SyncItem {
  /** The name of its folder. */
  slug: string;
  id: string | null;
  name: string | null;
  action: SyncAction;
  /** The fields of the action. */
  fields: readonly Field[];
  /** Missing where a folder is to be made, or where only the service has the template. */
  folder?: TemplateFolder;
  /** As the service has it now; missing where it has none. */
  remote?: RemoteTemplate;
  /** What both sides changed and was merged without a conflict. These fields are among those of the action. */
  merged?: Partial<Fields>;
  /** The places of `merged` that are left to decide, between marker lines; for people. */
  marked?: string;
  /** Why it was not done. */
  error?: unknown;
}

/** Flags of `platen templates pull` and `push`. */
export interface SyncOptions {
  dir?: string;
  yes?: boolean;
  force?: boolean;
  prune?: boolean;
  dryRun?: boolean;
  /** Only of a pull. */
  conflictMarkers?: boolean;
}

/** The shape of the JSON answer, for help pages. */
export const itemsShape =
  '{"data": [{"slug", "id", "name", "action", "fields", "merged"?: [], "marked"?, "error"?: {"code", "message", …}}]}';

const changing: ReadonlySet<SyncAction> = new Set<SyncAction>(['create', 'update', 'link', 'delete']);

/** Whether the item changes something and has not failed. */
export function isChange(item: SyncItem): boolean {
  return changing.has(item.action) && item.error === undefined;
}

/** Does the work on an item. A failure becomes the item's, unless everything is being stopped. */
export async function attemptItem<T>(
  item: SyncItem,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw error;
    item.error = error;
    return undefined;
  }
}

/** Reads the failure of an item, and names the file of the folder that a wrong field is in. */
export function describeItemError(error: unknown): DescribedError {
  return describeError(error, undefined, { parts: [], flags: false, fields: fileFields });
}

/** By what the service calls them: it is asked for a template of the same name before one is made. */
const fileFields = {
  'the query parameter "name"': `the name in ${fileNames.template}`,
  '/template/name': `the name in ${fileNames.template}`,
  '/template/content': fileNames.content,
  '/template/preview_context': fileNames.preview_context,
};

/** The JSON answer of a command on many templates. */
export function itemsToJson(items: readonly SyncItem[]): object {
  return {
    data: items.map(({ slug, id, name, action, fields, merged, marked, error }) => ({
      slug,
      id,
      name,
      action,
      fields,
      ...(merged && { merged: Object.keys(merged) }),
      ...(marked !== undefined && { marked }),
      ...(error !== undefined && { error: toJson(describeItemError(error)) }),
    })),
  };
}
