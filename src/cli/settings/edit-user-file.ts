import { isMap } from 'yaml';
import { changePrivateFile } from '../files/write-private-file.ts';
import { CommandError } from '../output/command-error.ts';
import { parseConfig, parseText } from './parse-config.ts';
import { readSettingsText } from './read-settings-text.ts';
import type { SettingsFile } from './settings-file.ts';
import { type SettingName, settingRows } from './settings-table.ts';

/** A change of the user file. */
interface UserFileEdit {
  name: SettingName;
  /** As typed; empty takes the setting out. */
  text: string;
  /** The profile to write to; undefined for settings outside of profiles. */
  profile: string | undefined;
}

/**
 * Sets or removes a setting of the user file, which it creates where it is missing, and returns the new content. Comments and
 * order stay. A value that the setting does not take is `usage`; a broken file is `config_invalid` and stays as it was.
 */
export async function editUserFile(path: string, edit: UserFileEdit): Promise<SettingsFile> {
  return (await changePrivateFile(path, () => buildUserFile(path, edit))).file;
}

async function buildUserFile(path: string, edit: UserFileEdit): Promise<{ text: string; file: SettingsFile }> {
  const format = path.endsWith('.json') ? 'json' : 'yaml';
  const before = await readSettingsText(path);
  const { document } = parseText(path, before?.text ?? '', format);
  const steps = edit.name.split('.');
  const place = edit.profile === undefined ? steps : ['profiles', edit.profile, ...steps];
  if (edit.text === '') {
    if (document.hasIn(place)) document.deleteIn(place);
    const group = steps.length > 1 ? document.getIn(place.slice(0, -1)) : undefined;
    if (isMap(group) && group.items.length === 0) document.deleteIn(place.slice(0, -1));
  } else {
    const data = readEdit(edit);
    // "profiles:" without a value is no map yet.
    for (let depth = 1; depth < place.length; depth++) {
      const above = place.slice(0, depth);
      if (document.hasIn(above) && !isMap(document.getIn(above))) document.deleteIn(above);
    }
    if (document.contents !== null && !isMap(document.contents)) {
      throw new CommandError('config_invalid', `${path} must have settings as "name: value"`);
    }
    document.setIn(place, data);
  }
  const after =
    format === 'json'
      ? `${JSON.stringify(document.toJS() ?? {}, null, 2)}\n`
      : String(document.contents === null && before === null ? '' : document.toString({ lineWidth: 0 }));
  return { text: after, file: parseConfig(path, after, format) };
}

/** The value to write: text for a setting of text, else the number or boolean. */
function readEdit({ name, text }: UserFileEdit): unknown {
  const { kind } = settingRows[name];
  const parsed = kind.fromText(text);
  if ('problem' in parsed) throw new CommandError('usage', `${name} ${parsed.problem}`);
  return 'value' in kind.fromData(text) ? text : parsed.value;
}
