import { expect, it } from 'vitest';
import { decodeText, unreadableFile } from '../../../src/cli/settings/read-settings-text.ts';

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
