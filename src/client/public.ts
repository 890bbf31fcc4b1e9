// What other programs get of the client: the exports of `platen/client`.
export {
  type ApiKey,
  type Assets,
  type ChosenTemplate,
  type Delivery,
  type DeliveryList,
  type Destination,
  type ErrorCode,
  errors,
  type ImageOptions,
  type ImageRequest,
  type JobOptions,
  type KeyCreation,
  type KeyRotation,
  type Label,
  type ListedRevision,
  type Metadata,
  type NewApiKey,
  type NewTemplate,
  type NewWebhook,
  type Options,
  type Part,
  type PartOptions,
  type Priority,
  type Render,
  type RenderFailure,
  type RenderKind,
  type RenderList,
  type RenderProgress,
  type RenderRequest,
  type RenderStatus,
  type Revision,
  type RevisionList,
  type Scope,
  type Storage,
  type Template,
  type TemplateChanges,
  type TemplateList,
  type TemplateUse,
  type Timings,
  type ValueSets,
  type ValueSetsChanges,
  type Warning,
  type Webhook,
  type WebhookChanges,
  type WebhookCreation,
  type WebhookEventType,
  type WebhookRotation,
} from '../contract/index.ts';
export type { BackgroundClient } from './background/background-client.ts';
export { createClient } from './client.ts';
export type { Client } from './client-interface.ts';
export { listAllTemplates } from './list-all.ts';
export type {
  CallOptions,
  CallSettings,
  ClientOptions,
  ReadRenderOptions,
  RenderManyOptions,
  WaitOptions,
} from './options/client-options.ts';
export type { PdfFacts } from './pdf-check.ts';
export type { RenderedImage, RenderedImages } from './receive/receive-images.ts';
export type { RotatedKey } from './receive/receive-keys.ts';
export type { ReceivedFile, ReceivedPdf, ReceivedRender } from './receive/receive-render.ts';
export type { TemplateAnswer } from './receive/receive-template.ts';
export type { RenderManyJob, RenderManyJobs, RenderManyResult } from './render-many.ts';
export type { RenderedPdf } from './rendered-pdf.ts';
export type { AnswerHead, Attempt } from './send-request.ts';
export { ServiceError, type ServiceErrorDetails } from './service-error.ts';
export type { RevisionClient } from './templates/revision-client.ts';
export type { ValueSetClient } from './templates/value-set-client.ts';
export {
  type RenderEvent,
  type TestEvent,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from './webhooks/verify-webhook.ts';
export type { WebhookClient } from './webhooks/webhook-client.ts';
