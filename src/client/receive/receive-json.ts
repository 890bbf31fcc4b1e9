import type { ListPage } from '../../contract/index.ts';
import { type Answer, readText } from '../send-request.ts';
import { ServiceError } from '../service-error.ts';

/** Bytes of a JSON answer that are read. */
const longestJson = 256 * 1024 * 1024;

/** Reads an answer that is a JSON object. Throws `unexpected_answer` for anything else. */
export async function receiveJson(answer: Answer, url: URL, signal: AbortSignal): Promise<Record<string, unknown>> {
  const text = await readText(answer.body, longestJson, url, signal);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Falls through to the same answer as a JSON value that is no object.
  }
  throw new ServiceError('unexpected_answer', `${url.origin} answered ${answer.status} without a JSON object`, {
    status: answer.status,
  });
}

/**
 * The reader of an answer `{"data": …}` whose data has a text in each of these fields. `what` names it in the error
 * `unexpected_answer`, which any other answer is.
 */
export function readerOf<Data>(what: string, ...fields: readonly (keyof Data)[]) {
  return async (answer: Answer, url: URL, signal: AbortSignal): Promise<Data> => {
    const { data } = (await receiveJson(answer, url, signal)) as { data?: Data | null };
    if (data && fields.every((field) => typeof data[field] === 'string')) return data;
    throw new ServiceError('unexpected_answer', `${url.origin} answered without ${what} in the field data`, {
      status: answer.status,
    });
  };
}

/** Reads a page of a list, or a list that has no pages. Throws `unexpected_answer` if there is none. */
export async function receivePage<Item>(answer: Answer, url: URL, signal: AbortSignal): Promise<ListPage<Item>> {
  const { data, page } = await receiveJson(answer, url, signal);
  if (!Array.isArray(data)) {
    throw new ServiceError('unexpected_answer', `${url.origin} answered without a list in the field data`);
  }
  const { next } = (page ?? {}) as { next?: unknown };
  return { data, page: { next: typeof next === 'string' ? next : null } };
}
