import { describe, expect, it } from 'vitest';
import type { ClientOptions } from '../../../src/client/options/client-options.ts';
import {
  checkCallOptions,
  checkClientOptions,
  checkManyOptions,
  checkReadOptions,
  checkWaitOptions,
} from '../../../src/client/options/option-rules.ts';

type Check = (options: never) => void;

const checkClient = (options: object) => checkClientOptions({ apiKey: 'key', ...options } as ClientOptions);

describe('options', () => {
  it.each<[string, Check, object]>([
    ['a client', checkClient, { retries: 0, timeoutMs: 1, totalMs: 2_147_483_647, userAgent: 'a b~', env: {} }],
    ['a client', checkClient, { retries: 1000, insecureHttp: true, onAttempt: () => {}, onWait: () => {} }],
    ['a call', checkCallOptions, { ifMatch: '"ü"', message: 'a', idempotencyKey: '!~', retries: 1000 }],
    ['a call', checkCallOptions, { message: 'a'.repeat(500), idempotencyKey: 'a'.repeat(255) }],
    ['many renders', checkManyOptions, { parallel: 1, retries: 0 }],
    ['many renders', checkManyOptions, { parallel: 256 }],
    ['reading a render', checkReadOptions, { waitSeconds: 0, message: 'a' }],
    ['reading a render', checkReadOptions, { waitSeconds: 30 }],
    ['waiting', checkWaitOptions, { timeoutMs: 0, onProgress: () => {}, onStall: () => {}, onWait: () => {} }],
    ['waiting', checkWaitOptions, { timeoutMs: 0.5 }],
  ])('of %s may be %j', (_, check, options) => {
    expect(() => check(options as never)).not.toThrow();
  });

  it.each<[string, Check, object, string]>([
    ['a client', checkClient, { retries: -1 }, 'retries must be a whole number from 0 to 1000'],
    ['a client', checkClient, { retries: 1001 }, 'retries must be'],
    ['a client', checkClient, { timeoutMs: 0 }, 'timeoutMs must be'],
    ['a client', checkClient, { userAgent: 'ü' }, 'userAgent must be a text of ASCII characters'],
    ['a client', checkClient, { baseUrl: '' }, 'baseUrl must be'],
    ['a client', checkClient, { apiKey: 'a b' }, 'apiKey must be one word'],
    ['a client', checkClient, { apiKey: 3 }, 'apiKey must be one word'],
    ['a call', checkCallOptions, { ifMatch: 'a\n' }, 'ifMatch must be an ETag'],
    ['a call', checkCallOptions, { message: ' ' }, 'message must be a text of 1 to 500 characters'],
    ['a call', checkCallOptions, { message: 'a'.repeat(501) }, 'message must be'],
    ['a call', checkCallOptions, { message: 'a\nb' }, 'message must be'],
    ['a call', checkCallOptions, { message: '\ud800' }, 'message must be'],
    ['a call', checkCallOptions, { message: 3 }, 'message must be'],
    ['a call', checkCallOptions, { idempotencyKey: '' }, 'idempotencyKey must be at most 255 visible characters'],
    ['a call', checkCallOptions, { idempotencyKey: 'a'.repeat(256) }, 'idempotencyKey must be'],
    ['a call', checkCallOptions, { waitSeconds: 1 }, 'the options of a call have no waitSeconds'],
    ['many renders', checkManyOptions, { parallel: 0 }, 'parallel must be a whole number from 1 to 256'],
    ['many renders', checkManyOptions, { parallel: 257 }, 'parallel must be'],
    ['reading a render', checkReadOptions, { waitSeconds: -1 }, 'waitSeconds must be a whole number from 0 to 30'],
    ['reading a render', checkReadOptions, { waitSeconds: 31 }, 'waitSeconds must be'],
    ['waiting', checkWaitOptions, { timeoutMs: -1 }, 'timeoutMs must be a number of milliseconds'],
    ['waiting', checkWaitOptions, { timeoutMs: Number.NaN }, 'timeoutMs must be'],
    ['waiting', checkWaitOptions, { timeoutMs: '1' }, 'timeoutMs must be'],
  ])('of %s are not %j', (_, check, options, message) => {
    expect(() => check(options as never)).toThrow(message);
  });

  it.each([{}, { apiKey: '' }, { apiKey: undefined }])('of a client have a key: %j', (options) => {
    const check = () => checkClientOptions(options as ClientOptions);
    expect(check).toThrow(expect.objectContaining({ code: 'no_key', message: 'apiKey is missing' }));
  });

  it.each([{ retries: -1 }, { colour: 'red' }, 'text', null, undefined])(
    'of a client are checked before the key is missed: %j',
    (options) => {
      expect(() => checkClientOptions(options as unknown as ClientOptions)).toThrow(
        expect.objectContaining({ code: 'config_invalid' }),
      );
    },
  );
});
