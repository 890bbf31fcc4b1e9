import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnvFile } from '../../../src/cli/settings/read-env-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-env-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const home = '/home/nobody';

async function read(text: string, platform: NodeJS.Platform = 'linux') {
  writeFileSync(join(folder, '.env'), text);
  const file = await readEnvFile(folder, platform, home);
  return Object.fromEntries([...(file?.values ?? [])].map(([name, { value, line }]) => [name, [value, line]]));
}

describe('the file .env', () => {
  it.each<[string, Record<string, unknown>]>([
    ['', {}],
    ['OTHER=1\nPLATEN_TIMEOUT=30s', { timeout: [30_000, 2] }],
    ['export PLATEN_TIMEOUT=30s', { timeout: [30_000, 1] }],
    ['\ufeffPLATEN_TIMEOUT=30s', { timeout: [30_000, 1] }],
    ['PLATEN_TIMEOUT=1s\r\nPLATEN_TIMEOUT="2s"\r\n', { timeout: [2000, 2] }],
    ['PLATEN_TIMEOUT = 3s', { timeout: [3000, 1] }],
    ['PLATEN_TIMEOUT: 3s', { timeout: [3000, 1] }],
    ['PLATEN_TIMEOUT=', {}],
    ['# PLATEN_TIMEOUT 3s', {}],
    ['platen_timeout=3s', {}],
    ['MY_PLATEN_TIMEOUT=3s', {}],
  ])('%j sets %j', async (text, values) => {
    expect(await read(text)).toEqual(values);
  });

  it('may have names in any case on Windows', async () => {
    expect(await read('A=1\nPlaten_Timeout=3s', 'win32')).toEqual({ timeout: [3000, 2] });
  });

  it.each<[string, string]>([
    ['A=1\nPLATEN_TIMEOUT 30s', ':2: PLATEN_TIMEOUT has no value that can be read'],
    ['PLATEN_TIMEOUT', ':1: PLATEN_TIMEOUT has no value that can be read'],
    ['A=1\nPLATEN_TIMEOUT=30', ':2: PLATEN_TIMEOUT must be'],
    ['\nPLATEN_TIMEOT=30s', ':2: unknown setting "PLATEN_TIMEOT"'],
    ['PLATEN_CONFIG=a.yaml', ':1: PLATEN_CONFIG cannot be set in a file'],
  ])('is not %j', async (text, message) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining(`${join(folder, '.env')}${message}`),
    });
  });

  it('may be missing, or a folder', async () => {
    expect(await readEnvFile(folder, 'linux', home)).toBeNull();
    mkdirSync(join(folder, '.env'));
    expect(await readEnvFile(folder, 'linux', home)).toBeNull();
  });

  it('with a second hard link is foreign, and nothing of it is shown', async () => {
    writeFileSync(join(folder, 'real'), 'PLATEN_TIMEOUT=3s');
    linkSync(join(folder, 'real'), join(folder, '.env'));
    expect((await readEnvFile(folder, 'linux', home))?.foreign).toBe(join(folder, '.env'));
    await expect(read('PLATEN_SECRET=1')).rejects.toMatchObject({
      message: `cannot read ${join(folder, '.env')}: it is not a valid file of settings`,
      why: 'it is a file with several hard links, so nothing of its content is shown',
    });
  });
});
