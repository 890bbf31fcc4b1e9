import { describe, expect, it } from 'vitest';
import { describeOrigin } from '../../../src/cli/settings/origin.ts';
import { parseConfig } from '../../../src/cli/settings/parse-config.ts';
import { resolveSettings } from '../../../src/cli/settings/resolve-settings.ts';
import type { ProjectSource, Sources } from '../../../src/cli/settings/sources.ts';

const folders = { config: '/home/ann/.config/platen', data: '/home/ann/data/platen', cache: '/home/ann/.cache/platen' };

function sourcesOf(changes: Partial<Sources> = {}): Sources {
  return {
    flags: {},
    keyFromFile: null,
    env: {},
    envFile: null,
    project: null,
    user: null,
    folders,
    cwd: '/repo',
    homeFolder: '/home/ann',
    platform: 'linux',
    warnings: [],
    notes: [],
    ...changes,
  };
}

const file = (path: string, text: string) => parseConfig(path, text, 'yaml');
const projectFile = (path: string, text: string, trusted = false): ProjectSource => ({
  file: file(path, text),
  trusted,
});

/** The same setting from every source, weakest first, each with its own value. */
const ladder: [origin: string, source: (sources: Sources) => Partial<Sources>][] = [
  ['user /home/ann/config.yaml:1', () => ({ user: file('/home/ann/config.yaml', 'retries: 1') })],
  ['project /repo/.platenrc:1', () => ({ project: projectFile('/repo/.platenrc', 'retries: 2') })],
  ['.env /repo/.env:1', () => ({ envFile: projectFile('/repo/.env', 'retries: 4') })],
  ['environment PLATEN_RETRIES', () => ({ env: { PLATEN_RETRIES: '5' } })],
  ['flag --retries', () => ({ flags: { retries: '6' } })],
];
const ladderValues = [1, 2, 4, 5, 6];

describe('page options', () => {
  const wrong: [text: string, message: string, fix?: string][] = [
    ['render:\n  size: Lettre', '/c.yaml:2: render.size must be width and height such as 210x297mm, or one of A0, A1,'],
    ['render:\n  margin: wide', '/c.yaml:2: render.margin must be one to four lengths such as 20mm 15mm'],
    ['render:\n  scale: 3', '/c.yaml:2: render.scale must be a number from 0.1 to 2'],
    ['render:\n  scale: big', '/c.yaml:2: render.scale must be a number from 0.1 to 2, not text'],
    ['render:\n  header: head.html', '/c.yaml:2: render.header must be HTML; an @ before the name of a file'],
    ['render:\n  header: "@-"', '/c.yaml:2: render.header must be HTML, or @ and the name of a file'],
    ['render:\n  landscape: yes', '/c.yaml:2: render.landscape must be true or false'],
    [
      'profiles:\n  eu:\n    render:\n      media: tv',
      '/c.yaml:4: profiles.eu.render.media must be one of print, screen',
    ],
    ['render: A4', '/c.yaml:1: "render" must have settings as "name: value"'],
    ['render:\n  sise: A4', '/c.yaml:2: unknown setting "render.sise"', 'did you mean render.size?'],
    ['render:\n  retries: 3', '/c.yaml:2: unknown setting "render.retries"', 'did you mean retries?'],
    ['size: A4', '/c.yaml:1: unknown setting "size"', 'did you mean render.size?'],
    [
      'render.size: A4',
      '/c.yaml:1: "render.size" is a setting in a group',
      'write "render:", and "size" indented below it',
    ],
  ];
  it.each(wrong)('%j is refused with its line', (text, message, fix) => {
    expect(() => file('/c.yaml', text)).toThrow(message);
    if (fix !== undefined) expect(() => file('/c.yaml', text)).toThrow(expect.objectContaining({ fix }));
  });

  it('have variables without the name of their group', () => {
    const settings = resolveSettings(sourcesOf({ env: { PLATEN_SIZE: '10x20cm', PLATEN_NO_TAGS: '1' } }));
    expect([settings.get('render.size'), settings.get('render.no_tags')]).toEqual(['10x20cm', true]);
    expect(describeOrigin(settings.entries['render.size'].origin)).toBe('environment PLATEN_SIZE');
  });

  it('resolve the file of a header from the folder of the file that names it', () => {
    const user = file('/home/ann/.config/platen/config.yaml', 'render: {header: "@head.html", footer: "@~/foot.html"}');
    const settings = resolveSettings(sourcesOf({ user }));
    expect(settings.get('render.header')).toBe('@/home/ann/.config/platen/head.html');
    expect(settings.get('render.footer')).toBe('@/home/ann/foot.html');
  });
});

describe('precedence', () => {
  it('falls back to the default', () => {
    const settings = resolveSettings(sourcesOf());
    expect(settings.get('retries')).toBe(3);
    expect(settings.entries.retries.origin).toEqual({ source: 'default' });
    expect(settings.get('base_url')).toBeNull();
    expect(settings.get('data_dir')).toBe('/home/ann/data/platen');
  });

  for (const [low, [lowOrigin, lowSource]] of ladder.entries()) {
    for (const [high, [highOrigin, highSource]] of ladder.entries()) {
      if (high <= low) continue;
      it(`${highOrigin} beats ${lowOrigin}`, () => {
        const sources = sourcesOf();
        const settings = resolveSettings({ ...sources, ...lowSource(sources), ...highSource(sources) });
        expect(settings.get('retries')).toBe(ladderValues[high]);
        expect(describeOrigin(settings.entries.retries.origin)).toBe(highOrigin);
      });
    }
  }

  it('takes the key from --api-key-file before the environment', () => {
    const settings = resolveSettings(sourcesOf({ keyFromFile: 'from-file', env: { PLATEN_API_KEY: 'from-env' } }));
    expect(settings.get('api_key')).toBe('from-file');
    expect(describeOrigin(settings.entries.api_key.origin)).toBe('flag --api-key-file');
  });

  it('counts an empty environment variable as unset', () => {
    const user = file('/home/ann/config.yaml', 'api_key: stored\nretries: 1');
    const settings = resolveSettings(sourcesOf({ user, env: { PLATEN_API_KEY: '', PLATEN_RETRIES: '' } }));
    expect(settings.get('api_key')).toBe('stored');
    expect(settings.get('retries')).toBe(1);
  });

  it('counts an empty value in a file as unset', () => {
    const settings = resolveSettings(
      sourcesOf({
        project: projectFile('/repo/.platenrc', 'timeout: ""\nretries:\n'),
        user: file('/home/ann/config.yaml', 'timeout: 9s'),
      }),
    );
    expect(settings.get('timeout')).toBe(9000);
    expect(settings.get('retries')).toBe(3);
  });

  it('refuses an empty flag instead of falling through to another service', () => {
    expect(() => resolveSettings(sourcesOf({ flags: { base_url: '' } }))).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringContaining('--base-url') }),
    );
  });

  it('refuses an empty folder, which would be the current one', () => {
    expect(() => resolveSettings(sourcesOf({ flags: { data_dir: '' } }))).toThrow('--data-dir="" must not be empty');
  });

  it('keeps 0 and false as values', () => {
    const settings = resolveSettings(
      sourcesOf({ env: { PLATEN_RETRIES: '0', PLATEN_INSECURE_HTTP: 'off', PLATEN_PORT: '0' } }),
    );
    expect([settings.get('retries'), settings.get('insecure_http'), settings.get('port')]).toEqual([0, false, 0]);
  });
});

describe('profiles', () => {
  const user = file(
    '/home/ann/config.yaml',
    'base_url: https://prod.example\nprofiles:\n  staging:\n    base_url: https://staging.example\n    retries: 7\n',
  );

  it('go before what stands outside of them in the same file', () => {
    const settings = resolveSettings(sourcesOf({ user, flags: { profile: 'staging' } }));
    expect(settings.get('base_url')).toBe('https://staging.example');
    expect(describeOrigin(settings.entries.base_url.origin)).toBe('user /home/ann/config.yaml:4 (profile staging)');
  });

  it('stay behind a stronger source', () => {
    const settings = resolveSettings(sourcesOf({ user, flags: { profile: 'staging' }, env: { PLATEN_RETRIES: '2' } }));
    expect(settings.get('retries')).toBe(2);
  });

  it('can be chosen by the environment, by a project and by the user file', () => {
    const chosen = [
      sourcesOf({ user, env: { PLATEN_PROFILE: 'staging' } }),
      sourcesOf({ user, project: projectFile('/repo/.platenrc', 'profile: staging') }),
      sourcesOf({
        user: file('/home/ann/config.yaml', 'profile: staging\nprofiles: {staging: {retries: 7}}'),
      }),
    ];
    for (const sources of chosen) expect(resolveSettings(sources).get('retries')).toBe(7);
  });

  it('are listed when an unknown one is named', () => {
    expect(() => resolveSettings(sourcesOf({ user, flags: { profile: 'stagin' } }))).toThrow(
      expect.objectContaining({
        code: 'unknown_profile',
        message: 'there is no profile "stagin"',
        why: 'known profiles: staging',
        fix: 'did you mean staging?',
      }),
    );
  });

  it('are not looked up on the prototype of anything', () => {
    for (const profile of ['constructor', 'toString']) {
      expect(() => resolveSettings(sourcesOf({ user, flags: { profile } }))).toThrow(
        expect.objectContaining({ code: 'unknown_profile' }),
      );
    }
  });
});

describe('values from the environment', () => {
  const bad: [variable: string, text: string, says: string][] = [
    ['PLATEN_TIMEOUT', '30', 'with its unit'],
    ['PLATEN_TIMEOUT', '0s', 'longer than 0'],
    ['PLATEN_TIMEOUT', '25h', 'at most 24h'],
    ['PLATEN_RETRIES', '-1', 'from 0 to 10'],
    ['PLATEN_RETRIES', '1e1', 'from 0 to 10'],
    ['PLATEN_PORT', '65536', 'from 0 to 65535'],
    ['PLATEN_INSECURE_HTTP', 'ja', '1, true, yes, on'],
    ['PLATEN_SANDBOX', 'OFF', 'required, preferred, off'],
    ['PLATEN_BASE_URL', 'pdf.example.com', 'https://pdf.example.com'],
    ['PLATEN_BASE_URL', 'file:///etc/passwd', 'https://pdf.example.com'],
    ['PLATEN_BASE_URL', 'https://user:pw@pdf.example.com', 'without a user name'],
    ['PLATEN_BASE_URL', 'https://pdf.example.com/?key=1', 'without "?"'],
    ['PLATEN_DATABASE_URL', 'mysql://x', 'postgres://'],
  ];
  for (const [variable, text, says] of bad) {
    it(`refuses ${variable}=${text} by name`, () => {
      expect(() => resolveSettings(sourcesOf({ env: { [variable]: text } }))).toThrow(
        expect.objectContaining({ code: 'config_invalid', message: expect.stringMatching(variable) }),
      );
      expect(() => resolveSettings(sourcesOf({ env: { [variable]: text } }))).toThrow(says);
    });
  }

  it('never show a key or a database address that is wrong', () => {
    for (const env of [{ PLATEN_API_KEY: 'sec ret' }, { PLATEN_DATABASE_URL: 'my:sec ret' }]) {
      expect(() => resolveSettings(sourcesOf({ env }))).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('sec') }),
      );
    }
  });

  it('take every spelling of a switch', () => {
    for (const [text, value] of [
      ['1', true],
      ['TRUE', true],
      ['yes', true],
      ['on', true],
      ['0', false],
      ['No', false],
    ]) {
      const settings = resolveSettings(sourcesOf({ env: { PLATEN_INSECURE_HTTP: String(text) } }));
      expect(settings.get('insecure_http')).toBe(value);
    }
  });

  it('leave PLATEN_PORT alone where Kubernetes set it for a service called platen', () => {
    const env = {
      PLATEN_PORT: 'tcp://10.0.0.7:8080',
      PLATEN_SERVICE_HOST: '10.0.0.7',
      PLATEN_PORT_8080_TCP: 'tcp://x',
    };
    const settings = resolveSettings(sourcesOf({ env }));
    expect(settings.get('port')).toBe(8080);
    expect(settings.warnings).toEqual([]);
  });

  it('warn of a mistyped variable and keep quiet about others', () => {
    const settings = resolveSettings(sourcesOf({ env: { PLATEN_BASEURL: 'https://x.example', PLATEN_CI_SHARD: '3' } }));
    expect(settings.warnings).toEqual([
      {
        code: 'setting_unknown',
        text: 'PLATEN_BASEURL in the environment is not a setting; did you mean PLATEN_BASE_URL?',
      },
    ]);
  });

  it('ignore the case of names on Windows only', () => {
    const env = { platen_retries: '5' };
    expect(resolveSettings(sourcesOf({ env, platform: 'win32' })).get('retries')).toBe(5);
    expect(resolveSettings(sourcesOf({ env })).get('retries')).toBe(3);
  });

  it('warn of a key whose checksum does not fit', () => {
    const settings = resolveSettings(sourcesOf({ env: { PLATEN_API_KEY: `platen_${'0'.repeat(43)}_0zkbyX` } }));
    expect(settings.warnings).toMatchObject([{ code: 'key_mistyped' }]);
    const good = resolveSettings(sourcesOf({ env: { PLATEN_API_KEY: `platen_${'0'.repeat(43)}_0zkbyY` } }));
    expect(good.warnings).toEqual([]);
  });
});

describe('paths', () => {
  it('belong to the folder of the file that names them, else to the current one', () => {
    const project = projectFile('/repo/platen.config.yaml', 'ca_file: ca/corp.pem', true);
    const settings = resolveSettings(
      sourcesOf({
        project,
        user: file('/home/ann/config.yaml', 'data_dir: ~/platen'),
        env: { PLATEN_CHROMIUM: 'bin/chromium' },
        cwd: '/repo/docs',
      }),
    );
    expect(settings.get('ca_file')).toBe('/repo/ca/corp.pem');
    expect(settings.get('data_dir')).toBe('/home/ann/platen');
    expect(settings.get('chromium')).toBe('/repo/docs/bin/chromium');
  });
});

describe('a project that nobody trusts yet', () => {
  const dangerous = {
    chromium: './evil',
    sandbox: 'off',
    ca_file: './mitm.pem',
    insecure_http: true,
    data_dir: './data',
    database_url: 'postgres://evil.example/x',
    host: '0.0.0.0',
    egress: 'open',
    allow: ['169.254.169.254'],
  };
  for (const [name, value] of Object.entries(dangerous)) {
    it(`cannot set ${name}`, () => {
      const text = JSON.stringify({ [name]: value });
      for (const source of ['project', 'envFile'] as const) {
        const settings = resolveSettings(sourcesOf({ [source]: projectFile('/repo/.platenrc', text) }));
        expect(() => settings.get(name as 'chromium')).toThrow(
          expect.objectContaining({ code: 'project_not_trusted', message: `/repo/.platenrc:1 sets ${name}` }),
        );
        const trusted = resolveSettings(sourcesOf({ [source]: projectFile('/repo/.platenrc', text, true) }));
        expect(() => trusted.get(name as 'chromium')).not.toThrow();
      }
    });
  }

  it('does not stop commands that do not use such a setting', () => {
    const settings = resolveSettings(
      sourcesOf({ project: projectFile('/repo/.platenrc', 'sandbox: off\nretries: 2\n') }),
    );
    expect(settings.get('retries')).toBe(2);
  });

  it('has no say where a stronger source speaks', () => {
    const project = projectFile('/repo/.platenrc', 'sandbox: off');
    const settings = resolveSettings(sourcesOf({ project, env: { PLATEN_SANDBOX: 'required' } }));
    expect(settings.get('sandbox')).toBe('required');
  });

  it('is trusted by PLATEN_TRUST_PROJECT=1', () => {
    const project = projectFile('/repo/.platenrc', 'sandbox: off');
    const settings = resolveSettings(sourcesOf({ project, env: { PLATEN_TRUST_PROJECT: '1' } }));
    expect(settings.get('sandbox')).toBe('off');
  });

  it('cannot trust itself', () => {
    expect(() => file('/repo/.platenrc', 'trust_project: true')).toThrow('trust_project cannot be set in a file');
  });

  it('gives keys that encrypt secrets from the environment alone, and shows none', () => {
    const [hex, base64] = ['ab'.repeat(32), Buffer.alloc(32, 0xfb).toString('base64')];
    const read = (text: string) => resolveSettings(sourcesOf({ env: { PLATEN_SECRET_KEY: text } })).get('secret_key');
    expect(read(`${hex}, ${base64}`)).toEqual([hex, base64]);
    for (const wrong of ['HUSH', `${hex},`, `${hex}ab`, `${base64} ${hex}`]) {
      expect(() => read(wrong)).toThrow(/^PLATEN_SECRET_KEY must be 32 bytes in base64 or hexadecimal digits[^:]*$/);
    }
    expect(() => file('/repo/.platenrc', `secret_key: ${hex}`)).toThrow('secret_key cannot be set in a file');
  });

  it('shows no password in its error', () => {
    const project = projectFile('/repo/.platenrc', 'database_url: "postgres://u:hush@h/d?sslpassword=hush2"');
    const settings = resolveSettings(sourcesOf({ project }));
    try {
      settings.get('database_url');
      expect.unreachable();
    } catch (error) {
      expect(JSON.stringify(error)).not.toContain('hush');
    }
  });
});
