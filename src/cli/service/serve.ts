import type { RunningServer } from '../../server/index.ts';
import type { Context } from '../command/context.ts';
import { safeJson } from '../output/safe-text.ts';
import { readServiceParts } from './engine-settings.ts';
import { readEndTimes, readOpenId, readServerSettings } from './server-settings.ts';

/** A running service. */
export interface Service extends RunningServer {
  /** Resolves with the first uncaught error, once the service has closed because of it. */
  failed: Promise<unknown>;
  /** Ends the service in order, in the time that the settings give. */
  finish(): Promise<void>;
}

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
    accessLog,
    traces: context.io.env,
    dashboard: dashboard
      ? { publicUrl: settings.get('public_url') ?? undefined, openid: await readOpenId(settings, context.io.env) }
      : undefined,
    ...readServerSettings(settings),
    results: { url: settings.get('results_url') ?? undefined, env: context.io.env },
    signal: context.signal,
    ...(await readServiceParts(context, {
      sandbox: 'required',
      ownNetwork: 'auto',
      egress: 'public',
      proxy: 'required',
    })),
  });
  const { graceMs, drainMs } = readEndTimes(settings, context.io.stderr.isTTY === true);
  const guard = guardProcess(server, context.io.uncaught, graceMs);
  context.defer(guard.stop);
  context.defer(boundYoungSpace());
  return { ...server, failed: guard.failed, finish: () => server.close(graceMs, drainMs) };
}
