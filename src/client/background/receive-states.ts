import type { Render, RenderList } from '../../contract/index.ts';
import { readerOf, receivePage } from '../receive/receive-json.ts';
import type { Answer } from '../send-request.ts';
import { ServiceError } from '../service-error.ts';

/** Reads a background render. */
export const receiveState = readerOf<Render>('a render', 'id', 'status');

/** Reads the answer to a submission. A service that rendered at once knows no other way. */
export async function receiveSubmitted(answer: Answer, url: URL, signal: AbortSignal): Promise<Render> {
  if (answer.status === 202) return receiveState(answer, url, signal);
  await answer.body.dump({ limit: 1024 });
  throw new ServiceError(
    'unexpected_answer',
    `${url.origin} rendered immediately: it does not support background renders`,
    {
      status: answer.status,
    },
  );
}

/** Reads what became of a render: cancelled, or, without a body, forgotten. */
export async function receiveCancelled(answer: Answer, url: URL, signal: AbortSignal): Promise<Render | undefined> {
  if (answer.status !== 204) return receiveState(answer, url, signal);
  await answer.body.dump();
  return undefined;
}

/** Reads a page of background renders. */
export async function receiveStates(answer: Answer, url: URL, signal: AbortSignal): Promise<RenderList> {
  const page = await receivePage<Render>(answer, url, signal);
  if (page.data.every(({ id, status }) => typeof id === 'string' && typeof status === 'string')) return page;
  throw new ServiceError('unexpected_answer', `${url.origin} answered without a list of renders in the field data`);
}
