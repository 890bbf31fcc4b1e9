import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { editUserFile } from '../../../src/cli/settings/edit-user-file.ts';
import { parseConfig } from '../../../src/cli/settings/parse-config.ts';
import { makeProject } from './temporary-project.ts';

let home: string;
let path: string;
beforeEach(() => {
  home = makeProject().home;
  path = join(home, '.config/platen/config.yaml');
});

const mode = (target: string) => (statSync(target).mode & 0o777).toString(8);
const edit = (name: string, text: string, profile?: string) =>
  editUserFile(path, { name: name as 'retries', text, profile });

describe('a written user file', () => {
  it('becomes private where it was open, and leaves nothing beside it', async () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'retries: 1\n', { mode: 0o666 });
    chmodSync(path, 0o666);
    await edit('retries', '2');
    expect(mode(path)).toBe('600');
    expect(readdirSync(dirname(path))).toEqual(['config.yaml']);
  });

  it('keeps what others write at the same time, and leaves no lock', async () => {
    const profiles = Array.from({ length: 8 }, (_, number) => `p${number}`);
    await Promise.all(profiles.map((profile) => edit('retries', '3', profile)));
    const { profiles: kept } = parseConfig(path, readFileSync(path, 'utf8'), 'yaml');
    expect([...kept.keys()].sort()).toEqual(profiles);
    expect(readdirSync(dirname(path))).toEqual(['config.yaml']);
  });

  it('takes over the lock of a command that was killed', async () => {
    await edit('retries', '1');
    writeFileSync(`${path}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), identity: 'x' }));
    await edit('retries', '2');
    expect(readFileSync(path, 'utf8')).toBe('retries: 2\n');
    expect(readdirSync(dirname(path))).toEqual(['config.yaml']);
  });

  it('keeps comments, order and whatever else was there', async () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      '# mine\r\nretries: 1 # few\r\n\r\nprofiles:\r\n  # the test service\r\n  ci:\r\n    timeout: 5s\r\n',
    );
    await edit('retries', '4');
    await edit('base_url', 'https://ci.example', 'ci');
    await edit('base_url', 'https://new.example', 'new');
    expect(readFileSync(path, 'utf8')).toBe(
      '# mine\nretries: 4 # few\n\nprofiles:\n  # the test service\n  ci:\n    timeout: 5s\n    base_url: https://ci.example\n' +
        '  new:\n    base_url: https://new.example\n',
    );
  });

  it('keeps a file of comments only', async () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '# nothing yet\n');
    const file = await edit('retries', '4');
    expect(file.values.get('retries')?.value).toBe(4);
    expect(readFileSync(path, 'utf8')).toBe('# nothing yet\n\nretries: 4\n');
  });

  it('reads back every kind of value as it was typed', async () => {
    const typed: [name: string, text: string, value: unknown][] = [
      ['retries', '0', 0],
      ['insecure_http', 'on', true],
      ['timeout', '90s', 90_000],
      ['allow', 'a.example, 10.0.0.0/8:443', ['a.example', '10.0.0.0/8:443']],
      ['profile', '1.10', '1.10'],
      ['api_key', '017', '017'],
      ['host', '::1', '::1'],
      ['ca_file', 'yes', 'yes'],
      ['chromium', `/opt/${'long name '.repeat(30)}x`, `/opt/${'long name '.repeat(30)}x`],
    ];
    for (const [name, text] of typed) await edit(name, text);
    const file = await edit('retries', '0');
    expect(typed.map(([name]) => [name, file.values.get(name as 'retries')?.value])).toEqual(
      typed.map(([name, , value]) => [name, value]),
    );
  });

  it('completes "profiles:" that holds nothing yet', async () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'profiles:\n');
    await edit('retries', '4', 'ci');
    expect(readFileSync(path, 'utf8')).toBe('profiles:\n  ci:\n    retries: 4\n');
  });

  it('loses a setting that is set to nothing', async () => {
    await edit('retries', '4');
    await edit('timeout', '4s');
    const file = await edit('retries', '');
    expect([...file.values.keys()]).toEqual(['timeout']);
    await edit('base_url', '', 'never-there');
  });

  it('loses a group with its last setting', async () => {
    await edit('retries', '4');
    await edit('render.scale', '0.5');
    await edit('render.margin', '1cm');
    await edit('render.scale', '');
    expect(readFileSync(path, 'utf8')).toBe('retries: 4\nrender:\n  margin: 1cm\n');
    await edit('render.scale', '');
    await edit('render.margin', '');
    await edit('render.margin', '');
    expect(readFileSync(path, 'utf8')).toBe('retries: 4\n');
  });

  it('is empty if a setting is set to nothing before there is a file, and keeps its comments', async () => {
    await edit('render.scale', '');
    expect(readFileSync(path, 'utf8')).toBe('');
    writeFileSync(path, '# nothing yet\n');
    await edit('retries', '');
    expect(readFileSync(path, 'utf8')).toMatch(/^# nothing yet\n/);
    await expect(edit('retries', 'many')).rejects.toMatchObject({ code: 'usage' });
    writeFileSync(path, '[1]\n');
    await expect(edit('retries', '4')).rejects.toMatchObject({ code: 'config_invalid' });
    expect(readFileSync(path, 'utf8')).toBe('[1]\n');
  });

  it('may be JSON where PLATEN_CONFIG names such a file', async () => {
    path = join(home, 'platen.json');
    await edit('retries', '4');
    await edit('base_url', 'https://ci.example', 'ci');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      retries: 4,
      profiles: { ci: { base_url: 'https://ci.example' } },
    });
  });

  it('stays as it was when the value or the file is wrong', async () => {
    mkdirSync(dirname(path), { recursive: true });
    for (const [text, name, value, code] of [
      ['retries: 1\n', 'retries', 'many', 'usage'],
      ['retires: 1\n', 'timeout', '5s', 'config_invalid'],
      ['a: [1\n', 'timeout', '5s', 'config_invalid'],
      ['just words\n', 'timeout', '5s', 'config_invalid'],
    ] as const) {
      writeFileSync(path, text);
      await expect(edit(name, value)).rejects.toMatchObject({ code });
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  });

  it('can correct the very setting that is wrong', async () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'retries: many\n');
    await edit('retries', '2');
    expect(readFileSync(path, 'utf8')).toBe('retries: 2\n');
  });

  it('is not written through a link', async () => {
    mkdirSync(dirname(path), { recursive: true });
    const target = join(home, 'dotfiles.yaml');
    writeFileSync(target, 'retries: 1\n');
    symlinkSync(target, path);
    await expect(edit('retries', '2')).rejects.toMatchObject({
      code: 'io_failed',
      message: expect.stringContaining('link'),
    });
    expect(readFileSync(target, 'utf8')).toBe('retries: 1\n');
  });

  it('reports a folder that cannot be made', async () => {
    writeFileSync(join(home, '.config'), '');
    await expect(edit('retries', '2')).rejects.toMatchObject({ code: 'io_failed', message: `cannot write ${path}` });
    expect(existsSync(path)).toBe(false);
  });
});
