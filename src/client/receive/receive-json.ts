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
