import type { Command } from 'commander';
import { isPlainText, type PageRequest, type Part } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { collectValues } from '../command/flag-values.ts';
import type { PlannedSource } from '../documents/plan-source.ts';
import { CommandError } from '../output/command-error.ts';

/** The flags for how web pages are requested. */
export interface RequestFlags {
  requestHeader?: string[];
  cookie?: string[];
  basicAuth?: string;
  basicAuthPassword?: string;
  storageState?: string;
  userAgent?: string;
  acceptLanguage?: string;
}

/** Declares the flags. */
export function addRequestFlags(command: Command): void {
  command
    .optionsGroup('Web pages:')
    .option(
      '--request-header <name: value>',
      'a header for requests to the origin of the URL; repeatable',
      collectValues,
    )
    .option('--cookie <name=value>', 'a cookie for the host of the URL; repeatable', collectValues)
    .option('--basic-auth <user>', 'user for basic authentication; PLATEN_BASIC_AUTH_PASSWORD has the password')
    .option('--basic-auth-password <@file>', 'file with the password, or - for stdin')
    .option('--storage-state <file>', 'cookies and local storage of a session, as Playwright stores them (JSON)')
    .option('--user-agent <text>', 'user agent')
    .option('--accept-language <languages>', 'Accept-Language, such as "de-AT,de;q=0.9" (default: --locale)');
}

/**
 * Reads the flags; undefined without any. What may be a secret never shows in output. Throws `usage`, and `input_missing` and
 * `input_invalid` for a file.
 */
export async function readRequestFlags(
  flags: RequestFlags,
  { io, output, settings }: Pick<Context, 'io' | 'output' | 'settings'>,
): Promise<PageRequest | undefined> {
  const { requestHeader, cookie, basicAuth: username, storageState, userAgent, acceptLanguage } = flags;
  if (flags.basicAuthPassword !== undefined && username === undefined)
    throw new CommandError('usage', '--basic-auth-password has no effect', { fix: 'add --basic-auth <user>' });
  const request: PageRequest = {
    ...(requestHeader && { headers: readPairs('--request-header', requestHeader, ':') }),
    ...(cookie && { cookies: readPairs('--cookie', cookie, '=') }),
    ...(username !== undefined && {
      basic_auth: { username, password: await readBasicPassword(flags, { io, output, settings }) },
    }),
    ...(storageState !== undefined && { storage_state: await readState(storageState, io) }),
    ...(userAgent !== undefined && { user_agent: userAgent }),
    ...(acceptLanguage !== undefined && { language: acceptLanguage }),
  };
  const { headers = {}, cookies = {}, basic_auth: auth, storage_state: state } = request;
  const stored = state?.cookies?.map(({ value }) => value) ?? [];
  const items = state?.origins?.flatMap(({ localStorage }) => localStorage.map(({ value }) => value)) ?? [];
  // A shorter one may be part of any word, and nothing prints it.
  for (const secret of [
    ...Object.values(headers),
    ...Object.values(cookies),
    auth?.password ?? '',
    ...stored,
    ...items,
  ])
    if (secret.length >= 8) output.hide(secret, '…');
  return Object.keys(request).length > 0 ? request : undefined;
}

/** The parts with how their URLs are requested. */
export function requestPages(parts: unknown, request: PageRequest): unknown {
  const add = (part: unknown): unknown => {
    const { url, ...rest }: Part = typeof part === 'string' ? { url: part } : (part as Part);
    return url === undefined ? part : { url, ...rest, request: { ...request, ...rest.request } };
  };
  return Array.isArray(parts) ? parts.map(add) : add(parts);
}

/** Throws `usage` if credentials would go to several sites, or nowhere. */
export function checkOrigins(sources: readonly PlannedSource[], request: PageRequest): void {
  const urls = sources.flatMap((source) => (source.kind === 'address' ? [source.address] : []));
  const [first] = urls;
  if (first === undefined) {
    throw new CommandError('usage', 'flags for web pages have no effect: no source is a URL', {
      fix: 'leave them out, or name an https:// URL',
    });
  }
  if ((request.headers ?? request.cookies ?? request.basic_auth) === undefined) return;
  const other = urls.find((url) => URL.parse(url)?.origin !== URL.parse(first)?.origin);
  if (other === undefined) return;
  throw new CommandError('usage', 'headers, cookies and credentials are for one site, and the URLs are of several', {
    why: `${URL.parse(first)?.origin} and ${URL.parse(other)?.origin} would both get them`,
    fix: 'send them for each part: platen render pdf --parts, with "request"',
  });
}

/** Names and values; a value may have the separator in it. Errors do not show what is given: it may be a secret. */
function readPairs(flag: string, given: readonly string[], separator: ':' | '='): Record<string, string> {
  const form = separator === ':' ? "'Name: value'" : 'name=value';
  return Object.fromEntries(
    given.map((text, index) => {
      const at = text.indexOf(separator);
      if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
      const place = given.length > 1 ? `, number ${index + 1},` : '';
      throw new CommandError('usage', `${flag}${place} has no name`, { fix: `write ${flag} ${form}` });
    }),
  );
}

async function readBasicPassword(
  { basicAuthPassword: given }: RequestFlags,
  { io, settings }: Pick<Context, 'io' | 'output' | 'settings'>,
): Promise<string> {
  if (given === undefined) {
    const set = (await settings()).get('basic_auth_password');
    if (set !== null) return set;
    throw new CommandError('usage', '--basic-auth needs a password', {
      fix: 'set PLATEN_BASIC_AUTH_PASSWORD, or name a file: --basic-auth-password @file',
    });
  }
  if (given !== '-' && !given.startsWith('@')) {
    throw new CommandError('usage', '--basic-auth-password takes @file or -', {
      why: 'other users of this machine can see a password on the command line',
    });
  }
  const { readInputText } = await import('../files/read-input.ts');
  const text = await readInputText(given.replace(/^@/, ''), '--basic-auth-password', io);
  const password = text.replace(/\r?\n$/, '');
  if (isPlainText(password)) return password;
  throw new CommandError('usage', '--basic-auth-password has control characters or more than one line');
}

async function readState(file: string, io: Context['io']): Promise<NonNullable<PageRequest['storage_state']>> {
  const { readInputText, requireObject } = await import('../files/read-input.ts');
  const invalid = '--storage-state: the file is not a JSON object with "cookies" and "origins"';
  const text = await readInputText(file, '--storage-state', io);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    // The message of the parser quotes the text.
    throw new CommandError('input_invalid', invalid);
  }
  const { cookies, origins } = requireObject(read, invalid);
  return { ...(cookies !== undefined && { cookies }), ...(origins !== undefined && { origins }) } as never;
}
