// The API client on undici. Knows the contract and nothing of server or terminal. Beside what other programs get: internals.
export { isLoopback } from './address.ts';
export { askReadiness, type Readiness } from './ask-readiness.ts';
export { createEmbeddedClient } from './client.ts';
export { type CallableService, explainFailure } from './embedded-transport.ts';
export { findProxies, findProxy } from './find-proxy.ts';
export * from './options/check-options.ts';
export { buildProxyFetch } from './proxy-fetch.ts';
export * from './public.ts';
export { renderMany } from './render-many.ts';
