import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useProject } from './run-in-project.ts';

const key = `platen_${'0'.repeat(43)}_0zkbyY`;
const config = useProject();
const { platen } = config;

describe('platen config list', () => {
  it('shows each value with its origin, and the key masked', async () => {
    const secretKey = 'ab'.repeat(32);
    config.project.writeUser(`base_url: https://prod.example\napi_key: ${key}\n`);
    config.project.write('.platenrc', 'retries: 1\n');
    config.project.write('.env', 'PLATEN_QUEUE=7\n');
    const env = { PLATEN_TIMEOUT: '90s', PLATEN_DATABASE_URL: 'postgres://u:hush@db/x', PLATEN_SECRET_KEY: secretKey };
    const { code, out, err } = await platen(['config', 'list', '--all', '--ca-file', 'corp.pem'], {
      env,
      terminal: true,
    });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const lines = Object.fromEntries(out.split('\n').map((line) => [line.split(' ')[0], line.split(/ {2,}/).slice(1)]));
    expect(lines).toMatchObject({
      api_key: ['platen_0000…kbyY', `user ${config.userFile}:2`],
      base_url: ['https://prod.example', `user ${config.userFile}:1`],
      retries: ['1', `project ${join(config.project.root, '.platenrc')}:1`],
      queue: ['7', `.env ${join(config.project.root, '.env')}:1`],
      timeout: ['90s', 'environment PLATEN_TIMEOUT'],
      ca_file: [join(config.project.root, 'corp.pem'), 'flag --ca-file'],
      profile: ['none', 'default'],
      concurrency: ['one per core, at most one per 200 MB of a memory limit', 'default'],
      egress: ['open; serve: public', 'default'],
      database_url: ['postgres://u:***@db/x', 'environment PLATEN_DATABASE_URL'],
      secret_key: ['…', 'environment PLATEN_SECRET_KEY'],
    });
    expect((await platen(['config', 'list', '--json'], { env })).out).not.toContain(secretKey);
    expect(out).not.toContain(secretKey);
    expect(out).not.toContain(key);
    expect(out).not.toContain('hush');
  });

  it('gives the same in JSON, secrets masked there too', async () => {
    config.project.writeUser(`base_url: https://prod.example\napi_key: ${key}\n`);
    const { code, out } = await platen(['config', 'list', '--all', '--json']);
    const { data } = JSON.parse(out);
    expect(code).toBe(0);
    expect(out).not.toContain(key);
    expect(data.find((row: { name: string }) => row.name === 'api_key')).toMatchObject({
      value: 'platen_0000…kbyY',
      origin: { source: 'user', path: config.userFile, line: 2 },
      trusted: true,
      variable: 'PLATEN_API_KEY',
    });
    expect(data.find((row: { name: string }) => row.name === 'timeout')).toMatchObject({ value: null, default: '2m' });
    expect((await platen(['config', 'list', '--all'])).out).toBe(out);
  });

  it('shows what is set, and all with --all', async () => {
    expect(await platen(['config', 'list'], { terminal: true })).toEqual({
      code: 0,
      out: '',
      err: 'No setting is set. --all shows every setting with its default.\n',
    });
    expect(await platen(['config', 'set', 'render.size', 'Letter'])).toMatchObject({ code: 0 });
    expect(await platen(['config', 'set', 'render.scale', '0.9', '--profile', 'small'])).toMatchObject({ code: 0 });
    const { out } = await platen(['config', 'list', '--profile', 'small'], { terminal: true });
    expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['SETTING', 'VALUE', 'FROM'],
      ['profile', 'small', 'flag --profile'],
      ['render.size', 'Letter', `user ${config.userFile}:2`],
      ['render.scale', '0.9', `user ${config.userFile}:6 (profile small)`],
      [''],
    ]);
    const { data } = JSON.parse((await platen(['config', 'list', '--json'])).out);
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['render.size']);
    expect((await platen(['config', 'list', '--all'], { terminal: true })).out).toContain('render.margin');
    await platen(['config', 'unset', 'render.size']);
    expect(readFileSync(config.userFile, 'utf8')).toBe('profiles:\n  small:\n    render:\n      scale: 0.9\n');
    await platen(['config', 'set', 'render.header', '@head.html']);
    expect((await platen(['config', 'get', 'render.header'])).out).toBe(`@${join(config.project.root, 'head.html')}\n`);
    expect(await platen(['config', 'set', 'render.size', 'Lettre'])).toMatchObject({ code: 2 });
    expect((await platen(['config', 'set', 'size', 'Letter'])).err).toContain('did you mean render.size?');
  });

  it('still works where key and address do not belong together, and says so', async () => {
    config.project.write('.platenrc', 'base_url: https://evil.example\nsandbox: off\n');
    const { code, out, err } = await platen(['config', 'list'], { env: { PLATEN_API_KEY: key }, terminal: true });
    expect(code).toBe(0);
    expect(out).toMatch(/^sandbox +off .*\(not trusted\)$/m);
    expect(err).toContain('asks for your API key at https://evil.example');
    expect(err).toContain('platen config trust');
  });

  it('ends with 3 and the place of a mistake', async () => {
    const path = config.project.write('.platenrc', 'retries: 1\nbaseurl: https://x.example\n');
    const { code, out, err } = await platen(['config', 'list', '--json']);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(JSON.parse(err).error).toEqual({
      code: 'config_invalid',
      message: `${path}:2: unknown setting "baseurl"`,
      hint: 'did you mean base_url?',
    });
  });
});

describe('platen config get', () => {
  it('prints one value, for the profile that was asked for', async () => {
    config.project.writeUser('base_url: https://a.example\nprofiles: {staging: {base_url: https://b.example}}');
    expect(await platen(['config', 'get', 'base_url'])).toEqual({ code: 0, out: 'https://a.example\n', err: '' });
    expect((await platen(['config', 'get', 'base_url', '--profile', 'staging'])).out).toBe('https://b.example\n');
    expect(await platen(['config', 'get', 'base_url', '--profile', 'stagin'])).toMatchObject({ code: 3, out: '' });
  });

  it('prints nothing where nothing is set', async () => {
    expect(await platen(['config', 'get', 'base_url'])).toEqual({ code: 0, out: '', err: 'base_url is not set\n' });
    expect(JSON.parse((await platen(['config', 'get', 'base_url', '--json'])).out).data.value).toBeNull();
  });

  it('names the setting that was probably meant', async () => {
    const { code, err } = await platen(['config', 'get', 'baseurl']);
    expect(code).toBe(2);
    expect(err).toContain('did you mean base_url?');
  });
});

describe('platen config set', () => {
  it('makes the user file private and says where it is', async () => {
    const { code, out, err } = await platen(['config', 'set', 'base_url', 'https://a.example/']);
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: `Set base_url in ${config.userFile}\n` });
    expect((statSync(config.userFile).mode & 0o777).toString(8)).toBe('600');
    expect((await platen(['config', 'get', 'base_url'])).out).toBe('https://a.example\n');
  });

  it.each([
    ['./fonts', (root: string) => join(root, 'fonts')],
    ['~/fonts', () => '~/fonts'],
    ['/fonts', () => '/fonts'],
  ])('takes the path %s as it is meant where it is typed', async (typed, written) => {
    await platen(['config', 'set', 'font_dir', typed]);
    expect(readFileSync(config.userFile, 'utf8')).toBe(`font_dir: ${written(config.project.root)}\n`);
  });

  it('reads the key from standard input, and refuses it as an argument without repeating it', async () => {
    await platen(['config', 'set', 'base_url', 'https://ci.example', '--profile', 'ci']);
    const piped = await platen(['config', 'set', 'api_key', '-', '--profile', 'ci'], { stdin: `${key}\n` });
    expect(piped).toEqual({ code: 0, out: '', err: `Set api_key in ${config.userFile} (profile ci)\n` });
    expect(readFileSync(config.userFile, 'utf8')).toBe(
      `profiles:\n  ci:\n    base_url: https://ci.example\n    api_key: ${key}\n`,
    );
    const typed = await platen(['config', 'set', 'api_key', key]);
    expect(typed).toMatchObject({ code: 2, out: '' });
    expect(typed.err).not.toContain(key);
  });

  it('does not ask where nobody can answer', async () => {
    const { code, err } = await platen(['config', 'set', 'api_key', '--json'], { terminal: true });
    expect(code).toBe(2);
    expect(JSON.parse(err).error).toMatchObject({
      code: 'consent_needed',
      hint: expect.stringContaining('api_key < key.txt'),
    });
  });

  it('reads the key that is piped in, as its help says, and says where none comes', async () => {
    expect((await platen(['config', 'set', 'api_key'], { stdin: `${key}\n` })).code).toBe(0);
    expect(readFileSync(config.userFile, 'utf8')).toBe(`api_key: ${key}\n`);
    const empty = await platen(['config', 'set', 'api_key']);
    expect(empty).toMatchObject({ code: 2, err: expect.stringContaining('it is empty') });
  });

  it('warns of a key without an address and of a profile that is not there', async () => {
    expect((await platen(['config', 'set', 'api_key', '-'], { stdin: key })).err).toContain(
      'warning: the key is not used',
    );
    expect((await platen(['config', 'set', 'profile', 'ci'])).err).toContain('warning: there is no profile ci');
    expect((await platen(['config', 'list'])).code).toBe(3);
    expect((await platen(['config', 'set', 'profile', ''])).code).toBe(0);
    expect((await platen(['config', 'list'])).code).toBe(0);
  });

  const refused: [words: string[], says: string][] = [
    [['retries', 'many'], 'retries must be a whole number'],
    [['retries'], 'the value of retries is missing'],
    [['retires', '1'], 'did you mean retries?'],
    [['trust_project', '1'], 'PLATEN_TRUST_PROJECT in the environment'],
    [['profile', 'a', '--profile', 'b'], 'profile cannot be inside a profile'],
    [['retries', '1', '--profile', '../x'], '--profile must be made of'],
    [['base_url', 'https://u:p@x.example'], 'without a user name'],
  ];
  for (const [words, says] of refused) {
    it(`refuses ${words.join(' ')}`, async () => {
      const { code, err } = await platen(['config', 'set', ...words]);
      expect(code).toBe(2);
      expect(err).toContain(says);
      expect(() => statSync(config.userFile)).toThrow('ENOENT');
    });
  }

  it('writes where PLATEN_CONFIG says, even if nothing is there yet', async () => {
    const env = { PLATEN_CONFIG: 'mine/platen.yaml' };
    expect((await platen(['config', 'set', 'retries', '2'], { env })).code).toBe(0);
    expect((await platen(['config', 'get', 'retries'], { env })).out).toBe('2\n');
    expect((await platen(['config', 'path'], { env })).out).toBe(`${join(config.project.root, 'mine/platen.yaml')}\n`);
  });
});

describe('platen config unset', () => {
  it('takes out a setting, of a profile where one is named, and nothing else', async () => {
    config.project.writeUser('retries: 2\nbase_url: https://a.example\nprofiles: {ci: {retries: 1, queue: 3}}\n');
    expect(await platen(['config', 'unset', 'retries'])).toEqual({
      code: 0,
      out: '',
      err: `Took retries out of ${config.userFile}\n`,
    });
    expect((await platen(['config', 'get', 'retries'])).out).toBe('3\n');
    const { out } = await platen(['config', 'unset', 'retries', '--profile', 'ci', '--json']);
    expect(JSON.parse(out).data).toEqual({ name: 'retries', path: config.userFile, profile: 'ci', set: false });
    expect((await platen(['config', 'get', 'queue', '--profile', 'ci'])).out).toBe('3\n');
    expect((await platen(['config', 'get', 'base_url'])).out).toBe('https://a.example\n');
  });

  it('makes no file for what is not set', async () => {
    expect(await platen(['config', 'unset', 'retries'])).toMatchObject({
      code: 0,
      err: expect.stringContaining('not set'),
    });
    expect(() => statSync(config.userFile)).toThrow('ENOENT');
    expect(await platen(['config', 'unset', 'retires'])).toMatchObject({ code: 2 });
  });
});

describe('platen config path', () => {
  it('works whatever the files say', async () => {
    config.project.writeUser('broken: [', 0o666);
    config.project.write('.platenrc', '[');
    expect(await platen(['config', 'path'])).toEqual({ code: 0, out: `${config.userFile}\n`, err: '' });
    expect(JSON.parse((await platen(['config', 'path', '--json'])).out).data).toMatchObject({
      user_file: config.userFile,
      folders: { cache: join(config.project.home, '.cache/platen') },
    });
  });
});

describe('platen config trust', () => {
  it('lets the project name the address, until the file changes', async () => {
    const env = { PLATEN_API_KEY: key };
    const path = config.project.write(
      'platen.config.yaml',
      'base_url: https://pdf.example\nprofiles: {ci: {sandbox: off}}\n',
    );
    expect((await platen(['config', 'list'], { env })).err).toContain('asks for your API key');
    expect(await platen(['config', 'trust'], { env })).toEqual({
      code: 0,
      out: '',
      err: `Trusted ${path} (base_url https://pdf.example, profiles.ci.sandbox off)\n`,
    });
    expect((await platen(['config', 'list'], { env })).err).toBe('');
    config.project.write('platen.config.yaml', 'base_url: https://evil.example\n');
    expect((await platen(['config', 'list'], { env })).err).toContain('asks for your API key');
  });

  it('covers the .env, and shows no secret', async () => {
    config.project.write('.env', `PLATEN_API_KEY=${key}\nPLATEN_SANDBOX=off\n`);
    const { out } = await platen(['config', 'trust', '--json']);
    expect(JSON.parse(out).data[0].settings).toEqual({ api_key: 'platen_0000…kbyY', sandbox: 'off' });
    expect((await platen(['config', 'list'])).out).not.toContain('not trusted');
  });

  it('ends with 2 where there is nothing to trust', async () => {
    expect(await platen(['config', 'trust'])).toMatchObject({ code: 2, out: '' });
  });
});
