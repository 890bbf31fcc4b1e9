import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import { idOf } from '../../templates/sync/remote-stub.ts';
import { type ClientStub, type CommandSetting, linesOf, makeFolder, runCommand } from '../run-command.ts';

const id = idOf(1);
const data = {
  ...{ id, name: 'Invoice', content: '<p>ä', preview_context: { a: 1, b: 2 } },
  ...{ inserted_at: '2026-01-01', updated_at: '2026-01-02' },
};

/** Runs `platen templates` with a service that has one template. */
function run(
  words: readonly string[],
  setting: CommandSetting = {},
  template: object = data,
  changes: ClientStub = {},
) {
  const answer = { body: { data: template }, template, etag: '"1"' };
  const stub: ClientStub = {
    lookUpTemplate: async () => ({ id }),
    getTemplate: async () => answer,
    createTemplate: async () => answer,
    ...changes,
  };
  return runCommand(['templates', ...words], stub, setting);
}

describe('a stored template', () => {
  it('is JSON in a pipe and with --json', async () => {
    const { stdout, calls } = await run(['get', 'invoice']);
    expect([JSON.parse(stdout), calls]).toEqual([
      { data },
      [
        ['lookUpTemplate', 'invoice'],
        ['getTemplate', id],
      ],
    ]);
    const json = await run(['get', id, '--json'], { isTerminal: true });
    expect([JSON.parse(json.stdout), json.calls]).toEqual([{ data, warnings: [] }, [['getTemplate', id]]]);
  });

  it('is summed up at a terminal', async () => {
    const { stdout, stderr } = await run(['get', id], { isTerminal: true });
    expect([linesOf(stdout), stderr]).toEqual([
      [
        ...['Invoice', `id ${id}`, 'content 5 bytes', 'preview context a, b'],
        ...['created 2026-01-01', 'updated 2026-01-02', 'etag "1"', ''],
      ],
      '',
    ]);
  });

  it.each([
    [{}, 'empty'],
    [null, 'empty'],
    [Object.fromEntries([...'abcdefgh'].map((key) => [key, 1])), 'a, b, c, d, e, f, g, h'],
    [Object.fromEntries([...'abcdefghi'].map((key) => [key, 1])), 'a, b, c, d, e, f, g, h, …'],
  ])('has the names of its values there: %j', async (preview_context, names) => {
    const { stdout } = await run(['get', id], { isTerminal: true }, { ...data, preview_context, content: null });
    expect(linesOf(stdout)).toEqual(expect.arrayContaining([`preview context ${names}`, 'content 0 bytes']));
  });

  it('is not one of its revisions', async () => {
    expect(await run(['get', 'invoice@7'])).toMatchObject({ error: { code: 'usage' }, calls: [] });
  });
});

describe('a new template', () => {
  it('is stored and shown', async () => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, 'a.html'), '<p>ä');
    const words = ['create', '--name', 'Invoice', '--content', 'a.html', '--slug', 'invoice', '--tag', 'eu'];
    const { calls, stdout, stderr } = await run(words, { cwd, isTerminal: true });
    expect(calls).toEqual([['createTemplate', { name: 'Invoice', content: '<p>ä', slug: 'invoice', tags: ['eu'] }]]);
    expect([linesOf(stdout)[0], stderr]).toEqual(['Invoice', 'Created Invoice\n']);
    expect(JSON.parse((await run(words, { cwd })).stdout)).toEqual({ data });
  });

  it('is only shown in a dry run', async () => {
    const { calls, stdout } = await run(['create', '--name', 'Invoice', '--dry-run']);
    expect([calls, JSON.parse(stdout)]).toEqual([
      [],
      expect.objectContaining({ method: 'POST', body: { template: { name: 'Invoice' } } }),
    ]);
  });

  it('needs a name', async () => {
    expect(await run(['create', '--slug', 'x'])).toMatchObject({
      ...{ calls: [], error: { code: 'usage', message: 'a template needs a name', fix: 'give --name or --input' } },
    });
  });

  it('may be refused by the service', async () => {
    const createTemplate = async () => {
      throw new CommandError('slug_taken', 'it is that of another template');
    };
    const { error, stdout } = await run(['create', '--name', 'x', '--slug', 'y'], {}, data, { createTemplate });
    expect([error, stdout]).toEqual([expect.any(Error), '']);
  });
});
