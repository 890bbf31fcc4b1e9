import { execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findKeyFile } from '../../../src/store/secrets/key-file.ts';
import { openSecretBox } from '../../../src/store/secrets/secret-box.ts';

const owner = { kind: 'render', account: 'a', id: '1' } as const;
const key = Buffer.alloc(32, 9).toString('base64');

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'platen-key-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { folder, file: join(folder, 'secret.key') };
}

describe('the key file', () => {
  it('is made with the first secret, for its owner alone, and read from then on', async () => {
    const { folder, file } = await makeFolder();
    const box = openSecretBox([], findKeyFile(folder));
    expect([box.canSeal, await readdir(folder)]).toEqual([true, []]);
    const sealed = box.seal('x', owner);
    expect(await readdir(folder)).toEqual(['secret.key']);
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(openSecretBox([], findKeyFile(folder)).open(sealed, owner)).toBe('x');
    expect(openSecretBox([key], findKeyFile(folder)).open(sealed, owner)).toBe('x');
    expect(openSecretBox([(await readFile(file, 'utf8')).trim()], undefined).open(sealed, owner)).toBe('x');
  });

  it('is neither made nor used to seal while a key is set', async () => {
    const { folder } = await makeFolder();
    const sealed = openSecretBox([key], findKeyFile(folder)).seal('x', owner);
    expect(await readdir(folder)).toEqual([]);
    expect(openSecretBox([key], undefined).open(sealed, owner)).toBe('x');
    expect(() => openSecretBox([], findKeyFile(folder)).open(sealed, owner)).toThrow(/does not have/);
  });

  it('is one for all processes that make it at the same time', async () => {
    const { folder } = await makeFolder();
    const go = join(await makeFolder().then((made) => made.folder), 'go');
    // All of them begin when the last one is ready.
    const program = `
      import { existsSync } from 'node:fs';
      import { findKeyFile } from ${JSON.stringify(new URL('../../../src/store/secrets/key-file.ts', import.meta.url).href)};
      process.stdout.write('ready ');
      await new Promise((done) => setTimeout(function look() { existsSync(process.argv[2]) ? done() : setTimeout(look, 1); }));
      process.stdout.write(findKeyFile(process.argv[1]).make());`;
    let ready = 0;
    const run = async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder, go]);
      const whole = text(child.stdout);
      child.stdout.once('data', () => {
        ready += 1;
        if (ready === 6) writeFileSync(go, '');
      });
      return (await whole).replace('ready ', '');
    };
    const made = await Promise.all(Array.from({ length: 6 }, run));
    expect(new Set(made)).toEqual(new Set([findKeyFile(folder).read()]));
    expect(await readdir(folder)).toEqual(['secret.key']);
  });

  describe.skipIf(process.platform === 'win32')('on systems with modes', () => {
    it('gets its mode back, as the database does', async () => {
      const { folder, file } = await makeFolder();
      await writeFile(file, key);
      await chmod(file, 0o664);
      expect(findKeyFile(folder).read()).toBe(key);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    });

    it.each([
      ['a link', async ({ folder, file }: { folder: string; file: string }) => symlink(join(folder, 'other'), file)],
      ['a pipe', async ({ file }: { file: string }) => promisify(execFile)('mkfifo', [file])],
      ['a file that everybody may write', async ({ file }: { file: string }) => makeOpen(file)],
      ['in a folder that everybody may write', async ({ folder }: { folder: string }) => chmod(folder, 0o777)],
    ])('is refused if it is %s', async (_, spoil) => {
      const made = await makeFolder();
      await spoil(made);
      expect(() => findKeyFile(made.folder).make()).toThrow(
        expect.objectContaining({ code: 'io_failed', message: expect.stringContaining("could be another's") }),
      );
    });
  });

  it('names itself if it cannot be written', () => {
    const folder = join(tmpdir(), 'platen-no-such-folder');
    expect(() => findKeyFile(folder).make()).toThrow(
      expect.objectContaining({ code: 'io_failed', message: expect.stringContaining(folder) }),
    );
  });
});

async function makeOpen(file: string): Promise<void> {
  await writeFile(file, key);
  await chmod(file, 0o666);
}
