import type { ResultStore } from './result-store.ts';

/** Where results are kept. */
export type ResultsAddress = { folder: string };

/** Opens a store of results, and makes sure that it can be written. Throws `config_invalid` where it cannot. */
export async function openResultStore(address: ResultsAddress): Promise<ResultStore> {
  const { openResultFolder } = await import('./folder/result-folder.ts');
  return openResultFolder(address.folder);
}
