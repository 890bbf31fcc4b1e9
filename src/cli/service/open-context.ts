import type { Attempt, Client, ServiceError } from '../../client/index.ts';
import { maskApiKey } from '../../contract/index.ts';
import type { ClientPurpose, Context, GlobalFlags } from '../command/context.ts';
import { CommandError } from '../output/command-error.ts';
import type { Io } from '../output/io.ts';
import type { Output } from '../output/output.ts';
import type { Settings } from '../settings/index.ts';
import type { LocalRenderer, LocalServer } from './embedded.ts';

/** A context and the way to end it. */
export interface OpenContext extends Context {
  /** The address that was called, once a client was made. */
  baseUrl(): string | undefined;
  /** The error behind one of the service in here that says only "internal"; any other error as it is. */
  explain(error: unknown): unknown;
  /** Closes everything that was opened, last first. */
  close(): Promise<void>;
}

/** Wires a command's surroundings, in one place. */
export function openContext(
  io: Io,
  flags: GlobalFlags,
  output: Output,
  signal: AbortSignal,
  version: string,
): OpenContext {
  const deferred: (() => Promise<void> | void)[] = [];
  let settings: Promise<Settings> | undefined;
  let client: Promise<Client> | undefined;
  let baseUrl: string | undefined;
  let local: LocalRenderer | LocalServer | undefined;

  const context: OpenContext = {
    io,
    flags,
    output,
    signal,
    version,
    settings() {
      settings ??= loadSettings(context);
      return settings;
    },
    client(purpose = { render: false }) {
      client ??= openClient(purpose);
      return client;
    },
    defer: (close) => void deferred.push(close),
    baseUrl: () => baseUrl,
    explain(error) {
      const said = (error as { code?: unknown } | undefined)?.code;
      return said === 'internal' ? (local?.lastError() ?? error) : error;
    },
    async close() {
      // A client that is still being opened defers its own closing, so it is waited for.
      await client?.catch(() => {});
      for (let last = deferred.pop(); last; last = deferred.pop()) await last();
    },
  };

  async function openClient(purpose: ClientPurpose): Promise<Client> {
    const settings = await context.settings();
    const { resolveConnection } = await import('../settings/index.ts');
    const connection = resolveConnection(settings);
    const timeout = settings.get('timeout');
    const retries = settings.get('retries');
    const common = {
      ...(timeout !== null && { timeoutMs: timeout }),
      ...(retries !== null && { retries }),
      env: io.env,
      userAgent: `platen/${version}`,
      onAttempt: (attempt: Attempt) =>
        output.debug(
          `${attempt.method} ${attempt.url} -> ${attempt.status ?? ''} ${attempt.code ?? ''} in ${Math.round(attempt.ms)} ms (try ${attempt.attempt})`,
        ),
      onWait: (attempt: number, error: ServiceError, waitMs: number) =>
        output.note(`try ${attempt} failed (${error.code}); trying again in ${(waitMs / 1000).toFixed(1)} s`),
    };
    const made = await (connection.baseUrl === null ? openEmbedded() : openRemote(connection.baseUrl));
    context.defer(() => made.close());
    return made;

    async function openEmbedded(): Promise<Client> {
      const { openLocalRenderer, openLocalServer } = await import('./embedded.ts');
      const embedded = { ...common, env: {}, retries: 0 };
      if (!purpose.render) {
        const server = await openLocalServer(context);
        local = server;
        context.defer(server.close);
        output.debug(`service inside this command at ${server.baseUrl}`);
        const { createClient } = await import('../../client/index.ts');
        return createClient({ ...embedded, baseUrl: server.baseUrl, apiKey: server.apiKey });
      }
      const renderer = await openLocalRenderer(context, { ...purpose, ready: purpose.render === 'ready' });
      local = renderer;
      context.defer(renderer.close);
      output.debug('renders inside this command');
      // Loaded once the browser is on its way.
      const { createClient } = await import('../../client/index.ts');
      return createClient({ ...embedded, ...renderer.connection });
    }

    async function openRemote(address: string): Promise<Client> {
      baseUrl = address;
      const key = connection.apiKey;
      if (key === null) throw new CommandError('no_key', `no API key is set for ${address}`);
      const caFile = settings.get('ca_file');
      if (caFile !== null) await trustCertificates(caFile);
      output.hide(key);
      output.debug(`service at ${address}, key ${maskApiKey(key)}`);
      const insecureHttp = settings.get('insecure_http') ?? false;
      const { createClient } = await import('../../client/index.ts');
      return createClient({ ...common, baseUrl: address, apiKey: key, insecureHttp });
    }
  }

  return context;
}

async function loadSettings(context: Context): Promise<Settings> {
  const { loadSettings } = await import('../settings/index.ts');
  const settings = await loadSettings(context);
  for (const warning of settings.warnings) context.output.warn(warning);
  for (const note of settings.notes) context.output.detail(note);
  return settings;
}

/** Trusts certificates beside the usual ones, for direct and proxied connections alike. */
async function trustCertificates(file: string): Promise<void> {
  const [{ readFile }, { X509Certificate }, tls] = await Promise.all([
    import('node:fs/promises'),
    import('node:crypto'),
    import('node:tls'),
  ]);
  try {
    const pem = await readFile(file, 'utf8');
    // Node takes a broken PEM in silence, so it is read here first.
    void new X509Certificate(pem);
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), pem]);
  } catch (cause) {
    throw new CommandError('config_invalid', `ca_file: ${file} holds no certificate that can be read`, {
      why: (cause as Error).message,
      cause,
    });
  }
}
