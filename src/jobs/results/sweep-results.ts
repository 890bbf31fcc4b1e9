import type { JobStore } from '../../store/index.ts';
import { readJobId } from './result-name.ts';
import type { ResultPlace, ResultStore } from './result-store.ts';

/** What the sweep works with. */
interface ResultSweepEdges {
  jobs: Pick<JobStore, 'listExpired' | 'remove' | 'findPlaces'>;
  openResults: () => Promise<ResultStore>;
  now: () => Date;
}

/** Jobs and results of one question to the database. */
const atOnce = 200;

/** Milliseconds after which a result must be named by its job: far longer than it takes to note it. */
const settledMs = 3_600_000;

/**
 * Drops the results of jobs whose time is over, and then forgets the jobs: whatever happens in between, no result is left
 * without a job. Any number of processes may do so at the same time.
 */
export async function sweepExpired({ jobs, openResults }: ResultSweepEdges): Promise<void> {
  const seen = new Set<string>();
  for (;;) {
    const expired = await jobs.listExpired(atOnce);
    // Some may have to stay for now.
    const fresh = expired.filter(({ id }) => !seen.has(id));
    if (fresh.length === 0) return;
    for (const { id, result } of fresh) {
      if (result !== null) await (await openResults()).drop(result as ResultPlace);
      seen.add(id);
    }
    await jobs.remove(fresh.map(({ id }) => id));
  }
}

/**
 * Drops results that no job names: those of processes that were killed before they could note them, and of attempts that came too
 * late. Results of other databases in the same place have their own names.
 */
export async function sweepOrphans({ jobs, openResults, now }: ResultSweepEdges): Promise<void> {
  const results = await openResults();
  let found: ResultPlace[] = [];

  async function dropUnknown(): Promise<void> {
    const places = await jobs.findPlaces(found.map(({ name }) => readJobId(name) ?? ''));
    const names = new Set([...places.values()].map((place) => (place as ResultPlace).name));
    for (const place of found) if (!names.has(place.name)) await results.drop(place);
    found = [];
  }

  for await (const place of results.list(new Date(now().getTime() - settledMs))) {
    found.push(place);
    if (found.length === atOnce) await dropUnknown();
  }
  if (found.length > 0) await dropUnknown();
}
