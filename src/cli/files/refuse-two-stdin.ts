import { CommandError } from '../output/command-error.ts';

/** Refuses two inputs that both want stdin, before anything is read. */
export function refuseTwoStdin(inputs: Readonly<Record<string, string | undefined>>): void {
  const flags = Object.entries(inputs).filter(([, value]) => value === '-');
  if (flags.length > 1) {
    const names = flags.map(([name]) => name).join(' and ');
    throw new CommandError('usage', `${names} cannot both read stdin`, { fix: 'put one of them into a file' });
  }
}
