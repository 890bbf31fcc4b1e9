import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { groups } from '../../../../src/cli/program/command-table.ts';
import { type CommandSetting, linesOf, makeFolder, runCommand } from '../run-command.ts';

let home: string;
let work: string;

beforeEach(() => {
  home = makeFolder();
  work = join(home, 'work');
  mkdirSync(work);
});

const userFile = () => join(home, 'config/platen/config.yaml');
const readFile = () => (existsSync(userFile()) ? readFileSync(userFile(), 'utf8') : '');
/** Runs `platen config` with these words, in an own home and without variables of a service. */
const run = (words: readonly string[], setting: CommandSetting = {}) =>
  runCommand(
    ['config', ...words],
    {},
    {
      cwd: work,
      ...setting,
      env: {
        HOME: home,
        XDG_CONFIG_HOME: join(home, 'config'),
        PLATEN_BASE_URL: '',
        PLATEN_API_KEY: '',
        ...setting.env,
      },
    },
  );

describe('config set', () => {
  it('writes a setting into the user file', async () => {
    const { stdout, stderr } = await run(['set', 'base_url', 'https://a.example']);
    expect([stdout, stderr]).toEqual(['', `Set base_url in ${userFile()}\n`]);
    expect((await run(['get', 'base_url'])).stdout).toBe('https://a.example\n');
  });

  it('writes one into a profile', async () => {
    const { stderr } = await run(['set', 'base_url', 'https://b.example', '--profile', 'staging']);
    expect(stderr).toBe(`Set base_url in ${userFile()} (profile staging)\n`);
    expect((await run(['get', 'base_url', '--profile', 'staging'])).stdout).toBe('https://b.example\n');
    expect(await run(['get', 'base_url'])).toMatchObject({ stdout: '', stderr: 'base_url is not set\n' });
  });

  it.each([
    [['timeout', '30s'], { name: 'timeout', profile: null, set: true }],
    [['timeout', ''], { name: 'timeout', profile: null, set: false }],
    [['timeout', '1s', '--profile', 'p'], { name: 'timeout', profile: 'p', set: true }],
  ])('prints what it did with --json: %j', async (words, data) => {
    const { stdout, stderr } = await run(['set', ...words, '--json']);
    expect([JSON.parse(stdout), stderr]).toEqual([{ data: { ...data, path: userFile() }, warnings: [] }, '']);
  });

  it('takes out a setting for an empty value', async () => {
    await run(['set', 'timeout', '30s']);
    expect((await run(['set', 'timeout', ''])).stderr).toBe(`Took timeout out of ${userFile()}\n`);
    expect(readFile()).not.toContain('timeout');
  });

  it.each([
    ['template_dir', 'mails', () => join(work, 'mails')],
    ['template_dir', '/abs', () => '/abs'],
    ['ca_file', '~/ca.pem', () => join(home, 'ca.pem')],
    ['ca_file', 'ca.pem', () => join(work, 'ca.pem')],
    ['ca_file', '~', () => home],
    ['ca_file', '~ca.pem', () => join(work, '~ca.pem')],
    ['render.header', '@head.html', () => `@${join(work, 'head.html')}`],
    ['render.header', '@~/head.html', () => `@${join(home, 'head.html')}`],
    ['render.header', '<p>@head.html', () => '<p>@head.html'],
  ])('keeps a path as it is meant here: %s %s', async (name, value, kept) => {
    await run(['set', name, value]);
    expect((await run(['get', name])).stdout).toBe(`${kept()}\n`);
  });

  it.each([
    [{ stdin: 'secret-key-1\n' }, []],
    [{ stdin: 'secret-key-1\n' }, ['-']],
  ])('reads a key from stdin: %j %j', async (setting, words) => {
    await run(['set', 'base_url', 'https://a.example']);
    expect((await run(['set', 'api_key', ...words], setting)).stderr).toBe(`Set api_key in ${userFile()}\n`);
    expect(readFile()).toContain('secret-key-1');
  });

  it('takes no key as an argument', async () => {
    const { error } = await run(['set', 'api_key', 'secret-key-1']);
    expect(error).toMatchObject({
      ...{ code: 'usage', message: 'the API key cannot be an argument' },
      fix: 'pipe it in: platen config set api_key < key.txt, or leave it out to be asked; replace the key if others use this machine',
    });
    expect(readFile()).toBe('');
  });

  it('takes out a key without a question', async () => {
    expect((await run(['set', 'api_key', ''])).stderr).toBe(`Took api_key out of ${userFile()}\n`);
  });

  it('asks for a key at a terminal', async () => {
    await run(['set', 'base_url', 'https://a.example']);
    const { stderr } = await run(['set', 'api_key'], { typed: ' secret-key-1 \r' });
    expect(stderr).toBe(`API key: \nSet api_key in ${userFile()}\n`);
    expect(readFile()).toContain('api_key: secret-key-1\n');
    expect((await run(['set', 'api_key'], { typed: ' \r' })).error).toMatchObject({
      ...{ code: 'input_invalid', message: 'the answer does not contain one API key', why: 'it is empty' },
    });
  });

  it.each<[string, CommandSetting, string[]]>([
    ['stderr is no terminal', {}, []],
    ['questions are disabled', { typed: 'secret-key-1\n' }, ['--no-input']],
    ['JSON is wanted', { typed: 'secret-key-1\n' }, ['--json']],
    ['it runs in CI', { typed: 'secret-key-1\n', env: { CI: '1' } }, []],
  ])('asks for no key if %s', async (_why, setting, words) => {
    expect((await run(['set', 'api_key', ...words], setting)).error).toMatchObject({ code: 'consent_needed' });
  });

  it.each([
    [[], 'the key is not used until base_url is set in the same file: platen config set base_url <url>\n'],
    [['--profile', 'p'], 'until base_url is set in the same file: platen config set base_url <url> --profile p\n'],
  ])('warns that a key alone does nothing: %j', async (words, warning) => {
    expect((await run(['set', 'api_key', ...words], { stdin: 'secret-key-1' })).stderr).toContain(warning);
    await run(['set', 'base_url', 'https://a.example', ...words]);
    expect((await run(['set', 'api_key', ...words], { stdin: 'secret-key-1' })).stderr).not.toContain('warning');
  });

  it('warns of a profile that is not there', async () => {
    const warning = `there is no profile p in ${userFile()} yet: platen config set base_url <url> --profile p`;
    expect((await run(['set', 'profile', 'p'])).stderr).toContain(`warning: ${warning}\n`);
    await run(['set', 'base_url', 'https://a.example', '--profile', 'p']);
    expect((await run(['set', 'profile', 'p'])).stderr).not.toContain('warning');
    expect((await run(['set', 'profile', ''])).stderr).not.toContain('warning');
  });

  it.each([
    [['nonsense', 'x'], 'usage'],
    [['timeout'], 'usage'],
    [['timeout', 'soon'], 'config_invalid'],
  ])('refuses %j', async (words, code) => {
    const { error } = await run(['set', ...words]);
    expect([['usage', code].includes((error as { code: string }).code), readFile()]).toEqual([true, '']);
  });
});

describe('config unset', () => {
  it('takes out a setting, and notes one that is not there', async () => {
    await run(['set', 'timeout', '30s']);
    await run(['set', 'timeout', '40s', '--profile', 'p']);
    expect((await run(['unset', 'timeout'])).stderr).toBe(`Took timeout out of ${userFile()}\n`);
    expect((await run(['unset', 'timeout'])).stderr).toBe(`timeout is not set in ${userFile()}\n`);
    expect((await run(['unset', 'timeout', '--profile', 'p'])).stderr).toBe(
      `Took timeout out of ${userFile()} (profile p)\n`,
    );
    expect((await run(['unset', 'timeout', '--profile', 'p'])).stderr).toBe(
      `timeout is not set in ${userFile()} (profile p)\n`,
    );
    const { stdout } = await run(['unset', 'timeout', '--json']);
    expect(JSON.parse(stdout).data).toEqual({ name: 'timeout', path: userFile(), profile: null, set: false });
  });
});

it.each(['set', 'unset'])('config %s refuses what no file has', async (verb) => {
  const value = verb === 'set' ? ['x'] : [];
  expect((await run([verb, 'profile', ...value, '--profile', 'p'])).error).toMatchObject({
    ...{ code: 'usage', message: 'profile cannot be inside a profile' },
  });
  expect((await run([verb, 'timeout', ...value, '--profile', 'a b'])).error).toMatchObject({
    ...{ code: 'usage', message: '--profile must be made of letters, digits, ".", "-" and "_"' },
  });
  expect(readFile()).toBe('');
});

describe('config get, list and path', () => {
  it('give one setting as JSON', async () => {
    await run(['set', 'timeout', '30s']);
    const { data } = JSON.parse((await run(['get', 'timeout', '--json'])).stdout);
    expect(data).toMatchObject({ name: 'timeout', from: expect.stringContaining(userFile()), trusted: true });
  });

  it('list what is set as a table', async () => {
    expect((await run(['list'], { isTerminal: true })).stderr).toBe(
      'No setting is set. --all shows every setting with its default.\n',
    );
    await run(['set', 'timeout', '30s']);
    const { stdout } = await run(['list'], { isTerminal: true, env: { PLATEN_RETRIES: '7' } });
    const [head, ...rows] = linesOf(stdout);
    expect([head, rows.map((row) => row.split(' ').slice(0, 2))]).toEqual([
      'SETTING VALUE FROM',
      [['timeout', '30s'], ['retries', '7'], ['']],
    ]);
  });

  it('list all with --all, in a pipe as JSON', async () => {
    const some = JSON.parse((await run(['list'])).stdout);
    const all = JSON.parse((await run(['list', '--all', '--json'])).stdout);
    expect([some, all.data.length > 30]).toEqual([{ data: [], notes: [], warnings: [] }, true]);
    expect(all.data).toContainEqual(expect.objectContaining({ name: 'base_url', value: null }));
  });

  it.each([
    [[], { PLATEN_TIMEOT: '3s' }],
    [['--json'], { PLATEN_TIMEOT: '3s' }],
  ])('list warnings in JSON: %j', async (words, env) => {
    const { stdout } = await run(['list', ...words], { env });
    const detail = 'PLATEN_TIMEOT in the environment is not a setting; did you mean PLATEN_TIMEOUT?';
    expect(JSON.parse(stdout).warnings).toEqual([{ part: null, code: 'setting_unknown', detail }]);
  });

  it('warn of settings that commands refuse', async () => {
    writeFileSync(join(work, 'platen.config.yaml'), 'base_url: https://a.example\n');
    const setting = { isTerminal: true, env: { PLATEN_API_KEY: 'a-key-of-a-test' } };
    expect((await run(['list'], setting)).stderr).toMatch(/^warning: .*: .*; .*\n$/s);
    await run(['trust']);
    const { stdout, stderr } = await run(['list'], setting);
    expect([stdout.includes('not trusted'), stderr]).toEqual([false, '']);
  });

  it('print where the user file is', async () => {
    expect((await run(['path'])).stdout).toBe(`${userFile()}\n`);
    const { data } = JSON.parse((await run(['path', '--json'])).stdout);
    expect(data).toEqual({
      user_file: userFile(),
      folders: { config: join(home, 'config/platen'), data: expect.any(String), cache: expect.any(String) },
    });
  });
});

describe('config trust', () => {
  it('shows what it trusts, keys masked', async () => {
    writeFileSync(join(work, 'platen.config.yaml'), 'base_url: https://a.example\nprofiles:\n  p:\n    timeout: 5s\n');
    writeFileSync(join(work, '.env'), 'PLATEN_API_KEY=secret-key-of-a-test\n');
    const { stderr } = await run(['trust']);
    expect(stderr).toContain(
      `Trusted ${join(work, 'platen.config.yaml')} (base_url https://a.example, profiles.p.timeout 5s)\n`,
    );
    expect(stderr).toContain(`Trusted ${join(work, '.env')} (api_key `);
    expect(stderr).not.toContain('secret-key-of-a-test');
    const { data } = JSON.parse((await run(['trust', '--json'])).stdout);
    expect(data.map(({ path }: { path: string }) => path)).toEqual([
      join(work, 'platen.config.yaml'),
      join(work, '.env'),
    ]);
  });

  it('needs a file', async () => {
    expect((await run(['trust'])).error).toMatchObject({
      ...{ code: 'input_missing', message: `there is no project file and no .env for ${work}` },
    });
  });
});

it.each(Object.keys(groups.config?.commands ?? {}))('config %s has examples and says what it prints', async (name) => {
  const { code, stdout } = await runCommand(['config', name, '--help']);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\nExamples:\n {2}\$ platen config.*\nOutput:\n/s)]);
});
