import type { ServerOptions } from '../../server/index.ts';
import type { Context } from '../command/context.ts';
import { CommandError } from '../output/command-error.ts';
import { folders } from '../settings/index.ts';

/** Defaults that differ between an operator's service and a command. */
interface EngineDefaults {
  sandbox: 'required' | 'preferred';
  ownNetwork: 'auto' | 'off';
  egress: 'public' | 'open';
  proxy: 'required' | 'preferred';
  /** Default `system`. */
  fonts?: 'system' | 'bundled' | undefined;
}

type EgressProxy = ServerOptions['engine']['egress']['proxy'];

/** Reads the options of store and engine from the settings. Throws `usage` for flags that contradict each other. */
export async function readServiceParts(
  context: Context,
  defaults: EngineDefaults,
): Promise<Pick<ServerOptions, 'store' | 'engine'>> {
  const { readAllowList } = await import('../../server/index.ts');
  const settings = await context.settings();
  const allow = settings.get('allow') ?? [];
  const executable = settings.get('chromium');
  const concurrency = settings.get('concurrency');
  const queue = settings.get('queue');
  const fonts = settings.get('fonts') ?? defaults.fonts;
  const fontDir = settings.get('font_dir');
  const [locale, timezone] = [settings.get('locale'), settings.get('timezone')];
  const caFile = settings.get('ca_file');
  const [seals, timestampUrl] = [settings.get('seals'), settings.get('timestamp_url')];
  // In a file or a variable it may be for other commands.
  if (fonts === 'bundled' && settings.entries.font_dir.origin.source === 'flag') {
    throw new CommandError('usage', '--font-dir cannot be combined with the bundled fonts', {
      why: "those are platen's own alone",
      fix: 'leave it out, or say --fonts system',
    });
  }
  return {
    store: await readStoreLocation(context),
    engine: {
      ...(await readBrowserFolders(context)),
      sandbox: settings.get('sandbox') ?? defaults.sandbox,
      ownNetwork: settings.get('own_network') ?? defaults.ownNetwork,
      egress: {
        level: settings.get('egress') ?? defaults.egress,
        ...readAllowList(allow),
        proxy: await findPageProxies(context, defaults),
      },
      ...(executable !== null && { executable }),
      ...(concurrency !== null && { concurrency }),
      ...(queue !== null && { queue }),
      ...(fonts !== undefined && { fonts }),
      ...(fontDir !== null && { fontFolders: [fontDir] }),
      ...(caFile !== null && { authorities: [await readAuthorities(caFile)] }),
      ...(seals !== null && { seals: { folder: seals } }),
      ...(timestampUrl !== null && { timestampUrl }),
      ...(locale !== null && { locale }),
      ...(timezone !== null && { timezone }),
      onWarning: (text, code) => context.output.warn({ code, text }),
    },
  };
}

/** The authorities of a file, which this process trusts from then on as pages do: for destinations, webhooks and providers. */
async function readAuthorities(file: string): Promise<string> {
  return (await import('./trust-certificates.ts')).trustCertificates(file);
}

/** Where the browser is unpacked, whether one with WebGL is too, and how its progress is shown. */
export async function readBrowserFolders(
  context: Context,
): Promise<Pick<ServerOptions['engine'], 'cacheFolder' | 'browserFolder' | 'webgl' | 'onUnpack'>> {
  const { env, platform, homeFolder } = context.io;
  const settings = await context.settings();
  const [browserFolder, webgl] = [settings.get('browser_dir'), settings.get('webgl')];
  return {
    cacheFolder: folders(env, platform, homeFolder).cache,
    ...(browserFolder !== null && { browserFolder }),
    ...(webgl && { webgl }),
    onUnpack: (share) =>
      context.output.holdUp(share === 1 ? undefined : `unpacking the browser, once${formatShare(share)}`),
  };
}

/**
 * The proxies of pages, by the variables that also say how this program reaches a service. A value that names no proxy, which may
 * be meant for other programs, is passed over by a command and keeps a service from starting: throws `config_invalid`.
 */
async function findPageProxies({ io: { env }, output }: Context, { proxy }: EngineDefaults): Promise<EgressProxy> {
  const { findProxies } = await import('../../client/index.ts');
  try {
    return findProxies(env);
  } catch (error) {
    if (proxy === 'required') throw error;
    output.detail(`${(error as Error).message}; pages are loaded without it`);
    return undefined;
  }
}

/** Reads the place of the store from the settings. */
export async function readStoreLocation(context: Context): Promise<ServerOptions['store']> {
  const settings = await context.settings();
  const databaseUrl = settings.get('database_url');
  const revisions = settings.get('template_revisions');
  const rest = {
    secretKeys: settings.get('secret_key') ?? undefined,
    ...(revisions !== null && { keptRevisions: revisions }),
  };
  if (databaseUrl !== null) {
    const { defaultPostgresLimits: defaults } = await import('../../server/index.ts');
    const limits = {
      connections: settings.get('database_pool') ?? defaults.connections,
      statementMs: settings.get('database_statement_timeout') ?? defaults.statementMs,
      lockMs: settings.get('database_lock_timeout') ?? defaults.lockMs,
      queryMs: settings.get('database_query_timeout') ?? defaults.queryMs,
    };
    return { databaseUrl, limits, ...rest };
  }
  // Its default is a folder.
  return { dataFolder: settings.get('data_dir') as string, ...rest };
}

function formatShare(share: number): string {
  return share === 0 ? '' : `: ${Math.floor(share * 100)} %`;
}
