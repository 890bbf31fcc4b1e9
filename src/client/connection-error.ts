import type { ErrorCode } from '../contract/index.ts';
import { ServiceError } from './service-error.ts';

const byCode: Record<string, ErrorCode> = {
  ENOTFOUND: 'name_not_resolved',
  EAI_AGAIN: 'name_not_resolved',
  EAI_FAIL: 'name_not_resolved',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_failed',
  EPIPE: 'connection_failed',
  EHOSTUNREACH: 'connection_failed',
  ENETUNREACH: 'connection_failed',
  ETIMEDOUT: 'connection_failed',
  UND_ERR_CONNECT_TIMEOUT: 'connection_failed',
  UND_ERR_SOCKET: 'connection_failed',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'body_cut',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
};

/**
 * What a failure below HTTP means. `receiving` is true once the answer's head was there: then a lost connection is a body
 * that was cut off. `proxy` is the proxy in use, if any.
 */
export function readConnectionError(
  error: unknown,
  place: { origin: string; receiving: boolean; proxy: string | undefined },
): ServiceError {
  const cause = deepest(error);
  const name = cause.code ?? cause.name ?? '';
  const via = place.proxy ? ` through the proxy ${place.proxy}` : '';
  const details = { cause: error };
  // OpenSSL meets bytes that are no TLS record (RFC 8446, section 5.1), such as the answer of an HTTP server.
  if (/wrong version number|packet length too long|http request/i.test(cause.message ?? '')) {
    return new ServiceError('tls_failed', `cannot reach ${place.origin}${via} (no TLS)`, details);
  }
  if (place.proxy === undefined && isTlsAlert(cause.data)) return missingTls(place.origin, error);
  if (isCertificateError(name)) {
    // Node.js adds what to do with Node.js.
    const reason = (cause.message ?? name).replace(/; if the root CA is installed locally.*$/s, '');
    return new ServiceError('tls_failed', `cannot trust ${place.origin}: ${reason} (${name})`, details);
  }
  if (/proxy response \(\d+\)|proxy authentication/i.test(cause.message ?? '')) {
    return new ServiceError(
      'proxy_failed',
      `the proxy ${place.proxy ?? ''} refused the connection: ${cause.message}`,
      details,
    );
  }
  // A body that goes wrong on its way was cut: who sent its head speaks HTTP.
  const fault = place.receiving ? undefined : findFault(cause);
  if (fault !== undefined) {
    return new ServiceError('unexpected_answer', `cannot read the answer of ${place.origin}${via} (${fault})`, details);
  }
  const code = byCode[name] ?? 'connection_failed';
  if (place.receiving && (code === 'connection_failed' || code === 'body_cut')) {
    return new ServiceError('body_cut', `the answer of ${place.origin} was cut off`, details);
  }
  const reason = cause.code ? `${cause.code}` : (cause.message ?? name);
  return new ServiceError(code, `cannot reach ${place.origin}${via} (${reason})`, details);
}

/** What servers that speak TLS answer to a request without it: Go's net/http, nginx, Apache and Tomcat. */
const tlsRefusals = /HTTP request (was sent )?to (an )?HTTPS (server|port)|to an SSL-enabled server port|requires TLS/;

/** The error of an answer which shows that TLS is spoken at `url`, and undefined for any other answer. */
export function readTlsRefusal({ protocol, origin }: URL, status: number, body: string): ServiceError | undefined {
  return protocol === 'http:' && status === 400 && tlsRefusals.test(body) ? missingTls(origin) : undefined;
}

/** Whether bytes in place of an answer are an alert of TLS: the type of its record and the version (RFC 8446, section 5.1). */
function isTlsAlert(text: string | undefined): boolean {
  return text?.startsWith('\u0015\u0003') ?? false;
}

function missingTls(origin: string, cause?: unknown): ServiceError {
  return new ServiceError('tls_failed', `cannot reach ${origin} (TLS)`, { cause });
}

/** What makes an answer unreadable, and undefined if it is readable or was cut. */
function findFault({ code, name, message = '' }: Cause): string | undefined {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return code;
  // undici counts bytes once a length was read, even if its parser refuses the rest of the head.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return 'bad HTTP';
  // Errors of undici's parser have no code.
  if (name !== 'HTTPParserError' || message.includes('EOF')) return undefined;
  return message.includes('Expected HTTP/') ? 'no HTTP' : 'bad HTTP';
}

interface Cause {
  code?: string;
  name?: string;
  message?: string;
  /** What came in place of an answer (undici's HTTPParserError). */
  data?: string;
}

/** The error at the bottom: the first of several tries, the cause of a wrapper. */
function deepest(error: unknown): Cause {
  let current = error as Cause & { cause?: unknown; errors?: unknown[] };
  for (let depth = 0; depth < 10; depth++) {
    const next = current?.errors?.[0] ?? (byCode[current?.code ?? ''] ? undefined : current?.cause);
    if (typeof next !== 'object' || next === null) break;
    current = next as typeof current;
  }
  return current ?? {};
}

function isCertificateError(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_TLS|ERR_SSL|EPROTO/.test(code);
}
