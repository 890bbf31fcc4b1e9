import type { Readiness } from '../../client/index.ts';
import type { Context } from '../command/context.ts';
import { type CheckResult, ok, warn } from './check-result.ts';

/** What a service says of itself: its version, whether it is ready, its database, its last backup and who does renders in the background. Nothing of other services. */
export async function checkReadiness(context: Context, baseUrl: string): Promise<CheckResult[]> {
  const { askReadiness } = await import('../../client/index.ts');
  const found = await askReadiness(baseUrl, context.io.env, context.signal);
  return found === undefined ? [] : judgeReadiness(found, context.version);
}

/** Judges what a service says of itself. `command` is the version of the command. */
export function judgeReadiness(found: Readiness, command: string): CheckResult[] {
  const { status, version, database, last_backup: lastBackup, workers } = found;
  return [
    ...(version === undefined ? [] : [checkVersion(version, command)]),
    status === 'ready' ? ok('ready', 'it is') : warn('ready', `it is not: ${status}`, "look into the service's log"),
    ...(database === undefined ? [] : [ok('database', database)]),
    ...(lastBackup === undefined ? [] : [checkBackup(lastBackup)]),
    ...(workers === undefined ? [] : [checkWorkers(workers)]),
  ];
}

function checkVersion(service: string, command: string): CheckResult {
  if (service === command) return ok('version', service);
  return ok('version', `${service}; this command is ${command}`);
}

function checkWorkers(workers: number): CheckResult {
  if (workers > 0)
    return ok('background', `${workers} service${workers === 1 ? ' does' : 's do'} renders in the background`);
  const fix = 'start one: platen serve --role worker, or without --role';
  return warn('background', 'no service does renders in the background: they wait', fix);
}

function checkBackup(lastBackup: string | null): CheckResult {
  if (lastBackup !== null) return ok('backup', `last at ${lastBackup}`);
  return warn('backup', 'there was none yet', "run platen backup <file> on the service's machine");
}
