import {
  backgroundAnswerSchema,
  renderLinkAnswerSchema,
  renderListAnswerSchema,
  renderListQuerySchema,
  renderQuerySchema,
  renderResultQuerySchema,
} from '../background-schema.ts';
import { imageRequestSchema, imagesAnswerSchema } from '../fields/image-schema.ts';
import { renderRequestSchema } from '../render-schema.ts';
import { renderAnswerSchema } from '../report-schema.ts';
import { bodyErrors, type Route } from './route.ts';

/** The errors of a render that is answered. */
const renderErrors = [
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
  'signature_lost',
  'not_conforming',
  'e_invoice_invalid',
  'too_many_pages',
  'signing_failed',
  'idempotency_mismatch',
  'queue_full',
  'queue_timeout',
  'browser_restarting',
] as const;

/** The answer to a render that is carried out in the background. */
const inBackground = {
  status: 202,
  schema: backgroundAnswerSchema,
  when: 'With "Prefer: respond-async": the render is carried out in the background.',
} as const;

/** The errors of fetching what a background render has made. */
const resultErrors = [
  'invalid_request',
  'render_not_found',
  'not_found',
  'render_not_finished',
  'render_failed',
  'range_not_satisfiable',
  'result_gone',
  'results_unavailable',
] as const;

/** Renders, in the foreground and in the background. */
export const renderRoutes = {
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
    otherSuccess: inBackground,
    errors: [...renderErrors, 'destination_failed', 'worker_lost', 'result_too_large', 'results_unavailable'],
  },
  renderImage: {
    method: 'POST',
    path: '/api/v1/renderers/image',
    summary: 'Render parts to images of their pages',
    description:
      'Renders one or more parts to PNG or JPEG images of the pages, drawn from the PDF. With "Accept: image/png" or "image/jpeg" the response is the image of the only page, with "application/zip" an archive with an image of each page, with "application/json" a report with the images in base64. Without one of these, it is an image of a document of one page, else an archive. With "Prefer: respond-async" the render runs in the background. With an Idempotency-Key a repeat returns the same result.',
    scope: 'render',
    body: imageRequestSchema,
    success: { status: 200, schema: imagesAnswerSchema, images: true },
    otherSuccess: inBackground,
    errors: [...renderErrors, 'worker_lost', 'result_too_large', 'results_unavailable'],
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
    query: renderResultQuerySchema,
    success: { status: 200, schema: renderLinkAnswerSchema, pdf: true },
    otherSuccess: { status: 206, schema: null, pdf: true, when: 'With "Range": the bytes that it names.' },
    etag: true,
    errors: resultErrors,
  },
  getRenderResult: {
    method: 'GET',
    path: '/api/v1/renders/{id}/result',
    summary: 'Download what a background render has made',
    description:
      'Returns what the same request would have returned in the foreground: the PDF, the image of the only page, or a ZIP archive with an image of each page. Also in ranges (Range), until it expires.',
    scope: 'render',
    query: renderResultQuerySchema,
    success: { status: 200, schema: renderLinkAnswerSchema, pdf: true, images: true },
    otherSuccess: {
      status: 206,
      schema: null,
      pdf: true,
      images: true,
      when: 'With "Range": the bytes that it names.',
    },
    etag: true,
    errors: resultErrors,
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
    description: 'Cancels a waiting or running render. Deletes a finished one with its result.',
    scope: 'render',
    success: { status: 200, schema: backgroundAnswerSchema },
    otherSuccess: { status: 204, schema: null, when: 'The render had ended: it is forgotten with its result.' },
    errors: ['invalid_request', 'render_not_found', 'not_found', 'storage_full'],
  },
} as const satisfies Record<string, Route>;
