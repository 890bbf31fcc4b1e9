import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Transport } from '../../client/index.ts';
import { defaultAccount, formatApiKey } from '../../contract/index.ts';
import type { EmbeddedService, TemplateRenderer } from '../../server/index.ts';
import type { Context } from '../command/context.ts';
import { readServiceParts } from './engine-settings.ts';

export type { TemplateRenderer };

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
  connection: { baseUrl: string; apiKey: string; way: Transport };
  /** What its browser is, once it is up. */
  status: EmbeddedService['status'];
}

/**
 * Starts the service inside this process on a free loopback port, with the user's own store and a key that is valid for
 * this command alone.
 */
export async function openLocalServer(context: Context): Promise<LocalServer> {
  const { startServer } = await import('../../server/index.ts');
  const apiKey = formatApiKey(randomBytes(32));
  const { engine, store } = await readServiceParts(context, localDefaults);
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
  const { openEmbeddedService } = await import('../../server/index.ts');
  const { engine, store } = await readServiceParts(context, localDefaults);
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
  const way: Transport = {
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
export async function loadTemplateRenderer(): Promise<TemplateRenderer> {
  const { openTemplateRenderer } = await import('../../server/index.ts');
  return openTemplateRenderer();
}

/** What finds the HTML in the page of a Markdown part that can load a file. */
export async function loadMarkdownExtractor(): Promise<(markdown: string) => string> {
  return (await import('../../server/index.ts')).openMarkdownExtractor();
}
