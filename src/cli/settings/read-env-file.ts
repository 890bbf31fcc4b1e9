import { statSync } from 'node:fs';
import { join } from 'node:path';
import { findHome } from '../../folders/index.ts';
import { findForeignTarget, foreignFileError } from './foreign-file.ts';
import { readSettingsText } from './read-settings-text.ts';
import {
  checkFileValue,
  type FileSetting,
  type FileSettings,
  fileError,
  type SettingsFile,
  showName,
} from './settings-file.ts';
import { type SettingName, settingNames, settingRows, variableOf } from './settings-table.ts';
import { suggestSetting } from './suggest-setting.ts';

/**
 * The `.env` of one folder, or null without one. Only `PLATEN_…` is looked at, nothing goes into the environment of this
 * process, and an empty value counts as unset. A folder called `.env` is a Python environment, not a file of settings.
 */
export async function readEnvFile(
  cwd: string,
  platform: NodeJS.Platform,
  homeFolder = findHome(),
): Promise<SettingsFile | null> {
  const path = join(cwd, '.env');
  if (isFolder(path)) return null;
  const found = await readSettingsText(path);
  if (found === null) return null;
  const { parse } = await import('dotenv');
  const foreign = findForeignTarget(path, homeFolder);
  try {
    const file = { path, values: readVariables(path, found.text, parse, platform), profiles: new Map() };
    return foreign === undefined ? file : { ...file, foreign };
  } catch (error) {
    throw foreign === undefined ? error : foreignFileError(path, foreign);
  }
}

function readVariables(
  path: string,
  content: string,
  parse: (text: string) => Record<string, string>,
  platform: NodeJS.Platform,
): FileSettings {
  refuseUnreadable(path, content);
  const values = new Map<SettingName, FileSetting>();
  for (const [written, text] of Object.entries(parse(content))) {
    // Windows ignores the case of environment names.
    const variable = platform === 'win32' ? written.toUpperCase() : written;
    if (!variable.startsWith('PLATEN_')) continue;
    const line = lineOf(content, written);
    const name = settingNames.find((known) => variableOf(known) === variable);
    if (name === undefined) throw unknownVariable(path, line, variable);
    if (settingRows[name].files === 'none') throw environmentOnly(path, line, variable);
    if (text === '') continue;
    values.set(
      name,
      checkFileValue({ path, line, name: variable }, name, (kind) => kind.fromText(text)),
    );
  }
  return values;
}

/** Refuses a line that is meant for platen and that the parser passes over, such as `PLATEN_TIMEOUT 30s`. */
function refuseUnreadable(path: string, text: string): void {
  const lines = text.split(/\r\n|\n|\r/);
  for (const [index, line] of lines.entries()) {
    const [, variable] = /^[\s\ufeff]*(?:export\s+)?(PLATEN_\w*)(?![\w.-]|\s*=|:(?:\s|$))/.exec(line) ?? [];
    if (variable === undefined) continue;
    throw fileError(path, index + 1, `${variable} has no value that can be read`, `write ${variable}=value`);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The last line that sets a variable; the last one counts. */
function lineOf(text: string, variable: string): number {
  const starts = new RegExp(`^[\\s\\ufeff]*(export\\s+)?${variable.replaceAll('.', '\\.')}\\s*[=:]`);
  const lines = text.split(/\r\n|\n|\r/);
  return lines.findLastIndex((line) => starts.test(line)) + 1 || 1;
}

function unknownVariable(path: string, line: number, variable: string) {
  if (variable === 'PLATEN_CONFIG') return environmentOnly(path, line, variable);
  const fix = suggestSetting(variable.replace(/^PLATEN_/, ''), settingNames, variableOf);
  return fileError(path, line, `unknown setting ${showName(variable)}`, fix);
}

function environmentOnly(path: string, line: number, variable: string) {
  return fileError(path, line, `${variable} cannot be set in a file`, `set ${variable} in the environment`);
}
