import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Way } from '../client/index.ts';
import { formatApiKey } from '../contract/index.ts';
import type { EmbeddedService, Filler, KeyRing, RunningServer, ServerOptions } from '../server/index.ts';
import type { Context } from './context.ts';
import { folders } from './settings/index.ts';

export type { Filler, KeyRing };

/** The account that templates and keys belong to where nobody names one. */
export const defaultAccount = 'default';

/** A service inside this process, for one command. */
interface LocalService {
  /** The last error behind an answer that says only "internal": in here it may be told. */
  lastError(): unknown;
  close(): Promise<void>;
}

/** What a renderer is wanted for. */
interface RendererPurpose {
  ready?: boolean;
  single?: boolean;
  markdown?: boolean;
  templates?: boolean;
}

/** A service inside this process that listens on loopback. */
export interface LocalServer extends LocalService {
  baseUrl: string;
  apiKey: string;
}

/** A service inside this process that only renders. */
export interface LocalRenderer extends LocalService {
  /** What a client of it is made with. It has no address: nothing is sent there. */
  connection: { baseUrl: string; apiKey: string; way: Way };
  /** What its browser is, once it is up. */
  status: EmbeddedService['status'];
}

/**
 * Starts the service inside this process on a free loopback port, with the user's own store and a key that is valid for
 * this command alone.
 */
export async function openLocalServer(context: Context): Promise<LocalServer> {
  const { startServer } = await import('../server/index.ts');
  const apiKey = formatApiKey(randomBytes(32));
  const { engine, store } = await serviceParts(context, localDefaults);
  const errors = keepLast(context);
  const server = await startServer({
    version: context.version,
    host: '127.0.0.1',
    port: 0,
    oneTimeKey: { key: apiKey, account: defaultAccount },
    onInternalError: errors.keep,
    engine,
    store,
  });
  return { baseUrl: server.url, apiKey, lastError: errors.last, close: () => server.close() };
}

/**
 * Opens a service that renders inside this process, and launches its browser at once, because that takes the longest.
 * `ready` waits for it, so that a browser that does not start is an error here; `single` says that only one render follows,
 * `markdown` that it has Markdown;
 * without `templates` the user's own store is neither needed nor touched.
 */
export async function openLocalRenderer(
  context: Context,
  { ready = false, single = false, markdown = false, templates = true }: RendererPurpose,
): Promise<LocalRenderer> {
  const { openEmbeddedService } = await import('../server/index.ts');
  const { engine, store } = await serviceParts(context, localDefaults);
  const errors = keepLast(context);
  const service = openEmbeddedService({
    version: context.version,
    engine: { ...engine, single, markdown },
    ...(templates && { store }),
    account: defaultAccount,
    onInternalError: errors.keep,
  });
  try {
    if (ready) await service.ready;
    // A turn of the event loop, in which the browser is launched, before the caller loads anything more.
    else await new Promise(setImmediate);
  } catch (error) {
    await service.close();
    throw error;
  }
  const way: Way = {
    async send({ headers, body = '', signal }) {
      const answer = await service.render({ headers, body, signal });
      return { ...answer, body: Object.assign(Readable.from([answer.body]), { dump: async () => {} }) };
    },
    proxy: undefined,
    close: async () => {},
  };
  const connection = { baseUrl: 'http://platen.localhost', apiKey: '', way };
  return { connection, status: service.status, lastError: errors.last, close: service.close };
}

const localDefaults = { sandbox: 'preferred', egress: 'open', proxy: 'preferred' } as const;

function keepLast({ output }: Context) {
  let last: unknown;
  return {
    last: () => last,
    keep(error: unknown) {
      last = error;
      output.debug(`internal error: ${(error as Error)?.stack ?? error}`);
    },
  };
}

/** Fills Liquid templates in processes of its own, as the service does. Close it. */
export async function openTemplateFiller(): Promise<Filler> {
  const { openFiller } = await import('../server/index.ts');
  return openFiller();
}

/** What finds the HTML in the page of a Markdown part that can load a file. */
export async function loadMarkdownExtractor(): Promise<(markdown: string) => string> {
  return (await import('../server/index.ts')).loadMarkdownExtractor();
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
    ready: true,
    log: (line) => context.output.raw(line),
    logLevel: settings.get('log_level') ?? 'info',
    accessLog,
    ...(await serviceParts(context, { sandbox: 'required', egress: 'public', proxy: 'required' })),
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

interface Defaults {
  sandbox: 'required' | 'preferred';
  egress: 'public' | 'open';
  proxy: 'required' | 'preferred';
}

type EgressProxy = ServerOptions['engine']['egress']['proxy'];

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
        proxy: await findProxies(context, defaults),
      },
      ...(executable !== null && { executable }),
      ...(concurrency !== null && { concurrency }),
      ...(queue !== null && { queue }),
      onWarning: (text) => context.output.warn(text),
    },
  };
}

/**
 * The proxy for each address that a page asks for, by the variables that also say how this program reaches a service; undefined
 * where none of them is set. A value that names no such proxy, which may be meant for other programs, is passed over by a command
 * and keeps a service from starting: throws `config_invalid`.
 */
async function findProxies({ io: { env }, output }: Context, { proxy }: Defaults): Promise<EgressProxy> {
  if (!Object.keys(env).some((name) => /^(https?|all)_proxy$/i.test(name) && env[name])) return undefined;
  const { findProxy } = await import('../client/index.ts');
  try {
    for (const scheme of ['http', 'https']) findProxy(new URL(`${scheme}://example.com/`), env);
  } catch (error) {
    if (proxy === 'required') throw error;
    output.detail(`${(error as Error).message}; pages are loaded without it`);
    return undefined;
  }
  return (url) => findProxy(url, env);
}

async function storeLocation(context: Context): Promise<ServerOptions['store']> {
  const settings = await context.settings();
  const databaseUrl = settings.get('database_url');
  if (databaseUrl !== null) return { databaseUrl };
  const { env, platform, homeFolder } = context.io;
  return { dataFolder: settings.get('data_dir') ?? folders(env, platform, homeFolder).data };
}
