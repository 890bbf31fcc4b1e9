import { setImmediate as letOthersRun } from 'node:timers/promises';
import { findJsonBreak, findUnkeptNumber, readJsonBreak } from '../../contract/index.ts';
import { RequestError } from '../answers/problems.ts';
import { beyondLimit, bodyLimits, forbiddenKey, halfPair, shortenKey, wrongField, wrongPlace } from './body-errors.ts';
import { scanJson } from './scan-json.ts';

/**
 * Parses a request body. Beyond JSON.parse it refuses invalid UTF-8 and a byte order mark (RFC 8259, section 8.1), nesting
 * deeper than the limit, a duplicate key in an object, `__proto__`, `constructor` holding a `prototype`, lone
 * surrogates, numbers that are too large, and integers that would be rounded: all of them mean different things to different readers. Each step over a
 * large body takes tens of milliseconds, so others get their turn between them.
 */
export async function parseJsonBody(bytes: Buffer): Promise<unknown> {
  const pause = bytes.length > largeBody ? letOthersRun : () => undefined;
  await pause();
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new RequestError('invalid_json', 'the body is not valid UTF-8');
  }
  if (text === '') throw new RequestError('invalid_json', 'the body is empty');
  if (text.startsWith('\ufeff')) throw new RequestError('invalid_json', 'the body starts with a byte order mark');
  await pause();
  const { beyond, forbidden, repeated, large, long } = scanJson(text, bodyLimits);
  if (beyond) throw beyondLimit(beyond);
  await pause();
  const value = parse(text);
  await pause();
  if (forbidden !== undefined) throw forbiddenKey(forbidden);
  if (repeated !== undefined) {
    throw new RequestError('invalid_json', `the key ${shortenKey(repeated)} appears twice in one object`);
  }
  const surrogates = /\\u[dD][89a-fA-F]/.test(text);
  if (large || surrogates) refuseChanged(value, [], surrogates);
  const unkept = long ? findUnkeptNumber(text) : undefined;
  if (unkept) throw wrongPlace(unkept.pointer, unkept.problem);
  return value;
}

/** In bytes. */
const largeBody = 1024 * 1024;
/** The longest text that is parsed again to find its fault, in UTF-16 units. That takes 10 ms, in which other requests wait. */
const longestSearched = 128 * 1024;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RequestError('invalid_json', describe(text, cause as Error));
  }
}

/** Where JSON.parse stopped, without any text of the body: it may hold secrets. */
function describe(text: string, error: Error): string {
  const place = text.length > longestSearched ? readJsonBreak(text, error) : findJsonBreak(text, error);
  const where = place ? ` at line ${place.line}, column ${place.column}` : '';
  return `the body is not valid JSON${where}`;
}

/** Throws if a value could not be written again as it was. `surrogates` says whether there may be lone ones. */
function refuseChanged(value: unknown, path: string[], surrogates: boolean): void {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw wrongField(path, 'is a number beyond the range of JSON numbers');
  } else if (typeof value === 'string') {
    if (surrogates && !value.isWellFormed()) throw wrongField(path, halfPair.value);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (surrogates && !key.isWellFormed()) throw wrongField(path, halfPair.name);
      path.push(key);
      refuseChanged(inner, path, surrogates);
      path.pop();
    }
  }
}
