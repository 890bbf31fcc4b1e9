import type { Store } from '../../store/index.ts';
import type { ResultStore } from './result-store.ts';

/** Where results are kept: in a folder, or in the database of the service, each of at most `limitBytes` bytes. */
export type ResultsAddress = { folder: string } | { store: Pick<Store, 'results'>; limitBytes?: number };

/** The largest result that a database keeps where nothing else is said. */
const databaseLimitBytes = 64_000_000;

/** Opens a store of results, and makes sure that it can be written. Throws `config_invalid` where it cannot. */
export async function openResultStore(address: ResultsAddress): Promise<ResultStore> {
  if ('store' in address) {
    const { buildResultDatabase } = await import('./database/result-database.ts');
    return buildResultDatabase(() => address.store.results(), address.limitBytes ?? databaseLimitBytes);
  }
  const { openResultFolder } = await import('./folder/result-folder.ts');
  return openResultFolder(address.folder);
}
