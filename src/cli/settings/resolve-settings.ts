import { dirname, join, resolve } from 'node:path';
import { isApiKey } from '../../contract/index.ts';
import { nearestName } from '../../folders/index.ts';
import { CommandError } from '../output/command-error.ts';
import type { CommandWarning } from '../output/warnings.ts';
import { isFromProject, type Origin } from './origin.ts';
import type { SettingRow } from './rows/setting-row.ts';
import { type FileSettings, type SettingsFile, showName } from './settings-file.ts';
import {
  type SettingName,
  type SettingValue,
  type SettingValues,
  secretSettings,
  settingNames,
  settingRows,
  variableOf,
} from './settings-table.ts';
import { showSetting } from './show-setting.ts';
import type { Sources } from './sources.ts';

/** A setting's value and where it comes from. */
export interface ResolvedSetting {
  value: SettingValue | null;
  origin: Origin;
  /** Why the value must not be used: it comes from a file of the project that is not trusted yet. */
  blocked?: CommandError;
}

/** All settings, resolved. */
export interface ResolvedSettings {
  readonly entries: Readonly<Record<SettingName, ResolvedSetting>>;
  /** The address beside the API key in the user file, or in a file that does not belong to its project; undefined for other keys. */
  readonly keyHome: string | null | undefined;
  /** Whether an origin is a file of the project that is really elsewhere: a link out of it, or a hard link. */
  isForeign(origin: Origin): boolean;
  /** Whether an origin is trusted; true for any origin outside of the project. */
  isTrusted(origin: Origin): boolean;
  readonly warnings: readonly CommandWarning[];
  readonly notes: readonly string[];
  /** The value of a setting, null if nothing is set; throws `project_not_trusted` where it must not be used. */
  get<N extends SettingName>(name: N): SettingValues[N];
}

/** A source of settings: returns its value of a setting, or undefined. */
type Layer = (name: SettingName) => { value: SettingValue; origin: Origin } | undefined;

/**
 * Resolves every setting: flag, environment, `.env`, project file, user file, default, in this order; within a file the chosen
 * profile goes first. Empty means unset.
 */
export function resolveSettings(sources: Sources): ResolvedSettings {
  const plain = [flagLayer(sources), environmentLayer(sources), envFileLayer(sources)];
  const chosen = first([...plain, ...fileLayers(sources, undefined)], 'profile');
  const profile = chosen?.value as string | undefined;
  if (profile !== undefined) checkProfile(profile, sources);
  const layers = [...plain, ...fileLayers(sources, profile)];
  const trustAll = first(layers, 'trust_project')?.value === true;
  const isTrusted = (origin: Origin) =>
    !isFromProject(origin) ||
    trustAll ||
    Boolean(origin.source === 'env_file' ? sources.envFile?.trusted : sources.project?.trusted);
  const isForeign = (origin: Origin) => isFromProject(origin) && fileOf(origin, sources)?.foreign !== undefined;
  const entries = Object.fromEntries(
    settingNames.map((name) => [name, resolveSetting(name, layers, sources, { isTrusted, isForeign })]),
  ) as Record<SettingName, ResolvedSetting>;
  return {
    entries,
    keyHome: findKeyHome(entries.api_key.origin, sources, isForeign),
    isTrusted,
    isForeign,
    warnings: [...sources.warnings, ...unknownVariables(sources), ...mistypedKey(entries.api_key)],
    notes: sources.notes,
    get<N extends SettingName>(name: N): SettingValues[N] {
      const { value, blocked } = entries[name];
      if (blocked) throw blocked;
      return value as SettingValues[N];
    },
  };
}

function resolveSetting(
  name: SettingName,
  layers: readonly Layer[],
  sources: Sources,
  { isTrusted, isForeign }: Pick<ResolvedSettings, 'isTrusted' | 'isForeign'>,
): ResolvedSetting {
  const row = settingRows[name];
  const found = first(layers, name);
  if (found === undefined) return { value: defaultOf(name, row, sources), origin: { source: 'default' } };
  const { origin } = found;
  const value = resolvePath(row, found.value, origin, sources);
  if (row.files !== 'trusted' || isTrusted(origin) || !isFromProject(origin)) return { value, origin };
  const shown = isForeign(origin) ? '' : `; its value is ${showSetting(name, found.value)}`;
  const blocked = new CommandError('project_not_trusted', `${origin.path}:${origin.line} sets ${name}`, {
    why: `a project may only set ${name} once you trust it${shown}`,
    fix: 'read the file, then run platen config trust, or set PLATEN_TRUST_PROJECT=1',
  });
  return { value, origin, blocked };
}

function first(layers: readonly Layer[], name: SettingName) {
  for (const layer of layers) {
    const found = layer(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function defaultOf(name: SettingName, row: SettingRow<SettingValue>, sources: Sources): SettingValue | null {
  return name === 'data_dir' ? sources.folders.data : row.default;
}

function flagLayer({ flags, keyFromFile }: Sources): Layer {
  return (name) => {
    if (name === 'api_key') {
      if (keyFromFile === null) return undefined;
      return { value: keyFromFile, origin: { source: 'flag', flag: '--api-key-file' } };
    }
    const text = flags[name];
    // An empty flag is refused, not unset: `--base-url "$URL"` must not end up at another service.
    if (text === undefined) return undefined;
    const flag = `--${name.replaceAll('_', '-')}`;
    return { value: readText(name, text, flag, 'usage'), origin: { source: 'flag', flag } };
  };
}

function environmentLayer(sources: Sources): Layer {
  return (name) => {
    const variable = variableOf(name);
    const text = environmentText(sources, variable);
    if (text === undefined || text === '' || isServiceLink(name, text)) return undefined;
    return { value: readText(name, text, variable, 'config_invalid'), origin: { source: 'environment', variable } };
  };
}

/** Windows ignores the case of environment names. */
function environmentText({ env, platform }: Sources, variable: string): string | undefined {
  if (platform !== 'win32' || env[variable] !== undefined) return env[variable];
  const name = Object.keys(env).find((known) => known.toUpperCase() === variable);
  return name === undefined ? undefined : env[name];
}

/** Whether Kubernetes or a Docker link set the variable: `<SERVICE>_PORT=tcp://…` for a service called "platen". */
function isServiceLink(name: SettingName, text: string): boolean {
  return name === 'port' && /^(tcp|udp|sctp):\/\//.test(text);
}

function readText(name: SettingName, text: string, where: string, code: 'usage' | 'config_invalid'): SettingValue {
  const parsed = settingRows[name].kind.fromText(text);
  if ('value' in parsed) return parsed.value;
  const given = secretSettings.includes(name) ? where : `${where}=${showName(text)}`;
  throw new CommandError(code, `${given} ${parsed.problem}`);
}

function envFileLayer({ envFile }: Sources): Layer {
  if (envFile === null) return () => undefined;
  return fromSettings(envFile.file.values, { source: 'env_file', path: envFile.file.path });
}

function fileLayers({ project, user }: Sources, profile: string | undefined): Layer[] {
  const layers: Layer[] = [];
  for (const [source, file] of [['project', project?.file] as const, ['user', user] as const]) {
    if (!file) continue;
    const section = profile === undefined ? undefined : file.profiles.get(profile);
    if (section) layers.push(fromSettings(section, { source, path: file.path, profile: profile as string }));
    layers.push(fromSettings(file.values, { source, path: file.path }));
  }
  return layers;
}

type FilePlace = { source: 'env_file' | 'project' | 'user'; path: string; profile?: string };

function fromSettings(settings: FileSettings, place: FilePlace): Layer {
  return (name) => {
    const found = settings.get(name);
    return found && { value: found.value, origin: { ...place, line: found.line } };
  };
}

function checkProfile(profile: string, { project, user }: Sources): void {
  const known = [...new Set([...(project?.file.profiles.keys() ?? []), ...(user?.profiles.keys() ?? [])])].sort();
  if (known.includes(profile)) return;
  const near = nearestName(profile, known);
  const list = known.length === 0 ? 'there are no profiles' : `known profiles: ${known.join(', ')}`;
  throw new CommandError('unknown_profile', `there is no profile "${profile}"`, {
    why: list,
    fix:
      near === undefined ? `create it: platen config set base_url <url> --profile ${profile}` : `did you mean ${near}?`,
  });
}

/** A value with its path, if it has one, made absolute. */
function resolvePath(
  { kind }: SettingRow<SettingValue>,
  value: SettingValue,
  origin: Origin,
  sources: Sources,
): SettingValue {
  if (kind.isPath) return absolutePath(String(value), origin, sources);
  if (!kind.isMarkup || !String(value).startsWith('@')) return value;
  return `@${absolutePath(String(value).slice(1), origin, sources)}`;
}

/** Resolves a path from the folder of the file that gives it, else from the current one. Shells expand `~`, files do not. */
function absolutePath(path: string, origin: Origin, { cwd, homeFolder }: Sources): string {
  if (!('path' in origin)) return resolve(cwd, path);
  if (path === '~' || path.startsWith('~/')) return join(homeFolder, path.slice(1));
  return resolve(dirname(origin.path), path);
}

/** The file that an origin names. */
function fileOf(origin: Origin, { envFile, project, user }: Sources): SettingsFile | null | undefined {
  if (origin.source === 'user') return user;
  if (origin.source === 'env_file') return envFile?.file;
  return origin.source === 'project' ? project?.file : undefined;
}

function findKeyHome(
  origin: Origin,
  sources: Sources,
  isForeign: (origin: Origin) => boolean,
): string | null | undefined {
  if (!('path' in origin) || (origin.source !== 'user' && !isForeign(origin))) return undefined;
  const file = fileOf(origin, sources);
  const section = origin.profile === undefined ? undefined : file?.profiles.get(origin.profile);
  const home = section?.get('base_url') ?? file?.values.get('base_url');
  return (home?.value as string | undefined) ?? null;
}

/** Warns of names in the environment that look like a mistyped setting. Other names may belong to other programs. */
function unknownVariables({ env }: Sources): CommandWarning[] {
  const known = settingNames.map(variableOf);
  const others = ['PLATEN_CONFIG', 'PLATEN_SIGN_PASSWORD', 'PLATEN_SERVICE_HOST', 'PLATEN_SERVICE_PORT'];
  return Object.keys(env).flatMap((name) => {
    if (!/^PLATEN_[A-Z_]+$/.test(name) || known.includes(name) || others.includes(name)) return [];
    const near = nearestName(name, known);
    if (near === undefined) return [];
    const text = `${name} in the environment is not a setting; did you mean ${near}?`;
    return [{ code: 'setting_unknown', text }];
  });
}

function mistypedKey({ value, origin }: ResolvedSetting): CommandWarning[] {
  if (typeof value !== 'string' || !value.startsWith('platen_') || isApiKey(value)) return [];
  const where = 'variable' in origin ? origin.variable : 'flag' in origin ? origin.flag : `${origin.source} file`;
  return [
    { code: 'key_mistyped', text: `the API key (${where}) looks cut off or mistyped: its checksum does not fit` },
  ];
}
