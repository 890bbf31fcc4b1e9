import type { Context } from '../command/context.ts';
import { type CheckResult, ok, warn } from './check-result.ts';

/** What a service says of itself: its version, whether it is ready, its database and its last backup. Nothing of other services. */
export async function checkReadiness(context: Context, baseUrl: string): Promise<CheckResult[]> {
  const { askReadiness } = await import('../../client/index.ts');
  const found = await askReadiness(baseUrl, context.io.env, context.signal);
  if (found === undefined) return [];
  const { status, version, database, last_backup: lastBackup } = found;
  return [
    ...(version === undefined ? [] : [checkVersion(version, context.version)]),
    status === 'ready' ? ok('ready', 'it is') : warn('ready', `it is not: ${status}`, "look into the service's log"),
    ...(database === undefined ? [] : [ok('database', database)]),
    ...(lastBackup === undefined ? [] : [checkBackup(lastBackup)]),
  ];
}

function checkVersion(service: string, command: string): CheckResult {
  if (service === command) return ok('version', service);
  return ok('version', `${service}; this command is ${command}`);
}

function checkBackup(lastBackup: string | null): CheckResult {
  if (lastBackup !== null) return ok('backup', `last at ${lastBackup}`);
  return warn('backup', 'there was none yet', "run platen backup <file> on the service's machine");
}
