import type { RunningServer } from '../../server/index.ts';
import type { Context } from '../command/context.ts';
import { CommandError } from '../output/command-error.ts';
import { safeJson } from '../output/safe-text.ts';
import type { Settings } from '../settings/index.ts';
import { readServiceParts } from './engine-settings.ts';

/** A running service. */
export interface Service extends RunningServer {
  /** Resolves with the first uncaught error, once the service has closed because of it. */
  failed: Promise<unknown>;
  /** Ends the service in order, in the time that the settings give. */
  finish(): Promise<void>;
}

/** Milliseconds in the end of a service: while it still takes requests, and for those that run. */
const defaults = { drainMs: 5_000, graceMs: 30_000 };

/** Starts the service. Its log goes to stderr, a JSON object per line. */
export async function startService(
  context: Context,
  listen: { host: string; port: number },
  { accessLog, dashboard }: { accessLog: boolean; dashboard: boolean },
): Promise<Service> {
  const { boundYoungSpace, guardProcess, startServer } = await import('../../server/index.ts');
  const settings = await context.settings();
  const server = await startServer({
    version: context.version,
    ...listen,
    ready: true,
    log: (line) => context.output.raw(safeJson(line)),
    logLevel: settings.get('log_level') ?? 'info',
    accessLog,
    traces: context.io.env,
    dashboard: dashboard
      ? { publicUrl: settings.get('public_url') ?? undefined, openid: await readOpenId(settings, context.io.env) }
      : undefined,
    records: {
      days: settings.get('render_log_days') ?? undefined,
      keepContent: settings.get('keep_renders') ?? false,
    },
    requestsPerKey: {
      perSecond: settings.get('rate') ?? undefined,
      burst: settings.get('rate_burst') ?? undefined,
    },
    trustProxy: settings.get('trust_proxy') ?? undefined,
    role: settings.get('role') ?? undefined,
    workers: settings.get('workers') ?? undefined,
    waitingLimits: {
      account: settings.get('account_jobs_waiting') ?? undefined,
      all: settings.get('jobs_waiting') ?? undefined,
      accountMb: settings.get('account_jobs_waiting_mb') ?? undefined,
      allMb: settings.get('jobs_waiting_mb') ?? undefined,
    },
    storeWaitMs: settings.get('database_wait') ?? 0,
    results: { url: settings.get('results_url') ?? undefined, env: context.io.env },
    signal: context.signal,
    ...(await readServiceParts(context, {
      sandbox: 'required',
      ownNetwork: 'auto',
      egress: 'public',
      proxy: 'required',
    })),
  });
  const graceMs = settings.get('grace') ?? defaults.graceMs;
  // No load balancer is in front of a service that was started by hand.
  const drainMs = settings.get('drain_delay') ?? (context.io.stderr.isTTY ? 0 : defaults.drainMs);
  const guard = guardProcess(server, context.io.uncaught, graceMs);
  context.defer(guard.stop);
  context.defer(boundYoungSpace());
  return { ...server, failed: guard.failed, finish: () => server.close(graceMs, drainMs) };
}

/** The provider that the settings name. Throws `config_invalid` where a part of it is missing. */
async function readOpenId(settings: Settings, env: Context['io']['env']) {
  const issuer = settings.get('openid_issuer');
  if (issuer === null) return undefined;
  const [clientId, clientSecret] = [settings.get('openid_client_id'), settings.get('openid_client_secret')];
  if (clientId === null || clientSecret === null) {
    throw new CommandError('config_invalid', 'openid_issuer is set without openid_client_id and openid_client_secret', {
      fix: 'set PLATEN_OPENID_CLIENT_ID and PLATEN_OPENID_CLIENT_SECRET',
    });
  }
  const { buildProxyFetch } = await import('../../client/index.ts');
  return {
    issuer,
    fetch: buildProxyFetch(env),
    clientId,
    clientSecret,
    name: settings.get('openid_name') ?? undefined,
    accountClaim: settings.get('openid_account_claim') ?? undefined,
    roleClaim: settings.get('openid_role_claim') ?? undefined,
  };
}
