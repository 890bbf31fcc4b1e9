import {
  backgroundAnswerSchema,
  renderLinkAnswerSchema,
  renderListAnswerSchema,
  renderListQuerySchema,
  renderPdfQuerySchema,
  renderQuerySchema,
} from './background-schema.ts';
import type { ServiceErrorCode } from './errors.ts';
import type { Scope } from './key-schema.ts';
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
import {
  labelAnswerSchema,
  labelListAnswerSchema,
  labelParamsSchema,
  labelSettingSchema,
  revisionAnswerSchema,
  revisionListAnswerSchema,
  revisionListQuerySchema,
  revisionParamsSchema,
} from './revision-schema.ts';
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
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below the base address, with `{id}` for a path parameter. */
  path: string;
  /** The schema of the path parameters besides `{id}`. */
  params?: object;
  summary: string;
  /** What it does, in sentences. */
  description: string;
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
  /** Whether a change may carry a message in the header `messageHeader`. */
  message?: boolean;
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
    description:
      'Renders one or more parts to one PDF and returns it. With "Accept: application/json" the response is a report with the PDF in base64. With "Prefer: respond-async" the render runs in the background. With an Idempotency-Key a repeat returns the same result.',
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
      'revision_not_found',
      'label_not_found',
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
    summary: 'Get a background render',
    description: 'Returns the state of a background render. wait_seconds waits for its end.',
    scope: 'render',
    query: renderQuerySchema,
    success: { status: 200, schema: backgroundAnswerSchema },
    etag: true,
    errors: ['invalid_request', 'render_not_found', 'not_found'],
  },
  getRenderPdf: {
    method: 'GET',
    path: '/api/v1/renders/{id}/pdf',
    summary: 'Download the PDF of a background render',
    description: 'Returns the PDF of a finished background render, also in ranges (Range), until it expires.',
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
    summary: 'List background renders, newest first',
    description:
      'Returns a page of background renders. A key for certain templates sees only the renders that it submitted.',
    scope: 'render',
    query: renderListQuerySchema,
    success: { status: 200, schema: renderListAnswerSchema },
    errors: ['invalid_request'],
  },
  deleteRender: {
    method: 'DELETE',
    path: '/api/v1/renders/{id}',
    summary: 'Cancel or delete a background render',
    description: 'Cancels a waiting or running render. Deletes a finished one with its PDF.',
    scope: 'render',
    success: { status: 200, schema: backgroundAnswerSchema },
    otherSuccess: { status: 204, schema: null, when: 'The render had ended: it is forgotten with its PDF.' },
    errors: ['invalid_request', 'render_not_found', 'not_found', 'storage_full'],
  },
  updateTemplate: {
    method: 'PATCH',
    path: '/api/v1/templates/{id}',
    summary: 'Update a template',
    description:
      'Changes the given fields of a template; omitted fields keep their values. If-Match rejects the change if the template has changed meanwhile.',
    published: true,
    scope: 'templates:write',
    body: templateUpdateSchema,
    success: { status: 200, schema: templateAnswerSchema },
    etag: true,
    message: true,
    errors: [...bodyErrors, 'template_not_found', 'not_found', 'template_changed', 'storage_full'],
  },
  createTemplate: {
    method: 'POST',
    path: '/api/v1/templates',
    summary: 'Create a template',
    description: 'Stores a template. The content is Liquid and is checked before it is stored.',
    scope: 'templates:write',
    body: templateCreationSchema,
    success: { status: 201, schema: templateAnswerSchema },
    etag: true,
    errors: [...bodyErrors, 'storage_full'],
  },
  listTemplates: {
    method: 'GET',
    path: '/api/v1/templates',
    summary: 'List templates, oldest first',
    description: 'Returns a page of templates. name filters by exact name.',
    scope: 'templates:read',
    query: templateListQuerySchema,
    success: { status: 200, schema: templateListAnswerSchema },
    errors: ['invalid_request'],
  },
  getTemplate: {
    method: 'GET',
    path: '/api/v1/templates/{id}',
    summary: 'Get a template',
    description: 'Returns a template with its ETag. If-None-Match returns 304 if it has not changed.',
    scope: 'templates:read',
    success: { status: 200, schema: templateAnswerSchema },
    etag: true,
    errors: ['invalid_request', 'template_not_found', 'not_found'],
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/api/v1/templates/{id}',
    summary: 'Delete a template',
    description: 'Deletes a template. If-Match rejects the request if the template has changed meanwhile.',
    scope: 'templates:write',
    success: { status: 204, schema: null },
    etag: true,
    errors: ['invalid_request', 'template_not_found', 'not_found', 'template_changed', 'storage_full'],
  },
  listRevisions: {
    method: 'GET',
    path: '/api/v1/templates/{id}/revisions',
    summary: 'List revisions of a template, newest first',
    description:
      'Returns a page of revisions without their content. Each change of a template is a revision. The last 100 are kept, and those with a label.',
    scope: 'templates:read',
    query: revisionListQuerySchema,
    success: { status: 200, schema: revisionListAnswerSchema },
    errors: ['invalid_request', 'template_not_found', 'not_found'],
  },
  getRevision: {
    method: 'GET',
    path: '/api/v1/templates/{id}/revisions/{revision}',
    summary: 'Get a revision of a template',
    description: 'Returns a revision with its content and preview context.',
    scope: 'templates:read',
    params: revisionParamsSchema,
    success: { status: 200, schema: revisionAnswerSchema },
    errors: ['invalid_request', 'template_not_found', 'revision_not_found', 'not_found'],
  },
  restoreRevision: {
    method: 'POST',
    path: '/api/v1/templates/{id}/revisions/{revision}/restore',
    summary: 'Restore a revision of a template',
    description:
      'Makes the template what it was at this revision: name, content and preview context. This is a new revision, which is returned. If-Match rejects the change if the template has changed meanwhile.',
    scope: 'templates:write',
    params: revisionParamsSchema,
    success: { status: 201, schema: revisionAnswerSchema },
    etag: true,
    message: true,
    errors: [
      'invalid_request',
      'template_not_found',
      'revision_not_found',
      'not_found',
      'template_changed',
      'storage_full',
    ],
  },
  listLabels: {
    method: 'GET',
    path: '/api/v1/templates/{id}/labels',
    summary: 'List labels of a template',
    description: 'Returns all labels of a template by name, each with its revision.',
    scope: 'templates:read',
    success: { status: 200, schema: labelListAnswerSchema },
    errors: ['invalid_request', 'template_not_found', 'not_found'],
  },
  setLabel: {
    method: 'PUT',
    path: '/api/v1/templates/{id}/labels/{label}',
    summary: 'Set or move a label',
    description:
      'Gives a revision a label; the revision that had it loses it. A template with the label "live" renders that revision unless a render names another one. A template has at most 100 labels.',
    scope: 'templates:write',
    params: labelParamsSchema,
    body: labelSettingSchema,
    success: { status: 200, schema: labelAnswerSchema },
    errors: [...bodyErrors, 'template_not_found', 'revision_not_found', 'not_found', 'storage_full'],
  },
  deleteLabel: {
    method: 'DELETE',
    path: '/api/v1/templates/{id}/labels/{label}',
    summary: 'Remove a label',
    description:
      'Removes a label from its revision. Without the label "live", the newest revision is rendered by default.',
    scope: 'templates:write',
    params: labelParamsSchema,
    success: { status: 204, schema: null },
    errors: ['invalid_request', 'template_not_found', 'label_not_found', 'not_found', 'storage_full'],
  },
  listKeys: {
    method: 'GET',
    path: '/api/v1/keys',
    summary: 'List API keys',
    description: 'Returns name, scopes, expiry and last use of each key. Needs the scope keys.',
    scope: 'keys',
    query: keyListQuerySchema,
    success: { status: 200, schema: keyListAnswerSchema },
    errors: ['invalid_request'],
  },
  createKey: {
    method: 'POST',
    path: '/api/v1/keys',
    summary: 'Create an API key; the key is shown once',
    description:
      'Creates a key with at most the scopes and templates of the calling key, which expires no later. Needs the scope keys.',
    scope: 'keys',
    body: keyCreationSchema,
    success: { status: 201, schema: newKeyAnswerSchema },
    errors: [...bodyErrors, 'storage_full'],
  },
  rotateKey: {
    method: 'POST',
    path: '/api/v1/keys/{id}/rotate',
    summary: 'Rotate an API key; the old one stays valid for a time you choose',
    description:
      'Creates a new key with the same rights. The old key expires after overlap_seconds. Needs the scope keys.',
    scope: 'keys',
    body: keyRotationSchema,
    success: { status: 201, schema: keyRotationAnswerSchema },
    errors: [...bodyErrors, 'not_found', 'storage_full'],
  },
  deleteKey: {
    method: 'DELETE',
    path: '/api/v1/keys/{id}',
    summary: 'Revoke an API key',
    description: 'Revokes a key immediately. Needs the scope keys.',
    scope: 'keys',
    success: { status: 204, schema: null },
    errors: ['invalid_request', 'not_found', 'storage_full'],
  },
  listWebhooks: {
    method: 'GET',
    path: '/api/v1/webhooks',
    summary: 'List webhooks',
    description: 'Returns the webhooks of the account. Needs the scope webhooks.',
    scope: 'webhooks',
    success: { status: 200, schema: webhookListAnswerSchema },
    errors: ['invalid_request'],
  },
  createWebhook: {
    method: 'POST',
    path: '/api/v1/webhooks',
    summary: 'Create a webhook; its signing secret is shown once',
    description:
      'Creates a webhook: a URL that is notified when background renders finish. An account has at most 20. Needs the scope webhooks.',
    scope: 'webhooks',
    body: webhookCreationSchema,
    success: { status: 201, schema: newWebhookAnswerSchema },
    errors: [...bodyErrors, 'address_not_allowed', 'storage_full'],
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/api/v1/webhooks/{id}',
    summary: 'Update a webhook',
    description:
      'Changes the URL or the events of a webhook, or enables or disables it. Omitted fields keep their values.',
    scope: 'webhooks',
    body: webhookUpdateSchema,
    success: { status: 200, schema: webhookAnswerSchema },
    errors: [...bodyErrors, 'not_found', 'address_not_allowed', 'storage_full'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/api/v1/webhooks/{id}',
    summary: 'Delete a webhook',
    description: 'Deletes a webhook. Pending events are not sent.',
    scope: 'webhooks',
    success: { status: 204, schema: null },
    errors: ['invalid_request', 'not_found', 'storage_full'],
  },
  rotateWebhook: {
    method: 'POST',
    path: '/api/v1/webhooks/{id}/rotate',
    summary: 'Rotate the secret of a webhook',
    description: 'Creates a new signing secret. During the overlap, events have a signature of each secret.',
    scope: 'webhooks',
    body: webhookRotationSchema,
    success: { status: 200, schema: newWebhookAnswerSchema },
    errors: [...bodyErrors, 'not_found', 'storage_full'],
  },
  testWebhook: {
    method: 'POST',
    path: '/api/v1/webhooks/{id}/test',
    summary: 'Test a webhook',
    description: 'Sends a test event immediately and returns the delivery after its first attempt.',
    scope: 'webhooks',
    success: { status: 200, schema: deliveryAnswerSchema },
    errors: ['invalid_request', 'not_found', 'storage_full'],
  },
  listDeliveries: {
    method: 'GET',
    path: '/api/v1/webhooks/{id}/deliveries',
    summary: 'List deliveries of a webhook, newest first',
    description: 'Returns the deliveries of the last week with their attempts and last response.',
    scope: 'webhooks',
    query: deliveryListQuerySchema,
    success: { status: 200, schema: deliveryListAnswerSchema },
    errors: ['invalid_request', 'not_found'],
  },
  retryDelivery: {
    method: 'POST',
    path: '/api/v1/deliveries/{id}/retry',
    summary: 'Retry a delivery',
    description: 'Sends an event again, whatever its state, and returns the delivery after that attempt.',
    scope: 'webhooks',
    success: { status: 200, schema: deliveryAnswerSchema },
    errors: ['invalid_request', 'not_found', 'storage_full'],
  },
} as const satisfies Record<string, Route>;

/** The name of an operation. */
export type RouteName = keyof typeof routes;
