import { findUnkeptNumber, isRoundedInteger } from '../../contract/index.ts';
import { CommandError } from '../output/command-error.ts';

/**
 * Applies `key.path=value` to an object. With `--set-string` the value is a text. With `--set` it is JSON if it is a number,
 * true, false, null, a list or an object, else text. A number is one only if JSON writes it in the same way: 1.10, 007, 1E3 and
 * integers that would be rounded are texts, which keep their digits and count as numbers in templates. A whole number in
 * the path is the index of a list: of an item, or of the next free place.
 */
export function setPath(
  target: Record<string, unknown>,
  assignment: string,
  flag: '--set' | '--set-string' = '--set',
): void {
  const shown = `${flag} ${JSON.stringify(assignment)}`;
  const cut = assignment.indexOf('=');
  const path = assignment.slice(0, cut).split('.');
  if (cut < 1 || path.includes('')) {
    throw new CommandError('usage', `${shown} is not path=value`, {
      fix: `${flag} customer.name=Ada`,
    });
  }
  if (path.some((step) => /[[\]]/.test(step))) {
    throw new CommandError('usage', `${shown}: a path has dots, no brackets`, {
      fix: `${flag} lines.0.price=3`,
    });
  }
  if (path.some((step) => step === '__proto__' || step === 'prototype' || step === 'constructor')) {
    throw new CommandError('usage', `${shown}: that name is not allowed in a path`);
  }
  let place: Record<string, unknown> = target;
  for (const [index, step] of path.slice(0, -1).entries()) {
    checkIndex(place, step, shown);
    const next = Object.hasOwn(place, step) ? place[step] : undefined;
    if (typeof next !== 'object' || next === null) place[step] = /^\d+$/.test(path[index + 1] ?? '') ? [] : {};
    place = place[step] as Record<string, unknown>;
  }
  checkIndex(place, path.at(-1) as string, shown);
  const text = assignment.slice(cut + 1);
  place[path.at(-1) as string] = flag === '--set' ? readValue(text, assignment.slice(0, cut)) : text;
}

/** Refuses names and gaps in a list: a single large number could fill the memory. */
function checkIndex(place: unknown, step: string, shown: string): void {
  if (!Array.isArray(place) || (/^(0|[1-9]\d*)$/.test(step) && Number(step) <= place.length)) return;
  throw new CommandError('usage', `${shown}: ${JSON.stringify(step)} is not an item of a list of ${place.length}`, {
    fix: `number items from 0, without gaps; the next one is ${place.length}`,
  });
}

function readValue(text: string, path: string): unknown {
  if (!/^(-?\d|true$|false$|null$|\[|\{)/.test(text)) return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  if (typeof value === 'number' && (isRoundedInteger(text) || JSON.stringify(value) !== text)) return text;
  const unkept = findUnkeptNumber(text);
  if (unkept) throw new CommandError('usage', `--set ${path}: ${unkept.pointer} ${unkept.problem}`);
  return value;
}
