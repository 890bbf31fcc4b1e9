import { type Digests, digestFields, type Field, type Fields } from '../../../documents/template-fields.ts';
import type { RemoteTemplate, RemoteTemplates } from '../remote-templates.ts';
import { type Merged, mergeFileTexts, mergeFileValues } from './merge-text.ts';
import { searchRevisions } from './search-revisions.ts';

/** The fields of a template that both sides changed, merged. */
export interface FieldMerge {
  merged: Partial<Fields>;
  /** Those that cannot be merged, and where, for people. */
  conflicts: { field: Field; place: string; marked?: string | undefined }[];
}

/** Merges the fields that both sides changed since they agreed on what `seen` has. */
export async function mergeFields(
  fields: readonly Field[],
  here: Partial<Fields>,
  there: RemoteTemplate,
  seen: Digests,
  remote: RemoteTemplates,
): Promise<FieldMerge> {
  const base = await findBase(
    fields.filter((field) => field !== 'name' && seen[field] !== undefined),
    seen,
    there.id,
    remote,
  );
  const result: FieldMerge = { merged: {}, conflicts: [] };
  for (const field of fields) {
    const found =
      seen[field] === undefined || field === 'name'
        ? { places: '', marked: undefined }
        : await mergeField(field, base, here, there.fields);
    if ('merged' in found) Object.assign(result.merged, { [field]: found.merged });
    else {
      const place = found.places === '' ? field : `${field} (${found.places})`;
      result.conflicts.push({ field, place, marked: found.marked });
    }
  }
  return result;
}

/** The fields of a template that have the digests, each from the newest revision with it. */
async function findBase(
  fields: readonly Field[],
  digests: Digests,
  id: string,
  remote: RemoteTemplates,
): Promise<Partial<Fields>> {
  const base: Partial<Fields> = {};
  if (fields.length === 0) return base;
  await searchRevisions(remote, id, ({ name, content, preview_context }) => {
    const old = { name, content, preview_context };
    const found = digestFields(old);
    for (const field of fields) {
      if (!(field in base) && found[field] === digests[field]) Object.assign(base, { [field]: old[field] });
    }
    return fields.every((field) => field in base);
  });
  return base;
}

async function mergeField(
  field: 'content' | 'preview_context',
  base: Partial<Fields>,
  here: Partial<Fields>,
  there: Fields,
): Promise<Merged<unknown>> {
  if (field === 'content') return mergeFileTexts(base.content, here.content ?? '', there.content);
  return mergeFileValues(base.preview_context, here.preview_context ?? {}, there.preview_context);
}
