import { createHash } from 'node:crypto';
import { limits } from '../../contract/index.ts';
import { CommandError } from '../output/command-error.ts';

/** The fields of a template, in files and on the service. */
export const fieldNames = ['name', 'content', 'preview_context'] as const;

/** The name of such a field. */
export type Field = (typeof fieldNames)[number];

/** The fields of a template. */
export interface Fields {
  name: string;
  content: string;
  preview_context: object;
}

/** SHA-256 of each field in base64url; a field that is not known is missing. */
export type Digests = { [F in Field]?: string };

/**
 * How a field in the files and on the service relates to its last known state: `same` on both sides; `absent` from the files;
 * changed only `here` or only `there`; changed on `both` sides, or different and never seen.
 */
type Relation = 'same' | 'absent' | 'here' | 'there' | 'both';

/** The digests of the given fields. The order of keys does not matter (RFC 8259, section 4). */
export function digestFields(fields: Partial<Fields>): Digests {
  const digests: Digests = {};
  for (const field of fieldNames) {
    const value = fields[field];
    if (value === undefined) continue;
    const text = typeof value === 'string' ? value : JSON.stringify(canonicalise(value));
    digests[field] = createHash('sha256').update(text).digest('base64url');
  }
  return digests;
}

/** Relates one field by its three digests. */
export function relateField(field: Field, local: Digests, remote: Digests, seen: Digests): Relation {
  const [here, there, last] = [local[field], remote[field], seen[field]];
  if (here === undefined) return 'absent';
  if (here === there) return 'same';
  if (last === undefined) return 'both';
  if (last === there) return 'here';
  return last === here ? 'there' : 'both';
}

/** The fields of a template by their relation. */
export function relateFields(local: Digests, remote: Digests, seen: Digests): Record<Relation, Field[]> {
  const related: Record<Relation, Field[]> = { same: [], absent: [], here: [], there: [], both: [] };
  for (const field of fieldNames) related[relateField(field, local, remote, seen)].push(field);
  return related;
}

/** The digests of the fields that are the same on both sides. */
export function agreeOn(local: Digests, remote: Digests): Digests {
  return pickFields(remote, relateFields(local, remote, {}).same);
}

/** Some of the fields. */
export function pickFields<V>(values: { [F in Field]?: V }, names: readonly Field[]): { [F in Field]?: V };
export function pickFields(values: Partial<Fields>, names: readonly Field[]): Partial<Fields>;
export function pickFields(values: object, names: readonly Field[]): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name as Field)));
}

/** A JSON value with the keys of its objects sorted. Throws `input_invalid` where it is nested deeper than a service takes. */
export function canonicalise(value: unknown, level = 1): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (level > limits.jsonDepth) {
    throw new CommandError('input_invalid', `the preview context is nested deeper than ${limits.jsonDepth} levels`);
  }
  if (Array.isArray(value)) return value.map((inner) => canonicalise(inner, level + 1));
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, inner]) => [key, canonicalise(inner, level + 1)]));
}
