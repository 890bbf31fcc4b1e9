/** A place of two JSON objects that both sides changed in different ways. A side without a value there has undefined. */
export interface ValueConflict {
  /** A JSON pointer (RFC 6901). */
  pointer: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/** A merge of JSON objects. */
export interface ValueMerge {
  conflicts: readonly ValueConflict[];
  /** The merged object with a choice for each conflict, in their order. */
  resolve(choices: readonly ('mine' | 'theirs')[]): Record<string, unknown>;
}

type Decide = (conflict: ValueConflict) => unknown;

/**
 * Merges two JSON objects that were made from `base`, field by field: lines of JSON depend on their neighbours by commas. The order of
 * keys has no meaning, and the merge has that of mine. Arrays of one length are merged by their items; others that both sides changed
 * are a conflict. `base` is undefined if it is not known: then every difference is a conflict.
 */
export function mergeValues(base: object | undefined, mine: object, theirs: object): ValueMerge {
  const run = (decide: Decide) =>
    mergeAt('', { base, mine, theirs }, { isBaseKnown: base !== undefined, decide }) as Record<string, unknown>;
  const conflicts: ValueConflict[] = [];
  run((conflict) => {
    conflicts.push(conflict);
    return conflict.mine;
  });
  return {
    conflicts,
    resolve(choices) {
      let next = 0;
      return run((conflict) => conflict[choices[next++] ?? 'mine']);
    },
  };
}

type Sides = Record<'base' | 'mine' | 'theirs', unknown>;

function mergeAt(pointer: string, sides: Sides, rules: { isBaseKnown: boolean; decide: Decide }): unknown {
  const { base, mine, theirs } = sides;
  if (isSameValue(mine, theirs)) return mine;
  if (isRecord(mine) && isRecord(theirs)) {
    const old = isRecord(base) ? base : {};
    const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
    const merged = [...keys].map((key) => {
      const inner = { base: readOwn(old, key), mine: readOwn(mine, key), theirs: readOwn(theirs, key) };
      return [key, mergeAt(`${pointer}/${escapeKey(key)}`, inner, rules)] as const;
    });
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
  }
  if (rules.isBaseKnown && isSameValue(base, mine)) return theirs;
  if (rules.isBaseKnown && isSameValue(base, theirs)) return mine;
  if (isList(base) && isList(mine) && isList(theirs) && mine.length === base.length && theirs.length === base.length) {
    return mine.map((item, index) =>
      mergeAt(`${pointer}/${index}`, { base: base[index], mine: item, theirs: theirs[index] }, rules),
    );
  }
  return rules.decide({ pointer, base, mine, theirs });
}

/** Whether two JSON values are equal. The order of keys has no meaning. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, index) => isSameValue(item, b[index]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameValue(a[key], b[key]))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

/** Only what the object has itself: a key may be named as something that all objects inherit. */
function readOwn(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
