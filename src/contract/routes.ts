import type { ServiceErrorCode } from './errors.ts';
import { renderAnswerSchema, renderRequestSchema } from './render-schema.ts';
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
    body: renderRequestSchema,
    success: { status: 200, schema: renderAnswerSchema, pdf: true },
    errors: [
      ...bodyErrors,
      'not_acceptable',
      'template_not_found',
      'still_running',
      'address_not_allowed',
      'template_error',
      'page_failed',
      'page_unreachable',
      'resource_failed',
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
    query: templateListQuerySchema,
    success: { status: 200, schema: templateListAnswerSchema },
    errors: ['invalid_request'],
  },
  getTemplate: {
    method: 'GET',
    path: '/api/v1/templates/{id}',
    summary: 'Read a stored template',
    published: false,
    success: { status: 200, schema: templateAnswerSchema },
    etag: true,
    errors: ['invalid_request', 'template_not_found', 'not_found'],
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/api/v1/templates/{id}',
    summary: 'Delete a stored template',
    published: false,
    success: { status: 204, schema: null },
    etag: true,
    errors: ['invalid_request', 'template_not_found', 'not_found', 'template_changed', 'storage_full'],
  },
} as const satisfies Record<string, Route>;

/** The name of an operation. */
export type RouteName = keyof typeof routes;
