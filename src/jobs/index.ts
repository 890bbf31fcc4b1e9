// Background renders: their queue, their worker, where the PDFs of finished ones are kept, and the webhooks that are notified.
export { openBossQueue } from './queue/boss-queue.ts';
export { type JobQueue, queueTimes } from './queue/job-queue.ts';
export { openTableQueue } from './queue/table-queue.ts';
export { openResultStore, type ResultsAddress } from './results/open-result-store.ts';
export { readResultsAddress } from './results/read-results-address.ts';
export { ResultError } from './results/result-error.ts';
export type { ByteRange, OpenedResult, PlacedResult, ResultPlace, ResultStore } from './results/result-store.ts';
export { openResultSweep } from './results/result-sweep.ts';
export { readS3Address, type S3Address } from './results/s3/s3-address.ts';
export { openWebhooks, type Webhooks } from './webhooks/open-webhooks.ts';
export { openJobKeeper, pushLost } from './worker/job-keeper.ts';
export type { AttemptJob, JobEdges, JobOutcome } from './worker/job-outcome.ts';
export { isAway, keepTrying } from './worker/keep-trying.ts';
export { presenceTimes, showPresence } from './worker/show-presence.ts';
export { openWorker, type Worker, type WorkerEdges } from './worker/worker.ts';
