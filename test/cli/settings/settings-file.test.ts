import { describe, expect, it } from 'vitest';
import { row } from '../../../src/cli/settings/rows/setting-row.ts';
import { plainText } from '../../../src/cli/settings/setting-kinds.ts';
import { checkFileValue, checkSettingName, fileError, showName } from '../../../src/cli/settings/settings-file.ts';
import { settingNames, settingRows } from '../../../src/cli/settings/settings-table.ts';
import { suggestSetting } from '../../../src/cli/settings/suggest-setting.ts';

describe('a name of a file', () => {
  it.each([
    ['timeout', '"timeout"'],
    ['a\nb\u0007\u200b', '"a\ufffdb\ufffd\ufffd"'],
    ['x'.repeat(60), `"${'x'.repeat(60)}"`],
    ['x'.repeat(61), `"${'x'.repeat(60)}…"`],
  ])('%j is shown as %s', (name, shown) => {
    expect(showName(name)).toBe(shown);
  });

  it('is a setting', () => {
    expect(checkSettingName('/a.yaml', 3, 'render.size')).toBe('render.size');
  });

  it.each([
    ['timeot', 'unknown setting "timeot"', 'did you mean timeout?'],
    ['size', 'unknown setting "size"', 'did you mean render.size?'],
    ['toString', 'unknown setting "toString"', expect.stringMatching(/^known settings: api_key, base_url, /)],
  ])('is no setting: %s', (name, message, fix) => {
    expect(() => checkSettingName('/a.yaml', 3, name)).toThrow(
      expect.objectContaining({ code: 'config_invalid', message: `/a.yaml:3: ${message}`, fix }),
    );
  });

  it.each(settingNames.filter((name) => settingRows[name].files === 'none'))('is not one of variables: %s', (name) => {
    expect(() => checkSettingName('/a.yaml', 3, name)).toThrow(
      expect.objectContaining({
        message: `/a.yaml:3: ${name} cannot be set in a file`,
        fix: `set PLATEN_${name.toUpperCase()} in the environment`,
      }),
    );
  });
});

describe('a value of a file', () => {
  const check = (data: unknown) =>
    checkFileValue({ path: '/a.yaml', line: 3, name: 'profiles.p.timeout' }, 'timeout', (kind) => kind.fromData(data));

  it('is kept with its line', () => {
    expect(check('30s')).toEqual({ value: 30_000, line: 3 });
  });

  it('is not shown if it is wrong', () => {
    expect(() => check('s3cret')).toThrow(
      expect.objectContaining({
        code: 'config_invalid',
        message: expect.stringMatching(/^\/a\.yaml:3: profiles\.p\.timeout must be (?!.*s3cret)/),
      }),
    );
  });
});

it('an error of a file has advice or none', () => {
  expect(fileError('/a.yaml', 3, 'it is odd')).toMatchObject({ message: '/a.yaml:3: it is odd' });
  expect(fileError('/a.yaml', 3, 'it is odd').fix).toBeUndefined();
  expect(fileError('/a.yaml', 3, 'it is odd', 'change it').fix).toBe('change it');
});

it.each([
  ['siz', 'did you mean PLATEN_SIZE?'],
  ['render.siz', 'did you mean PLATEN_SIZE?'],
  ['xyz', 'known settings: PLATEN_TIMEOUT, PLATEN_SIZE'],
])('the setting %s may be mistyped', (wrong, advice) => {
  const show = (name: string) => `PLATEN_${name.replace('render.', '').toUpperCase()}`;
  expect(suggestSetting(wrong, ['timeout', 'render.size'], show)).toBe(advice);
});

it.each([
  [{ otherwise: 'none' }, null, 'none'],
  ['3s', '3s', '3s'],
  ['', '', ''],
])('a setting without a value has the default %j', (fallback, value, otherwise) => {
  expect(row(plainText, fallback, 'any', 'A text')).toEqual({
    ...{ kind: plainText, default: value, otherwise, files: 'any', summary: 'A text' },
  });
});
