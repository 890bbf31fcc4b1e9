import type { FastifyInstance } from 'fastify';
import type { BackgroundEntry, BackgroundQuery, BackgroundView, RenderStatus } from '../../contract/index.ts';
import type { StoredJob } from '../../store/index.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { addDashboardRoutes, type DashboardRequest } from './dashboard-route.ts';

/** Renders of each status that are shown together. */
const shown = 50;

/** Registers what the dashboard shows of renders in the background, and how one is cancelled. */
export function addBackgroundRoutes(app: FastifyInstance, parts: DashboardParts): void {
  const { background } = parts;
  const describe = async (job: StoredJob): Promise<BackgroundEntry> => ({
    ...(await background.describe(job)),
    by: job.by,
    title: job.title,
    template: job.template,
  });

  addDashboardRoutes(app, parts, {
    async listBackground({ caller: { account }, query: { status } }: DashboardRequest<unknown, BackgroundQuery>) {
      const jobs = await background.jobs();
      const list = (status: RenderStatus) => jobs.list({ account }, { status, limit: shown });
      // Those that wait are read first, so that one which begins meanwhile is in both lists and not in none.
      const pages = status ? [await list(status)] : [await list('queued'), await list('running')].reverse();
      const found = pages.flatMap((page) => page.jobs);
      const first = found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index);
      const data: BackgroundView = {
        renders: await Promise.all(first.map(describe)),
        has_more: pages.some(({ next }) => next !== null),
      };
      return { data };
    },

    // The operation for keys forgets what has ended, with its PDF. A click in an outdated list must not do that.
    async cancelBackground({ caller: { account }, id }) {
      const jobs = await background.jobs();
      const cancelled = await jobs.cancel({ account }, id);
      if (cancelled) background.noteEnd(cancelled);
      return { data: await describe(cancelled ?? (await jobs.get({ account }, id))) };
    },
  });
}
