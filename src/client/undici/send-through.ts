import type { Dispatcher } from 'undici';
import { describeUnwritable, encodeRequestBytes } from '../../contract/index.ts';
import { ServiceError } from '../service-error.ts';
import type { HttpTransport } from '../transport.ts';

/** A transport that sends through a dispatcher, which it closes with itself. */
export function sendThrough(dispatcher: Pick<Dispatcher, 'request' | 'destroy'>, proxy?: URL): HttpTransport {
  return {
    async send({ url: { origin, pathname, search }, method, headers, body, signal }) {
      const answer = await dispatcher.request({
        origin,
        path: `${pathname}${search}`,
        method: method as Dispatcher.HttpMethod,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        body: body === undefined ? null : writeJson(body),
        signal,
      });
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    },
    proxy: proxy && `${proxy.protocol}//${proxy.host}`,
    close: () => dispatcher.destroy(),
  };
}

/** A body as JSON, its bytes in base64. Throws `invalid_request` for what JSON cannot hold, such as a circle. */
function writeJson(body: unknown): string {
  try {
    return JSON.stringify(encodeRequestBytes(body), function (this: Record<string, unknown>, key, value) {
      const unwritable = describeUnwritable(value, this[key]);
      if (unwritable !== undefined) throw new Error(`${key} ${unwritable}`);
      return value;
    });
  } catch (cause) {
    throw new ServiceError('invalid_request', `the request cannot be written as JSON: ${(cause as Error).message}`, {
      cause,
    });
  }
}
