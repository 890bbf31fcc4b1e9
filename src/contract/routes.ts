import type { ServiceErrorCode } from './errors.ts';
import {
  keyCreationSchema,
  keyListAnswerSchema,
  keyRotationAnswerSchema,
  keyRotationSchema,
  newKeyAnswerSchema,
} from './key-schema.ts';
import { renderAnswerSchema, renderRequestSchema } from './render-schema.ts';
import type { Scope } from './scopes.ts';
import {
  templateAnswerSchema,
  templateCreationSchema,
  templateListAnswerSchema,
  templateListQuerySchema,
  templateUpdateSchema,
} from './template-schema.ts';

/** An operation on the wire. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the base address, with `{id}` for a path parameter. */
  path: string;
  summary: string;
  /** Whether the published interface has this operation; else it is platen's own. */
  published: boolean;
  /** What a key must be allowed to. */
  scope: Scope;
  body?: object;
  query?: object;
  /** The status of success and the schema of its body, null for an empty body. `pdf`: the body may be a PDF. */
  success: { status: number; schema: object | null; pdf?: boolean };
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
      'not_conforming',
      'e_invoice_invalid',
      'too_many_pages',
      'idempotency_mismatch',
      'queue_full',
      'queue_timeout',
      'browser_restarting',
    ],
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
    published: false,
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
    published: false,
    scope: 'templates:read',
    query: templateListQuerySchema,
    success: { status: 200, schema: templateListAnswerSchema },
    errors: ['invalid_request'],
  },
  getTemplate: {
    method: 'GET',
    path: '/api/v1/templates/{id}',
    summary: 'Read a stored template',
    published: false,
    scope: 'templates:read',
    success: { status: 200, schema: templateAnswerSchema },
    etag: true,
    errors: ['invalid_request', 'template_not_found', 'not_found'],
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/api/v1/templates/{id}',
    summary: 'Delete a stored template',
    published: false,
    scope: 'templates:write',
    success: { status: 204, schema: null },
    etag: true,
    errors: ['invalid_request', 'template_not_found', 'not_found', 'template_changed', 'storage_full'],
  },
  listKeys: {
    method: 'GET',
    path: '/api/v1/keys',
    summary: 'List the API keys of the account, without their text',
    published: false,
    scope: 'keys',
    success: { status: 200, schema: keyListAnswerSchema },
    errors: ['invalid_request'],
  },
  createKey: {
    method: 'POST',
    path: '/api/v1/keys',
    summary: 'Make an API key; its text is shown once',
    published: false,
    scope: 'keys',
    body: keyCreationSchema,
    success: { status: 201, schema: newKeyAnswerSchema },
    errors: [...bodyErrors, 'storage_full'],
  },
  rotateKey: {
    method: 'POST',
    path: '/api/v1/keys/{id}/rotate',
    summary: 'Make a new API key in the place of another, which ends after a chosen time',
    published: false,
    scope: 'keys',
    body: keyRotationSchema,
    success: { status: 201, schema: keyRotationAnswerSchema },
    errors: [...bodyErrors, 'not_found', 'storage_full'],
  },
  deleteKey: {
    method: 'DELETE',
    path: '/api/v1/keys/{id}',
    summary: 'Retire an API key at once',
    published: false,
    scope: 'keys',
    success: { status: 204, schema: null },
    errors: ['invalid_request', 'not_found', 'storage_full'],
  },
} as const satisfies Record<string, Route>;

/** The name of an operation. */
export type RouteName = keyof typeof routes;
