import { randomBytes } from 'node:crypto';
import { formatApiKey } from '../contract/index.ts';
import type { KeyRing, RunningServer, ServerOptions } from '../server/index.ts';
import type { Context } from './context.ts';
import { folders } from './settings/index.ts';

export type { KeyRing };

/** The account that templates and keys belong to where nobody names one. */
export const defaultAccount = 'default';

/** A service inside this process, for one command. */
export interface LocalService {
  baseUrl: string;
  apiKey: string;
  close(): Promise<void>;
}

/**
 * Starts the service inside this process on a free loopback port, with the user's own store and a key that is valid for
 * this command alone. `render` launches the browser at once, because it takes the longest to come up.
 */
export async function openLocalService(context: Context, { render }: { render: boolean }): Promise<LocalService> {
  const { startServer } = await import('../server/index.ts');
  const apiKey = formatApiKey(randomBytes(32));
  const server = await startServer({
    version: context.version,
    host: '127.0.0.1',
    port: 0,
    warm: render,
    oneTimeKey: { key: apiKey, account: defaultAccount },
    onInternalError: (error) => context.output.debug(`internal error: ${(error as Error)?.stack ?? error}`),
    ...(await serviceParts(context, { sandbox: 'preferred', egress: 'open' })),
  });
  return { baseUrl: server.url, apiKey, close: () => server.close() };
}

/** Starts the service for everybody who has a key. */
export async function startService(context: Context, listen: { host: string; port: number }): Promise<RunningServer> {
  const { startServer } = await import('../server/index.ts');
  return startServer({
    version: context.version,
    ...listen,
    warm: true,
    onInternalError: (error, id) => context.output.warn(`request ${id} failed: ${(error as Error)?.stack ?? error}`),
    ...(await serviceParts(context, { sandbox: 'required', egress: 'public' })),
  });
}

/** Opens the keys of the store that the settings name. */
export async function openLocalKeys(context: Context): Promise<KeyRing> {
  const { openKeyRing } = await import('../server/index.ts');
  return openKeyRing(await storeLocation(context));
}

type Defaults = { sandbox: 'required' | 'preferred'; egress: 'public' | 'open' };

async function serviceParts(context: Context, defaults: Defaults): Promise<Pick<ServerOptions, 'store' | 'engine'>> {
  const settings = await context.settings();
  const { env, platform, homeFolder } = context.io;
  const allow = settings.get('allow') ?? [];
  const executable = settings.get('chromium');
  const concurrency = settings.get('concurrency');
  const queue = settings.get('queue');
  return {
    store: await storeLocation(context),
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
