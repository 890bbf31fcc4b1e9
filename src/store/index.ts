// Templates and API keys on SQLite (embedded) or Postgres. It knows neither HTTP nor the command line, and keeps of an API key
// only its digest.
export type { KeyHolder, KeyStore, StoredKey } from './key-store.ts';
export { openStore, type Store, type StoreLocation } from './open-store.ts';
export { defaultPostgresLimits, type PostgresLimits } from './postgres-limits.ts';
export { StoreError } from './store-error.ts';
export type { NewStoredTemplate, StoredTemplate, TemplateStore } from './template-store.ts';
