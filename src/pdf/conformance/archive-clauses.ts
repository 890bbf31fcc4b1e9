import type { ArchiveClaim } from '../part/conformance.ts';
import { Breaches } from './breaches.ts';

/** Clauses of ISO 19005-4 by those of ISO 19005-2 that they begin like; undefined for what part 4 does not ask. */
const clausesOfPart4: readonly [string, string | undefined][] = [
  ['6.1.6', '6.1.5'],
  ['6.1.7', '6.1.6'],
  ['6.1.8', '6.1.7'],
  ['6.1.10', '6.1.9'],
  ['6.1.13', undefined],
  ['6.2.6', '6.2.4.6'],
  ['6.2.8', '6.2.7'],
  ['6.2.9', '6.2.8'],
  ['6.2.10', '6.2.9'],
  ['6.2.11', '6.2.10'],
  ['6.5', '6.6'],
  ['6.8', '6.9'],
];

/** Begins the name of a clause that only part 4 has. */
export const onlyPart4 = 'part 4: ';

/** Collects what breaks the part of PDF/A that a document claims, by the clauses of that part. */
export function collectArchiveBreaches({ part }: ArchiveClaim): Breaches {
  return new Breaches(`ISO 19005-${part}`, part === 4 ? nameInPart4 : nameInOthers);
}

function nameInOthers(clause: string): string | undefined {
  return clause.startsWith(onlyPart4) ? undefined : clause;
}

function nameInPart4(clause: string): string | undefined {
  if (clause.startsWith(onlyPart4)) return clause.slice(onlyPart4.length);
  const found = clausesOfPart4.find(([old]) => clause === old || clause.startsWith(`${old}.`));
  if (found === undefined) return clause;
  const [old, now] = found;
  return now && now + clause.slice(old.length);
}
