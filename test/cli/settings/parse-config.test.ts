import { describe, expect, it } from 'vitest';
import { parseConfig, parsePackageConfig } from '../../../src/cli/settings/parse-config.ts';

const read = (text: string, format: 'yaml' | 'json' = 'yaml') => parseConfig('file', text, format);

/** The settings of a file by name, with value and line. */
function list(values: ReadonlyMap<string, { value: unknown; line: number }>): Record<string, unknown> {
  return Object.fromEntries([...values].map(([name, { value, line }]) => [name, [value, line]]));
}

describe('a file of settings', () => {
  it('has settings by name, in groups and in profiles, with the line of each', () => {
    const text = [
      'timeout: 30s',
      'render:',
      '  size: A4',
      '  landscape: true',
      'profiles:',
      '  live:',
      '    timeout: 2m',
      '    render: { scale: 1.5 }',
      '  empty:',
    ].join('\n');
    const { values, profiles } = read(text);
    expect(list(values)).toEqual({
      timeout: [30_000, 1],
      'render.size': ['A4', 3],
      'render.landscape': [true, 4],
    });
    expect([...profiles.keys()]).toEqual(['live', 'empty']);
    expect(list(profiles.get('live') ?? new Map())).toEqual({ timeout: [120_000, 7], 'render.scale': [1.5, 8] });
    expect(profiles.get('empty')?.size).toBe(0);
  });

  it.each(['', '\ufeff', '# nothing', 'timeout:', 'timeout: ""', 'render:', 'profiles:', '~'])(
    '%j has no settings',
    (text) => {
      expect(read(text)).toEqual({ path: 'file', values: new Map(), profiles: new Map() });
    },
  );

  it('may be empty as JSON, or begin with a byte order mark', () => {
    expect(read(' \n', 'json').values.size).toBe(0);
    expect(list(read('\ufeff{\n"timeout": "1s"}', 'json').values)).toEqual({ timeout: [1000, 2] });
  });

  it.each<[string, string]>([
    ['a: [', 'file:1: '],
    ['\ntimout: 3s', 'file:2: unknown setting "timout"'],
    ['timeout: 3', 'file:1: timeout must be'],
    ['timeout: [3s]', 'file:1: timeout must be'],
    ['timeout: {a: 3s}', 'file:1: timeout must be'],
    ['- timeout', 'file:1: the file must have settings as "name: value"'],
    ['\nrender: 3', 'file:2: "render" must have settings as "name: value"'],
    ['profiles: 3', 'file:1: "profiles" must have settings as "name: value"'],
    ['profiles:\n  live: 3', 'file:2: the profile "live" must have settings as "name: value"'],
    ['profiles:\n  live:\n    render: x', 'file:3: "profiles.live.render" must have settings as "name: value"'],
    ['profiles:\n  live:\n    timeout: x', 'file:3: profiles.live.timeout must be'],
    ['profiles:\n  li ve:', 'file:2: the profile name "li ve" must be made of letters'],
    ['profiles:\n  live:\n    profile: x', 'file:3: profile cannot be inside a profile'],
    ['profiles:\n  live:\n    profiles: x', 'file:3: profiles cannot be inside a profile'],
    ['timeout: 3s\ntimeout: 3s', 'file:2: "timeout" is here for the second time'],
    ['profiles:\n  a:\n  a:', 'file:3: "a" is here for the second time'],
    ['render.size: A4', 'file:1: "render.size" is a setting in a group'],
    ['? [a]\n: b', 'file:1: a name must be plain text'],
    ['render:\n  size: &a A4\n  media: *a', 'file:3: aliases (*name) are not understood here; write the value out'],
    ['a: 1\nb: \ufffd', 'file:2: there are bytes that are not UTF-8'],
  ])('is not %j', (text, message) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining(message) }),
    );
  });

  it('names the line of what is wrong in JSON, and quotes nothing of it', () => {
    expect(() => read('{\n"a": secret}', 'json')).toThrow(/^file:2: not valid JSON: (?!.*secret)/);
    expect(() => read('{\n"timeout": "1s",\n', 'json')).toThrow('file:3: not valid JSON: ');
    expect(() => read('{"timeout": "1s",}', 'json')).toThrow('file:1: not valid JSON: ');
    expect(() => read('# a comment', 'json')).toThrow('file:1: not valid JSON: ');
  });

  it('says how a setting of a group is written', () => {
    expect(() => read('render.size: A4')).toThrow(
      expect.objectContaining({ fix: 'write "render:", and "size" indented below it' }),
    );
  });

  it('is refused if it is nested too deeply', () => {
    expect(() => read('['.repeat(20_000))).toThrow('file:1: nested too deeply');
  });
});

describe('a package.json', () => {
  it.each(['{}', '[]', 'null', '3', '{"name": "platen"}', '{"dependencies": {"platen": "1"}}'])(
    '%s has no settings',
    (text) => {
      expect(parsePackageConfig('package.json', text)).toBeNull();
    },
  );

  it('has settings in its member, with their lines', () => {
    const text = '\ufeff{"name": "a",\n"platen": {\n"timeout": "1s"}}';
    expect(list(parsePackageConfig('package.json', text)?.values ?? new Map())).toEqual({ timeout: [1000, 3] });
    expect(parsePackageConfig('package.json', '{"platen": null}')?.values.size).toBe(0);
  });

  it('that is not valid is refused', () => {
    expect(() => parsePackageConfig('package.json', '{\n')).toThrow('package.json:2: not valid JSON');
    expect(() => parsePackageConfig('package.json', '{"platen": 3}')).toThrow('package.json:1: the file must have');
  });
});
