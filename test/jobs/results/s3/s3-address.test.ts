import { describe, expect, it } from 'vitest';
import { readS3Address } from '../../../../src/jobs/results/s3/s3-address.ts';

const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
const read = (text: string, env: Record<string, string> = keys) => readS3Address(text, env);

describe('the address of an S3 store', () => {
  it.each([
    ['s3://pdfs', 'https://pdfs.s3.us-east-1.amazonaws.com/'],
    ['s3://pdfs/', 'https://pdfs.s3.us-east-1.amazonaws.com/'],
    ['s3://pdfs/a/b-c_d.e/', 'https://pdfs.s3.us-east-1.amazonaws.com/a/b-c_d.e/'],
    ['s3://pdfs?region=eu-central-1', 'https://pdfs.s3.eu-central-1.amazonaws.com/'],
    ['s3://my.pdfs', 'https://s3.us-east-1.amazonaws.com/my.pdfs/'],
    ['s3://my.pdfs?style=host', 'https://my.pdfs.s3.us-east-1.amazonaws.com/'],
    ['s3://pdfs?style=path', 'https://s3.us-east-1.amazonaws.com/pdfs/'],
    ['s3://pdfs/a?endpoint=http://store.example:9000', 'http://store.example:9000/pdfs/a/'],
    ['s3://pdfs/a?endpoint=https://store.example&style=host', 'https://pdfs.store.example/a/'],
  ])('%s has its names at %s', (text, base) => {
    expect(read(text).base.href).toBe(base);
  });

  it('has its parts', () => {
    expect(read('s3://pdfs/a/b?region=eu-west-2', { ...keys, AWS_SESSION_TOKEN: 'token' })).toEqual({
      base: new URL('https://pdfs.s3.eu-west-2.amazonaws.com/a/b/'),
      root: new URL('https://pdfs.s3.eu-west-2.amazonaws.com/'),
      bucket: 'pdfs',
      prefix: 'a/b/',
      region: 'eu-west-2',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      sessionToken: 'token',
    });
    expect(read('s3://pdfs', { ...keys, AWS_SESSION_TOKEN: '' }).sessionToken).toBeUndefined();
  });

  it.each([
    [{ AWS_REGION: 'one', AWS_DEFAULT_REGION: 'two' }, 'one'],
    [{ AWS_DEFAULT_REGION: 'two' }, 'two'],
    [{ AWS_REGION: '', AWS_DEFAULT_REGION: 'two' }, 'two'],
    [{}, 'us-east-1'],
  ])('has the region of the environment %j by default: %s', (env, region) => {
    expect(read('s3://pdfs', { ...keys, ...env }).region).toBe(region);
    expect(read('s3://pdfs?region=three', { ...keys, ...env }).region).toBe('three');
  });

  it.each([
    ['s3', 'is not of the form s3://'],
    ['s3:///a', 'names no bucket'],
    ['s3://', 'names no bucket'],
    ['s3://id@pdfs', 'must not contain a key'],
    ['s3://:secret@pdfs', 'must not contain a key'],
    ['s3://ab', 'names the bucket "ab"'],
    [`s3://${'a'.repeat(64)}`, 'names the bucket'],
    ['s3://pdfs-', 'names the bucket "pdfs-"'],
    ['s3://Pdfs', 'names the bucket "Pdfs"'],
    ['s3://pdfs:9000', 'has the port 9000'],
    ['s3://pdfs#a', 'has a "#"'],
    ['s3://pdfs/a//b', 'names the prefix "a//b"'],
    ['s3://pdfs/a%2fb', 'names the prefix "a%2fb"'],
    ['s3://pdfs/a b', 'names the prefix "a%20b"'],
    ['s3://pdfs?zone=a', 'has a parameter "zone"'],
    ['s3://pdfs?region=EU', 'names the region "EU"'],
    [`s3://pdfs?region=${'a'.repeat(41)}`, 'names the region'],
    ['s3://pdfs?region=', 'names the region ""'],
    ['s3://pdfs?style=both', 'names the style "both"'],
    ['s3://pdfs?endpoint=store', 'names an endpoint that is not'],
    ['s3://pdfs?endpoint=ftp://store.example', 'names an endpoint that is not'],
    ['s3://pdfs?endpoint=https://store.example/a', 'names an endpoint that is not'],
    ['s3://pdfs?endpoint=https://store.example/?a', 'names an endpoint that is not'],
    ['s3://pdfs?endpoint=https://store.example/%23a', 'names an endpoint that is not'],
    ['s3://pdfs?endpoint=https://a@store.example', 'names an endpoint that is not'],
    ['s3://pdfs?endpoint=https://:b@store.example', 'names an endpoint that is not'],
  ])('%s is refused: it %s', (text, why) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: 'config_invalid',
        message: expect.stringContaining(`results_url: the address of the S3 store ${why}`),
      }),
    );
  });

  it.each([3, 63])('may have a bucket of %i characters', (length) => {
    expect(read(`s3://${'a'.repeat(length)}`).bucket).toHaveLength(length);
    expect(read(`s3://pdfs?region=${'a'.repeat(40)}`).region).toHaveLength(40);
  });

  it.each([{}, { AWS_ACCESS_KEY_ID: 'id' }, { AWS_SECRET_ACCESS_KEY: 'secret' }, { ...keys, AWS_ACCESS_KEY_ID: '' }])(
    'needs a key, which %j has not',
    (env) => {
      expect(() => read('s3://pdfs', env as Record<string, string>)).toThrow(
        expect.objectContaining({ fix: expect.stringContaining('set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY') }),
      );
    },
  );
});
