import type { Store } from '../../store/index.ts';
import type { ResultStore } from './result-store.ts';
import type { S3Address } from './s3/s3-address.ts';

/**
 * Where results are kept: in a folder, in the database of the service with at most `limitBytes` bytes each, or in a bucket, maybe
 * through a proxy.
 */
export type ResultsAddress =
  | { folder: string }
  | { store: Pick<Store, 'results'>; limitBytes?: number }
  | { s3: S3Address; proxy?: URL | undefined };

/** The largest result that a database keeps by default. */
const databaseLimitBytes = 64_000_000;

/**
 * Opens a store of results for the database of this identity, and makes sure that it can be written. Throws `config_invalid` if it
 * cannot, and `results_unavailable` if it does not answer.
 */
export async function openResultStore(address: ResultsAddress, identity: string): Promise<ResultStore> {
  if ('store' in address) {
    const { buildResultDatabase } = await import('./result-database.ts');
    return buildResultDatabase(() => address.store.results(), identity, address.limitBytes ?? databaseLimitBytes);
  }
  if ('s3' in address) {
    const [{ openResultBucket }, { openS3Pool }] = await Promise.all([
      import('./s3/result-bucket.ts'),
      import('./s3/s3-pool.ts'),
    ]);
    return openResultBucket(address.s3, identity, openS3Pool(address.s3.root, address.proxy));
  }
  const { openResultFolder } = await import('./result-folder.ts');
  return openResultFolder(address.folder, identity);
}
