import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { makeProject } from './temporary-project.ts';

const mode = (target: string) => (statSync(target).mode & 0o777).toString(8);

it('a written user file has mode 600 in a folder of mode 700 under any umask', () => {
  const { home } = makeProject();
  const module = pathToFileURL(join(import.meta.dirname, '../../../src/cli/settings/edit-user-file.ts')).href;
  const umasks = ['000', '022', '077', '277', '777'];
  const paths = umasks.map((umask) => join(home, umask, 'platen/config.yaml'));
  for (const [index, path] of paths.entries()) {
    // Where even our own rights are masked, the folder must be there before.
    const masked = (umasks[index] as string) > '100';
    mkdirSync(masked ? dirname(path) : dirname(dirname(path)), { recursive: true, mode: 0o700 });
  }
  const script = `const { editUserFile } = await import(${JSON.stringify(module)});
    for (const [umask, path] of ${JSON.stringify(umasks.map((umask, index) => [umask, paths[index]]))}) {
      process.umask(umask);
      await editUserFile(path, { name: 'api_key', text: 'k', profile: undefined });
    }`;
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  execFileSync(process.execPath, flags, { stdio: 'pipe' });
  const written = paths.map((path) => [mode(path), mode(dirname(path)), readFileSync(path, 'utf8')]);
  expect(written).toEqual(umasks.map(() => ['600', '700', 'api_key: k\n']));
});
