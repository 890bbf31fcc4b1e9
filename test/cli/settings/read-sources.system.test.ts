import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { readSources } from '../../../src/cli/settings/read-sources.ts';
import { resolveSettings } from '../../../src/cli/settings/resolve-settings.ts';
import { makeProject, type TemporaryProject } from './temporary-project.ts';

let project: TemporaryProject;
beforeEach(() => {
  project = makeProject();
});

const load = async (changes: Parameters<TemporaryProject['edges']>[0] = {}) =>
  resolveSettings(await readSources(project.edges(changes)));

describe('a file of settings', () => {
  it.each(['.env', '.platenrc.yaml'])('is refused when it is a pipe, without waiting: %s', async (name) => {
    execFileSync('mkfifo', [join(project.root, name)]);
    await expect(load()).rejects.toMatchObject({ message: expect.stringContaining('not a regular file') });
  });
});

const settingsModule = pathToFileURL(join(import.meta.dirname, '../../../src/cli/settings/index.ts')).href;

/** Runs a script in its own process, which has `load` for the settings of a folder and a home. Gives what it prints. */
function runWithSettings(script: string): string {
  const module = JSON.stringify(settingsModule);
  const prelude = `
    const { loadSettings } = await import(${module});
    const load = (cwd, homeFolder) => {
      const io = { env: {}, cwd, platform: 'linux', homeFolder, stdin: [] };
      return loadSettings({ io, flags: { settings: {}, envFile: true } });
    };`;
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', prelude + script];
  return execFileSync(process.execPath, flags, { encoding: 'utf8' }).trim();
}

describe('files that may not be read', () => {
  /** Loads the settings of each project as a user without rights to the files: root may read everything. */
  function loadAsNobody(projects: readonly TemporaryProject[]): string[] {
    for (const { root } of projects) chmodSync(join(root, '..'), 0o755);
    const script = `
      if (process.getuid() === 0) { process.setgroups([]); process.setgid(65534); process.setuid(65534); }
      for (const { root, home } of ${JSON.stringify(projects)})
        await load(root, home).then(
          () => console.log('read'),
          (error) => console.log(error.code + ' ' + error.message + ' ' + error.why),
        );`;
    return runWithSettings(script).split('\n');
  }

  it('are reported, not skipped: those of a project as well as that of the user', () => {
    const names = ['.env', '.platenrc', 'platen.config.yaml'];
    const readable = names.map((name) => {
      const place = makeProject();
      place.write(name, '', 0o644);
      return place;
    });
    const closed = [...names, 'the user file'].map((name) => {
      const place = makeProject();
      const path = name === 'the user file' ? place.writeUser('retries: 1', 0o000) : place.write(name, '', 0o000);
      return { place, path };
    });
    expect(loadAsNobody([...readable, ...closed.map(({ place }) => place)])).toEqual([
      ...readable.map(() => 'read'),
      ...closed.map(({ path }) => `config_invalid cannot read ${path}: permission denied EACCES`),
    ]);
  });
});

describe('libraries', () => {
  it('are loaded only for files that are there', () => {
    const { root, home } = project;
    project.write('package.json', '{"name": "somebody-else"}');
    mkdirSync(join(home, '.config/platen'), { recursive: true });
    const files = [
      [join(root, '.env'), ''],
      [join(home, '.config/platen/config.yaml'), 'retries: 1'],
      [join(root, '.platenrc'), 'retries: 1'],
    ];
    const script = `
      const { createRequire } = await import('node:module');
      const { writeFileSync } = await import('node:fs');
      async function look() {
        await load(${JSON.stringify(root)}, ${JSON.stringify(home)});
        const loaded = Object.keys(createRequire(${JSON.stringify(settingsModule)}).cache);
        const isLoaded = (name) => loaded.some((path) => path.includes('/node_modules/' + name + '/'));
        console.log('loaded: ' + ['cosmiconfig', 'dotenv', 'yaml'].filter(isLoaded).join());
      }
      await look();
      for (const [path, text] of ${JSON.stringify(files)}) {
        writeFileSync(path, text, { mode: 0o600 });
        await look();
      }`;
    expect(runWithSettings(script).split('\n')).toEqual([
      'loaded: ',
      'loaded: dotenv',
      'loaded: dotenv,yaml',
      'loaded: cosmiconfig,dotenv,yaml',
    ]);
  });
});

describe('a key in a file that git tracks', () => {
  it('gets a warning', async () => {
    const git = (...words: string[]) => execFileSync('git', ['-C', project.root, ...words], { stdio: 'pipe' });
    git('init', '-q');
    project.write('.env', 'PLATEN_API_KEY=k\n');
    project.write('sub/.platenrc', 'profiles: {ci: {api_key: k}}');
    expect((await load()).warnings).toEqual([]);
    git('add', '.');
    expect((await load()).warnings[0]?.text).toMatch(/\.env contains an API key and is tracked by git/);
    expect((await load({ cwd: join(project.root, 'sub') })).warnings[0]?.text).toMatch(
      /sub\/\.platenrc contains an API key/,
    );
    project.write('.env', 'PLATEN_RETRIES=1\n');
    expect((await load()).warnings).toEqual([]);
  });
});
