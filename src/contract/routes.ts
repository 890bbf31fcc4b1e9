import {
  backgroundAnswerSchema,
  renderLinkAnswerSchema,
  renderListAnswerSchema,
  renderListQuerySchema,
  renderPdfQuerySchema,
  renderQuerySchema,
} from './background-schema.ts';
import type { ServiceErrorCode } from './errors.ts';
import {
  keyCreationSchema,
  keyListAnswerSchema,
  keyListQuerySchema,
  keyRotationAnswerSchema,
  keyRotationSchema,
  newKeyAnswerSchema,
} from './key-schema.ts';
import { renderRequestSchema } from './render-schema.ts';
import { renderAnswerSchema } from './report-schema.ts';
import type { Scope } from './scopes.ts';
import {
  templateAnswerSchema,
  templateCreationSchema,
  templateListAnswerSchema,
  templateListQuerySchema,
  templateUpdateSchema,
} from './template-schema.ts';
import {
  deliveryAnswerSchema,
  deliveryListAnswerSchema,
  deliveryListQuerySchema,
  newWebhookAnswerSchema,
  webhookAnswerSchema,
  webhookCreationSchema,
  webhookListAnswerSchema,
  webhookRotationSchema,
  webhookUpdateSchema,
} from './webhook-schema.ts';

/** An answer of success. */
interface Success {
  status: number;
  /** The schema of its body; null for an empty one. */
  schema: object | null;
  /** Whether the body may be a PDF. */
  pdf?: boolean;
}

/** An operation on the wire. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the base address, with `{id}` for a path parameter. */
  path: string;
  summary: string;
  /** Whether the published interface has this operation. Without it, it is platen's own. */
  published?: true;
  /** What a key must be allowed to. */
  scope: Scope;
  body?: object;
  query?: object;
  success: Success;
  /** A second success, and when it is answered instead. */
  otherSuccess?: Success & { when: string };
  /** Whether the answer carries an ETag. Then a change or a deletion may carry an If-Match, a read an If-None-Match. */
  etag?: boolean;
  /** The errors of this operation, beside `commonErrors`. */
  errors: readonly ServiceErrorCode[];
}

/** The errors that any operation may answer. */
export const commonErrors: readonly ServiceErrorCode[] = [
  'unauthorized',
  'forbidden',
  'rate_limited',
  'internal',
  'shutting_down',
  'store_unavailable',
];

const bodyErrors = ['invalid_json', 'too_large', 'unsupported_media_type', 'invalid_request'] as const;

/** The operations, by name. */
export const routes = {
  renderPdf: {
    method: 'POST',
    path: '/api/v1/renderers/pdf',
    summary: 'Render parts to one PDF',
    published: true,
    scope: 'render',
    body: renderRequestSchema,
    success: { status: 200, schema: renderAnswerSchema, pdf: true },
    otherSuccess: {
      status: 202,
      schema: backgroundAnswerSchema,
      when: 'With "Prefer: respond-async": the render is carried out in the background.',
    },
    errors: [
      ...bodyErrors,
      'not_acceptable',
      'payment_required',
      'template_not_found',
      'still_running',
      'address_not_allowed',
      'template_error',
      'page_failed',
      'page_unreachable',
      'resource_failed',
      'glyph_missing',
      'wait_failed',
      'render_timeout',
      'pdf_invalid',
      'pdf_damaged',
      'not_conforming',
      'e_invoice_invalid',
      'too_many_pages',
      'idempotency_mismatch',
      'queue_full',
      'queue_timeout',
      'browser_restarting',
      'destination_failed',
      'worker_lost',
      'result_too_large',
      'results_unavailable',
    ],
  },
  getRender: {
    method: 'GET',
    path: '/api/v1/renders/{id}',
    summary: 'Read how far a background render is',
    scope: 'render',
    query: renderQuerySchema,
    success: { status: 200, schema: backgroundAnswerSchema },
    etag: true,
    errors: ['invalid_request', 'render_not_found', 'not_found'],
  },
  getRenderPdf: {
    method: 'GET',
    path: '/api/v1/renders/{id}/pdf',
    summary: 'Fetch the PDF of a background render',
    scope: 'render',
    query: renderPdfQuerySchema,
    success: { status: 200, schema: renderLinkAnswerSchema, pdf: true },
    otherSuccess: { status: 206, schema: null, pdf: true, when: 'With "Range": the bytes that it names.' },
    etag: true,
    errors: [
      'invalid_request',
      'render_not_found',
      'not_found',
      'render_not_finished',
      'render_failed',
      'range_not_satisfiable',
      'result_gone',
      'results_unavailable',
    ],
  },
  listRenders: {
    method: 'GET',
    path: '/api/v1/renders',
    summary: 'List the background renders, newest first',
    scope: 'render',
    query: renderListQuerySchema,
    success: { status: 200, schema: renderListAnswerSchema },
    errors: ['invalid_request'],
  },
  deleteRender: {
    method: 'DELETE',
    path: '/api/v1/renders/{id}',
    summary: 'Cancel a background render, or forget one that has ended',
    scope: 'render',
    success: { status: 200, schema: backgroundAnswerSchema },
    otherSuccess: { status: 204, schema: null, when: 'The render had ended: it is forgotten with its PDF.' },
    errors: ['invalid_request', 'render_not_found', 'not_found', 'storage_full'],
  },
  updateTemplate: {
    method: 'PATCH',
    path: '/api/v1/templates/{id}',
    summary: 'Change a stored template',
    published: true,
    scope: 'templates:write',
    body: templateUpdateSchema,
    success: { status: 200, schema: templateAnswerSchema },
    etag: true,
    errors: [...bodyErrors, 'template_not_found', 'not_found', 'template_changed', 'storage_full'],
  },
  createTemplate: {
    method: 'POST',
    path: '/api/v1/templates',
    summary: 'Store a new template',
    scope: 'templates:write',
    body: templateCreationSchema,
    success: { status: 201, schema: templateAnswerSchema },
    etag: true,
    errors: [...bodyErrors, 'storage_full'],
  },
  listTemplates: {
    method: 'GET',
    path: '/api/v1/templates',
    summary: 'List the stored templates, oldest first',
    scope: 'templates:read',
    query: templateListQuerySchema,
    success: { status: 200, schema: templateListAnswerSchema },
    errors: ['invalid_request'],
  },
  getTemplate: {
    method: 'GET',
    path: '/api/v1/templates/{id}',
    summary: 'Read a stored template',
    scope: 'templates:read',
    success: { status: 200, schema: templateAnswerSchema },
    etag: true,
    errors: ['invalid_request', 'template_not_found', 'not_found'],
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/api/v1/templates/{id}',
    summary: 'Delete a stored template',
    scope: 'templates:write',
    success: { status: 204, schema: null },
    etag: true,
    errors: ['invalid_request', 'template_not_found', 'not_found', 'template_changed', 'storage_full'],
  },
  listKeys: {
    method: 'GET',
    path: '/api/v1/keys',
    summary: 'List the API keys of the account, without their text',
    scope: 'keys',
    query: keyListQuerySchema,
    success: { status: 200, schema: keyListAnswerSchema },
    errors: ['invalid_request'],
  },
  createKey: {
    method: 'POST',
    path: '/api/v1/keys',
    summary: 'Make an API key; its text is shown once',
    scope: 'keys',
    body: keyCreationSchema,
    success: { status: 201, schema: newKeyAnswerSchema },
    errors: [...bodyErrors, 'storage_full'],
  },
  rotateKey: {
    method: 'POST',
    path: '/api/v1/keys/{id}/rotate',
    summary: 'Rotate an API key; the old one stays valid for a time you choose',
    scope: 'keys',
    body: keyRotationSchema,
    success: { status: 201, schema: keyRotationAnswerSchema },
    errors: [...bodyErrors, 'not_found', 'storage_full'],
  },
  deleteKey: {
    method: 'DELETE',
    path: '/api/v1/keys/{id}',
    summary: 'Revoke an API key',
    scope: 'keys',
    success: { status: 204, schema: null },
    errors: ['invalid_request', 'not_found', 'storage_full'],
  },
  listWebhooks: {
    method: 'GET',
    path: '/api/v1/webhooks',
    summary: 'List the webhooks of the account, without their secrets',
    scope: 'webhooks',
    success: { status: 200, schema: webhookListAnswerSchema },
    errors: ['invalid_request'],
  },
  createWebhook: {
    method: 'POST',
    path: '/api/v1/webhooks',
    summary: 'Create a webhook; its signing secret is shown once',
    scope: 'webhooks',
    body: webhookCreationSchema,
    success: { status: 201, schema: newWebhookAnswerSchema },
    errors: [...bodyErrors, 'address_not_allowed', 'storage_full'],
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/api/v1/webhooks/{id}',
    summary: 'Change a webhook, or turn it on or off',
    scope: 'webhooks',
    body: webhookUpdateSchema,
    success: { status: 200, schema: webhookAnswerSchema },
    errors: [...bodyErrors, 'not_found', 'address_not_allowed', 'storage_full'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/api/v1/webhooks/{id}',
    summary: 'Delete a webhook',
    scope: 'webhooks',
    success: { status: 204, schema: null },
    errors: ['invalid_request', 'not_found', 'storage_full'],
  },
  rotateWebhook: {
    method: 'POST',
    path: '/api/v1/webhooks/{id}/rotate',
    summary: 'Give a webhook a new secret; the old one signs too for a chosen time',
    scope: 'webhooks',
    body: webhookRotationSchema,
    success: { status: 200, schema: newWebhookAnswerSchema },
    errors: [...bodyErrors, 'not_found', 'storage_full'],
  },
  testWebhook: {
    method: 'POST',
    path: '/api/v1/webhooks/{id}/test',
    summary: 'Send a webhook an event of the type webhook.test, and say what came of it',
    scope: 'webhooks',
    success: { status: 200, schema: deliveryAnswerSchema },
    errors: ['invalid_request', 'not_found', 'storage_full'],
  },
  listDeliveries: {
    method: 'GET',
    path: '/api/v1/webhooks/{id}/deliveries',
    summary: 'List what was sent to a webhook in the last week, newest first',
    scope: 'webhooks',
    query: deliveryListQuerySchema,
    success: { status: 200, schema: deliveryListAnswerSchema },
    errors: ['invalid_request', 'not_found'],
  },
  retryDelivery: {
    method: 'POST',
    path: '/api/v1/deliveries/{id}/retry',
    summary: 'Send an event to its webhook once more, and say what came of it',
    scope: 'webhooks',
    success: { status: 200, schema: deliveryAnswerSchema },
    errors: ['invalid_request', 'not_found', 'storage_full'],
  },
} as const satisfies Record<string, Route>;

/** The name of an operation. */
export type RouteName = keyof typeof routes;
