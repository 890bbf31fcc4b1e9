import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Dispatcher } from 'undici';
import type { S3Address } from './s3-address.ts';
import { explainOutage, type S3Refusal } from './s3-errors.ts';

/** A request to the store. */
export interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE';
  url: URL;
  headers?: Record<string, string>;
  body?: Uint8Array;
}

/** A good answer. Its body is to be read, dumped or destroyed. */
export interface S3Success {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  body: Dispatcher.ResponseData['body'];
}

/** Speaks with a store. */
export interface S3Client {
  /** Sends a request, several times if the store is busy or away. Throws `results_unavailable`. */
  send(request: S3Request): Promise<S3Success | { refusal: S3Refusal }>;
  /** The address with a signature in it, which is good for this many seconds (S3, "Authenticating requests: query parameters"). */
  sign(url: URL, seconds: number): Promise<string>;
  close(): Promise<void>;
}

/** How often a request is sent, and the milliseconds between the first two tries, which then double. */
const tries = { limit: 4, pauseMs: 200 };

/** Milliseconds that the answer to a request without a body may take to begin: a store that takes no more is away. */
const answerMs = 10_000;

/** Bytes of an error that are read. */
const refusalBytes = 64 * 1024;

/**
 * Opens a client. Requests are signed (AWS Signature Version 4) with the digest of what they send, so that the store refuses a body
 * that was changed on its way.
 */
export function openS3Client(address: S3Address, pool: Dispatcher): S3Client {
  const cache = new Map<string, ArrayBuffer>();
  const { region, accessKeyId, secretAccessKey, sessionToken } = address;
  const signing = { service: 's3', region, accessKeyId, secretAccessKey, cache, ...(sessionToken && { sessionToken }) };

  async function sendOnce({ method, url, headers = {}, body }: S3Request): Promise<S3Success | { refusal: S3Refusal }> {
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const all = { ...headers, 'x-amz-content-sha256': digest };
    const signed = await new AwsV4Signer({ ...signing, method, url: url.href, headers: all }).sign();
    const answer = await pool.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: Object.fromEntries(signed.headers),
      body: body ?? null,
      // Nothing has to arrive there first.
      ...(body === undefined && { headersTimeout: answerMs }),
    });
    const { statusCode: status } = answer;
    if (status >= 200 && status <= 299) return { headers: answer.headers, status, body: answer.body };
    return { refusal: { status, code: await readCode(answer.body) } };
  }

  return {
    async send(request) {
      for (let count = 1; ; count += 1) {
        const isLast = count === tries.limit;
        try {
          const answer = await sendOnce(request);
          if (isLast || !('refusal' in answer) || !isPassing(answer.refusal)) return answer;
        } catch (error) {
          if (isLast) throw explainOutage(address, error);
        }
        await setTimeout(Math.random() * tries.pauseMs * 2 ** count);
      }
    },

    async sign(url, seconds) {
      const timed = new URL(url);
      timed.searchParams.set('X-Amz-Expires', String(seconds));
      const signed = await new AwsV4Signer({ ...signing, method: 'GET', url: timed.href, signQuery: true }).sign();
      // Some stores read a plus as a plus.
      return signed.url.href.replaceAll('+', '%20');
    },

    close: () => pool.destroy(),
  };
}

/** Whether the same request may succeed in a moment. */
function isPassing({ status, code }: S3Refusal): boolean {
  return status === 429 || (status >= 500 && status !== 501 && status !== 507) || code === 'RequestTimeout';
}

/** The code in an error (S3, "REST error responses"). */
async function readCode(body: Dispatcher.ResponseData['body']): Promise<string> {
  let text = '';
  try {
    for await (const piece of body.setEncoding('utf8')) {
      text += piece;
      if (text.length > refusalBytes) break;
    }
  } catch {
    // The status alone says enough.
  }
  return /<Code>(\w{1,100})<\/Code>/.exec(text)?.[1] ?? '';
}
