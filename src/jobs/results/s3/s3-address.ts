import { ResultError } from '../result-error.ts';

/** Variables by name. */
export type ResultsEnvironment = Readonly<Record<string, string | undefined>>;

/** A bucket of an S3-compatible store, and the credentials for it. */
export interface S3Address {
  /** Where the names of the bucket begin: "https://results.s3.eu-central-1.amazonaws.com/pdfs/". */
  base: URL;
  /** The bucket alone, for questions about it: `base` without the prefix. */
  root: URL;
  bucket: string;
  /** The prefix of every name in the bucket: "" or "pdfs/". */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
}

const parameters = new Set(['region', 'endpoint', 'style']);
const example = 's3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.com';

/**
 * Reads `s3://bucket/prefix`. `region` is that of the bucket, by default that of the environment (`AWS_REGION`,
 * `AWS_DEFAULT_REGION`), else "us-east-1". `endpoint` is the store, by default Amazon's in that region. `style` says where the
 * bucket is: `path` (after the endpoint's host, the default with an endpoint) or `host` (before it). The key comes from
 * `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN` alone. Throws `config_invalid`.
 */
export function readS3Address(text: string, env: ResultsEnvironment): S3Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw refuse(`is not of the form ${example}`);
  if (url.username || url.password) throw refuse('must not contain a key', keyFix);
  const bucket = url.hostname;
  if (bucket === '') throw refuse(`names no bucket; write ${example}`);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw refuse(`names the bucket ${quote(bucket)}; a bucket has 3 to 63 of a-z, 0-9, "." and "-"`);
  }
  if (url.port) throw refuse(`has the port ${url.port}; set the port of the store in endpoint`);
  if (url.hash) throw refuse('has a "#", which a prefix cannot contain');
  const prefix = readPrefix(url.pathname);
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.has(name));
  if (unknown !== undefined) throw refuse(`has a parameter ${quote(unknown)}; there are region, endpoint and style`);
  const region = url.searchParams.get('region') ?? (env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1');
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw refuse(`names the region ${quote(region)}, which is not a region`);
  const root = readRoot(url.searchParams, bucket, region);
  return { base: new URL(prefix, root), root, bucket, prefix, region, ...readCredentials(env) };
}

function readPrefix(pathname: string): string {
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  if (prefix === '') return '';
  if (/^[\w.-]+(\/[\w.-]+)*$/.test(prefix)) return `${prefix}/`;
  throw refuse(
    `names the prefix ${quote(prefix)}; a prefix has letters, digits, "_", "." and "-", with "/" between them`,
  );
}

function readRoot(query: URLSearchParams, bucket: string, region: string): URL {
  const named = query.get('endpoint');
  const endpoint = named ?? `https://s3.${region}.amazonaws.com`;
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isPlain = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    // It may hold a password.
    throw refuse('names an endpoint that is not of the form https://s3.example.com or https://s3.example.com:9000');
  }
  // The certificate of the store covers one level of names.
  const style = query.get('style') ?? (named === null && !bucket.includes('.') ? 'host' : 'path');
  if (style === 'path') return new URL(`/${bucket}/`, url);
  if (style === 'host') return new URL(`${url.protocol}//${bucket}.${url.host}/`);
  throw refuse(`names the style ${quote(style)}; there are path and host`);
}

function readCredentials(env: ResultsEnvironment) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: token } = env;
  if (!accessKeyId || !secretAccessKey) throw refuse('needs a key', keyFix);
  return { accessKeyId, secretAccessKey, sessionToken: token || undefined };
}

const quote = (text: string) => JSON.stringify(text.slice(0, 100));

const keyFix = 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (and AWS_SESSION_TOKEN, if there is one)';

function refuse(why: string, fix?: string): ResultError {
  return new ResultError('config_invalid', `results_url: the address of the S3 store ${why}`, fix ? { fix } : {});
}
