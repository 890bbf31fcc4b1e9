import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/store/index.ts';
import { makeFolder, runCommand } from './run-command.ts';

let cwd: string;
let data: string;
beforeEach(async () => {
  cwd = makeFolder();
  data = join(cwd, 'data');
  await (await openStore({ dataFolder: data })).close();
});

const run = (words: string[], typed?: string) =>
  runCommand([...words, '--data-dir', data], {}, { cwd, ...(typed !== undefined && { typed }) });

describe('a backup', () => {
  it('is a file of the current folder', async () => {
    const file = join(cwd, 'copy.db');
    expect(await run(['backup', 'copy.db'])).toMatchObject({
      ...{ error: undefined, stdout: '', stderr: `Backed up templates and keys to ${file}\n` },
    });
    const { stdout, stderr } = await run(['backup', 'other.db', '--json']);
    expect([JSON.parse(stdout).data, stderr]).toEqual([{ file: join(cwd, 'other.db') }, '']);
    expect((await run(['backup', 'copy.db'])).error).toMatchObject({ code: 'output_exists' });
  });

  it.each(['backup', 'restore'])('is no stream: %s', async (verb) => {
    expect((await run([verb, '-'])).error).toMatchObject({
      ...{ code: 'usage', message: 'a backup must be a file, not -' },
      fix: 'name a file, such as templates-and-keys.db; ./- is one of that name',
    });
  });

  it('replaces the store with consent, which can be typed', async () => {
    await run(['backup', 'copy.db']);
    const question = 'Replace the templates and keys that are there? [y/N] ';
    const refused = await run(['restore', 'copy.db'], 'n\n');
    expect(refused).toMatchObject({ error: { code: 'output_exists' }, stderr: question });
    const { error, stderr } = await run(['restore', 'copy.db'], 'y\n');
    const [, kept = ''] = /The earlier ones are kept in (.*)\n$/.exec(stderr) ?? [];
    expect([error, existsSync(kept)]).toEqual([undefined, true]);
    expect(stderr).toBe(
      `${question}Restored templates and keys from ${join(cwd, 'copy.db')}\nThe earlier ones are kept in ${kept}\n`,
    );
  });

  it('replaces the store with --yes', async () => {
    await run(['backup', 'copy.db']);
    expect((await run(['restore', 'copy.db'])).error).toMatchObject({ code: 'consent_needed' });
    const { stdout } = await run(['restore', 'copy.db', '--yes', '--json']);
    expect(existsSync(JSON.parse(stdout).data.kept)).toBe(true);
  });

  it('is restored where there is no store', async () => {
    await run(['backup', 'copy.db']);
    data = join(cwd, 'other');
    expect(await run(['restore', 'copy.db'])).toMatchObject({
      ...{ error: undefined, stderr: `Restored templates and keys from ${join(cwd, 'copy.db')}\n` },
    });
    data = join(cwd, 'another');
    const { stdout, stderr } = await run(['restore', 'copy.db', '--json']);
    expect([JSON.parse(stdout).data, stderr]).toEqual([{ kept: null }, '']);
  });

  it('must be there', async () => {
    const { error, stderr } = await run(['restore', 'gone.db'], 'y\n');
    expect([error, stderr]).toEqual([expect.objectContaining({ message: expect.stringContaining('gone.db') }), '']);
  });
});
