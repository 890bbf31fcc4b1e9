// The API client on undici, importable on its own as `platen/client`. Knows the contract and nothing of server or terminal.
export { isLoopback } from './address.ts';
export { type CallOptions, type Client, type ClientOptions, createClient, type TemplateAnswer } from './client.ts';
export { findProxy, type Transport, type TransportAnswer, type TransportRequest } from './dispatcher.ts';
export type { PdfFacts } from './pdf-check.ts';
export type { ReceivedPdf, ReceivedRender } from './receive-render.ts';
export type { AnswerHead, Attempt } from './send-request.ts';
export { ServiceError, type ServiceErrorDetails } from './service-error.ts';
