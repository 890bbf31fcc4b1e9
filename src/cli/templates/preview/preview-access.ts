import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { limits } from '../../../contract/index.ts';
import { readStream } from '../../files/read-stream.ts';
import { CommandError } from '../../output/command-error.ts';

/** The largest request in bytes: a preview context, as JSON inside of JSON. */
const longestBody = limits.previewContext * 3;

/**
 * Whether a request names this machine, which stops web pages that rebind their own name to it. Any port is fine: a tunnel may
 * change it.
 */
export function isOwnHost(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? '');
}

/** The path and query of a request; undefined for another form of target (RFC 9112, section 3.2). */
export function readTarget(target = '/'): URL | undefined {
  // Joined and not resolved, because "//x" as a relative reference would name a host.
  return target.startsWith('/') ? new URL(`http://127.0.0.1${target}`) : undefined;
}

/** Whether two texts are equal, in constant time. */
export function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/** The fields of a request for a change. Throws `too_large` and `input_invalid`. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ template?: unknown; text?: unknown; base?: unknown; set?: unknown }> {
  const bytes = await readStream(request, longestBody, () => {
    throw new CommandError('too_large', 'these values are too large');
  });
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch (cause) {
    throw new CommandError('input_invalid', 'this request is not JSON', { cause });
  }
}
