import type { RenderRequest } from '../../contract/index.ts';

/** Where a value is in a request. */
type Path = readonly (string | number)[];

/** A value of a request that must not be readable in the database. */
interface RequestSecret {
  path: Path;
  value: unknown;
  /** What the request has without it; undefined if nothing. */
  rest?: unknown;
  /** The field that holds it, if it must not be kept in plain text at all. */
  password?: { field: string; pointer: string };
}

/** The passwords of encryption, the destination of the PDF, how web pages are requested, and addresses with a password. */
export function findSecrets({ parts, pdf, destination }: RenderRequest): RequestSecret[] {
  const secrets: RequestSecret[] = [];
  const { encrypt } = pdf ?? {};
  for (const name of ['user_password', 'owner_password'] as const) {
    if (encrypt === undefined) continue;
    const password = { field: 'pdf.encrypt', pointer: `/pdf/encrypt/${name}` };
    secrets.push({ path: ['pdf', 'encrypt', name], value: encrypt[name], password });
  }
  // Anybody may write to a presigned URL, and a header may be a key.
  if (destination !== undefined) secrets.push({ path: ['destination'], value: destination });
  const isList = Array.isArray(parts);
  for (const [index, part] of [parts].flat().entries()) {
    const request = typeof part === 'string' ? undefined : part.request;
    const { user_agent: _, language: __, ...credentials } = request ?? {};
    if (Object.keys(credentials).length > 0) {
      const path = ['parts', ...(isList ? [index] : []), 'request'];
      const password = { field: 'the request of a part', pointer: `/${path.join('/')}` };
      secrets.push({ path, value: request, password });
    }
    const url = typeof part === 'string' ? part : 'url' in part ? part.url : undefined;
    const rest = url === undefined ? undefined : leaveOutPassword(url);
    if (rest === undefined) continue;
    const path = ['parts', ...(isList ? [index] : []), ...(typeof part === 'string' ? [] : ['url'])];
    secrets.push({ path, value: url, rest, password: { field: 'the URL of a part', pointer: `/${path.join('/')}` } });
  }
  return secrets;
}

/** The address without its user and password; undefined if it has none. */
function leaveOutPassword(address: string): string | undefined {
  const url = new URL(address);
  if (url.username === '' && url.password === '') return undefined;
  url.username = '';
  url.password = '';
  return url.href;
}

/** The request without these secrets. */
export function leaveOutSecrets(request: RenderRequest, secrets: readonly RequestSecret[]): RenderRequest {
  return secrets.reduce((rest, secret) => replaceAt(rest, secret.path, secret.rest) as RenderRequest, request);
}

/** The secrets as text, which `putBackSecrets` reads. */
export function writeSecrets(secrets: readonly RequestSecret[]): string {
  return JSON.stringify(secrets.map(({ path, value }) => [path, value]));
}

/** The request with the secrets that were left out of it. */
export function putBackSecrets(request: RenderRequest, text: string | undefined): RenderRequest {
  const secrets = JSON.parse(text ?? '[]') as [Path, unknown][];
  return secrets.reduce((whole, [path, value]) => replaceAt(whole, path, value) as RenderRequest, request);
}

/** A copy with another value at a path; the rest is shared. */
function replaceAt(whole: unknown, [key, ...path]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(whole) ? [...whole] : { ...(whole as object) }) as Record<string | number, unknown>;
  copy[key] = replaceAt(copy[key], path, value);
  return copy;
}
