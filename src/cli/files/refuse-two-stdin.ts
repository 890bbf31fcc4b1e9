import { CommandError } from '../output/command-error.ts';

/** Refuses two inputs that both want stdin, the API key among them, before anything is read. */
export function refuseTwoStdin(
  { settings }: { settings: Readonly<Record<string, string | undefined>> },
  inputs: Readonly<Record<string, string | undefined>>,
): void {
  const all = { ...inputs, '--api-key-file': settings.api_key_file };
  // Some flags take text, and a file after an @.
  const flags = Object.entries(all).filter(([, value]) => value === '-' || value === '@-');
  if (flags.length > 1) {
    const names = flags.map(([name]) => name).join(' and ');
    throw new CommandError('usage', `${names} cannot both read stdin`, { fix: 'put one of them into a file' });
  }
}
