// Templates and API keys on SQLite (embedded) or Postgres. Knows neither HTTP nor the command line, and never sees an API
// key longer than one call: only its digest is kept.
export type { KeyStore, NewKey, StoredKey } from './keys.ts';
export { openStore, type Store, type StoreLocation } from './open-store.ts';
export { StoreError } from './store-error.ts';
export type {
  NewStoredTemplate,
  StoredTemplate,
  StoredTemplateChanges,
  StoredTemplatePage,
  TemplatePageRequest,
  TemplateStore,
} from './templates.ts';
