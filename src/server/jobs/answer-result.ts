import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange, ResultPlace } from '../../jobs/index.ts';
import type { StoredJob } from '../../store/index.ts';
import { describePdf } from '../answers/answer-render.ts';
import { formatDisposition } from '../answers/disposition.ts';
import { matchesEtag } from '../answers/etag.ts';
import { RequestError } from '../answers/problems.ts';
import type { Background } from './background.ts';
import { isAtEnd, typeOf } from './describe-render.ts';

/** Seconds for which a link to a result works. */
const linkSeconds = 3_600;

/** Throws `render_not_finished` and `render_failed` for a job without a result. */
function requireResult(job: StoredJob): ResultPlace {
  if (!isAtEnd(job)) {
    throw new RequestError('render_not_finished', `the render is ${job.status}`, { retryAfterMs: 1000 });
  }
  if (job.result !== null) return job.result as ResultPlace;
  const { error } = job;
  throw new RequestError(
    'render_failed',
    error === null ? 'the render was cancelled' : `the render failed: ${error.code}: ${error.detail ?? error.title}`,
  );
}

/** Sends the result of a job, or the bytes of it that are asked for. */
export async function sendResult(
  background: Background,
  job: StoredJob,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const place = requireResult(job);
  const { sha256, pages, warnings, timings, templates = [], title } = job;
  const etag = `"${sha256}"`;
  const resultHeaders = { etag, 'accept-ranges': 'bytes' };
  if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).headers(resultHeaders).send();
  // Only the very same bytes may be continued (RFC 9110, section 13.1.5).
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = readRange(isSame ? headers.range : undefined, place.bytes, resultHeaders, reply);
  const { size, stream } = await (await background.results()).open(place, range);
  const digest = Buffer.from(sha256 ?? '', 'hex').toString('base64');
  if (timings) reply.headers(describePdf({ pages: pages ?? 0, warnings, timings, templates, digest }));
  reply.headers({
    ...resultHeaders,
    'content-type': typeOf(job),
    'content-disposition': formatDisposition(title ?? undefined, typeOf(job)),
  });
  if (range) {
    reply.code(206).headers({
      'content-range': `bytes ${range.first}-${range.last}/${size}`,
      'content-length': range.last - range.first + 1,
    });
  } else {
    reply.header('content-length', size);
  }
  return reply.send(stream);
}

function readRange(
  header: string | undefined,
  size: number,
  resultHeaders: Record<string, string>,
  reply: FastifyReply,
) {
  try {
    return readByteRange(header, size);
  } catch (error) {
    reply.headers({ ...resultHeaders, 'content-range': `bytes */${size}` });
    throw error;
  }
}

/** Where the result of a job can be fetched without a key. Throws `not_found` if the store of results has no such addresses. */
export async function linkResult(background: Background, job: StoredJob): Promise<object> {
  const place = requireResult(job);
  const results = await background.results();
  const until = new Date(Math.min(Date.now() + linkSeconds * 1000, Date.parse(job.expires_at ?? '')));
  const seconds = Math.max(1, Math.floor((until.getTime() - Date.now()) / 1000));
  const url = await results.link?.(place, seconds, formatDisposition(job.title ?? undefined, typeOf(job)));
  if (url === undefined)
    throw new RequestError('not_found', 'the result storage of this service does not support links');
  return { data: { url, expires_at: until.toISOString() } };
}

/**
 * The bytes that a Range header asks for (RFC 9110, section 14.2), of a body of `size` bytes. Undefined for the whole: without a
 * header, for other units, for several ranges, and for an invalid range. Throws `range_not_satisfiable` if no byte is in it.
 */
function readByteRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const range =
    first === ''
      ? { first: Math.max(0, size - Number(last)), last: size - 1 }
      : { first: Number(first), last: Math.min(size - 1, last === '' ? Number.POSITIVE_INFINITY : Number(last)) };
  if (range.first <= range.last) return range;
  throw new RequestError('range_not_satisfiable', `the result has ${size} bytes`);
}
