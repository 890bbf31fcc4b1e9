// Templates and API keys on SQLite (embedded) or Postgres. It knows neither HTTP nor the command line, and keeps of an API key
// only its digest.
export type { AccountStores } from './accounts/account-stores.ts';
export type { NewAuditEntry } from './accounts/audit-store.ts';
export type { NewRenderEntry } from './accounts/render-store.ts';
export type { FoundSession } from './accounts/session-store.ts';
export type { StoredUser } from './accounts/stored-user.ts';
export type { Membership } from './accounts/user-store.ts';
export { backUpStore } from './back-up.ts';
export type { Claim, ClaimStore, KeptResult } from './coordination/claim-store.ts';
export type { RateStore } from './coordination/rate-store.ts';
export type { JobCounts, WaitingJobs } from './jobs/job-keeping.ts';
export type { JobFilter, JobOwner, JobStore, NewJob } from './jobs/job-store.ts';
export type { ClaimedTicket, JobTicket } from './jobs/job-ticket.ts';
export type { JobEnd, TakenJob } from './jobs/job-work.ts';
export type { QueueStatements } from './jobs/queue-statements.ts';
export type { ResultPiece, ResultPieceStore } from './jobs/result-piece-store.ts';
export type { JobFacts, StoredJob } from './jobs/stored-job.ts';
export type { TicketStore } from './jobs/ticket-store.ts';
export type { KeyHolder, KeyStore, StoredKey } from './key-store.ts';
export { openStore, type Store, type StoreEdges } from './open-store.ts';
export { defaultPostgresLimits, type PostgresLimits } from './postgres/postgres-limits.ts';
export { restoreStore } from './restore.ts';
export { StoreError } from './store-error.ts';
export type { StoreLocation } from './store-location.ts';
export type { NewStoredTemplate, StoredTemplate, TemplateStore } from './template-store.ts';
export type { ClaimedDelivery, DeliveryOutcome, DeliveryStore, NewDelivery } from './webhooks/delivery-store.ts';
export type { WebhookStore } from './webhooks/webhook-store.ts';
export type { WebhookStores } from './webhooks/webhook-stores.ts';
