import {
  commonErrors,
  errors,
  limits,
  problemSchema,
  type Route,
  routes,
  type ServiceErrorCode,
} from '../../src/contract/index.ts';

/** The contract as an OpenAPI 3.1 document. `version` is that of the program. */
export function buildOpenApi(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, route] of Object.entries(routes)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: buildOperation(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'platen',
      version,
      description: 'Renders PDFs and manages HTML templates.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <API key>' } },
      schemas: { Problem: problemSchema },
    },
  };
}

function buildOperation(name: string, route: Route): object {
  return {
    operationId: name,
    summary: route.summary,
    'x-published': route.published,
    ...(parametersOf(route).length > 0 && { parameters: parametersOf(route) }),
    ...(route.body && { requestBody: { required: true, content: { 'application/json': { schema: route.body } } } }),
    responses: { [route.success.status]: successOf(route), ...problemsOf(route) },
  };
}

function parametersOf(route: Route): object[] {
  const parameters: object[] = [];
  if (route.path.includes('{id}')) {
    parameters.push({ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } });
  }
  const query = (route.query as { properties?: Record<string, object> } | undefined)?.properties ?? {};
  for (const [name, schema] of Object.entries(query)) parameters.push({ name, in: 'query', schema });
  if (route.etag && (route.method === 'PATCH' || route.method === 'DELETE')) {
    const description = 'Only while the template has one of these ETags.';
    parameters.push({ name: 'If-Match', in: 'header', description, schema: { type: 'string' } });
  }
  if (route.success.pdf) {
    const schema = { type: 'string', pattern: '^[!-~]+$', maxLength: limits.idempotencyKey };
    const description = 'The same request under the same key is done once and answered again for 15 minutes.';
    parameters.push({ name: 'Idempotency-Key', in: 'header', description, schema });
  }
  return parameters;
}

function successOf(route: Route): object {
  const { schema, pdf } = route.success;
  const content = {
    ...(pdf && { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }),
    ...(schema && { 'application/json': { schema } }),
  };
  return {
    description: 'Success',
    ...(Object.keys(content).length > 0 && { content }),
    ...headersOf(route),
  };
}

function headersOf(route: Route): object {
  const headers: Record<string, string> = {};
  if (route.etag && route.method !== 'DELETE') headers.ETag = 'The version of the template, for If-Match.';
  if (route.success.status === 201) headers.Location = 'Where the template is.';
  if (route.success.pdf) Object.assign(headers, pdfHeaders);
  const entries = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return entries.length > 0 ? { headers: Object.fromEntries(entries) } : {};
}

/** The headers of an answer whose body is a PDF. */
const pdfHeaders = {
  'Content-Disposition': 'A file name made from the title.',
  'Repr-Digest': 'SHA-256 of the PDF (RFC 9530).',
  'Platen-Pages': 'Pages of the PDF.',
  'Platen-Warnings': 'How many warnings there are.',
  'Platen-Warning-List': 'The first warnings, as a JSON array in ASCII.',
  'Server-Timing': 'Milliseconds in the queue, loading, printing and binding.',
};

function problemsOf(route: Route): Record<string, object> {
  const codes = new Map<number, ServiceErrorCode[]>();
  for (const code of [...commonErrors, ...route.errors]) {
    const status = errors[code].status as number;
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return Object.fromEntries(
    [...codes].map(([status, list]) => [
      status,
      { description: list.map((code) => `\`${code}\``).join(', '), content },
    ]),
  );
}
