type Json = Record<string, unknown>;

/**
 * A schema in which every `anyOf` over different JSON types has become a choice by type: a value of the one type is held
 * against that branch alone. It accepts exactly the same values, but its errors are those of the form that was meant.
 */
export function chooseByType(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(chooseByType);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy: Json = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, chooseByType(value)]));
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
