import { describe, expect, test } from 'vitest';
import { readResultsAddress } from '../../../src/jobs/index.ts';
import type { Store } from '../../../src/store/index.ts';

const key = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'secret' };
const none = () => Promise.reject(new Error('nothing is asked'));
const [postgres, sqlite] = (['Postgres', 'SQLite'] as const).map((kind) => ({ kind, results: none }));

function read(text: string, store: Pick<Store, 'kind' | 'results'> | undefined = postgres) {
  if (!store) throw new Error('two stores are there');
  return readResultsAddress(text, { store, env: key });
}

describe('the address of results', () => {
  test('is a folder', () => {
    expect(read('file:///srv/the%20results')).toEqual({ folder: '/srv/the results' });
  });

  test('is the database of the service, with a bound', () => {
    expect(read('postgres:')).toEqual({ store: postgres, limitBytes: 64_000_000 });
    expect(read('postgres:?limit_mb=200')).toEqual({ store: postgres, limitBytes: 200_000_000 });
  });

  test('is a bucket, maybe behind a proxy', () => {
    const proxy = (url: URL) => (url.host === 's3.eu-west-1.amazonaws.com' ? undefined : new URL('http://proxy:3128'));
    const address = readResultsAddress('s3://results?region=eu-west-1', {
      store: { kind: 'SQLite', results: none },
      env: key,
      proxy,
    });
    expect(address).toMatchObject({
      s3: { bucket: 'results', region: 'eu-west-1' },
      proxy: new URL('http://proxy:3128'),
    });
  });

  test.each([
    '',
    '/srv/results',
    'results',
    'file:results?x=1',
    'file://elsewhere/results',
    'file:///results#x',
    'postgres://user:secret@host/database',
    'postgres:?limit_mb=0',
    'postgres:?limit_mb=1001',
    'postgres:?limit_mb=64&x=1',
    'postgres:?limit=64',
    'https://bucket.s3.amazonaws.com',
    's3:results',
  ])('is refused by name, and without what stands in it: %j', (text) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code: 'config_invalid', message: expect.stringMatching(/^results_url: (?!.*secret)/) }),
    );
  });

  test('is no database of another kind', () => {
    expect(() => read('postgres:', sqlite)).toThrow('the service keeps its data in SQLite: set database_url');
  });
});
