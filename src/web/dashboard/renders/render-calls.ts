import type {
  BackgroundEntry,
  BackgroundView,
  ListPage,
  RenderEntry,
  RenderLogQuery,
  RenderStatus,
  UsageView,
} from '../../../contract/index.ts';
import { call } from '../../api.ts';

/** Lists renders, newest first. */
export function listRenders(query: RenderLogQuery, signal?: AbortSignal): Promise<ListPage<RenderEntry>> {
  return call('GET', '/api/dashboard/renders', { query, signal });
}

/** Reads one render. */
export async function readRender(id: string, signal: AbortSignal): Promise<RenderEntry> {
  return (await call<{ data: RenderEntry }>('GET', '/api/dashboard/renders/{id}', { id, signal })).data;
}

/** Lists renders in the background; without a status those that wait or run. */
export async function listBackground(status: RenderStatus | undefined, signal: AbortSignal): Promise<BackgroundView> {
  const query = { status };
  return (await call<{ data: BackgroundView }>('GET', '/api/dashboard/background', { query, signal })).data;
}

/** Cancels a render that waits or runs, and returns its state: a finished render is not changed. */
export async function cancelBackground(id: string): Promise<BackgroundEntry> {
  return (await call<{ data: BackgroundEntry }>('DELETE', '/api/dashboard/background/{id}', { id })).data;
}

/** What was rendered in the last days. */
export async function readUsage(days: number, signal: AbortSignal): Promise<UsageView> {
  const query = { days: String(days) };
  return (await call<{ data: UsageView }>('GET', '/api/dashboard/usage', { query, signal })).data;
}
