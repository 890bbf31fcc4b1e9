import type { Hit } from './canaries.ts';
import { requireNamespaces } from './namespaces.ts';
import type { Row } from './row.ts';
import { allRows } from './rows/index.ts';
import { findForbidden, runRow, withDeadline } from './run-row.ts';
import { closeStage, openStage, type Stage } from './stage.ts';

// Runs in the namespace "app": each row against the protected service and, as positive control, against one without
// protection.
const wanted = process.argv.slice(2);
const rows = allRows.filter(({ id }) => wanted.length === 0 || wanted.some((word) => id.startsWith(word)));
if (rows.length === 0) throw new Error(`No row is named ${wanted.join(' or ')}.`);

const stage = await openStage();
const started = performance.now();
let failed = 0;
for (const row of rows) {
  const wrong = await judge(row, stage).catch((error: Error) => [`the row could not be run: ${error.stack}`]);
  console.log(`${wrong.length === 0 ? 'ok  ' : 'FAIL'} ${row.id} ${row.input}`);
  for (const one of wrong) console.log(`       ${one}`);
  if (wrong.length > 0) failed += 1;
}
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`\n${rows.length - failed} rows passed, ${failed} failed, in ${seconds} s`);
await closeStage(stage);
process.exit(failed > 0 ? 1 : 0);

/** Everything that is wrong with a row, with what the service said meanwhile. */
async function judge(row: Row, { actors, hits, secrets, folders }: Stage): Promise<string[]> {
  const { service, baseline } = actors[row.service ?? 'protected'];
  const takeHits = () => hits.splice(0);
  service.takeOutput();
  const wrong = await runRow(row, { service, baseline, takeHits, secrets, folders });
  wrong.push(...(await runControl(row, stage)));
  return wrong.length > 0 ? [...wrong, ...service.takeOutput()] : [];
}

/** The same row without protection must reach a canary, or the row proves nothing. */
async function runControl(row: Row, { actors, hits }: Stage): Promise<string[]> {
  if (row.control !== 'hit') return [];
  requireNamespaces();
  hits.splice(0);
  if ('run' in row) await row.run(actors.open.service, () => hits);
  else await actors.open.service.render(withDeadline(row.body));
  const seen: Hit[] = [];
  // What is left of it may not be taken for the next row's.
  do {
    seen.push(...hits.splice(0));
    await new Promise((later) => setTimeout(later, 100));
  } while (hits.length > 0);
  const otherPort = seen.some(({ kind, port }) => kind === 'tcp' && port !== 80 && port !== 443);
  if (findForbidden(seen).length > 0 || otherPort) return [];
  return ['not exercised: without protection no canary is hit either'];
}
