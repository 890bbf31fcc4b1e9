import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  checkOwner,
  decodeText,
  readSettingsText,
  unreadableFile,
} from '../../../src/cli/settings/read-settings-text.ts';
import { makeProject } from './temporary-project.ts';

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

it.each<[string, Buffer]>([
  ['UTF-8', Buffer.from('port: 1 # ä')],
  ['UTF-8 with a mark', Buffer.from('\ufeffport: 1 # ä')],
  ['UTF-16 with its low bytes first', Buffer.from('\ufeffport: 1 # ä', 'utf16le')],
  ['UTF-16 with its high bytes first', swapped('\ufeffport: 1 # ä')],
])('settings are read in %s', (_what, bytes) => {
  expect(decodeText(bytes, 'c.yaml')).toBe('port: 1 # ä');
});

it.each<[string, number[], string]>([
  ['Latin-1', [0x61, 0xe4], 'UTF-8'],
  ['a mark of UTF-16 cut off', [0xff], 'UTF-8'],
  ['the first half of a mark before another byte', [0xff, 0xff], 'UTF-8'],
  ['the other half', [0xfe, 0xfe], 'UTF-8'],
  ['half a character of UTF-16', [0xff, 0xfe, 0x61], 'UTF-16LE'],
])('settings in %s are refused', (_what, bytes, encoding) => {
  expect(() => decodeText(Uint8Array.from(bytes), 'c.yaml')).toThrow(
    expect.objectContaining({ code: 'config_invalid', message: `cannot read c.yaml: it is not ${encoding} text` }),
  );
});

it.each([
  [{ code: 'EACCES' }, 'cannot read c.yaml: permission denied', 'EACCES', 'let your user read c.yaml, or move it away'],
  [{ code: 'EPERM' }, 'cannot read c.yaml: permission denied', 'EPERM', 'let your user read c.yaml, or move it away'],
  [{ code: 'EISDIR' }, 'cannot read c.yaml', 'EISDIR', 'move c.yaml away'],
  [new Error('odd'), 'cannot read c.yaml', 'Error: odd', 'move c.yaml away'],
])('a file that fails with %j is named', (error, message, why, fix) => {
  expect(unreadableFile('c.yaml', error)).toMatchObject({ code: 'config_invalid', message, why, fix });
});

describe('a file of settings', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    ({ root: folder } = makeProject());
    path = join(folder, 'c.yaml');
  });

  it('is read with its mode and its owner', async () => {
    writeFileSync(path, 'port: 1', { mode: 0o600 });
    const found = await readSettingsText(path);
    expect([found?.text, (found?.mode ?? 0) & 0o777, found?.uid]).toEqual(['port: 1', 0o600, process.getuid?.() ?? 0]);
  });

  it('may be missing, with its folder too', async () => {
    expect(await readSettingsText(path)).toBeNull();
    writeFileSync(path, '');
    expect(await readSettingsText(join(path, 'd.yaml'))).toBeNull();
  });

  it('is refused if it is no file', async () => {
    mkdirSync(path);
    await expect(readSettingsText(path)).rejects.toMatchObject({
      ...{ code: 'config_invalid', message: `cannot read ${path}: it is a folder`, fix: `move ${path} away` },
    });
    await expect(readSettingsText('/dev/null')).rejects.toMatchObject({
      message: 'cannot read /dev/null: it is not a regular file',
    });
  });

  it('is refused if it is too large', async () => {
    writeFileSync(path, 'x'.repeat(2048));
    expect((await readSettingsText(path, 2048))?.text).toHaveLength(2048);
    await expect(readSettingsText(path, 1024)).rejects.toMatchObject({
      ...{ code: 'config_invalid', message: `cannot read ${path}: it is larger than 1 KiB` },
    });
    writeFileSync(path, 'x'.repeat(256 * 1024 + 1));
    await expect(readSettingsText(path)).rejects.toMatchObject({
      message: `cannot read ${path}: it is larger than 256 KiB`,
    });
  });

  it('is refused if it is no text', async () => {
    writeFileSync(path, Buffer.from([0x61, 0xe4]));
    await expect(readSettingsText(path)).rejects.toMatchObject({
      message: `cannot read ${path}: it is not UTF-8 text`,
    });
  });
});

describe('the owner of a file of settings', () => {
  const uid = process.getuid?.() ?? 0;

  it.each([0o600, 0o644, 0o755, 0o100604])('alone may change it: mode %o', (mode) => {
    expect(() => checkOwner('c.yaml', { mode, uid }, 'linux')).not.toThrow();
  });

  it.each([
    [0o620, '620'],
    [0o602, '602'],
    [0o100666, '666'],
  ])('is not alone with mode %o', (mode, shown) => {
    expect(() => checkOwner('c.yaml', { mode, uid }, 'linux')).toThrow(
      expect.objectContaining({
        ...{ code: 'config_invalid', message: `others may change c.yaml (mode ${shown})`, fix: 'chmod 600 c.yaml' },
      }),
    );
    expect(() => checkOwner('c.yaml', { mode, uid }, 'win32')).not.toThrow();
  });

  it('may be the administrator', () => {
    expect(() => checkOwner('c.yaml', { mode: 0o600, uid: 0 }, 'linux')).not.toThrow();
  });

  it('may be somebody else only for the administrator', () => {
    const check = () => checkOwner('c.yaml', { mode: 0o600, uid: 54321 }, 'linux');
    if (uid === 0) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ message: 'c.yaml belongs to another user' }));
  });
});
