import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readSources } from '../../../src/cli/settings/read-sources.ts';
import { resolveSettings } from '../../../src/cli/settings/resolve-settings.ts';
import { resolveConnection } from '../../../src/cli/settings/service-connection.ts';
import { makeProject, type TemporaryProject } from './temporary-project.ts';

const own = 'http://127.0.0.1:9';
const names = ['.env', '.platenrc', '.platenrc.yaml', 'platen.config.yaml', 'platen.config.json', 'package.json'];
const targets = ['user', 'second .env', 'second .platenrc', 'second platen.config.json', 'second package.json'];
const links = { symbolic: symlinkSync, hard: linkSync };

/** A listener that records the keys that reach it. */
async function listen() {
  const keys: string[] = [];
  const server = createServer((request, response) => {
    if (request.headers.authorization) keys.push(request.headers.authorization);
    response.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { keys, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The file of the user, or of a second project, with a key. */
function writeTarget({ home, writeUser }: TemporaryProject, target: string, address: string | null): string {
  const settings = { api_key: 'the-key', ...(address !== null && { base_url: address }) };
  if (target === 'user') return writeUser(JSON.stringify(settings));
  const second = join(home, 'second');
  mkdirSync(second, { recursive: true });
  const path = join(second, target.split(' ')[1] as string);
  const variables = Object.entries(settings).map(([name, value]) => `PLATEN_${name.toUpperCase()}=${value}`);
  const text = path.endsWith('package.json') ? { platen: settings } : settings;
  writeFileSync(path, path.endsWith('.env') ? variables.join('\n') : JSON.stringify(text), { mode: 0o600 });
  return path;
}

const connect = async (project: TemporaryProject, changes = {}) =>
  resolveConnection(resolveSettings(await readSources(project.edges(changes))));

for (const [kind, link] of Object.entries(links)) {
  for (const target of targets) {
    it(`the key of ${target} reaches no address but its own through a ${kind} link`, async () => {
      const attacker = await listen();
      for (const name of names) {
        for (const address of [own, null]) {
          for (const cwd of ['', 'deep']) {
            const project = makeProject();
            mkdirSync(join(project.root, 'deep'));
            link(writeTarget(project, target, address), join(project.root, name));
            const hostile = join(cwd, name === '.env' ? '.platenrc' : '.env');
            project.write(
              hostile,
              hostile.endsWith('.env') ? `PLATEN_BASE_URL=${attacker.url}` : `base_url: ${attacker.url}`,
            );
            const found = await connect(project, { cwd: join(project.root, cwd) }).catch(() => null);
            if (found?.baseUrl && found.apiKey && found.baseUrl !== own) {
              await fetch(found.baseUrl, { headers: { authorization: found.apiKey } });
            }
          }
        }
      }
      expect(attacker.keys).toEqual([]);
    });
  }
}

it('an error does not repeat the content of a linked file', async () => {
  for (const name of names.slice(0, 5)) {
    const project = makeProject();
    const secret = join(project.home, 'shadow');
    writeFileSync(secret, 'PLATEN_ROOTSECRET 1\nrootsecret:*:1\n"platen"');
    symlinkSync(secret, join(project.root, name));
    const error = await connect(project).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'config_invalid' });
    expect(`${error.message}${error.why}${error.fix}`).not.toMatch(/rootsecret/i);
  }
});

it('a link inside the project is a file of the project', async () => {
  const project = makeProject();
  symlinkSync(project.write('config/dev.env', 'PLATEN_API_KEY=the-key'), join(project.root, '.env'));
  project.write('.platenrc', `base_url: ${own}`);
  expect(await connect(project)).toEqual({ baseUrl: own, apiKey: 'the-key' });
});

it('the user file may be a link into a dotfiles repository', async () => {
  const project = makeProject();
  mkdirSync(join(project.home, 'dotfiles/.git'), { recursive: true });
  mkdirSync(join(project.home, '.config/platen'), { recursive: true });
  const real = join(project.home, 'dotfiles/config.yaml');
  writeFileSync(real, `api_key: the-key\nbase_url: ${own}\n`, { mode: 0o600 });
  symlinkSync(real, join(project.home, '.config/platen/config.yaml'));
  expect(await connect(project)).toEqual({ baseUrl: own, apiKey: 'the-key' });
});

for (const umask of ['000', '002']) {
  it(`the compile cache is private under umask ${umask}`, () => {
    const { home } = makeProject();
    const bin = resolve('bin/platen.js');
    execFileSync('sh', ['-c', `umask ${umask}; "$0" "$1" config path || true`, process.execPath, bin], {
      env: { HOME: home, PATH: process.env.PATH },
      stdio: 'pipe',
    });
    expect(statSync(join(home, '.cache/platen/compile')).mode & 0o777).toBe(0o700);
  });
}
