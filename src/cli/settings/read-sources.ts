import { type Folders, warnOfHome } from '../../folders/index.ts';
import type { CommandWarning } from '../output/warnings.ts';
import { isSameFile } from './foreign-file.ts';
import { readProjectFile } from './project-file.ts';
import { readEnvFile } from './read-env-file.ts';
import { type KeyStream, readKeyFile } from './read-key-file.ts';
import type { SettingsFile } from './settings-file.ts';
import type { ProjectSource, Sources, Texts } from './sources.ts';
import { isTrusted, readTrustedFiles, type TrustedFiles } from './trusted-files.ts';
import { holdsKey, readUserFile, userFilePlace } from './user-file.ts';

/** What settings are read through. */
export interface SourceEdges {
  env: Texts;
  cwd: string;
  platform: NodeJS.Platform;
  homeFolder: string;
  folders: Folders;
  /** Values of flags by the name of the setting, and `api_key_file`. */
  flags: Texts;
  /** False after `--no-env-file`. */
  envFile: boolean;
  stdin(): KeyStream;
}

/** Reads all sources of settings. Writes nothing, changes nothing in this process. */
export async function readSources(edges: SourceEdges): Promise<Sources> {
  const { env, cwd, platform, homeFolder, folders, flags } = edges;
  const [{ envFile, project, notes }, user] = await Promise.all([
    readProjectSources(edges),
    readUserFile(userFilePlace(env, cwd, folders), platform),
  ]);
  const files = [envFile, project].filter((file) => file !== null);
  const trusted: TrustedFiles = files.length === 0 ? new Map() : await readTrustedFiles(folders);
  const keyFile = flags.api_key_file;
  return {
    flags,
    keyFromFile: keyFile === undefined ? null : await readKeyFile(keyFile, cwd, edges.stdin),
    env,
    envFile: envFile && (await withTrust(envFile, trusted)),
    project: project && (await withTrust(project, trusted)),
    user: user.file,
    folders,
    cwd,
    homeFolder,
    platform,
    warnings: [
      ...ofHome(homeFolder, folders),
      ...user.warnings,
      ...(await Promise.all(files.map((file) => warnOfTrackedKey(file, env)))).flat(),
    ],
    notes,
  };
}

function ofHome(homeFolder: string, folders: Folders): CommandWarning[] {
  const text = warnOfHome(homeFolder, folders);
  return text === undefined ? [] : [{ code: 'home_missing', text }];
}

async function withTrust(file: SettingsFile, trusted: TrustedFiles): Promise<ProjectSource> {
  return { file, trusted: await isTrusted(file, trusted) };
}

async function warnOfTrackedKey(file: SettingsFile, env: Texts): Promise<CommandWarning[]> {
  if (!holdsKey(file)) return [];
  const { isTrackedByGit } = await import('./git-tracking.ts');
  if (!(await isTrackedByGit(file.path, env))) return [];
  const advice = 'take it out, and replace the key if it was ever pushed';
  return [{ code: 'key_exposed', text: `${file.path} contains an API key and is tracked by git: ${advice}` }];
}

/** Where the files of a project are looked for. */
interface ProjectEdges {
  env: Texts;
  cwd: string;
  platform: NodeJS.Platform;
  homeFolder: string;
  folders: Folders;
  /** False after `--no-env-file`. */
  envFile: boolean;
}

/**
 * Reads the `.env` and the project file. One that is the user file by another name (a link of any kind) is left out with a note: its
 * settings apply as those of the user, and its key is never a key of the project.
 */
export async function readProjectSources({ env, cwd, platform, homeFolder, folders, envFile }: ProjectEdges) {
  const [dotenv, project] = await Promise.all([
    envFile ? readEnvFile(cwd, platform, homeFolder) : null,
    readProjectFile(cwd, homeFolder),
  ]);
  const user = userFilePlace(env, cwd, folders).path;
  const notes = [...project.notes];
  const keep = (file: SettingsFile | null) => {
    if (file === null || !isSameFile(file.path, user)) return file;
    notes.push(
      `${file.path} is your own settings file ${user} by another name, so it is not read as a file of the project`,
    );
    return null;
  };
  return { envFile: keep(dotenv), project: keep(project.file), notes };
}
