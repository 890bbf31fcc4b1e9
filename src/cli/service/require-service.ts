import type { Context } from '../command/context.ts';
import { CommandError } from '../output/command-error.ts';

/** Throws `config_invalid` without a configured URL. `what` needs a service that outlives the command. */
export async function requireService(context: Context, what: string): Promise<void> {
  const { resolveConnection } = await import('../settings/index.ts');
  if (resolveConnection(await context.settings()).baseUrl !== null) return;
  throw new CommandError('config_invalid', `${what} needs a service that keeps running`, {
    why: 'no base_url is set, and the service inside this command ends with it',
    fix: 'run one (platen serve), and name it: --base-url https://…, or PLATEN_BASE_URL',
  });
}
