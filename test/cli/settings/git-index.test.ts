import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTrackedByGit } from '../../../src/cli/settings/git-index.ts';
import { makeProject } from './temporary-project.ts';

const names = [
  '.env',
  'a',
  'abcdefghijk',
  'sub/.platenrc',
  'sub/deeper/platen.config.yaml',
  `${'long/'.repeat(30)}.env`,
  'ümlaut/.env',
];

function makeRepository(...options: string[]) {
  const project = makeProject();
  rmSync(join(project.root, '.git'), { recursive: true });
  const git = (...words: string[]) => execFileSync('git', ['-C', project.root, ...words], { stdio: 'pipe' });
  git('init', '-q', ...options);
  git('config', 'user.email', 'a@example.com');
  git('config', 'user.name', 'a');
  for (const name of names) project.write(name, name);
  return { ...project, git };
}

for (const version of ['2', '4']) {
  for (const format of ['sha1', 'sha256']) {
    it(`reads an index of version ${version} with ${format}`, async () => {
      const { root, git, write } = makeRepository(`--object-format=${format}`);
      expect(await isTrackedByGit(join(root, '.env'))).toBe(false);
      git('-c', `index.version=${version}`, 'add', '.');
      git('update-index', '--index-version', version);
      for (const name of names) expect([name, await isTrackedByGit(join(root, name))]).toEqual([name, true]);
      write('sub/.env', '');
      for (const name of ['sub/.env', 'sub', 'sub/.platenr', 'env', 'sub/deeper']) {
        expect([name, await isTrackedByGit(join(root, name))]).toEqual([name, false]);
      }
    });
  }
}

it('reads version 3, which marks files that will be added', async () => {
  const { root, git } = makeRepository();
  git('add', '--intent-to-add', '.');
  for (const name of names) expect(await isTrackedByGit(join(root, name))).toBe(true);
});

it('follows the .git file of a worktree', async () => {
  const { root, home, git } = makeRepository();
  git('add', '.');
  git('commit', '-qm', 'x');
  git('worktree', 'add', '-q', join(home, 'tree'));
  expect(await isTrackedByGit(join(home, 'tree/.env'))).toBe(true);
  expect(await isTrackedByGit(join(root, '.env'))).toBe(true);
});

it('runs nothing that the repository names, although git itself does', async () => {
  const { root, home, git } = makeRepository();
  const marker = join(home, 'ran');
  git('add', '.');
  git('config', 'core.fsmonitor', `touch ${marker}; false`);
  expect(await isTrackedByGit(join(root, '.env'))).toBe(true);
  expect(existsSync(marker)).toBe(false);
  git('ls-files', '-m');
  expect(existsSync(marker)).toBe(true);
});

it('takes a broken or cut index for "not tracked"', async () => {
  const { root, git } = makeRepository();
  git('add', '.');
  const index = join(root, '.git/index');
  const bytes = execFileSync('cat', [index]);
  for (const length of [0, 4, 11, 12, 60, 73, 80]) {
    writeFileSync(index, bytes.subarray(0, length));
    expect(await isTrackedByGit(join(root, 'sub/.platenrc'))).toBe(false);
  }
});
