import { describe, expect, test } from 'vitest';
import { readS3Address } from '../../../src/jobs/index.ts';

const key = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'secret' };

describe('the address of an S3 store', () => {
  test.each([
    ['s3://my-bucket', 'https://my-bucket.s3.us-east-1.amazonaws.com/', 'us-east-1'],
    ['s3://my-bucket/?region=eu-central-1', 'https://my-bucket.s3.eu-central-1.amazonaws.com/', 'eu-central-1'],
    ['s3://my.bucket/pdfs/?region=eu-west-1', 'https://s3.eu-west-1.amazonaws.com/my.bucket/pdfs/', 'eu-west-1'],
    ['s3://b-1/a/b?endpoint=http://minio:9000', 'http://minio:9000/b-1/a/b/', 'us-east-1'],
    ['s3://b-1/a?endpoint=https://oss.example.com&style=host', 'https://b-1.oss.example.com/a/', 'us-east-1'],
    ['s3://b-1?endpoint=https%3A%2F%2Facc.r2.example.com&region=auto', 'https://acc.r2.example.com/b-1/', 'auto'],
  ])('%s is %s', (text, base, region) => {
    const address = readS3Address(text, key);
    expect([address.base.href, address.region]).toEqual([base, region]);
  });

  test('takes the region of the environment, and its own before it', () => {
    const env = { ...key, AWS_REGION: 'eu-north-1', AWS_DEFAULT_REGION: 'x' };
    expect(readS3Address('s3://my-bucket', env).region).toBe('eu-north-1');
    expect(readS3Address('s3://my-bucket?region=us-west-2', env).region).toBe('us-west-2');
  });

  test.each([
    ['s3://', 'no bucket'],
    ['s3:///prefix', 'no bucket'],
    ['s3://Bad_Bucket', 'the bucket "Bad_Bucket"'],
    ['s3://bucket/a//b', 'the prefix "a//b"'],
    ['s3://bucket/a%2fb', 'the prefix "a%2fb"'],
    ['s3://bucket/a b', 'the prefix "a%20b"'],
    ['s3://bucket:80', 'the port 80'],
    ['s3://bucket#x', '"#"'],
    ['s3://AKID:secret@bucket', 'must not contain a key'],
    ['s3://bucket?secret=x', 'a parameter "secret"'],
    ['s3://bucket?region=EU/west', 'the region "EU/west"'],
    ['s3://bucket?endpoint=minio:9000', 'an endpoint'],
    ['s3://bucket?endpoint=ftp://minio', 'an endpoint'],
    ['s3://bucket?endpoint=https://a:b@minio', 'an endpoint'],
    ['s3://bucket?endpoint=https://minio/path', 'an endpoint'],
    ['s3://bucket?style=dns', 'the style "dns"'],
  ])('is refused by the part that is wrong: %s', (text, part) => {
    expect(() => readS3Address(text, key)).toThrow(
      expect.objectContaining({
        code: 'config_invalid',
        message: expect.stringMatching(new RegExp(`^results_url: .*${part}`)),
      }),
    );
  });

  test('needs a key, and says where it comes from', () => {
    for (const env of [{}, { ...key, AWS_SECRET_ACCESS_KEY: '' }]) {
      expect(() => readS3Address('s3://bucket', env)).toThrow(
        expect.objectContaining({ fix: expect.stringContaining('AWS_SECRET_ACCESS_KEY') }),
      );
    }
  });
});
