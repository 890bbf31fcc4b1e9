import { join } from 'node:path';
import type { ResultStore } from '../../jobs/index.ts';
import type { Store, StoreLocation } from '../../store/index.ts';

/** Where results of background renders are kept. */
export interface ResultsOptions {
  /** `file:///folder`, `s3://bucket/prefix` or `postgres:`. Default: the database on Postgres, else a folder next to the database. */
  url?: string | undefined;
  /** Variables with the key of an S3 store. */
  env: Readonly<Record<string, string | undefined>>;
}

/** What the results of a service need. */
interface ResultSurroundings {
  store: Pick<Store, 'results' | 'kind' | 'identity'>;
  location: StoreLocation;
  /** The proxy between this machine and an address. Default none. */
  proxy?: ((url: URL) => URL | undefined) | undefined;
}

/** The results of a service. */
export interface ServiceResults {
  /** Opened at the first call, and at the next one if that failed. */
  open(): Promise<ResultStore>;
  close(): Promise<void>;
}

/**
 * The results of a service. A configured place is opened at the start, so that the service does not start if it cannot be
 * used: rejects with `config_invalid` or `results_unavailable`.
 */
export async function prepareResults(
  options: ResultsOptions | undefined,
  { store, location, proxy }: ResultSurroundings,
): Promise<ServiceResults> {
  let opened: Promise<ResultStore> | undefined;

  async function load(): Promise<ResultStore> {
    const { openResultStore, readResultsAddress } = await import('../../jobs/index.ts');
    if (options?.url !== undefined) {
      return openResultStore(
        readResultsAddress(options.url, { store, env: options.env, proxy }),
        await store.identity(),
      );
    }
    const beside = 'dataFolder' in location ? { folder: join(location.dataFolder, 'results') } : { store };
    return openResultStore(beside, await store.identity());
  }

  function open(): Promise<ResultStore> {
    opened ??= load().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }

  if (options?.url !== undefined) await open();
  return {
    open,
    async close() {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}
