import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Context } from '../command/context.ts';
import { openLocalKeys } from '../service/local-keys.ts';
import type { Settings } from '../settings/index.ts';
import { attempt, type CheckResult, fail, ok, warn } from './check-result.ts';

/** Checks the store of the service on this machine: whether it opens, and whether others can read it. */
export async function checkStore(context: Context, settings: Settings): Promise<CheckResult[]> {
  if (settings.get('database_url') !== null) {
    const fix = 'check that the database is running, and its URL: platen config get database_url';
    return attempt('store', () => openStore(context, 'Postgres'), fix);
  }
  const { platform } = context.io;
  const folder = settings.get('data_dir') as string;
  const own = `make ${folder} yours (chown, chmod 700), or name another: PLATEN_DATA_DIR`;
  const facts = await stat(folder).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? null : error));
  if (facts instanceof Error) return [fail('data_folder', facts, own)];
  if (facts === null) return attempt('data_folder', () => checkParent(folder), own);
  const usable = await attempt(
    'data_folder',
    async () => {
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
      // Windows has no mode bits; Node makes them up.
      const mode = platform === 'win32' ? 0 : facts.mode & 0o777;
      if ((mode & 0o077) === 0) return ok('data_folder', folder);
      return warn('data_folder', `${folder} is open to others (mode ${mode.toString(8)})`, `chmod 700 ${folder}`);
    },
    own,
  );
  return usable.some(({ state }) => state === 'fail')
    ? usable
    : [...usable, ...(await attempt('store', () => openStore(context, 'SQLite'), own))];
}

async function checkParent(folder: string): Promise<CheckResult> {
  for (let above = dirname(folder); ; above = dirname(above)) {
    if (!(await stat(above).catch(() => undefined)) && above !== dirname(above)) continue;
    await access(above, constants.W_OK | constants.X_OK);
    return ok('data_folder', `${folder}, made when it is needed`);
  }
}

async function openStore(context: Context, kind: string): Promise<CheckResult> {
  const keys = await openLocalKeys(context);
  const count = (await keys.list()).length;
  return ok('store', `${kind} opens, ${count} API key${count === 1 ? '' : 's'}`);
}
