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
