import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type ClientStub, makeFolder, runCommand } from './run-command.ts';

/** Completes in a project that has profiles and folders of templates. */
async function complete(words: string[], stub: ClientStub = {}, cwd = makeProject()) {
  const home = makeFolder();
  const env = { HOME: home, XDG_CACHE_HOME: join(home, 'cache') };
  const run = async (...more: string[]) => {
    const { error, code, stdout, stderr } = await runCommand(['__complete', ...words, ...more], stub, { cwd, env });
    expect([error, code ?? 0]).toEqual([undefined, 0]);
    return [stdout, stderr];
  };
  return { first: await run(), run };
}

function makeProject(): string {
  const cwd = makeFolder();
  for (const name of ['invoice', 'a b']) mkdirSync(join(cwd, 'templates', name), { recursive: true });
  writeFileSync(join(cwd, 'templates/file'), '');
  writeFileSync(join(cwd, '.platenrc'), 'profiles: {theirs: {retries: 1}}\n');
  return cwd;
}

it.each([
  ['profiles', 'theirs\tproject\n'],
  ['slugs', 'invoice\t\n'],
  ['templates', ''],
  ['nonsense', ''],
])('the candidates for %s', async (what, candidates) => {
  expect((await complete([what])).first).toEqual([candidates, '']);
});

it('templates are those of the last refresh', async () => {
  const listTemplates = async () => ({ data: [{ id: 'i1', slug: 'bill', name: 'Bill' }], page: { next: null } });
  const { first, run } = await complete(['templates'], { listTemplates });
  expect(first).toEqual(['', '']);
  expect(await run('--refresh')).toEqual(['', '']);
  expect(await run()).toEqual(['bill\tBill\ni1\tBill\n', '']);
});

it('a failure offers nothing, and says why only with --debug', async () => {
  const cwd = makeFolder();
  const { first, run } = await complete(['slugs'], {}, cwd);
  expect(first).toEqual(['', '']);
  const [stdout, stderr] = await run('--debug');
  expect([stdout, stderr]).toEqual(['', expect.stringMatching(/^debug: no candidates: ENOENT/m)]);
});
