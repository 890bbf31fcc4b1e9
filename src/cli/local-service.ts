import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatApiKey } from '../contract/index.ts';
import type { Filler, KeyRing, RunningServer, ServerOptions } from '../server/index.ts';
import type { Context } from './context.ts';
import { folders } from './settings/index.ts';

export type { Filler, KeyRing };

/** The account that templates and keys belong to where nobody names one. */
export const defaultAccount = 'default';

/** A service inside this process, for one command. */
export interface LocalService {
  baseUrl: string;
  apiKey: string;
  /** The last error behind an answer that says only "internal": in here it may be told. */
  lastError(): unknown;
  close(): Promise<void>;
}

/**
 * Starts the service inside this process on a free loopback port, with the user's own store and a key that is valid for
 * this command alone. `render` launches the browser at once, because it takes the longest to come up, and with `ready` waits
 * for it, so that a browser that does not start is an error here; `single` says that only one render follows.
 */
export async function openLocalService(
  context: Context,
  { render, single = false, store }: { render: boolean | 'ready'; single?: boolean; store?: ServerOptions['store'] },
): Promise<LocalService> {
  const { startServer } = await import('../server/index.ts');
  const apiKey = formatApiKey(randomBytes(32));
  const parts = await serviceParts(context, { sandbox: 'preferred', egress: 'open' }, store);
  let lastError: unknown;
  const server = await startServer({
    version: context.version,
    host: '127.0.0.1',
    port: 0,
    ...(render && { browser: render === 'ready' ? render : 'now' }),
    oneTimeKey: { key: apiKey, account: defaultAccount },
    onInternalError(error) {
      lastError = error;
      context.output.debug(`internal error: ${(error as Error)?.stack ?? error}`);
    },
    ...parts,
    engine: { ...parts.engine, single },
  });
  return { baseUrl: server.url, apiKey, lastError: () => lastError, close: () => server.close() };
}

/**
 * As `openLocalService`, for renders alone: the browser starts at once, and the store is an empty one that goes with the
 * service, so that the user's own is neither needed nor touched.
 */
export async function openScratchService(context: Context, render: true | 'ready' = true): Promise<LocalService> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'platen-'));
  const remove = () => rm(dataFolder, { recursive: true, force: true });
  try {
    const service = await openLocalService(context, { render, store: { dataFolder } });
    return { ...service, close: () => service.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Fills Liquid templates in processes of its own, as the service does. Close it. */
export async function openTemplateFiller(): Promise<Filler> {
  const { openFiller } = await import('../server/index.ts');
  return openFiller();
}

/** A service for everybody who has a key. */
export interface Service extends RunningServer {
  /** Resolves with the first error that nobody caught, once the service has closed because of it. */
  failed: Promise<unknown>;
}

/** Milliseconds that running renders get when the service is told to stop. */
export const graceMs = 30_000;

/** Starts the service for everybody who has a key. Its log goes to stderr, one JSON object a line. */
export async function startService(
  context: Context,
  listen: { host: string; port: number },
  { accessLog }: { accessLog: boolean },
): Promise<Service> {
  const { guardProcess, startServer } = await import('../server/index.ts');
  const settings = await context.settings();
  const server = await startServer({
    version: context.version,
    ...listen,
    browser: 'ready',
    log: (line) => context.output.raw(line),
    logLevel: settings.get('log_level') ?? 'info',
    accessLog,
    ...(await serviceParts(context, { sandbox: 'required', egress: 'public' })),
  });
  const guard = guardProcess(server, context.io.uncaught, graceMs);
  context.defer(guard.stop);
  return { ...server, failed: guard.failed };
}

/** Opens the keys of the store that the settings name. */
export async function openLocalKeys(context: Context): Promise<KeyRing> {
  const { openKeyRing } = await import('../server/index.ts');
  return openKeyRing(await storeLocation(context));
}

type Defaults = { sandbox: 'required' | 'preferred'; egress: 'public' | 'open' };

async function serviceParts(
  context: Context,
  defaults: Defaults,
  store?: ServerOptions['store'],
): Promise<Pick<ServerOptions, 'store' | 'engine'>> {
  const settings = await context.settings();
  const { env, platform, homeFolder } = context.io;
  const allow = settings.get('allow') ?? [];
  const executable = settings.get('chromium');
  const concurrency = settings.get('concurrency');
  const queue = settings.get('queue');
  return {
    store: store ?? (await storeLocation(context)),
    engine: {
      cacheFolder: folders(env, platform, homeFolder).cache,
      sandbox: settings.get('sandbox') ?? defaults.sandbox,
      egress: {
        level: settings.get('egress') ?? defaults.egress,
        hosts: allow.filter((entry) => !entry.includes(':') && !entry.includes('/')),
        allow: allow.filter((entry) => entry.includes(':') || entry.includes('/')),
      },
      ...(executable !== null && { executable }),
      ...(concurrency !== null && { concurrency }),
      ...(queue !== null && { queue }),
      onWarning: (text) => context.output.warn(text),
    },
  };
}

async function storeLocation(context: Context): Promise<ServerOptions['store']> {
  const settings = await context.settings();
  const databaseUrl = settings.get('database_url');
  if (databaseUrl !== null) return { databaseUrl };
  const { env, platform, homeFolder } = context.io;
  return { dataFolder: settings.get('data_dir') ?? folders(env, platform, homeFolder).data };
}
