import type { Attempt, Client, ServiceError } from '../../client/index.ts';
import { maskApiKey } from '../../contract/index.ts';
import type { Context, GlobalFlags } from '../command/context.ts';
import { CommandError } from '../output/command-error.ts';
import type { Io } from '../output/io.ts';
import type { Output } from '../output/output.ts';
import { parseDuration } from '../settings/duration.ts';
import type { Settings } from '../settings/index.ts';
import type { EmbeddedService } from './embedded.ts';
import { limitStdin } from './limit-stdin.ts';

/** A context that can be closed. */
export interface OpenContext extends Context {
  /** The address that was called, once a client was made. */
  baseUrl(): string | undefined;
  /** Closes everything that was opened, last first. */
  close(): Promise<void>;
}

/**
 * Opens the context of a command. `--timeout` is the time of reading stdin, and that of all its calls together; with `timeoutPerCall`
 * of each call alone.
 */
export function openContext(
  io: Io,
  flags: GlobalFlags,
  output: Output,
  signal: AbortSignal,
  version: string,
  timeoutPerCall = false,
): OpenContext {
  const deferred: (() => Promise<void> | void)[] = [];
  let settings: Promise<Settings> | undefined;
  let client: Promise<Client> | undefined;
  let baseUrl: string | undefined;
  let local: Promise<EmbeddedService | undefined> | undefined;

  const context: OpenContext = {
    io: limitStdin(io, signal, readStdinTimeout),
    flags,
    output,
    signal,
    version,
    settings() {
      settings ??= loadSettings(context);
      return settings;
    },
    async warmUp(expected) {
      local ??= openLocal();
      const service = await local.catch(() => undefined);
      // The render meets the same failure and reports it.
      service?.start(expected).catch(() => undefined);
      // A turn of the event loop, in which the browser is launched, before the caller loads anything more.
      await new Promise(setImmediate);
    },
    async requireBrowser() {
      local ??= openLocal();
      await (await local)?.start();
    },
    client() {
      client ??= openClient();
      return client;
    },
    defer: (close) => void deferred.push(close),
    baseUrl: () => baseUrl,
    async close() {
      // What is still being opened is waited for, so that it is closed as well.
      await local?.catch(() => undefined);
      await (await client?.catch(() => undefined))?.close();
      for (let last = deferred.pop(); last; last = deferred.pop()) await last();
    },
  };

  /** Milliseconds for stdin. The settings may wait for a key from there, so flag and variable are read without them. */
  async function readStdinTimeout(): Promise<number | null> {
    if (timeoutPerCall) return null;
    const given = parseDuration(flags.settings.timeout ?? io.env.PLATEN_TIMEOUT ?? '');
    return given ?? (await settings)?.get('timeout') ?? null;
  }

  /** The service inside this process; undefined if an address is configured. */
  async function openLocal(): Promise<EmbeddedService | undefined> {
    const settings = await context.settings();
    const { resolveConnection } = await import('../settings/index.ts');
    if (resolveConnection(settings).baseUrl !== null) {
      refuseFontFolder(settings);
      return undefined;
    }
    const { openLocalService } = await import('./embedded.ts');
    const service = await openLocalService(context);
    context.defer(service.close);
    output.debug('the service runs inside this command');
    return service;
  }

  async function openClient(): Promise<Client> {
    local ??= openLocal();
    const service = await local;
    const settings = await context.settings();
    const timeout = settings.get('timeout');
    const common = {
      ...(timeout !== null && { timeoutMs: timeout, ...(!timeoutPerCall && { totalMs: timeout }) }),
      userAgent: `platen/${version}`,
      onAttempt: (attempt: Attempt) =>
        output.debug(
          `${attempt.method} ${attempt.url} -> ${attempt.status ?? ''} ${attempt.code ?? ''} in ${Math.round(attempt.ms)} ms (try ${attempt.attempt})`,
        ),
    };
    // Loaded once a browser is on its way.
    const { createClient, createEmbeddedClient } = await import('../../client/index.ts');
    if (service) return createEmbeddedClient(service, common);
    const { address, apiKey } = await readAddress(settings);
    const retries = settings.get('retries');
    return createClient({
      ...common,
      ...(retries !== null && { retries }),
      onWait: (attempt: number, error: ServiceError, waitMs: number) =>
        output.note(`try ${attempt} failed (${error.code}); trying again in ${(waitMs / 1000).toFixed(1)} s`),
      baseUrl: address,
      apiKey,
      env: io.env,
      insecureHttp: settings.get('insecure_http') ?? false,
    });
  }

  /** The address that is configured and the key for it. */
  async function readAddress(settings: Settings): Promise<{ address: string; apiKey: string }> {
    const { adviseOnKey, resolveConnection } = await import('../settings/index.ts');
    const { baseUrl: address, apiKey } = resolveConnection(settings);
    if (address === null) throw new CommandError('config_invalid', 'no base_url is set');
    baseUrl = address;
    if (apiKey === null) {
      throw new CommandError('no_key', `no API key is set for ${address}`, { fix: adviseOnKey(settings) });
    }
    const caFile = settings.get('ca_file');
    if (caFile !== null) await (await import('./trust-certificates.ts')).trustCertificates(caFile);
    output.hide(apiKey);
    output.debug(`service at ${address}, key ${maskApiKey(apiKey)}`);
    return { address, apiKey };
  }

  return context;
}

/** Refuses the flag that no service hears of. The setting may stand in a file for the renders without a service. */
function refuseFontFolder({ entries }: Settings): void {
  if (entries.font_dir.origin.source !== 'flag') return;
  throw new CommandError('usage', '--font-dir is for renders without a service; a service has its own fonts', {
    fix: 'bring the faces along with @font-face, or ask the operator for the setting font_dir',
  });
}

async function loadSettings(context: Context): Promise<Settings> {
  const { loadSettings } = await import('../settings/index.ts');
  const settings = await loadSettings(context);
  for (const warning of settings.warnings) context.output.warn(warning);
  for (const note of settings.notes) context.output.detail(note);
  return settings;
}
