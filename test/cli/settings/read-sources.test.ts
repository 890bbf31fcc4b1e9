import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readSources } from '../../../src/cli/settings/read-sources.ts';
import { resolveSettings } from '../../../src/cli/settings/resolve-settings.ts';
import { resolveConnection } from '../../../src/cli/settings/service-connection.ts';
import { rememberTrust } from '../../../src/cli/settings/trusted-files.ts';
import { makeProject, type TemporaryProject } from './temporary-project.ts';

let project: TemporaryProject;
beforeEach(() => {
  project = makeProject();
});

const load = async (changes: Parameters<TemporaryProject['edges']>[0] = {}) =>
  resolveSettings(await readSources(project.edges(changes)));

describe('.env', () => {
  it('is read from the current folder only, PLATEN_ names only, and never reaches this process', async () => {
    project.write('.env', 'PLATEN_RETRIES=1\nOTHER_SECRET=x\nNODE_OPTIONS=--require=./evil.cjs\n');
    expect((await load()).get('retries')).toBe(1);
    expect(process.env.PLATEN_RETRIES).toBeUndefined();
    expect(process.env.OTHER_SECRET).toBeUndefined();
    const below = join(project.root, 'below');
    mkdirSync(below);
    expect((await load({ cwd: below })).get('retries')).toBe(3);
  });

  it('is left out with --no-env-file', async () => {
    project.write('.env', 'PLATEN_RETRIES=1\n');
    expect((await load({ envFile: false })).get('retries')).toBe(3);
  });

  it('is read with BOM, CRLF, export and quotes', async () => {
    project.write('.env', '\ufeffPLATEN_RETRIES=1\r\nexport PLATEN_TIMEOUT="2m"\r\nPLATEN_PROFILE=\r\n');
    const settings = await load();
    expect([settings.get('retries'), settings.get('timeout'), settings.get('profile')]).toEqual([1, 120_000, null]);
  });

  it('may be UTF-16 with a byte order mark, as older PowerShell writes it', async () => {
    project.write('.env', Buffer.from('\ufeffPLATEN_RETRIES=1\r\n', 'utf16le'));
    expect((await load()).get('retries')).toBe(1);
  });

  const bad: [text: string, says: RegExp, fix?: string][] = [
    [
      '# note\n\nPLATEN_BASEURL=https://x.example',
      /\.env:3: unknown setting "PLATEN_BASEURL"/,
      'did you mean PLATEN_BASE_URL?',
    ],
    [
      'PLATEN_FOO=1',
      /unknown setting "PLATEN_FOO"/,
      expect.stringMatching(/^known settings: PLATEN_API_KEY, PLATEN_BASE_/),
    ],
    ['PLATEN_RETRIES=1\nPLATEN_RETRIES=many', /\.env:2: PLATEN_RETRIES must be a whole number/],
    ['PLATEN_RETRIES=1\nPLATEN_TIMEOUT 30s', /\.env:2: PLATEN_TIMEOUT has no value that can be read/],
    ['export PLATEN_TIMEOUT:30s', /\.env:1: PLATEN_TIMEOUT has no value that can be read/],
    ['PLATEN_TRUST_PROJECT=1', /\.env:1: PLATEN_TRUST_PROJECT cannot be set in a file/],
    ['PLATEN_CONFIG=/tmp/evil.yaml', /\.env:1: PLATEN_CONFIG cannot be set in a file/],
  ];
  for (const [text, says, fix] of bad) {
    it(`says where it is wrong: ${text.split('\n').at(-1)}`, async () => {
      project.write('.env', text);
      await expect(load()).rejects.toMatchObject({
        code: 'config_invalid',
        message: expect.stringMatching(says),
        ...(fix && { fix }),
      });
    });
  }

  it('cannot trust the project in lower case on Windows either', async () => {
    project.write('.env', 'platen_trust_project=1');
    await expect(load({ platform: 'win32' })).rejects.toMatchObject({ code: 'config_invalid' });
  });

  it('may be a folder: a Python environment', async () => {
    mkdirSync(join(project.root, '.env'));
    expect((await load()).get('retries')).toBe(3);
  });

  it('is refused when it is huge or not text', async () => {
    project.write('.env', `#${'x'.repeat(300_000)}`);
    await expect(load()).rejects.toMatchObject({ code: 'config_invalid', message: expect.stringContaining('256 KiB') });
    project.write('.env', Buffer.from([0x50, 0xc3, 0x28]));
    await expect(load()).rejects.toMatchObject({ message: expect.stringContaining('not UTF-8') });
  });
});

describe('a project file', () => {
  it('is the same in every form', async () => {
    const forms: [name: string, text: string][] = [
      ['.platenrc', 'retries: 1\nprofiles:\n  ci: {timeout: 5s}\nprofile: ci'],
      [
        '.platenrc.json',
        '\ufeff{\n\t"retries": 1,\n\t"profile": "ci",\n\t"profiles": {"ci": {"timeout": "5s"}}\n}\r\n',
      ],
      ['.platenrc.yaml', '# ours\r\nretries: 1\r\nprofile: ci\r\nprofiles:\r\n  ci:\r\n    timeout: 5s\r\n'],
      ['.platenrc.yml', 'retries: 1\nprofile: "ci"\nprofiles: {ci: {timeout: 5s}}'],
      ['platen.config.json', '{"retries":1,"profile":"ci","profiles":{"ci":{"timeout":"5s"}}}'],
      ['platen.config.yaml', '---\nretries: 1\nprofile: ci\nprofiles: {ci: {timeout: 5s}}\n'],
      ['platen.config.yml', '\ufeffretries: 1\nprofile: ci\nprofiles: {ci: {timeout: 5s}}\n'],
      ['package.json', '{"name":"x","platen":{"retries":1,"profile":"ci","profiles":{"ci":{"timeout":"5s"}}}}'],
    ];
    for (const [name, text] of forms) {
      project = makeProject();
      project.write(name, text);
      const settings = await load();
      expect([name, settings.get('retries'), settings.get('timeout')]).toEqual([name, 1, 5000]);
    }
  });

  it('may be empty or hold comments only', async () => {
    for (const text of ['', '\n', '# nothing yet\n', '\ufeff']) {
      for (const name of ['.platenrc', 'platen.config.yaml', '.platenrc.json']) {
        if (text.includes('#') && name.endsWith('.json')) continue;
        project = makeProject();
        project.write(name, text);
        expect((await load()).get('retries')).toBe(3);
      }
    }
  });

  const bad: [name: string, text: string, says: RegExp, fix?: string][] = [
    ['.platenrc', '# x\nbase-url: https://x.example', /:2: unknown setting "base-url"/, 'did you mean base_url?'],
    [
      '.platenrc',
      'retries: 1\nprofiles:\n  ci:\n    timout: 5s',
      /:4: unknown setting "timout"/,
      'did you mean timeout?',
    ],
    [
      '.platenrc',
      'colour: red',
      /:1: unknown setting "colour"/,
      expect.stringMatching(/^known settings: api_key, base_url, /),
    ],
    ['.platenrc', 'profile: 1.10', /:1: profile must be text, not the number 1\.1: quote it/],
    ['.platenrc', 'api_key: 017', /:1: api_key must be text, not the number 17: quote it/],
    ['.platenrc', 'insecure_http: yes', /:1: insecure_http must be true or false, not text \(in YAML 1\.2 yes/],
    ['.platenrc', 'retries: "1"', /:1: retries must be a whole number from 0 to 10, not text/],
    ['.platenrc', 'retries: 1_0', /:1: retries must be a whole number/],
    ['.platenrc', 'timeout: 30', /:1: timeout must be text/],
    ['.platenrc', 'retries: 1\n\nretries: 2', /:3: "retries" is here for the second time/],
    ['.platenrc', 'base_url: &a https://x.example\nprofile: *a', /:2: aliases/],
    ['.platenrc', 'retries: 1\n---\nretries: 2', /:2: /],
    ['.platenrc', '- retries', /:1: the file must have settings/],
    ['.platenrc', 'just words', /:1: the file must have settings/],
    ['.platenrc', 'profiles: [ci]', /:1: "profiles" must have settings/],
    ['.platenrc', 'profiles: {ci: fast}', /:1: the profile "ci" must have settings/],
    ['.platenrc', 'profiles: {"../x": {}}', /:1: the profile name "\.\.\/x" must be made of/],
    ['.platenrc', 'profiles: {ci: {profile: x}}', /:1: profile cannot be inside a profile/],
    ['.platenrc', 'profiles:\n\tci: {}', /:2: Tabs are not allowed/],
    ['.platenrc', 'base_url: {a: 1}', /:1: base_url must be text, not a group of settings/],
    ['.platenrc', '? [a]\n: 1', /:1: a name must be plain text/],
    ['.platenrc.json', '{\n  "retries": 1,\n}', /:3: not valid JSON/],
    ['.platenrc.json', '{"retries": 1 /* no */}', /:1: not valid JSON/],
    ['.platenrc.json', '{"retries": 1, "retries": 2}', /:1: "retries" is here for the second time/],
    ['package.json', '{\n "platen": "x"\n}', /:2: the file must have settings/],
    ['package.json', '{\n "platen": {\n  "retires": 1}\n}', /:3: unknown setting "retires"/, 'did you mean retries?'],
  ];
  for (const [name, text, says, fix] of bad) {
    it(`says where it is wrong: ${name} ${JSON.stringify(text)}`, async () => {
      project.write(name, text);
      await expect(load()).rejects.toMatchObject({
        code: 'config_invalid',
        message: expect.stringMatching(says),
        ...(fix && { fix }),
      });
    });
  }

  it('does not quote the text around a mistake, which may be a key', async () => {
    project.write('.platenrc.json', '{"api_key": "hushhush" oops}');
    await expect(load()).rejects.toMatchObject({ message: expect.not.stringContaining('hush') });
    project.write('.platenrc.json', '"hushhush" oops');
    await expect(load()).rejects.toMatchObject({ message: expect.not.stringContaining('hush') });
    project = makeProject();
    project.write('.platenrc', 'api_key: "hushhush\nretries: 1');
    await expect(load()).rejects.toMatchObject({ message: expect.not.stringContaining('hush') });
  });

  it('is refused when it is a folder, huge or not UTF-8', async () => {
    mkdirSync(join(project.root, '.platenrc'));
    await expect(load()).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('a folder'),
    });
    project = makeProject();
    project.write('platen.config.yaml', `# ${'x'.repeat(300_000)}`);
    await expect(load()).rejects.toMatchObject({ message: expect.stringContaining('256 KiB') });
    project = makeProject();
    project.write('.platenrc', Buffer.from('retries: 1\n# caf\xe9', 'latin1'));
    await expect(load()).rejects.toMatchObject({ message: expect.stringMatching(/\.platenrc:2: .*not UTF-8/) });
  });
});

describe('the user file', () => {
  it('is found by the XDG rule and overridden by PLATEN_CONFIG', async () => {
    project.writeUser('retries: 1');
    expect((await load()).get('retries')).toBe(1);
    const named = project.write('other.yaml', 'retries: 2', 0o600);
    expect((await load({ env: { PLATEN_CONFIG: named } })).get('retries')).toBe(2);
    expect((await load({ env: { PLATEN_CONFIG: 'other.yaml' } })).get('retries')).toBe(2);
    expect((await load({ env: { PLATEN_CONFIG: '' } })).get('retries')).toBe(1);
    expect((await load({ env: { PLATEN_CONFIG: '/dev/null' } })).get('retries')).toBe(3);
    await expect(load({ env: { PLATEN_CONFIG: join(project.root, 'none.yaml') } })).rejects.toMatchObject({
      code: 'config_invalid',
    });
  });

  it('gets a warning when it holds a key that others may read', async () => {
    project.writeUser('retries: 1', 0o644);
    expect((await load()).warnings).toEqual([]);
    const path = project.writeUser('');
    writeFileSync(path, 'profiles: {ci: {api_key: k}}');
    chmodSync(path, 0o640);
    expect((await load()).warnings).toEqual([
      { code: 'key_exposed', text: `others may read the API key in ${path} (mode 640): chmod 600 ${path}` },
    ]);
    chmodSync(path, 0o600);
    expect((await load()).warnings).toEqual([]);
  });

  it('is refused when others may change it', async () => {
    const path = project.writeUser('retries: 1');
    for (const mode of [0o620, 0o602, 0o666]) {
      chmodSync(path, mode);
      await expect(load()).rejects.toMatchObject({ code: 'config_invalid', fix: `chmod 600 ${path}` });
    }
    expect((await load({ platform: 'win32', folders: project.edges().folders })).get('retries')).toBe(1);
  });
});

describe('trust', () => {
  it('is remembered by path and by what it is about', async () => {
    const env = { PLATEN_API_KEY: 'the-key' };
    const path = project.write('platen.config.yaml', 'base_url: https://pdf.example');
    await expect(load({ env }).then(resolveConnection)).rejects.toMatchObject({
      code: 'project_not_trusted',
      message: `${path}:1 asks for your API key at https://pdf.example`,
      fix: expect.stringContaining('platen config trust'),
    });
    const { project: found } = await readSources(project.edges());
    await rememberTrust(project.edges().folders, found ? [found.file] : []);
    expect(resolveConnection(await load({ env }))).toEqual({ baseUrl: 'https://pdf.example', apiKey: 'the-key' });

    project.write('platen.config.yaml', '# Tries less often.\nretries: 1\nbase_url: https://pdf.example\n');
    expect(resolveConnection(await load({ env })).apiKey).toBe('the-key');

    const changes = ['base_url: https://evil.example', 'base_url: https://pdf.example\ninsecure_http: true'];
    changes.push('base_url: https://pdf.example\nprofiles: {ci: {base_url: https://evil.example}}');
    for (const change of changes) {
      project.write('platen.config.yaml', change);
      await expect(load({ env }).then(resolveConnection)).rejects.toMatchObject({ code: 'project_not_trusted' });
    }
    project.write('platen.config.yaml', 'base_url: https://pdf.example');
    project.write('sub/.git/x', '');
    project.write('sub/platen.config.yaml', 'base_url: https://pdf.example');
    await expect(load({ env, cwd: join(project.root, 'sub') }).then(resolveConnection)).rejects.toMatchObject({
      code: 'project_not_trusted',
    });
  });

  it('cannot be moved into the project by the project', async () => {
    project.write('.env', 'PLATEN_DATA_DIR=.\nPLATEN_BASE_URL=https://evil.example\n');
    const { envFile } = await readSources(project.edges());
    const { folders } = project.edges();
    await rememberTrust(folders, envFile ? [envFile.file] : []);
    renameSync(join(folders.data, 'trusted-projects.json'), join(project.root, 'trusted-projects.json'));
    const settings = await load({ env: { PLATEN_API_KEY: 'the-key' } });
    expect(() => resolveConnection(settings)).toThrow(expect.objectContaining({ code: 'project_not_trusted' }));
  });
});
