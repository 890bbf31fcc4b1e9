import type { ListPage, RenderEntry, RenderLogQuery, UsageView } from '../../../contract/index.ts';
import { call } from '../../api.ts';

/** Lists renders, newest first. */
export function listRenders(query: RenderLogQuery, signal?: AbortSignal): Promise<ListPage<RenderEntry>> {
  return call('GET', '/api/dashboard/renders', { query, signal });
}

/** Reads one render. */
export async function readRender(id: string, signal: AbortSignal): Promise<RenderEntry> {
  return (await call<{ data: RenderEntry }>('GET', '/api/dashboard/renders/{id}', { id, signal })).data;
}

/** What was rendered in the last days. */
export async function readUsage(days: number, signal: AbortSignal): Promise<UsageView> {
  const query = { days: String(days) };
  return (await call<{ data: UsageView }>('GET', '/api/dashboard/usage', { query, signal })).data;
}
