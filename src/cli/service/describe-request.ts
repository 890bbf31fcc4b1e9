import { encodeRequestBytes, maskApiKey, type RouteName, routes } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { resolveConnection } from '../settings/index.ts';

/** What a request has besides its route. */
interface DescribedCall {
  id?: string;
  body?: unknown;
  ifMatch?: string | undefined;
  message?: string;
  prefer?: string;
}

/** Describes a request for `--dry-run`, with the key, passwords and credentials masked. */
export async function describeRequest(
  context: Context,
  name: RouteName,
  { id = '', body, ifMatch, message, prefer }: DescribedCall,
): Promise<object> {
  const { baseUrl, apiKey } = resolveConnection(await context.settings());
  const { method, path } = routes[name];
  return {
    method,
    url: `${(baseUrl ?? 'embedded:').replace(/\/+$/, '')}${path.replace('{id}', id)}`,
    headers: {
      Authorization: apiKey === null ? null : `Bearer ${maskApiKey(apiKey)}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
      ...(message !== undefined && { 'Platen-Revision-Message': encodeURIComponent(message.trim()) }),
      ...(prefer !== undefined && { Prefer: prefer }),
    },
    body: encodeRequestBytes(maskSecrets(body)) ?? null,
  };
}

/** A render request with passwords and credentials masked; any other body unchanged. An empty password is shown: it protects nothing. */
function maskSecrets(body: unknown): unknown {
  if (!isObject(body)) return body;
  const { parts, pdf, destination } = body;
  return {
    ...body,
    ...(parts !== undefined && { parts: Array.isArray(parts) ? parts.map(maskPart) : maskPart(parts) }),
    ...(isObject(pdf) && isObject(pdf.encrypt) && { pdf: { ...pdf, encrypt: maskFields(pdf.encrypt, /password/) } }),
    ...(isObject(destination) &&
      isObject(destination.headers) && {
        destination: {
          ...destination,
          headers: maskFields(destination.headers, /auth|cookie|key|password|secret|token/i),
        },
      }),
  };
}

/** A part with the credentials of its requests masked. */
function maskPart(part: unknown): unknown {
  if (!isObject(part) || !isObject(part.request)) return part;
  const { headers, cookies, basic_auth: auth, storage_state: state, ...request } = part.request;
  return {
    ...part,
    request: {
      ...request,
      ...(isObject(headers) && { headers: maskFields(headers, /^/) }),
      ...(isObject(cookies) && { cookies: maskFields(cookies, /^/) }),
      ...(isObject(auth) && { basic_auth: maskFields(auth, /password/) }),
      ...(state !== undefined && { storage_state: '…' }),
    },
  };
}

function maskFields(fields: Record<string, unknown>, secret: RegExp): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, secret.test(name) && value !== '' ? '…' : value]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
