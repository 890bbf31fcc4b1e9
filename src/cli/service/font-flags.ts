import { type Command, Option } from 'commander';

/** The settings that say which fonts count; each has a flag. */
export const fontSettings = ['fonts', 'font_dir'] as const;

/** Declares the flags. `usual` is what holds without the first. */
export function addFontFlags(command: Command, usual = 'system'): Command {
  return command
    .addOption(
      new Option(
        '--fonts <set>',
        `system: the machine's, then platen's own; bundled: platen's own alone (default: ${usual})`,
      ).choices(['system', 'bundled']),
    )
    .option('--font-dir <folder>', 'a folder of more fonts; not with --fonts bundled');
}
