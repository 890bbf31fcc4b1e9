import { createRequire } from 'node:module';
import {
  type CallOptions,
  type Client,
  createEmbeddedClient,
  explainFailure,
  findProxies,
  type ImageRequest,
  type ReceivedRender,
  type RenderedPdf,
  type RenderRequest,
  renderMany,
} from '../client/index.ts';
import { defaultAccount } from '../contract/index.ts';
import { defaultConcurrency, findHome, folders, warnOfHome } from '../folders/index.ts';
import type { Platen } from './local-request.ts';
import { checkPlatenOptions } from './option-rules.ts';
import type { PlatenOptions } from './platen-options.ts';
import { openRequestReader } from './read-local-request.ts';

/**
 * Opens platen inside this process: a client that needs no service, no key and no listener. Its browser starts at once, and
 * is kept for the next render until `close`. What keeps the browser from starting is reported by the first render, with the code
 * `browser_missing` or `sandbox_unavailable`. Rejects with `config_invalid` for an option that is unknown or not valid.
 *
 * @example
 * import { openPlaten } from 'platen';
 *
 * const platen = await openPlaten();
 * const pdf = await platen.renderPdf({ parts: { html: '<h1>Hello</h1>' } });
 * await pdf.save('hello.pdf');
 * await platen.close();
 *
 * @example
 * await using platen = await openPlaten({ egress: 'public', concurrency: 2 });
 */
export async function openPlaten(options: PlatenOptions = {}): Promise<Platen> {
  checkPlatenOptions(options);
  const { sandbox = 'preferred', egress = 'open', allow = [], onWarning } = options;
  const { openEmbeddedService, readAllowList } = await import('../server/index.ts');
  const allowed = readAllowed(() => readAllowList(allow));
  const home = findHome();
  const userFolders = folders(process.env, process.platform, home);
  const homeWarning = warnOfHome(home, userFolders);
  if (homeWarning !== undefined) onWarning?.(homeWarning, 'home_missing');
  const service = openEmbeddedService({
    version: readVersion(),
    engine: {
      cacheFolder: userFolders.cache,
      sandbox,
      egress: { level: egress, ...allowed, proxy: findPageProxies(onWarning) },
      ...(options.chromium !== undefined && { executable: options.chromium }),
      ...(options.concurrency !== undefined && { concurrency: options.concurrency }),
      queue: waitingLimit,
      ...(options.fonts !== undefined && { fonts: options.fonts }),
      ...(options.fontDir !== undefined && { fontFolders: [options.fontDir] }),
      ...(options.seals !== undefined && { seals: readSeals(options.seals) }),
      ...(options.timestampUrl !== undefined && { timestampUrl: options.timestampUrl }),
      ...(options.locale !== undefined && { locale: options.locale }),
      ...(options.timezone !== undefined && { timezone: options.timezone }),
      ...(onWarning && { onWarning }),
    },
    store: {
      ...(options.databaseUrl === undefined
        ? { dataFolder: options.dataDir ?? userFolders.data }
        : { databaseUrl: options.databaseUrl }),
      ...(options.templateRevisions !== undefined && { keptRevisions: options.templateRevisions }),
    },
    account: defaultAccount,
  });
  // The first render that meets the same failure reports it.
  service.start().catch(() => undefined);
  const client = createEmbeddedClient(service, options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs });
  return readFiles(client, options);
}

/** The client, with renders that take files of this machine. */
function readFiles(client: Client, { timezone, concurrency }: PlatenOptions): Platen {
  const reader = openRequestReader(timezone);

  async function renderPdf(given: unknown, choices?: CallOptions): Promise<RenderedPdf> {
    const { request, merge } = await reader.read(given, choices?.signal);
    const pdf = await client.renderPdf(request as RenderRequest, choices);
    return { ...pdf, warnings: merge(pdf.warnings) };
  }

  const renderImages: Platen['renderImages'] = async (given, choices) => {
    const { request, merge } = await reader.read(given, choices?.signal);
    const rendered = await client.renderImages(request as ImageRequest, choices);
    return { ...rendered, warnings: merge(rendered.warnings) };
  };

  const receivePdf: Client['receivePdf'] = async (given, receive, choices) => {
    const { request, merge } = await reader.read(given, choices?.signal);
    const receiveMerged = (received: ReceivedRender) =>
      receive(received.kind === 'pdf' ? { ...received, warnings: merge(received.warnings) } : received);
    return client.receivePdf(request, receiveMerged, choices);
  };

  async function close(): Promise<void> {
    await Promise.all([client.close(), reader.close()]);
  }

  return {
    ...client,
    renderPdf,
    renderImages,
    receivePdf,
    renderMany: (jobs, choices = {}) => renderMany(receivePdf, jobs, choices, concurrency ?? defaultConcurrency()),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function readSeals(seals: NonNullable<PlatenOptions['seals']>) {
  return typeof seals === 'string' ? { folder: seals } : { files: seals };
}

/** Renders that may wait: all are of one program, which knows how many it asks for. */
const waitingLimit = 10_000;

/** What `read` gives; its errors are the caller's. */
function readAllowed<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw explainFailure(error);
  }
}

/** The proxies of pages, by the usual variables. A value that names none may be meant for other programs: it is passed over. */
function findPageProxies(onWarning: PlatenOptions['onWarning']) {
  try {
    return findProxies(process.env);
  } catch (error) {
    onWarning?.(`${(error as Error).message}; pages are loaded without it`, 'proxy_ignored');
    return undefined;
  }
}

/** The version of this package, which finds itself by its own name wherever the file with this code is. */
function readVersion(): string {
  return createRequire(import.meta.url)('platen/package.json').version;
}
