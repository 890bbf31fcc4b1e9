import type { ServerOptions } from '../../server/index.ts';
import type { Context } from '../command/context.ts';
import { CommandError } from '../output/command-error.ts';
import type { Settings } from '../settings/index.ts';

type OpenId = NonNullable<NonNullable<ServerOptions['dashboard']>['openid']>;

/** Milliseconds in the end of a service: while it still takes requests, and for those that run. */
const defaults = { drainMs: 5_000, graceMs: 30_000 };

/** The options of a service that settings give unchanged. */
export function readServerSettings(settings: Settings) {
  return {
    logLevel: settings.get('log_level') ?? 'info',
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
  } satisfies Partial<ServerOptions>;
}

/** The times in the end of a service. */
export function readEndTimes(settings: Settings, atTerminal: boolean): { graceMs: number; drainMs: number } {
  return {
    graceMs: settings.get('grace') ?? defaults.graceMs,
    // No load balancer is in front of a service that was started by hand.
    drainMs: settings.get('drain_delay') ?? (atTerminal ? 0 : defaults.drainMs),
  };
}

/** The provider that the settings name. Throws `config_invalid` where a part of it is missing. */
export async function readOpenId(settings: Settings, env: Context['io']['env']): Promise<OpenId | undefined> {
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
