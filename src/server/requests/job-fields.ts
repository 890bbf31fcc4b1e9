import { limits, type RenderRequest } from '../../contract/index.ts';
import type { ImageForm } from '../answers/answer-images.ts';
import { RequestError } from '../answers/problems.ts';

/** A request as it is stored: that of a PDF, and for images how they are drawn. */
export interface StoredRenderRequest extends RenderRequest {
  images?: ImageForm;
}

/** Whether a request asks to be carried out in the background (RFC 7240, section 4.1). Other preferences are ignored. */
export function prefersAsync(header: string | string[] | undefined): boolean {
  const preferences = [header ?? []].flat().join(',').split(',');
  return preferences.some((preference) => preference.split(';')[0]?.trim().toLowerCase() === 'respond-async');
}

/** Throws `invalid_request` for a `job` of a synchronous render. */
export function refuseJob({ job }: Pick<RenderRequest, 'job'>): void {
  if (job === undefined) return;
  throw wrongMember('/job', 'is for renders in the background: send "Prefer: respond-async" with it');
}

/** When a job may start; undefined for immediately. Throws `invalid_request` for a date too far ahead. */
export function readStart({ job }: RenderRequest, now: Date): Date | undefined {
  if (job?.start_at === undefined) return undefined;
  const start = new Date(job.start_at);
  const days = limits.startAheadSeconds / 86_400;
  if (start.getTime() - now.getTime() > limits.startAheadSeconds * 1000) {
    throw wrongMember('/job/start_at', `must be within ${days} days`);
  }
  return start.getTime() > now.getTime() ? start : undefined;
}

function wrongMember(pointer: string, detail: string): RequestError {
  return new RequestError('invalid_request', `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
