import type { Hit } from './canaries.ts';
import { closeFixture, type Fixture, openFixture } from './fixture.ts';
import { requireNamespaces } from './namespaces.ts';
import type { Row } from './row.ts';
import { allRows } from './rows/index.ts';
import { findForbidden, runRow, waitForBaseline, withDeadline } from './run-row.ts';
import { searchLeftovers } from './search-leftovers.ts';

// Runs in the namespace "app": the rows that it is told to, each against the protected service and, as positive control,
// against one without protection. At -1 it searches all that was left, and ends.
const fixture = await openFixture();
process.on('message', async ({ index }: { index: number }) => {
  const row = allRows[index];
  const wrong = await (row ? judge(row, fixture) : searchLeftovers(fixture)).catch((error: Error) => [
    `the row could not be run: ${error.stack}`,
  ]);
  if (row === undefined) await closeFixture(fixture);
  process.send?.({ wrong }, undefined, undefined, () => row === undefined && process.exit());
});
process.once('disconnect', () => process.exit(1));
process.send?.({ wrong: [] });

/** Everything that is wrong with a row, with what the service said meanwhile. */
async function judge(row: Row, { services, hits, secrets, folders }: Fixture): Promise<string[]> {
  const { service, baseline } = services[row.service ?? 'protected'];
  const takeHits = () => hits.splice(0);
  service.takeOutput();
  const wrong = await runRow(row, { service, baseline, takeHits, secrets, folders });
  wrong.push(...(await runControl(row, fixture)));
  return wrong.length > 0 ? [...wrong, ...service.takeOutput()] : [];
}

/** The same row without protection must reach a canary, or the row proves nothing. */
async function runControl(row: Row, { services, hits, folders }: Fixture): Promise<string[]> {
  if (row.control !== 'hit') return [];
  requireNamespaces();
  hits.splice(0);
  const { service, baseline } = services.open;
  if ('run' in row) await row.run(service, () => hits);
  else await service.render(withDeadline(row));
  const seen: Hit[] = [];
  // What is left of it may not be taken for the next row's: first its pages go, and then what they have sent comes.
  await waitForBaseline({ service, baseline, folders });
  do {
    seen.push(...hits.splice(0));
    await new Promise((later) => setTimeout(later, 100));
  } while (hits.length > 0);
  const otherPort = seen.some(({ kind, port }) => kind === 'tcp' && port !== 80 && port !== 443);
  if (findForbidden(seen).length > 0 || otherPort) return [];
  return ['not exercised: without protection no canary is hit either'];
}
