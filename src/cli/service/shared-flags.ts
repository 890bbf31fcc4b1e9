import { type Command, Option } from 'commander';

/** The settings that say which fonts count; each has a flag. */
export const fontSettings = ['fonts', 'font_dir'] as const;

/** Declares the flags. `usual` is what holds without the first. */
export function addFontFlags(command: Command, usual = 'system'): Command {
  return command
    .addOption(
      new Option(
        '--fonts <set>',
        `system: installed fonts, then bundled ones; bundled: bundled fonts only (default: ${usual})`,
      ).choices(['system', 'bundled']),
    )
    .option('--font-dir <folder>', 'folder with additional fonts; not with --fonts bundled');
}

/** The settings of the locale and the time zone; each has a flag. */
export const regionSettings = ['locale', 'timezone'] as const;

/** Declares the flags. */
export function addRegionFlags(command: Command): Command {
  return command
    .option('--locale <tag>', 'locale of pages, such as de-DE (default: en-US)')
    .option('--timezone <zone>', 'time zone of pages and templates, such as Europe/Berlin (default: UTC)');
}

/** The setting that says what damage of a PDF does; it has a flag. */
export const damageSettings = ['on_damage'] as const;

/** Declares the flag. */
export function addDamageFlag(command: Command): Command {
  return command.addOption(
    new Option('--on-damage <what>', 'if a PDF is damaged: warn and repair it, or fail (default: warn)').choices([
      'warn',
      'fail',
    ]),
  );
}

/** The settings with the place of the store; each has a flag. */
export const storeSettings = ['data_dir', 'database_url'] as const;

/** Declares the flags with the place of the store. */
export function addStoreFlags(command: Command): Command {
  return command
    .addOption(new Option('--data-dir <folder>', 'data folder with templates and keys (also PLATEN_DATA_DIR)'))
    .addOption(
      new Option('--database-url <url>', 'use this Postgres database, not the data folder (also PLATEN_DATABASE_URL)'),
    );
}
