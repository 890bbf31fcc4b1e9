import { fileURLToPath } from 'node:url';
import type { Store } from '../../store/index.ts';
import type { ResultsAddress } from './open-result-store.ts';
import { ResultError } from './result-error.ts';
import { type ResultsEnvironment, readS3Address } from './s3/s3-address.ts';

/** What an address may lead to, besides itself. */
interface ResultsSurroundings {
  /** The store of the service. */
  store: Pick<Store, 'results' | 'kind'>;
  /** Variables with the key of an S3 store. */
  env: ResultsEnvironment;
  /** The proxy between this machine and an address. Default none. */
  proxy?: ((url: URL) => URL | undefined) | undefined;
}

/** The largest results, in megabytes, that a database can be configured to keep. */
const databaseLimit = 1_000;

/**
 * Reads where results are kept: `file:///folder`, `postgres:` (the database of the service; `postgres:?limit_mb=200` takes PDFs of up
 * to 200 MB instead of 64), or `s3://bucket/prefix` (see `readS3Address`). Throws `config_invalid`.
 */
export function readResultsAddress(text: string, { store, env, proxy }: ResultsSurroundings): ResultsAddress {
  if (text.startsWith('s3:')) {
    const s3 = readS3Address(text, env);
    return { s3, proxy: proxy?.(s3.root) };
  }
  if (text.startsWith('file:')) return { folder: readFolder(text) };
  const form = /^postgres:(\?.*)?$/.exec(text);
  if (!form) throw refuse('is not one of file:///folder, postgres: and s3://bucket');
  if (store.kind !== 'Postgres')
    throw refuse('is postgres:, but the service keeps its data in SQLite: set database_url');
  const [name = 'limit_mb', limit = '64', ...more] = [...new URLSearchParams(form[1])].flat();
  const isLimit =
    name === 'limit_mb' && /^\d{1,4}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= databaseLimit;
  if (!isLimit || more.length > 0) throw refuse(`is not of the form postgres:?limit_mb=64, with 1 to ${databaseLimit}`);
  return { store, limitBytes: Number(limit) * 1_000_000 };
}

function readFolder(text: string): string {
  try {
    if (new URL(text).search || new URL(text).hash) throw new TypeError('more than a path');
    return fileURLToPath(text);
  } catch {
    throw refuse('is not of the form file:///folder');
  }
}

function refuse(why: string): ResultError {
  return new ResultError('config_invalid', `results_url: the address ${why}`);
}
