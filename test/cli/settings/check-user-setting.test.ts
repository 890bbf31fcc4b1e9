import { expect, it } from 'vitest';
import { checkUserSetting, requireSettingName } from '../../../src/cli/settings/check-user-setting.ts';
import { settingNames, settingRows, variableOf } from '../../../src/cli/settings/settings-table.ts';

it.each([
  ['timeout', undefined],
  ['timeout', 'staging-1.b_c'],
  ['api_key', 'p'],
  ['profile', undefined],
] as const)('the setting %s can be in the user file, in the profile %s', (name, profile) => {
  expect(() => checkUserSetting(name, profile)).not.toThrow();
});

it.each(['two words', 'a/b', ''])('no profile has the name %j', (profile) => {
  expect(() => checkUserSetting('timeout', profile)).toThrow(
    expect.objectContaining({
      ...{ code: 'usage', message: '--profile must be made of letters, digits, ".", "-" and "_"' },
    }),
  );
});

it('a profile names no other profile', () => {
  expect(() => checkUserSetting('profile', 'p')).toThrow('profile cannot be inside a profile');
});

it.each(settingNames.filter((name) => settingRows[name].files === 'none'))(
  '%s is for the environment alone',
  (name) => {
    expect(() => checkUserSetting(name, undefined)).toThrow(
      expect.objectContaining({
        ...{ message: `${name} cannot be set in a file`, fix: `set ${variableOf(name)} in the environment` },
      }),
    );
  },
);

it('a name that does not exist gets the one that was meant', () => {
  expect(requireSettingName('base_url')).toBe('base_url');
  expect(() => requireSettingName('base_ur')).toThrow(
    expect.objectContaining({
      ...{ code: 'usage', message: 'there is no setting "base_ur"', fix: 'did you mean base_url?' },
    }),
  );
});
