import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SettingsFile } from '../../../src/cli/settings/settings-file.ts';
import { isTrusted, readTrustedFiles, rememberTrust } from '../../../src/cli/settings/trusted-files.ts';
import { folders } from '../../../src/folders/index.ts';
import { makeProject } from './temporary-project.ts';

let places: ReturnType<typeof folders>;
let path: string;

beforeEach(() => {
  const project = makeProject();
  places = folders({}, 'linux', project.home);
  path = project.write('platen.config.yaml', '');
});

/** A file with these settings, which also stand in a profile. */
const fileOf = (values: Record<string, unknown>, more: Partial<SettingsFile> = {}): SettingsFile => {
  const settings = new Map(Object.entries(values).map(([name, value], line) => [name, { value, line }]));
  return { path, values: settings, profiles: new Map([['p', settings]]), ...more } as unknown as SettingsFile;
};

describe('a trusted file', () => {
  it('is trusted until its URL changes', async () => {
    const file = fileOf({ base_url: 'https://a.example', timeout: 1 });
    expect(await isTrusted(file, await readTrustedFiles(places))).toBe(false);
    await rememberTrust(places, [file]);
    const trusted = await readTrustedFiles(places);
    expect([...trusted.keys()]).toEqual([path]);
    expect(await isTrusted(file, trusted)).toBe(true);
    expect(await isTrusted(fileOf({ timeout: 2, base_url: 'https://a.example' }), trusted)).toBe(true);
    expect(await isTrusted(fileOf({ base_url: 'https://b.example' }), trusted)).toBe(false);
    expect(await isTrusted({ ...file, profiles: new Map() }, trusted)).toBe(false);
    expect(await isTrusted({ ...file, path: join(path, '..') }, trusted)).toBe(false);
  });

  it('that belongs to another project is trusted for one link', async () => {
    const file = fileOf({}, { foreign: '/elsewhere/a.yaml' });
    await rememberTrust(places, [file]);
    const trusted = await readTrustedFiles(places);
    expect([...trusted.keys()]).toEqual([`${path} -> /elsewhere/a.yaml`]);
    expect(await isTrusted(file, trusted)).toBe(true);
    expect(await isTrusted(fileOf({}), trusted)).toBe(false);
  });
});

describe('the memory of trusted files', () => {
  const memory = () => join(places.data, 'trusted-projects.json');

  it('keeps a thousand, the oldest of which go first', async () => {
    await rememberTrust(places, [fileOf({})]);
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`/p${index}`, 'x']));
    writeFileSync(memory(), JSON.stringify({ files: { ...many, '/odd': 7 } }), { mode: 0o600 });
    expect((await readTrustedFiles(places)).size).toBe(1000);
    await rememberTrust(places, [fileOf({})]);
    const names = [...(await readTrustedFiles(places)).keys()];
    expect([names.length, names[0], names.at(-1)]).toEqual([1000, '/p1', path]);
  });

  it.each(['no JSON', '{}'])('is refused if it is something else: %s', async (text) => {
    await rememberTrust(places, [fileOf({})]);
    writeFileSync(memory(), text);
    await expect(readTrustedFiles(places)).rejects.toMatchObject({
      ...{ code: 'config_invalid', message: `cannot read ${memory()}: it is not what platen wrote` },
    });
  });
});
