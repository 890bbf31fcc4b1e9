import { dirname } from 'node:path';
import { CommandError } from '../output/command-error.ts';
import { describeOrigin, isFromProject, type Origin } from './origin.ts';
import type { ResolvedSettings } from './resolve-settings.ts';

/** The service to talk to, and the key for it. */
export interface ServiceConnection {
  /** Null if no address is set: the service then runs inside the command. */
  baseUrl: string | null;
  /** Null if no key is set. */
  apiKey: string | null;
}

/**
 * The address and the key, if the key may go there: a cloned folder must not be able to send a key elsewhere. The origins of
 * both decide:
 * - A key of the user file goes only to the address in that file.
 * - A key of the environment or of `--api-key-file` goes to an address of a flag, the environment or the user file, and to an
 *   address of the project only if that file is trusted.
 * - A key in a file of the project goes to an address of the user, and to one in a file of the same folder: a
 *   key in a folder is meant for that project. To one in another folder it goes only if that file is trusted.
 * - A key in a file that does not belong to its project (a link out of it, a hard link) goes only to the address in that file,
 *   until the user trusts the link. Then it counts as a key of the environment.
 *
 * Throws `project_not_trusted` or, where trust would not help, `insecure_address`.
 */
export function resolveConnection(settings: ResolvedSettings): ServiceConnection {
  const { api_key: key, base_url: address } = settings.entries;
  const baseUrl = settings.get('base_url');
  const apiKey = settings.get('api_key');
  if (baseUrl === null || apiKey === null) return { baseUrl, apiKey };
  if (key.origin.source === 'user') checkHome(settings.keyHome ?? null, baseUrl, key.origin, address.origin);
  else if (settings.isForeign(key.origin)) checkForeign(settings, key.origin, address.origin, baseUrl);
  else if (!isSameFolder(key.origin, address.origin)) checkTrust(settings, key.origin, address.origin, baseUrl);
  return { baseUrl, apiKey };
}

/** Where the key for an address may be put. One of the user file goes only to the address in that file. */
export function adviseOnKey({ entries: { base_url: address } }: ResolvedSettings): string {
  const { origin } = address;
  if (origin.source !== 'user') return 'set PLATEN_API_KEY, or name a file that contains the key with --api-key-file';
  const profile = origin.profile === undefined ? '' : ` --profile ${origin.profile}`;
  return `set PLATEN_API_KEY, or: platen config set api_key${profile}`;
}

function isSameFolder(key: Origin, address: Origin): boolean {
  return isFromProject(key) && isFromProject(address) && dirname(key.path) === dirname(address.path);
}

function checkHome(home: string | null, baseUrl: string, key: Origin, address: Origin): void {
  if (home === baseUrl) return;
  const message = `the API key of the user file is not for ${baseUrl}`;
  const belongs = home === null ? 'its file has no base_url' : `it belongs to ${home}`;
  const why = `${belongs} (${describeOrigin(key)}); the URL comes from: ${describeOrigin(address)}`;
  const keepProfile = `keep a profile for it: platen config set base_url ${baseUrl} --profile <name>, then api_key; use --profile <name>`;
  if (isFromProject(address)) throw new CommandError('project_not_trusted', message, { why, fix: keepProfile });
  const profile = 'profile' in address ? address.profile : undefined;
  const fix =
    profile === undefined
      ? `set PLATEN_API_KEY for it, or ${keepProfile}`
      : `set the key for this URL: platen config set api_key --profile ${profile}, or PLATEN_API_KEY`;
  throw new CommandError('insecure_address', message, { why, fix });
}

function checkForeign(settings: ResolvedSettings, key: Origin, address: Origin, baseUrl: string): void {
  if (settings.keyHome === baseUrl) return;
  if (settings.isTrusted(key)) {
    checkTrust(settings, key, address, baseUrl);
    return;
  }
  throw new CommandError('project_not_trusted', `the API key of a linked file is not for ${baseUrl}`, {
    why: `${describeOrigin(key)} is a link to a file outside of the project; the URL comes from: ${describeOrigin(address)}`,
    fix: 'if the key is for this URL, run platen config trust, or set PLATEN_API_KEY',
  });
}

function checkTrust(settings: ResolvedSettings, key: Origin, address: Origin, baseUrl: string): void {
  if (!isFromProject(address) || settings.isTrusted(address)) return;
  throw new CommandError('project_not_trusted', `${address.path}:${address.line} asks for your API key at ${baseUrl}`, {
    why: `the key comes from: ${describeOrigin(key)}; a project can set a URL for it only if you trust the project`,
    fix: 'if the URL is right, run platen config trust, or set PLATEN_TRUST_PROJECT=1',
  });
}
