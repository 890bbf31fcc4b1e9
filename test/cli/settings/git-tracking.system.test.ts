import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTrackedByGit } from '../../../src/cli/settings/git-tracking.ts';
import { makeProject } from './temporary-project.ts';

const { env } = process;
const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];

function makeRepository() {
  const project = makeProject();
  rmSync(join(project.root, '.git'), { recursive: true });
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', project.root, ...author, ...words], { stdio: 'pipe', encoding: 'utf8' }).trim();
  git('init', '-q');
  for (const name of ['.env', 'in/.platenrc', 'out/deep/file']) project.write(name, name);
  return { ...project, git };
}

it('knows what is tracked and what is not', async () => {
  const { root, git, write } = makeRepository();
  expect(await isTrackedByGit(join(root, '.env'), env)).toBe(false);
  git('add', '.');
  expect(await isTrackedByGit(join(root, '.env'), env)).toBe(true);
  expect(await isTrackedByGit(join(root, 'in/.platenrc'), env)).toBe(true);
  for (const name of ['in/.env', '*', ':(top).env', 'missing/.env']) {
    if (name === 'in/.env') write(name, '');
    expect([name, await isTrackedByGit(join(root, name), env)]).toEqual([name, false]);
  }
});

it('asks about the repository that the file lies in, whatever the environment names', async () => {
  const { root, home, git } = makeRepository();
  git('add', '.');
  git('commit', '-qm', 'x');
  git('worktree', 'add', '-q', join(home, 'tree'));
  expect(await isTrackedByGit(join(home, 'tree/.env'), env)).toBe(true);
  const elsewhere = { ...env, GIT_DIR: join(home, 'nowhere'), GIT_INDEX_FILE: join(home, 'no-index') };
  expect(await isTrackedByGit(join(root, '.env'), elsewhere)).toBe(true);
});

it('starts no file system monitor that the repository names, although git itself does', async () => {
  const { root, home, git } = makeRepository();
  const marker = join(home, 'ran');
  git('add', '.');
  git('config', 'core.fsmonitor', `touch ${marker}; false`);
  expect(await isTrackedByGit(join(root, '.env'), env)).toBe(true);
  expect(existsSync(marker)).toBe(false);
  git('ls-files', '-m');
  expect(existsSync(marker)).toBe(true);
});

it('fetches nothing with a program that the repository names, although git itself does', async () => {
  const { root, home, git } = makeRepository();
  const marker = join(home, 'ran');
  git('add', '.');
  git('commit', '-qm', 'x');
  git('sparse-checkout', 'init', '--cone', '--sparse-index');
  git('sparse-checkout', 'set', 'in');
  const folder = git('rev-parse', 'HEAD:out');
  rmSync(join(root, '.git/objects', folder.slice(0, 2), folder.slice(2)));
  const settings = {
    core: 'repositoryFormatVersion = 1',
    extensions: 'partialClone = origin',
    'remote "origin"': `url = ${home}\npromisor = true\nuploadpack = "touch ${marker}; false"`,
    'protocol "file"': 'allow = always',
  };
  for (const [section, lines] of Object.entries(settings))
    appendFileSync(join(root, '.git/config'), `[${section}]\n${lines}\n`);
  expect(await isTrackedByGit(join(root, '.env'), env)).toBe(true);
  expect(existsSync(marker)).toBe(false);
  git('ls-files');
  expect(existsSync(marker)).toBe(true);
});

it('takes a missing git and a broken index for "not tracked"', async () => {
  const { root, write, git } = makeRepository();
  git('add', '.');
  expect(await isTrackedByGit(join(root, '.env'), { PATH: root })).toBe(false);
  write('.git/index', 'DIRC');
  expect(await isTrackedByGit(join(root, '.env'), env)).toBe(false);
});
