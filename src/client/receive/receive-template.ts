import type { Template } from '../../contract/index.ts';
import type { Answer } from '../send-request.ts';
import { ServiceError } from '../service-error.ts';
import { firstValue } from '../transport.ts';
import { receiveJson } from './receive-json.ts';

/** A template as the service returned it. */
export interface TemplateAnswer {
  template: Template;
  /** The version, as `ifMatch` takes it; undefined if the service names none. */
  etag: string | undefined;
  /** The whole body, as sent: other services may add fields. */
  body: { data: Template };
}

/** Reads the answer of an operation on one template. */
export async function receiveTemplate(answer: Answer, url: URL, signal: AbortSignal): Promise<TemplateAnswer> {
  const body = await receiveJson(answer, url, signal);
  if (typeof body.data !== 'object' || body.data === null) {
    throw new ServiceError('unexpected_answer', `${url.origin} answered without the field data`, {
      status: answer.status,
    });
  }
  const whole = body as { data: Template };
  return { template: whole.data, etag: firstValue(answer.headers.etag), body: whole };
}

/** Passes over an answer without a body. */
export async function receiveNothing(answer: Answer): Promise<void> {
  await answer.body.dump();
}
