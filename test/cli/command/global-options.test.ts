import { describe, expect, it } from 'vitest';
import { guessOutputChoices, readGlobalFlags } from '../../../src/cli/command/global-options.ts';

describe('flags of every command', () => {
  it('have defaults', () => {
    expect(readGlobalFlags({}, {})).toEqual({
      ...{ json: false, quiet: false, verbose: false, debug: false, input: true, envFile: true },
      settings: {},
    });
  });

  it('set settings, before the flags of the command', () => {
    const given = {
      ...{ json: true, quiet: true, verbose: true, debug: true, input: false, envFile: false, insecureHttp: true },
      ...{ profile: 'live', baseUrl: 'https://pdf.example', apiKeyFile: 'key', timeout: '3s', retries: '0' },
      caFile: 'ca.pem',
    };
    expect(readGlobalFlags(given, { port: '80', timeout: '4s' })).toEqual({
      ...{ json: true, quiet: true, verbose: true, debug: true, input: false, envFile: false },
      settings: {
        ...{ port: '80', profile: 'live', base_url: 'https://pdf.example', api_key_file: 'key', timeout: '3s' },
        ...{ retries: '0', ca_file: 'ca.pem', insecure_http: 'true' },
      },
    });
    expect(readGlobalFlags({ insecureHttp: false }, {}).settings.insecure_http).toBeUndefined();
  });
});

describe('the output of words that may not parse', () => {
  const plain = { json: false, quiet: false, verbose: false, debug: false, color: undefined };
  it.each([
    [[], {}],
    [['x', '--json'], { json: true }],
    [['-q'], { quiet: true }],
    [['--quiet'], { quiet: true }],
    [['--verbose'], { verbose: true }],
    [['--debug'], { debug: true }],
    [['--color'], { color: true }],
    [['--no-color'], { color: false }],
    [['--color', '--no-color'], { color: false }],
    [['--', '--json'], {}],
    [['--json', '--', '--debug'], { json: true }],
  ])('is guessed from %j', (words, choices) => {
    expect(guessOutputChoices(words)).toEqual({ ...plain, ...choices });
  });
});
