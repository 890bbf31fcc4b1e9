// Background renders: where the PDFs of finished ones lie.

export { openResultStore, type ResultsAddress } from './results/open-result-store.ts';
export { ResultError } from './results/result-error.ts';
export type { ByteRange, OpenedResult, ResultPlace, ResultStore } from './results/result-store.ts';
