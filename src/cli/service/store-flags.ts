import { type Command, Option } from 'commander';

/** The settings with the place of the store; each has a flag. */
export const storeSettings = ['data_dir', 'database_url'] as const;

/** Declares the flags with the place of the store. */
export function addStoreFlags(command: Command): Command {
  return command
    .addOption(new Option('--data-dir <folder>', 'the folder of templates and keys (also PLATEN_DATA_DIR)'))
    .addOption(new Option('--database-url <address>', 'the Postgres database instead (also PLATEN_DATABASE_URL)'));
}
