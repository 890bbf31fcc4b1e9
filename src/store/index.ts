// Templates and API keys on SQLite (embedded) or Postgres. It knows neither HTTP nor the command line, and keeps of an API key
// only its digest.
export type { AccountStores } from './accounts/account-stores.ts';
export type { NewAuditEntry } from './accounts/audit-store.ts';
export type { NewRenderEntry } from './accounts/render-store.ts';
export type { FoundSession } from './accounts/session-store.ts';
export type { StoredUser } from './accounts/user-links.ts';
export type { Membership } from './accounts/user-store.ts';
export type { Claim, ClaimStore, KeptResult } from './coordination/claim-store.ts';
export type { RateStore } from './coordination/rate-store.ts';
export { StoreError } from './database/store-error.ts';
export type { StoreLocation } from './database/store-location.ts';
export { defaultPostgresLimits, type PostgresLimits } from './database/store-location.ts';
export type { JobCounts, WaitingJobs } from './jobs/job-keeping.ts';
export type { JobFilter, JobOwner, JobStore, NewJob } from './jobs/job-store.ts';
export type { JobEnd, TakenJob } from './jobs/job-work.ts';
export type { QueueStatements } from './jobs/queue-statements.ts';
export type { ResultPiece, ResultPieceStore } from './jobs/result-piece-store.ts';
export type { JobFacts, StoredJob } from './jobs/stored-job.ts';
export type { ClaimedTicket, JobTicket, TicketStore } from './jobs/ticket-store.ts';
export type { KeyStore } from './keys/key-store.ts';
export type { KeyHolder, StoredKey } from './keys/stored-key.ts';
export { openStore, type Store, type StoreEdges } from './open-store.ts';
export { backUpStore } from './sqlite/back-up.ts';
export { restoreStore } from './sqlite/restore.ts';
export type { NewStoredTemplate, StoredTemplate, TemplateStore } from './templates/template-store.ts';
export type { ClaimedDelivery, DeliveryOutcome, DeliveryStore, NewDelivery } from './webhooks/delivery-store.ts';
export type { WebhookStore } from './webhooks/webhook-store.ts';
export type { WebhookStores } from './webhooks/webhook-stores.ts';
