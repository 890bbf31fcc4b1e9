import { maskApiKey } from '../../contract/index.ts';
import { formatDuration } from './duration.ts';
import { duration, pause } from './setting-kinds.ts';
import { type SettingName, type SettingValue, settingRows } from './settings-table.ts';

/** A setting for people: keys, secrets and the password of a database masked. */
export function showSetting(name: SettingName, value: SettingValue): string {
  if (name === 'openid_client_secret' || name === 'secret_key' || name === 'basic_auth_password') return '…';
  if (name === 'api_key') return maskApiKey(String(value));
  if (name === 'database_url') return maskPassword(String(value));
  const kind: unknown = settingRows[name].kind;
  if (kind === duration || kind === pause) return formatDuration(Number(value));
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** A database address with its password masked, in every place where libpq takes one. */
function maskPassword(address: string): string {
  if (!URL.canParse(address)) return '…';
  const url = new URL(address);
  if (url.password !== '') url.password = '***';
  for (const name of [...url.searchParams.keys()]) {
    if (/pass/i.test(name)) url.searchParams.set(name, '***');
  }
  return url.href;
}
