import { type Command, Option } from 'commander';
import type { SettingFlags } from '../command/command.ts';

/** The flags that say which fonts count. */
export interface FontOptions {
  fonts?: string;
  fontDir?: string;
}

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

/** The settings that the flags give. */
export function readFontSettings({ fonts, fontDir }: FontOptions): SettingFlags {
  return { fonts, font_dir: fontDir };
}
