import type { Folders } from '../../folders/index.ts';
import type { CommandWarning } from '../output/warnings.ts';
import type { SettingsFile } from './settings-file.ts';

/** Texts by name; undefined and empty mean unset. */
export type Texts = Readonly<Record<string, string | undefined>>;

/** A file of the project, and whether the user trusts its present content. */
export interface ProjectSource {
  file: SettingsFile;
  trusted: boolean;
}

/** The content of all sources of settings. */
export interface Sources {
  /** Values of flags by the name of the setting. */
  flags: Texts;
  /** The key that `--api-key-file` named. */
  keyFromFile: string | null;
  env: Texts;
  envFile: ProjectSource | null;
  project: ProjectSource | null;
  user: SettingsFile | null;
  folders: Folders;
  cwd: string;
  homeFolder: string;
  platform: NodeJS.Platform;
  /** Warnings of the reading. */
  warnings: readonly CommandWarning[];
  /** Notes, which only `config list` and `--verbose` show. */
  notes: readonly string[];
}
