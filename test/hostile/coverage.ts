import { existsSync, readFileSync } from 'node:fs';
import { acceptanceIds } from './acceptance-ids.ts';
import { coveredElsewhere } from './covered-elsewhere.ts';
import { allRows } from './rows/index.ts';

const root = new URL('../../', import.meta.url);

/** What of the acceptance list is neither a row nor an ordinary test that is there, in words; and rows of no id. */
export function findUncovered(): string[] {
  const known = new Set([...allRows, ...coveredElsewhere].map(({ id }) => id));
  const missing = acceptanceIds.filter((id) => !known.has(id)).map((id) => `${id} is nowhere`);
  const strange = [...known].filter((id) => !acceptanceIds.includes(id)).map((id) => `${id} is not on the list`);
  const gone = coveredElsewhere.flatMap(({ id, file, name }) => {
    const path = new URL(file, root);
    if (!existsSync(path)) return [`${id}: there is no ${file}`];
    return hasTest(readFileSync(path, 'utf8'), name) ? [] : [`${id}: ${file} has no test "${name}"`];
  });
  return [...missing, ...strange, ...gone];
}

/** Whether a test of this title, or whose title begins so, stands in a source and is not skipped for good. */
function hasTest(source: string, name: string): boolean {
  return source
    .split(name)
    .slice(0, -1)
    .some((before) => /\(\s*["'`]$/.test(before) && !/(\bdescribe|\.skip|\.todo)\(\s*["'`]$/.test(before));
}
