import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readProjectFile } from '../../../src/cli/settings/project-file.ts';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'platen-project-')));
  mkdirSync(join(root, 'sub/deep'), { recursive: true });
});

afterEach(() => rmSync(root, { recursive: true }));

const write = (name: string, text: string) => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};
const read = (folder = '') => readProjectFile(join(root, folder), '/home/nobody');

describe('a project file', () => {
  it.each([
    ['.platenrc', 'timeout: 3s'],
    ['.platenrc.json', '{"timeout": "3s"}'],
    ['.platenrc.yaml', 'timeout: 3s'],
    ['.platenrc.yml', 'timeout: 3s'],
    ['platen.config.json', '{"timeout": "3s"}'],
    ['platen.config.yaml', 'timeout: 3s'],
    ['platen.config.yml', 'timeout: 3s'],
    ['package.json', '{"platen": {"timeout": "3s"}}'],
  ])('may be %s', async (name, text) => {
    write(name, text);
    const { file, notes } = await read();
    expect(file?.path).toBe(join(root, name));
    expect(file?.values.get('timeout')?.value).toBe(3000);
    expect(notes).toEqual([]);
  });

  it('may be empty', async () => {
    write('.platenrc', '');
    expect((await read()).file).toEqual({ path: join(root, '.platenrc'), values: new Map(), profiles: new Map() });
  });

  it('is the nearest one up to the root of the repository', async () => {
    mkdirSync(join(root, '.git'));
    write('.platenrc', 'timeout: 3s');
    expect((await read('sub/deep')).file?.path).toBe(join(root, '.platenrc'));
    write('sub/.platenrc', 'timeout: 4s');
    expect((await read('sub/deep')).file?.path).toBe(join(root, 'sub/.platenrc'));
    mkdirSync(join(root, 'sub/deep/.git'));
    expect((await read('sub/deep')).file).toBeNull();
  });

  it('is only looked for in the current folder outside of a repository', async () => {
    write('.platenrc', 'timeout: 3s');
    expect((await read('sub')).file).toBeNull();
    expect((await read()).file).not.toBeNull();
  });

  it('is refused if there are two', async () => {
    write('.platenrc', '');
    write('package.json', '{"platen": {}}');
    await expect(read()).rejects.toMatchObject({
      code: 'config_invalid',
      message: `there are two project files in ${root}: .platenrc and package.json`,
    });
  });

  it('is no folder, and has at most 256 KiB', async () => {
    mkdirSync(join(root, '.platenrc'));
    await expect(read()).rejects.toThrow('it is a folder');
    write('sub/.platenrc', '#'.repeat(256 * 1024));
    expect((await read('sub')).file?.values.size).toBe(0);
    write('sub/.platenrc', '#'.repeat(256 * 1024 + 1));
    await expect(read('sub')).rejects.toThrow('it is larger than 256 KiB');
  });

  it('with a second hard link is foreign', async () => {
    write('real', 'timeout: 3s');
    linkSync(join(root, 'real'), join(root, '.platenrc'));
    expect((await read()).file?.foreign).toBe(join(root, '.platenrc'));
    write('.platenrc', 'secret: 3s');
    await expect(read()).rejects.toThrow('it is not a valid file of settings');
  });
});

describe('a package.json', () => {
  it.each([['{"dependencies": {"platen": "1"}}'], ['{"name": "platen"}'], ['{}'], ['"platen"'], ['broken']])(
    'is passed over: %s',
    async (text) => {
      write('package.json', text);
      expect(await read()).toEqual({ file: null, notes: [] });
    },
  );

  it('that is broken and names platen is passed over with a note', async () => {
    write('package.json', '{"platen": {}');
    const { file, notes } = await read();
    expect(file).toBeNull();
    expect(notes).toEqual([expect.stringMatching(/package\.json:1: not valid JSON.*, so it was not searched/)]);
  });

  it('with a wrong setting is refused', async () => {
    write('package.json', '{"platen": {"timeot": "3s"}}');
    await expect(read()).rejects.toThrow('package.json:1: unknown setting "timeot"');
  });

  it('is not searched if it is larger than 2 MiB, with a note', async () => {
    const text = '{"platen": {}}';
    write('package.json', text.padEnd(2 * 1024 * 1024));
    expect(basename((await read()).file?.path ?? '')).toBe('package.json');
    write('package.json', text.padEnd(2 * 1024 * 1024 + 1));
    expect(await read()).toEqual({
      file: null,
      notes: [`${join(root, 'package.json')} is too large to be searched for settings`],
    });
  });

  it('may be a folder', async () => {
    mkdirSync(join(root, 'package.json'));
    expect(await read()).toEqual({ file: null, notes: [] });
  });
});
