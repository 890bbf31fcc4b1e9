import type { ApiKey, NewApiKey } from '../../contract/index.ts';
import type { Answer } from '../send-request.ts';
import { ServiceError } from '../service-error.ts';
import { receiveJson } from './receive-json.ts';

/** The answer of a rotation: the new key with its text, and the old one with its end. */
export interface RotatedKey {
  data: NewApiKey;
  old: ApiKey;
}

/** Reads a new key. */
export async function receiveNewKey(answer: Answer, url: URL, signal: AbortSignal): Promise<NewApiKey> {
  return (await receiveRotatedKey(answer, url, signal)).data;
}

/** Reads a new key with the old one. */
export async function receiveRotatedKey(answer: Answer, url: URL, signal: AbortSignal): Promise<RotatedKey> {
  const body = await receiveJson(answer, url, signal);
  if (typeof (body.data as { key?: unknown } | null)?.key === 'string') return body as unknown as RotatedKey;
  throw new ServiceError('unexpected_answer', `${url.origin} answered without a key in the field data`);
}
