import type { RouteName } from '../../src/contract/index.ts';

/** A call that works unchanged, once a template with this id exists. */
export interface Example {
  /** What the path and the query are after the route's own path. */
  path: string;
  body?: object;
  headers?: Record<string, string>;
  /** The file that the answer goes to. */
  output?: string;
}

/** The id in the examples. */
export const exampleId = '0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b';

/** One example for each operation. */
export const examples: Record<RouteName, Example> = {
  renderPdf: {
    path: '/api/v1/renderers/pdf',
    body: {
      parts: [
        { html: '<h1>Invoice 2026-014</h1>', title: 'Invoice' },
        { markdown: '## Terms\n\nPayable within 14 days.' },
      ],
      options: { page_size: 'A4', margin: '20mm' },
      metadata: { title: 'Invoice 2026-014' },
    },
    output: 'invoice.pdf',
  },
  renderImage: {
    path: '/api/v1/renderers/image',
    body: { parts: { html: '<h1>Invoice 2026-014</h1>' }, image: { width: 400 } },
    output: 'invoice.png',
  },
  getRender: { path: `/api/v1/renders/${exampleId}?wait_seconds=10` },
  getRenderResult: { path: `/api/v1/renders/${exampleId}/result`, output: 'invoice.png' },
  getRenderPdf: { path: `/api/v1/renders/${exampleId}/pdf`, output: 'invoice.pdf' },
  listRenders: { path: '/api/v1/renders?status=queued&limit=10' },
  deleteRender: { path: `/api/v1/renders/${exampleId}` },
  updateTemplate: {
    path: `/api/v1/templates/${exampleId}`,
    body: { template: { content: '<p>Hello {{ name }}</p>', preview_context: { name: 'Ada' } } },
  },
  createTemplate: {
    path: '/api/v1/templates',
    body: { template: { name: 'Greeting', content: '<p>Hello {{ name }}</p>' } },
  },
  listTemplates: { path: '/api/v1/templates?limit=10' },
  getTemplate: { path: `/api/v1/templates/${exampleId}` },
  deleteTemplate: { path: `/api/v1/templates/${exampleId}`, headers: { 'If-Match': '"v8"' } },
  lookUpTemplate: { path: '/api/v1/templates/lookup?slug=greeting' },
  getTemplateProperties: { path: `/api/v1/templates/${exampleId}/properties` },
  updateTemplateProperties: {
    path: `/api/v1/templates/${exampleId}/properties`,
    body: { properties: { folder: 'invoices/de', tags: ['eu'] } },
  },
  getTemplateFiles: { path: `/api/v1/templates/${exampleId}/files` },
  listAssets: { path: '/api/v1/assets' },
  getAsset: { path: '/api/v1/assets/content?path=assets/dot.svg' },
  setAsset: {
    path: '/api/v1/assets',
    body: { asset: { path: 'assets/dot.svg', type: 'image/svg+xml', base64: 'PHN2Zy8+' } },
  },
  deleteAsset: { path: '/api/v1/assets?path=assets/dot.svg' },
  getValueSets: { path: `/api/v1/templates/${exampleId}/values` },
  updateValueSets: {
    path: `/api/v1/templates/${exampleId}/values`,
    body: {
      values: {
        sets: { minimal: { number: 7, lines: [] } },
        schema: { type: 'object', properties: { number: { type: 'integer' } } },
      },
    },
    headers: { 'Platen-Revision-Message': 'A schema' },
  },
  setValueSet: {
    path: `/api/v1/templates/${exampleId}/values/minimal`,
    body: { values: { number: 7, lines: [] } },
  },
  deleteValueSet: { path: `/api/v1/templates/${exampleId}/values/minimal` },
  setValuesSchema: {
    path: `/api/v1/templates/${exampleId}/schema`,
    body: { schema: { type: 'object', required: ['number'], properties: { number: { type: 'integer' } } } },
  },
  deleteValuesSchema: { path: `/api/v1/templates/${exampleId}/schema` },
  listRevisions: { path: `/api/v1/templates/${exampleId}/revisions?limit=10` },
  getRevision: { path: `/api/v1/templates/${exampleId}/revisions/1` },
  restoreRevision: {
    path: `/api/v1/templates/${exampleId}/revisions/1/restore`,
    headers: { 'Platen-Revision-Message': 'Back to the layout of May' },
  },
  listLabels: { path: `/api/v1/templates/${exampleId}/labels` },
  setLabel: { path: `/api/v1/templates/${exampleId}/labels/live`, body: { revision: 1 } },
  deleteLabel: { path: `/api/v1/templates/${exampleId}/labels/live` },
  listKeys: { path: '/api/v1/keys' },
  createKey: {
    path: '/api/v1/keys',
    body: { key: { name: 'invoices', scopes: ['render'], templates: [exampleId], expires_at: '2099-12-31T00:00:00Z' } },
  },
  rotateKey: { path: `/api/v1/keys/${exampleId}/rotate`, body: { rotation: { overlap_seconds: 3600 } } },
  deleteKey: { path: `/api/v1/keys/${exampleId}` },
  listWebhooks: { path: '/api/v1/webhooks' },
  createWebhook: {
    path: '/api/v1/webhooks',
    body: { webhook: { address: 'https://shop.example.com/hooks/platen', events: ['render.done', 'render.failed'] } },
  },
  updateWebhook: { path: `/api/v1/webhooks/${exampleId}`, body: { webhook: { enabled: true } } },
  deleteWebhook: { path: `/api/v1/webhooks/${exampleId}` },
  rotateWebhook: { path: `/api/v1/webhooks/${exampleId}/rotate`, body: { rotation: { overlap_seconds: 3600 } } },
  testWebhook: { path: `/api/v1/webhooks/${exampleId}/test` },
  listDeliveries: { path: `/api/v1/webhooks/${exampleId}/deliveries?state=failed` },
  retryDelivery: { path: `/api/v1/deliveries/${exampleId}/retry` },
};

/** The example as a curl command. */
export function writeCurl(method: string, { path, body, headers = {}, output }: Example): string {
  const all = {
    Authorization: 'Bearer $PLATEN_API_KEY',
    ...(body && { 'Content-Type': 'application/json' }),
    ...headers,
  };
  const url = `"$PLATEN_BASE_URL${path}"`;
  const lines = [
    method === 'GET' || (method === 'POST' && body) ? `curl ${url}` : `curl -X ${method} ${url}`,
    ...Object.entries(all).map(([name, value]) => `-H ${quoteHeader(`${name}: ${value}`)}`),
    ...(body ? [`-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`] : []),
    ...(output ? [`-o ${output}`] : []),
  ];
  return lines.join(' \\\n  ');
}

/** Double quotes if the shell must insert a variable, single ones elsewhere. */
function quoteHeader(header: string): string {
  return header.includes('$') ? `"${header}"` : `'${header}'`;
}
