import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { systemIo } from '../../../src/cli/output/io.ts';
import { type ProtectionFlags, readProtectionFlags } from '../../../src/cli/render/protection-flags.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-password-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (text: string) => {
  const file = join(folder, `${text.length}.txt`);
  writeFileSync(file, text);
  return file;
};
const hidden: string[] = [];
const read = (flags: ProtectionFlags) =>
  readProtectionFlags(
    flags,
    systemIo(() => {}),
    (secret) => hidden.push(secret),
  );

describe('the flags of protection', () => {
  it.each([
    [{}, undefined],
    [{ linearize: true }, { linearize: true }],
    [{ imageDpi: '200' }, { image_dpi: 200 }],
    [
      { imageDpi: '150', imageQuality: '75' },
      { image_dpi: 150, image_quality: 75 },
    ],
    [
      { password: 'open sesame', ownerPassword: 'a long secret' },
      { encrypt: { user_password: 'open sesame', owner_password: 'a long secret' } },
    ],
    [
      { ownerPassword: 'a long secret', permissions: ['print', 'copy'] },
      { encrypt: { user_password: '', owner_password: 'a long secret', permissions: ['print', 'copy'] } },
    ],
    [
      { ownerPassword: 'a long secret', permissions: ['none'] },
      { encrypt: { user_password: '', owner_password: 'a long secret', permissions: [] } },
    ],
  ])('%j mean %j', async (flags, expected) => {
    expect(await read(flags)).toEqual(expected);
  });

  it.each([
    [{ imageQuality: '75' }, '--image-quality works only with --image-dpi'],
    [{ imageDpi: '20' }, '--image-dpi "20" is not a whole number from 36 to 2400'],
    [{ imageDpi: '200', imageQuality: '101' }, '--image-quality "101" is not a whole number from 1 to 100'],
  ])('%j are refused', async (flags, message) => {
    await expect(read(flags)).rejects.toThrow(message);
  });

  it('draw a new owner password for each command that names none', async () => {
    const drawn = new Set<string | undefined>();
    for (const flags of [{ password: 'open sesame' }, { password: 'open sesame' }, { permissions: ['print'] }]) {
      drawn.add((await read(flags))?.encrypt?.owner_password);
    }
    expect(drawn.size).toBe(3);
    for (const password of drawn) expect(password).toMatch(/^[\w-]{43}$/);
  });

  it('read a file after an @, without its last line break', async () => {
    const password = `@${write('open sesame \r\n')}`;
    expect((await read({ password }))?.encrypt?.user_password).toBe('open sesame ');
  });

  it('keep passwords out of what is printed', async () => {
    await read({ password: 'never shown', ownerPassword: `@${write('not shown either\n')}` });
    expect(hidden).toEqual(expect.arrayContaining(['never shown', 'not shown either']));
  });

  it.each([
    [{ password: '' }, 'usage', '--password is empty'],
    [{ ownerPassword: '' }, 'usage', '--owner-password is empty'],
    [{ password: `@${write('\n')}` }, 'usage', '--password is empty'],
    [{ password: 'x'.repeat(128) }, 'usage', '--password is longer than 127 bytes'],
    [{ password: 'ö'.repeat(64) }, 'usage', '--password is longer than 127 bytes'],
    [{ password: `@${write('two\nlines')}` }, 'usage', '--password has control characters or more than one line'],
    [{ password: '@no/such.txt' }, 'input_missing', '--password: there is no file no/such.txt'],
    [{ permissions: ['none', 'print'] }, 'usage', '--permissions: none cannot be combined with print'],
    [
      { password: 'the same one', ownerPassword: 'the same one' },
      'usage',
      '--password and --owner-password are the same',
    ],
  ])('refuse %j', async (flags, code, message) => {
    await expect(read(flags)).rejects.toMatchObject({ code, message });
  });
});
