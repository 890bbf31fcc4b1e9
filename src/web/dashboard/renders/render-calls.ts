import type { RenderEntry, RenderLogQuery, UsageView } from '../../../contract/index.ts';
import { call } from '../../api.ts';

/** A page of renders, newest first. */
export interface RenderPage {
  data: RenderEntry[];
  page: { next: string | null };
}

/** Lists renders. */
export function listRenders(query: RenderLogQuery, signal?: AbortSignal): Promise<RenderPage> {
  return call('GET', '/api/dashboard/renders', { query, ...(signal && { signal }) });
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
