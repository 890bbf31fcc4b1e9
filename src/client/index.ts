// The API client on undici. Knows the contract and nothing of server or terminal. `public.ts` is what other programs get of it.
export { isLoopback } from './address.ts';
export {
  type Client,
  createClient,
  createEmbeddedClient,
} from './client.ts';
export type { CallOptions, CallSettings, ClientOptions } from './client-options.ts';
export type { CallableService } from './embedded-transport.ts';
export { findProxy } from './find-proxy.ts';
export type { PdfFacts } from './pdf-check.ts';
export type { ReceivedPdf, ReceivedRender } from './receive-render.ts';
export type { TemplateAnswer } from './receive-template.ts';
export type { RenderedPdf } from './rendered-pdf.ts';
export type { AnswerHead, Attempt } from './send-request.ts';
export { ServiceError, type ServiceErrorDetails } from './service-error.ts';
