import { describe, expect, it } from 'vitest';
import { openPlaten, type PlatenOptions } from '../../src/library/index.ts';

describe('the options of the library', () => {
  it.each<[unknown, string]>([
    [5, 'the options of openPlaten must be an object'],
    [null, 'the options of openPlaten must be an object'],
    [{ engress: 'deny' }, 'the options of openPlaten have no engress; known are dataDir, databaseUrl, egress'],
    [{ egress: 'some' }, 'egress must be deny, public, allow-list or open'],
    [{ sandbox: 'require' }, 'sandbox must be required, preferred or off'],
    ...[-1, 0, 1.5, Number.NaN, '2'].map((concurrency): [unknown, string] => [
      { concurrency },
      'concurrency must be a whole number from 1 to 256',
    ]),
    [{ fonts: 'none' }, 'fonts must be system or bundled'],
    [{ locale: 'de_DE.UTF-8' }, 'locale must be a BCP 47 language tag such as de-DE'],
    [{ timezone: 'CEST' }, 'timezone must be an IANA time zone such as Europe/Berlin'],
    [{ fontDir: ['/tmp'] }, 'fontDir must be a text'],
    [{ allow: 'example.com' }, 'allow must be a list of texts'],
    [{ allow: ['a.example', '*.b.example'] }, 'allow[1]: "*.b.example" is not a host name'],
    [{ allow: ['10.0.0.0/8'] }, 'allow[0]: "10.0.0.0/8" is not CIDR:port'],
    ...[-1, Number.NaN, Number.POSITIVE_INFINITY, '5s'].map((timeoutMs): [unknown, string] => [
      { timeoutMs },
      'timeoutMs must be a whole number of milliseconds from 1',
    ]),
    [{ onWarning: 'console' }, 'onWarning must be a function'],
    [{ seals: { hr: 'hr.p12' } }, 'seals must be a folder, or an object with { certificate, key, password }'],
    ...[
      { certificate: 'a' },
      {},
      undefined,
      { certificate: Buffer.from('a'), key: 'b' },
      { certificate: Buffer.from('a'), password: Buffer.from('c') },
    ].map((hr): [unknown, string] => [
      { seals: { good: { certificate: Buffer.from('a') }, hr } },
      'seals must be a folder',
    ]),
    [{ timestampUrl: 'tsa' }, 'timestampUrl must be an http or https URL'],
    [{ databaseUrl: 'mysql://x' }, 'databaseUrl must be a URL such as postgres://'],
  ])('are refused by name as %j', async (options, message) => {
    await expect(openPlaten(options as PlatenOptions)).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'config_invalid',
      message: expect.stringContaining(message),
    });
  });
});
