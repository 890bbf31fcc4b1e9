import { expect, it } from 'vitest';
import type { SettingName, SettingValue } from '../../../src/cli/settings/settings-table.ts';
import { showSetting } from '../../../src/cli/settings/show-setting.ts';

it.each<[SettingName, SettingValue, string]>([
  ['openid_client_secret', 'a-long-secret-of-many-letters', '…'],
  ['secret_key', ['a-long-secret-of-many-letters'], '…'],
  ['basic_auth_password', 'a-long-secret-of-many-letters', '…'],
  ['api_key', 'a-long-secret-of-many-letters', 'a-…ters'],
  ['database_url', 'postgres://me:pass@db/a', 'postgres://me:***@db/a'],
  ['database_url', 'postgres://me@db/a', 'postgres://me@db/a'],
  ['database_url', 'postgres://db/a?password=x&sslmode=off', 'postgres://db/a?password=***&sslmode=off'],
  ['database_url', 'no url', '…'],
  ['timeout', 120_000, '2m'],
  ['grace', 0, '0ms'],
  ['retries', 120_000, '120000'],
  ['allow', ['a', 'b'], 'a,b'],
  ['webgl', false, 'false'],
])('%s is shown: %j as %s', (name, value, shown) => {
  expect(showSetting(name, value)).toBe(shown);
});
