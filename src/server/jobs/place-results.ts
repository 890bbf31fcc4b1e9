import { join } from 'node:path';
import type { ResultsAddress } from '../../jobs/index.ts';
import type { Store, StoreLocation } from '../../store/index.ts';

/** Where the PDFs of background renders lie if nobody says otherwise: beside the data, so that all who share it find them. */
export function placeResults(location: StoreLocation, store: Pick<Store, 'results'>): ResultsAddress {
  return 'dataFolder' in location ? { folder: join(location.dataFolder, 'results') } : { store };
}
