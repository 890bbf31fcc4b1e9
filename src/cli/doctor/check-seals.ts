import type { Context } from '../command/context.ts';
import { openLocalService } from '../service/embedded.ts';
import type { Settings } from '../settings/index.ts';
import { type CheckResult, ok } from './check-result.ts';

/** Checks that the seals of the settings can sign. No result without a folder of seals. Throws for a file that cannot be used. */
export async function checkSeals(context: Context, settings: Settings): Promise<CheckResult[]> {
  if (settings.get('seals') === null) return [];
  const service = await openLocalService(context, { templates: false });
  try {
    const names = await service.listSeals();
    return [ok('seals', names.length === 0 ? 'the folder has none' : names.join(', '))];
  } finally {
    await service.close();
  }
}
