/**
 * The offset in a JSON text of the value that a path leads to: names of fields and indexes of items, from the outermost. Where the text ends
 * before the path does, the offset of the last value on it. The text must be valid.
 */
export function locateJsonPath(json: string, path: readonly string[]): number {
  let at = skipSpace(json, 0);
  for (const step of path) {
    const next =
      json[at] === '{' ? findField(json, at, step) : json[at] === '[' ? findItem(json, at, Number(step)) : undefined;
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

/** The value of a field; of several with one name, the last, which counts. */
function findField(json: string, open: number, name: string): number | undefined {
  let found: number | undefined;
  let at = skipSpace(json, open + 1);
  while (json[at] === '"') {
    const end = endOfValue(json, at);
    const value = skipSpace(json, skipSpace(json, end) + 1);
    if (JSON.parse(json.slice(at, end)) === name) found = value;
    at = skipComma(json, endOfValue(json, value));
  }
  return found;
}

function findItem(json: string, open: number, index: number): number | undefined {
  let at = skipSpace(json, open + 1);
  for (let item = 0; item < index && json[at] !== ']'; item++) at = skipComma(json, endOfValue(json, at));
  return json[at] === ']' ? undefined : at;
}

function skipSpace(json: string, from: number): number {
  let at = from;
  while (/\s/.test(json[at] ?? '')) at++;
  return at;
}

function skipComma(json: string, from: number): number {
  const at = skipSpace(json, from);
  return json[at] === ',' ? skipSpace(json, at + 1) : at;
}

/** The offset behind a value. */
function endOfValue(json: string, from: number): number {
  let depth = 0;
  // Strings whole, so that brackets in them do not count.
  for (const token of json.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]|[^\s,:[\]{}"]+/g)) {
    if (/^[[{]/.test(token[0])) depth++;
    else if (/^[\]}]/.test(token[0])) depth--;
    if (depth === 0) return from + token.index + token[0].length;
  }
  return json.length;
}
