import type { Context } from '../../command/context.ts';
import type { SignReceived } from './open-signing.ts';
import type { SignFlags } from './sign-flags.ts';

/** Opens the key of `--sign`, and loads what signs only then. Undefined without that flag. Throws as `openSigning` does. */
export async function openFlagSigning(context: Context, flags: SignFlags): Promise<SignReceived | undefined> {
  if (flags.sign === undefined) return undefined;
  const { openSigning } = await import('./open-signing.ts');
  return openSigning(context, flags);
}
