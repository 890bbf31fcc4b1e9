import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdsKey, readUserFile, userFilePlace } from '../../../src/cli/settings/user-file.ts';
import type { Folders } from '../../../src/folders/index.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-user-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

it('the user file is that of PLATEN_CONFIG, else config.yaml in the config folder', () => {
  const folders = { config: '/home/me/.config/platen' } as Folders;
  const unnamed = { path: '/home/me/.config/platen/config.yaml', named: false };
  expect(userFilePlace({}, '/project', folders)).toEqual(unnamed);
  expect(userFilePlace({ PLATEN_CONFIG: '' }, '/project', folders)).toEqual(unnamed);
  expect(userFilePlace({ PLATEN_CONFIG: 'my.json' }, '/project', folders)).toEqual({
    path: '/project/my.json',
    named: true,
  });
});

describe('a user file', () => {
  async function read(text: string, { name = 'config.yaml', mode = 0o600, platform = 'linux' } = {}) {
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, mode);
    const { file, warnings } = await readUserFile({ path, named: false }, platform as NodeJS.Platform);
    return { file, warnings: warnings.map((warning) => warning.text.replace(path, 'FILE').replace(path, 'FILE')) };
  }

  it('is read as YAML, or as JSON by its name', async () => {
    expect((await read('timeout: 3s')).file?.values.get('timeout')?.value).toBe(3000);
    expect((await read('{"timeout": "3s"}', { name: 'a.json' })).file?.values.get('timeout')?.value).toBe(3000);
    await expect(read('timeout: 3s', { name: 'a.json' })).rejects.toThrow('not valid JSON');
  });

  it.each([
    ['api_key: secret', 0o644, 1],
    ['api_key: secret', 0o640, 1],
    ['api_key: secret', 0o604, 1],
    ['api_key: secret', 0o600, 0],
    ['profiles: { live: { api_key: secret } }', 0o644, 1],
    ['timeout: 3s', 0o644, 0],
  ])('%j with the mode %o has %i warnings', async (text, mode, count) => {
    const { warnings } = await read(text, { mode });
    const words = `others may read the API key in FILE (mode ${mode.toString(8)}): chmod 600 FILE`;
    expect(warnings).toEqual(count === 0 ? [] : [words]);
  });

  it('has no mode on Windows', async () => {
    expect((await read('api_key: secret', { mode: 0o644, platform: 'win32' })).warnings).toEqual([]);
  });

  it('may be missing, unless PLATEN_CONFIG names it', async () => {
    const path = join(folder, 'missing.yaml');
    expect(await readUserFile({ path, named: false }, 'linux')).toEqual({ file: null, warnings: [] });
    await expect(readUserFile({ path, named: true }, 'linux')).rejects.toMatchObject({
      code: 'config_invalid',
      why: 'PLATEN_CONFIG names it',
    });
    expect(await readUserFile({ path: '/dev/null', named: true }, 'linux')).toEqual({ file: null, warnings: [] });
  });

  it('holds a key or none', async () => {
    const holds = async (text: string) => {
      const { file } = await read(text);
      return file && holdsKey(file);
    };
    expect(await holds('profiles: { a: {}, b: { api_key: x } }')).toBe(true);
    expect(await holds('profiles: { a: { timeout: 3s } }')).toBe(false);
  });
});
