import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/cli/settings/parse-config.ts';
import { resolveSettings } from '../../../src/cli/settings/resolve-settings.ts';
import { adviseOnKey, resolveConnection } from '../../../src/cli/settings/service-connection.ts';
import type { Sources } from '../../../src/cli/settings/sources.ts';

const home = 'https://home.example';
const other = 'https://other.example';
const places = ['flag', 'environment', 'env_file', 'project', 'user'] as const;
type Place = (typeof places)[number];

/** Sources with a key in one place and an address in another. */
function sourcesOf(
  key: Place | null,
  address: Place | null,
  trust: 'none' | 'remembered' | 'variable' = 'none',
): Sources {
  const says = (place: Place) =>
    [key === place ? 'api_key: the-key' : '', address === place ? `base_url: ${other}` : ''].filter(Boolean).join('\n');
  const trusted = trust === 'remembered';
  const read = (place: Place, path: string) => parseConfig(path, says(place), 'yaml');
  return {
    flags: address === 'flag' ? { base_url: other } : {},
    keyFromFile: key === 'flag' ? 'the-key' : null,
    env: {
      ...(key === 'environment' && { PLATEN_API_KEY: 'the-key' }),
      ...(address === 'environment' && { PLATEN_BASE_URL: other }),
      ...(trust === 'variable' && { PLATEN_TRUST_PROJECT: 'yes' }),
    },
    envFile: { file: read('env_file', '/repo/.env'), trusted },
    project: { file: read('project', '/repo/.platenrc'), trusted },
    user: read('user', '/home/ann/config.yaml'),
    folders: { config: '/c', data: '/d', cache: '/e' },
    cwd: '/repo',
    homeFolder: '/home/ann',
    platform: 'linux',
    warnings: [],
    notes: [],
  };
}

function outcome(sources: Sources): string {
  try {
    const { baseUrl, apiKey } = resolveConnection(resolveSettings(sources));
    return baseUrl === other && apiKey === 'the-key' ? 'goes' : `${apiKey} to ${baseUrl}`;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

/** Rows: where the key comes from. Columns: where the address comes from. */
const matrix: Record<Place, Record<Place, string>> = {
  flag: {
    flag: 'goes',
    environment: 'goes',
    env_file: 'project_not_trusted',
    project: 'project_not_trusted',
    user: 'goes',
  },
  environment: {
    flag: 'goes',
    environment: 'goes',
    env_file: 'project_not_trusted',
    project: 'project_not_trusted',
    user: 'goes',
  },
  env_file: {
    flag: 'goes',
    environment: 'goes',
    env_file: 'goes',
    project: 'goes',
    user: 'goes',
  },
  project: {
    flag: 'goes',
    environment: 'goes',
    env_file: 'goes',
    project: 'goes',
    user: 'goes',
  },
  user: {
    flag: 'insecure_address',
    environment: 'insecure_address',
    env_file: 'project_not_trusted',
    project: 'project_not_trusted',
    user: 'goes',
  },
};

describe('a key and an address', () => {
  for (const key of places) {
    for (const address of places) {
      it(`key from ${key}, address from ${address}: ${matrix[key][address]}`, () => {
        expect(outcome(sourcesOf(key, address))).toBe(matrix[key][address]);
      });
    }
  }

  for (const trust of ['remembered', 'variable'] as const) {
    it(`trust that is ${trust} opens the project for other keys, but not for the user file's`, () => {
      for (const address of ['env_file', 'project'] as const) {
        expect(outcome(sourcesOf('flag', address, trust))).toBe('goes');
        expect(outcome(sourcesOf('environment', address, trust))).toBe('goes');
        expect(outcome(sourcesOf('env_file', address, trust))).toBe('goes');
        expect(outcome(sourcesOf('project', address, trust))).toBe('goes');
        expect(outcome(sourcesOf('user', address, trust))).toBe('project_not_trusted');
      }
    });
  }

  it('trusts the file that names the address, not its neighbour', () => {
    const sources = sourcesOf('environment', 'project');
    const envFile = sources.envFile && { ...sources.envFile, trusted: true };
    expect(outcome({ ...sources, envFile })).toBe('project_not_trusted');
  });

  it('of different folders of the project needs trust', () => {
    const sources = sourcesOf('env_file', 'project');
    const project = { file: parseConfig('/.platenrc', `base_url: ${other}`, 'yaml'), trusted: false };
    expect(outcome({ ...sources, project })).toBe('project_not_trusted');
    expect(outcome({ ...sources, project: { ...project, trusted: true } })).toBe('goes');
  });

  it('without an address the key is not needed', () => {
    expect(outcome(sourcesOf('user', null))).toBe('the-key to null');
  });

  it.each([
    ['environment', 'set PLATEN_API_KEY, or name a file that contains the key with --api-key-file'],
    ['user', 'set PLATEN_API_KEY, or: platen config set api_key'],
  ] as const)('without a key says where one may be put that goes to an address from %s', (address, advice) => {
    expect(adviseOnKey(resolveSettings(sourcesOf(null, address)))).toBe(advice);
  });

  it('without a key there is nothing to protect', () => {
    expect(outcome(sourcesOf(null, 'project'))).toBe(`null to ${other}`);
  });
});

describe('a key of the user file', () => {
  const user = (text: string, changes: Partial<Sources> = {}) => ({
    ...sourcesOf(null, null),
    user: parseConfig('/home/ann/config.yaml', text, 'yaml'),
    ...changes,
  });
  const connect = (sources: Sources) => resolveConnection(resolveSettings(sources));
  const staging = `base_url: ${home}\napi_key: home-key\nprofiles:\n  staging:\n    base_url: ${other}\n`;

  it('does not follow to the address of a profile that has no key', () => {
    expect(() => connect(user(staging, { flags: { profile: 'staging' } }))).toThrow(
      expect.objectContaining({ code: 'insecure_address', why: expect.stringContaining(`belongs to ${home}`) }),
    );
  });

  it('is advised for the profile that names the address', () => {
    const settings = resolveSettings(user(staging.replace('api_key: home-key', ''), { flags: { profile: 'staging' } }));
    expect(adviseOnKey(settings)).toContain('platen config set api_key --profile staging');
  });

  it('that is not for an address of a flag is answered with a profile for both', () => {
    expect(() => connect(user('api_key: home-key', { flags: { base_url: other } }))).toThrow(
      expect.objectContaining({ fix: expect.stringContaining(`platen config set base_url ${other} --profile <name>`) }),
    );
  });

  it('goes to the address of its own profile', () => {
    const sources = user(`${staging}    api_key: staging-key\n`, { flags: { profile: 'staging' } });
    expect(connect(sources)).toEqual({ baseUrl: other, apiKey: 'staging-key' });
  });

  it('in a profile without an address belongs to the address outside of profiles', () => {
    const sources = user(`base_url: ${home}\nprofiles: {ci: {api_key: ci-key}}`, { env: { PLATEN_PROFILE: 'ci' } });
    expect(connect(sources)).toEqual({ baseUrl: home, apiKey: 'ci-key' });
  });

  it('goes to its own address by whatever source that is named, however it is written', () => {
    const project = {
      file: parseConfig('/repo/.platenrc', 'base_url: https://HOME.example:443/', 'yaml'),
      trusted: false,
    };
    expect(connect(user(`base_url: ${home}\napi_key: home-key`, { project }))).toEqual({
      baseUrl: home,
      apiKey: 'home-key',
    });
  });

  it('does not go to another path, port, scheme or a longer host name', () => {
    for (const address of [`${home}/other`, `${home}:8443`, 'http://home.example', `${home}.evil.example`]) {
      const sources = user(`base_url: ${home}\napi_key: home-key`, { env: { PLATEN_BASE_URL: address } });
      expect(() => connect(sources)).toThrow(expect.objectContaining({ code: 'insecure_address' }));
    }
  });

  it('without an address beside it goes nowhere', () => {
    expect(() => connect(user('api_key: lonely', { env: { PLATEN_BASE_URL: home } }))).toThrow(
      expect.objectContaining({ why: expect.stringContaining('its file has no base_url') }),
    );
  });

  it('a project may choose the profile, and with it key and address together', () => {
    const project = { file: parseConfig('/repo/.platenrc', 'profile: staging', 'yaml'), trusted: false };
    const sources = user(`${staging}    api_key: staging-key\n`, { project });
    expect(connect(sources)).toEqual({ baseUrl: other, apiKey: 'staging-key' });
  });
});

describe('a key of a file that does not belong to its project', () => {
  /** Connects with a linked project file, an .env in the same folder and an address of a flag. */
  function connect(linked: string, { trusted = false, envFile = '', flag = undefined as string | undefined } = {}) {
    const file = { ...parseConfig('/repo/.platenrc', linked, 'yaml'), foreign: '/elsewhere/platenrc' };
    const sources = {
      ...sourcesOf(null, null),
      ...{ project: { file, trusted }, flags: { base_url: flag } },
      envFile: { file: parseConfig('/repo/.env', envFile, 'yaml'), trusted: false },
    };
    return resolveConnection(resolveSettings(sources));
  }
  const both = `api_key: the-key\nbase_url: ${home}`;

  it.each([
    ['its own address', both, {}],
    ['its own address, which a flag names too', both, { flag: home }],
    ['any address of the user once the link is trusted', both, { flag: other, trusted: true }],
  ])('goes to %s', (_where, linked, more) => {
    expect(connect(linked, more)).toEqual({ baseUrl: 'flag' in more ? more.flag : home, apiKey: 'the-key' });
  });

  it.each([
    ['without an address', 'api_key: the-key'],
    ['with another address', both],
  ])('does not go to an address of a flag: %s', (_what, linked) => {
    expect(() => connect(linked, { flag: other })).toThrow(
      expect.objectContaining({
        code: 'project_not_trusted',
        message: `the API key of a linked file is not for ${other}`,
        why: 'project /repo/.platenrc:1 is a link to a file outside of the project; the URL comes from: flag --base-url',
        fix: 'if the key is for this URL, run platen config trust, or set PLATEN_API_KEY',
      }),
    );
  });

  it('goes to an address of another file only if that one is trusted too', () => {
    expect(() => connect('api_key: the-key', { envFile: `base_url: ${other}`, trusted: true })).toThrow(
      expect.objectContaining({
        code: 'project_not_trusted',
        message: `/repo/.env:1 asks for your API key at ${other}`,
        why: 'the key comes from: project /repo/.platenrc:1; a project can set a URL for it only if you trust the project',
        fix: 'if the URL is right, run platen config trust, or set PLATEN_TRUST_PROJECT=1',
      }),
    );
  });
});
