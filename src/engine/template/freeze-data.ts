/**
 * A copy of parsed JSON whose objects have no prototype and cannot change, so that no name in a template reaches
 * anything but the data. The top level stays open because `increment` and `decrement` keep their counters there.
 */
export function freezeData(context: object): object {
  const top = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of Object.entries(context)) top[key] = freezeValue(value);
  return top;
}

function freezeValue(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(freezeValue));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [key, member] of Object.entries(value)) copy[key] = freezeValue(member);
  return Object.freeze(copy);
}
