import { formats } from '../../contract/index.ts';

/** Every string format that the contract's schemas name. */
export const schemaFormats: Record<string, (text: string) => boolean> = { ...formats, 'date-time': isDateTime };

/** RFC 3339, section 5.6, with a real date. */
function isDateTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text)) return false;
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(Date.parse(text)) && day.toISOString().slice(0, 10) === text.slice(0, 10);
}

type Json = Record<string, unknown>;

/**
 * The same schema, with every `anyOf` over different JSON types made a choice by type. It accepts exactly the same values, but
 * compares a value with the branch of its type alone, so that its errors are about the form that the caller meant.
 */
export function chooseByType(schema: object): object {
  if (Array.isArray(schema)) return schema.map(chooseInside);
  const copy: Json = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, chooseInside(value)]));
  const branches = copy.anyOf as Json[] | undefined;
  const types = branches?.map((branch) => branch.type);
  if (!branches || types?.some((type) => typeof type !== 'string') || new Set(types).size < branches.length)
    return copy;
  const { anyOf: _, ...rest } = copy;
  return {
    ...rest,
    type: types,
    allOf: branches.map((branch) => ({ if: { not: { type: branch.type } }, else: branch })),
  };
}

function chooseInside(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? chooseByType(value) : value;
}
