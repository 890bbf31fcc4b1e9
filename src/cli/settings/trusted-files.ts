import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Folders } from '../../folders/index.ts';
import { CommandError } from '../output/command-error.ts';
import { checkOwner, readSettingsText } from './read-settings-text.ts';
import type { FileSettings, SettingsFile } from './settings-file.ts';
import { settingRows } from './settings-table.ts';

/** Files of projects that the user trusts: real path (with that of the link, for a file of elsewhere) to the digest of what was trusted in it. */
export type TrustedFiles = ReadonlyMap<string, string>;

/** The most files that are remembered; the oldest go first. */
const rememberedLimit = 1000;

/** The file that remembers trust. No setting moves it, because a setting may come from the project. */
function trustedFilesPath(folders: Folders): string {
  return join(folders.data, 'trusted-projects.json');
}

/** Reads the remembered files. */
export async function readTrustedFiles(folders: Folders): Promise<TrustedFiles> {
  const path = trustedFilesPath(folders);
  const found = await readSettingsText(path, 1024 * 1024);
  if (found === null) return new Map();
  checkOwner(path, found, process.platform);
  try {
    const { files } = JSON.parse(found.text) as { files: Record<string, string> };
    return new Map(Object.entries(files).filter(([, digest]) => typeof digest === 'string'));
  } catch (error) {
    throw new CommandError('config_invalid', `cannot read ${path}: it is not what platen wrote`, {
      fix: `delete ${path} and trust your projects again with platen config trust`,
      cause: error,
    });
  }
}

/** Whether a file is trusted with what it says now. */
export async function isTrusted(file: SettingsFile, trusted: TrustedFiles): Promise<boolean> {
  return trusted.size > 0 && trusted.get(await trustedName(file)) === digestOf(file);
}

/** A file that does not belong to its project is trusted for the link that leads there, not for every link. */
async function trustedName({ path, foreign }: SettingsFile): Promise<string> {
  if (foreign === undefined) return realpath(path);
  return `${join(await realpath(dirname(path)), basename(path))} -> ${foreign}`;
}

/** Remembers files with what they say now. */
export async function rememberTrust(folders: Folders, files: readonly SettingsFile[]): Promise<void> {
  const { changePrivateFile } = await import('../files/write-private-file.ts');
  await changePrivateFile(trustedFilesPath(folders), async () => {
    const trusted = new Map(await readTrustedFiles(folders));
    for (const file of files) {
      const path = await trustedName(file);
      trusted.delete(path);
      trusted.set(path, digestOf(file));
    }
    const kept = Object.fromEntries([...trusted].slice(-rememberedLimit));
    return { text: `${JSON.stringify({ files: kept }, null, 2)}\n` };
  });
}

/**
 * The SHA-256, in hex, of what trust is about: the address that keys go to, and the settings that only a trusted file may give.
 * Other settings may change, and so may comments.
 */
function digestOf({ values, profiles }: SettingsFile): string {
  const pick = (settings: FileSettings) =>
    [...settings]
      .filter(([name]) => name === 'base_url' || settingRows[name].files === 'trusted')
      .map(([name, { value }]) => [name, value])
      .sort();
  const sections = [...profiles].map(([profile, settings]) => [profile, pick(settings)]).sort();
  return createHash('sha256')
    .update(JSON.stringify([pick(values), sections]))
    .digest('hex');
}
