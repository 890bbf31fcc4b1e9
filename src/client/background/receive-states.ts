import type { Render, RenderList } from '../../contract/index.ts';
import { receiveJson } from '../receive/receive-json.ts';
import type { Answer } from '../send-request.ts';
import { ServiceError } from '../service-error.ts';

/** Reads a background render. */
export async function receiveState(answer: Answer, url: URL, signal: AbortSignal): Promise<Render> {
  const { data } = await receiveJson(answer, url, signal);
  if (isState(data)) return data;
  throw new ServiceError('unexpected_answer', `${url.origin} answered without a render in the field data`, {
    status: answer.status,
  });
}

/** Reads the answer to a submission. A service that rendered at once knows no other way. */
export async function receiveSubmitted(answer: Answer, url: URL, signal: AbortSignal): Promise<Render> {
  if (answer.status === 202) return receiveState(answer, url, signal);
  await answer.body.dump({ limit: 1024 });
  throw new ServiceError('unexpected_answer', `${url.origin} rendered at once: it has no renders in the background`, {
    status: answer.status,
  });
}

/** Reads what became of a render: cancelled, or, without a body, forgotten. */
export async function receiveCancelled(answer: Answer, url: URL, signal: AbortSignal): Promise<Render | undefined> {
  if (answer.status !== 204) return receiveState(answer, url, signal);
  await answer.body.dump();
  return undefined;
}

/** Reads a page of background renders. */
export async function receiveStates(answer: Answer, url: URL, signal: AbortSignal): Promise<RenderList> {
  const { data, page } = await receiveJson(answer, url, signal);
  if (!Array.isArray(data) || !data.every(isState)) {
    throw new ServiceError('unexpected_answer', `${url.origin} answered without a list of renders in the field data`);
  }
  const { next } = (page ?? {}) as { next?: unknown };
  return { data, page: { next: typeof next === 'string' ? next : null } };
}

function isState(value: unknown): value is Render {
  const { id, status } = (value ?? {}) as { id?: unknown; status?: unknown };
  return typeof id === 'string' && typeof status === 'string';
}
