import { encodeRequestBytes, maskApiKey, type RouteName, routes } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { resolveConnection } from '../settings/index.ts';

/** Describes a request for `--dry-run`, with the key and passwords masked. */
export async function describeRequest(
  context: Context,
  name: RouteName,
  { id = '', body, ifMatch, prefer }: { id?: string; body?: unknown; ifMatch?: string | undefined; prefer?: string },
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
      ...(prefer !== undefined && { Prefer: prefer }),
    },
    body: encodeRequestBytes(maskPasswords(body)) ?? null,
  };
}

/** A render request with its passwords masked; any other body unchanged. An empty password is shown: it protects nothing. */
function maskPasswords(body: unknown): unknown {
  if (!isObject(body) || !isObject(body.pdf) || !isObject(body.pdf.encrypt)) return body;
  const encrypt = Object.entries(body.pdf.encrypt).map(([name, value]) => [
    name,
    /password/.test(name) && value !== '' ? '…' : value,
  ]);
  return { ...body, pdf: { ...body.pdf, encrypt: Object.fromEntries(encrypt) } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
