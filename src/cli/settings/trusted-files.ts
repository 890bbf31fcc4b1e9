import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Folders } from '../../folders/index.ts';
import { CommandError } from '../output/command-error.ts';
import { readSettingsText } from './read-settings-text.ts';
import type { SettingsFile } from './settings-file.ts';

/** Files of projects that the user trusts: real path to the digest of the content that was trusted. */
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

/** Whether a file is trusted with its present content. */
export async function isTrusted(file: SettingsFile, trusted: TrustedFiles): Promise<boolean> {
  return trusted.size > 0 && trusted.get(await realpath(file.path)) === file.digest;
}

/** Remembers files with their present content. */
export async function rememberTrust(folders: Folders, files: readonly SettingsFile[]): Promise<void> {
  const { changePrivateFile } = await import('../files/write-private-file.ts');
  await changePrivateFile(trustedFilesPath(folders), async () => {
    const trusted = new Map(await readTrustedFiles(folders));
    for (const file of files) {
      const path = await realpath(file.path);
      trusted.delete(path);
      trusted.set(path, file.digest);
    }
    const kept = Object.fromEntries([...trusted].slice(-rememberedLimit));
    return { text: `${JSON.stringify({ files: kept }, null, 2)}\n` };
  });
}
