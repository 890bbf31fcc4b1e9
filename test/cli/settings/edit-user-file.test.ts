import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editUserFile } from '../../../src/cli/settings/edit-user-file.ts';
import type { SettingName } from '../../../src/cli/settings/settings-table.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-edit-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

async function edit(
  before: string | undefined,
  name: SettingName,
  text: string,
  { profile, file = 'config.yaml' }: { profile?: string; file?: string } = {},
): Promise<string> {
  const path = join(folder, file);
  if (before !== undefined) writeFileSync(path, before);
  await editUserFile(path, { name, text, profile });
  return readFileSync(path, 'utf8');
}

describe('a setting of the user file', () => {
  it.each<[string | undefined, SettingName, string, string | undefined, string]>([
    [undefined, 'timeout', '3s', undefined, 'timeout: 3s\n'],
    ['', 'timeout', '3s', undefined, 'timeout: 3s\n'],
    ['# note\ntimeout: 1s # mine\n', 'timeout', '3s', undefined, '# note\ntimeout: 3s # mine\n'],
    ['timeout: 1s\n', 'retries', '5', undefined, 'timeout: 1s\nretries: 5\n'],
    [undefined, 'render.landscape', 'true', undefined, 'render:\n  landscape: true\n'],
    [undefined, 'timeout', '3s', 'live', 'profiles:\n  live:\n    timeout: 3s\n'],
    [undefined, 'render.size', 'A4', 'live', 'profiles:\n  live:\n    render:\n      size: A4\n'],
    ['profiles:\n', 'timeout', '3s', 'live', 'profiles:\n  live:\n    timeout: 3s\n'],
    ['profiles:\n  live:\n', 'timeout', '3s', 'live', 'profiles:\n  live:\n    timeout: 3s\n'],
    ['render:\n', 'render.size', 'A4', undefined, 'render:\n  size: A4\n'],
  ])('is written: %j with %s %s in the profile %s', async (before, name, text, profile, after) => {
    expect(await edit(before, name, text, { ...(profile && { profile }) })).toBe(after);
  });

  it.each<[string | undefined, SettingName, string | undefined, string]>([
    ['timeout: 1s\nretries: 5\n', 'timeout', undefined, 'retries: 5\n'],
    ['retries: 5\n', 'timeout', undefined, 'retries: 5\n'],
    [undefined, 'timeout', undefined, ''],
    ['retries: 5\nrender:\n  size: A4\n', 'render.size', undefined, 'retries: 5\n'],
    ['render:\n  size: A4\n  scale: 2\n', 'render.size', undefined, 'render:\n  scale: 2\n'],
    ['render:\n  size: A4\n', 'render.scale', undefined, 'render:\n  size: A4\n'],
    [
      'profiles:\n  live:\n    timeout: 1s\n    retries: 5\n',
      'timeout',
      'live',
      'profiles:\n  live:\n    retries: 5\n',
    ],
    ['profiles:\n  live:\n    timeout: 1s\n', 'timeout', 'live', 'profiles:\n  live: {}\n'],
  ])('is removed: from %j %s of the profile %s', async (before, name, profile, after) => {
    expect(await edit(before, name, '', { ...(profile && { profile }) })).toBe(after);
  });

  it('may be in a file of JSON', async () => {
    const file = 'config.json';
    expect(await edit(undefined, 'timeout', '3s', { file })).toBe('{\n  "timeout": "3s"\n}\n');
    expect(await edit(undefined, 'timeout', '', { file })).toBe('{}\n');
    expect(await edit('', 'timeout', '', { file })).toBe('{}\n');
  });

  it('keeps long lines and the content of the file', async () => {
    const long = `# ${'word '.repeat(40)}\n`;
    expect(await edit(`${long}timeout: 1s\n`, 'retries', '5')).toBe(`${long}timeout: 1s\nretries: 5\n`);
    const path = join(folder, 'config.yaml');
    const file = await editUserFile(path, { name: 'timeout', text: '4s', profile: undefined });
    expect(file.values.get('timeout')?.value).toBe(4000);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('a user file stays as it was', () => {
  it.each<[string, SettingName, string, string]>([
    ['timeout: 1s\n', 'timeout', 'soon', 'usage'],
    ['timeout: 1s\n', 'retries', '11', 'usage'],
    ['- a\n', 'timeout', '3s', 'config_invalid'],
    ['text\n', 'timeout', '3s', 'config_invalid'],
    ['unknown: 1\n', 'timeout', '3s', 'config_invalid'],
  ])('%j with %s %s: %s', async (before, name, text, code) => {
    await expect(edit(before, name, text)).rejects.toMatchObject({ code });
    expect(readFileSync(join(folder, 'config.yaml'), 'utf8')).toBe(before);
  });
});
