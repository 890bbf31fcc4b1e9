import {
  commonErrors,
  errors,
  limits,
  problemSchema,
  type Route,
  routes,
  type ServiceErrorCode,
} from '../../src/contract/index.ts';
import { defaultServerLimits } from '../../src/server/limits/server-limits.ts';
import { openSchemaNames } from './name-schemas.ts';

const tags = {
  Renders: 'PDFs of web pages, HTML, Markdown, templates and other PDFs.',
  Templates: 'Stored templates with their preview contexts, revisions and labels.',
  Keys: 'API keys of the account, for keys with the scope "keys".',
  Webhooks: 'Endpoints that are notified when background renders finish, for keys with the scope "webhooks".',
};

/** Headers of many answers, by their names below `components`. */
const sharedHeaders = {
  'X-Request-Id': 'The id of the request, as in the log of the service.',
  RateLimit:
    'What is left of the rate of the key: "r" requests now, and all of them after "t" seconds (RateLimit header fields for HTTP, draft 10).',
  'RateLimit-Policy': 'The rate of the key: "q" requests in "w" seconds.',
  'Retry-After': 'Seconds after which to try again.',
  'WWW-Authenticate': 'The scheme of authentication, "Bearer" (RFC 6750, section 3).',
};

/** The contract as an OpenAPI 3.1 document. `version` is that of the program. */
export function buildOpenApi(version: string): object {
  const names = openSchemaNames();
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, route] of Object.entries(routes)) {
    const operation = buildOperation(name, route, names.refer);
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  names.refer(problemSchema);
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
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <API key>' } },
      schemas: names.named,
      headers: Object.fromEntries(
        Object.entries(sharedHeaders).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
      ),
    },
  };
}

type Refer = (schema: object) => object;

function buildOperation(name: string, route: Route, refer: Refer): object {
  const { body, etag, method } = route;
  const requestBody = body && { required: true, content: { 'application/json': { schema: refer(body) } } };
  const unchanged = etag && method === 'GET' && { 304: buildUnchanged(route) };
  const other = route.otherSuccess && { [route.otherSuccess.status]: otherSuccessOf(route, refer) };
  return {
    operationId: name,
    tags: [tagOf(route)],
    summary: route.summary,
    description: route.description,
    'x-scope': route.scope,
    'x-published': route.published ?? false,
    ...(parametersOf(route).length > 0 && { parameters: parametersOf(route) }),
    ...(requestBody && { requestBody }),
    responses: { [route.success.status]: successOf(route, refer), ...other, ...unchanged, ...problemsOf(route) },
  };
}

function tagOf({ path }: Route): keyof typeof tags {
  if (path.includes('/keys')) return 'Keys';
  if (path.includes('/webhooks') || path.includes('/deliveries')) return 'Webhooks';
  return path.includes('/templates') ? 'Templates' : 'Renders';
}

/** What the ETag of an operation is the version of. */
function thingOf(route: Route): string {
  if (route.success.pdf) return route.success.images ? 'result' : 'PDF';
  return tagOf(route) === 'Templates' ? 'template' : 'render';
}

function buildUnchanged(route: Route): object {
  const { ETag, 'Accept-Ranges': ranges } = headersOf(route);
  const headers = describeHeaders({ ...(ETag && { ETag }), ...(ranges && { 'Accept-Ranges': ranges }) });
  return {
    description: `The ${thingOf(route)} still has the ETag of If-None-Match.`,
    headers: { ...headers, ...shareWaits(route) },
  };
}

/** The headers that all answers share, and when to ask again for a render that has not ended. */
function shareWaits(route: Route): object {
  return route.etag && thingOf(route) === 'render' ? shareHeaders('Retry-After') : shareHeaders();
}

/** References to X-Request-Id, which every answer has, to those that every answer to a valid key has, and to more of them. */
function shareHeaders(...more: (keyof typeof sharedHeaders)[]): object {
  const isKnown = !more.includes('WWW-Authenticate');
  const names = ['X-Request-Id', ...(isKnown ? ['RateLimit', 'RateLimit-Policy'] : []), ...more];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** A field of a query: a schema of text, and the type that clients see in its place. */
type QueryField = { description?: string; 'x-sent-as'?: object };

function parametersOf(route: Route): object[] {
  const parameters: object[] = [];
  if (route.path.includes('{id}')) {
    parameters.push({ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } });
  }
  const others = (route.params as { properties?: Record<string, QueryField> } | undefined)?.properties ?? {};
  for (const [name, { 'x-sent-as': sent, description, ...field }] of Object.entries(others)) {
    parameters.push({ name, in: 'path', required: true, description, schema: sent ?? field });
  }
  const query = (route.query as { properties?: Record<string, QueryField> } | undefined)?.properties ?? {};
  for (const [name, field] of Object.entries(query)) {
    const { 'x-sent-as': sent, description } = field;
    parameters.push({ name, in: 'query', schema: sent ? { ...sent, description } : field });
  }
  if (route.etag && (route.method === 'PATCH' || route.method === 'DELETE' || route.message)) {
    const description = 'Only while the template has one of these ETags.';
    parameters.push({ name: 'If-Match', in: 'header', description, schema: { type: 'string' } });
  }
  if (route.etag && route.method === 'GET') {
    const description = `ETags that the caller knows: while the ${thingOf(route)} has one of them, the answer is 304 without a body.`;
    parameters.push({ name: 'If-None-Match', in: 'header', description, schema: { type: 'string' } });
  }
  if (route.message) {
    const description = `Why the change is made, in percent-encoded UTF-8: at most ${limits.revisionMessage} characters.`;
    parameters.push({ name: 'Platen-Revision-Message', in: 'header', description, schema: { type: 'string' } });
  }
  for (const [name, description] of Object.entries(otherHeadersOf(route))) {
    parameters.push({ name, in: 'header', description, schema: { type: 'string' } });
  }
  if ((route.success.pdf || route.success.images) && route.method === 'POST') {
    const schema = { type: 'string', pattern: '^[!-~]+$', maxLength: limits.idempotencyKey };
    const description = 'The same request under the same key is done once and answered again for 15 minutes.';
    parameters.push({ name: 'Idempotency-Key', in: 'header', description, schema });
  }
  return parameters;
}

/** The headers that ask for the second success of an operation. */
function otherHeadersOf(route: Route): Record<string, string> {
  const { otherSuccess } = route;
  if (otherSuccess?.status === 202) {
    return { Prefer: '"respond-async" asks for a render in the background (RFC 7240, section 4.1).' };
  }
  if (otherSuccess?.status !== 206) return {};
  return {
    Range: 'The bytes to answer, such as "bytes=1000-" (RFC 9110, section 14.2). Several ranges are answered whole.',
    'If-Range': `The ETag that the ${thingOf(route)} must still have for that; else all of it is answered.`,
  };
}

function successOf(route: Route, refer: Refer): object {
  return {
    description: 'Success',
    ...contentOf(route.success, refer),
    headers: { ...describeHeaders(headersOf(route)), ...shareWaits(route) },
  };
}

function otherSuccessOf(route: Route, refer: Refer): object {
  const { status, when, ...success } = route.otherSuccess as NonNullable<Route['otherSuccess']>;
  const waits = status === 202 ? shareHeaders('Retry-After') : shareHeaders();
  const otherHeaders = status === 206 ? { ...headersOf(route), ...rangeHeaders } : (otherAnswerHeaders[status] ?? {});
  return {
    description: when,
    ...contentOf({ status, ...success }, refer),
    headers: { ...describeHeaders(otherHeaders), ...waits },
  };
}

/** The headers of an answer of a second success, by its status. */
const otherAnswerHeaders: Readonly<Record<number, Record<string, string>>> = {
  202: { Location: 'Where the render is.', 'Preference-Applied': '"respond-async".' },
};

const rangeHeaders = { 'Content-Range': 'Which bytes of how many these are.' };

function contentOf({ schema, pdf, images }: Route['success'], refer: Refer): { content?: object } {
  const content = {
    ...(images &&
      Object.fromEntries(imageTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))),
    ...(pdf && { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }),
    ...(schema && { 'application/json': { schema: refer(schema) } }),
  };
  return Object.keys(content).length > 0 ? { content } : {};
}

function headersOf(route: Route): Record<string, string> {
  const headers: Record<string, string> = {};
  if (route.etag && route.method !== 'DELETE') headers.ETag = etagWords[thingOf(route)] as string;
  if (route.otherSuccess?.status === 206) headers['Accept-Ranges'] = '"bytes".';
  if (route.etag && route.success.status === 201) {
    headers.Location = `Where the ${route.message ? 'new revision' : 'template'} is.`;
  }
  if (route.success.pdf) Object.assign(headers, pdfHeaders);
  if (route.success.images) Object.assign(headers, imageHeaders);
  return headers;
}

const etagWords: Readonly<Record<string, string>> = {
  template: 'The version of the template, for If-Match.',
  render: 'The version of what is answered, for If-None-Match.',
  PDF: 'The version of the PDF, for If-Range.',
  result: 'The version of the result, for If-Range.',
};

function describeHeaders(headers: Record<string, string>): object {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
}

/** The headers of an answer whose body is a PDF. */
const pdfHeaders = {
  'Content-Disposition': 'A file name made from the title.',
  'Repr-Digest': 'SHA-256 of the PDF (RFC 9530).',
  'Platen-Pages': 'Pages of the PDF.',
  'Platen-Warnings': 'How many warnings there are.',
  'Platen-Template-Revision':
    'The revisions of the stored templates among the parts, in the order of the parts, such as "7" or "7, 3".',
  'Platen-Warning-List': 'The first warnings, as a JSON array in ASCII.',
  'Server-Timing': 'Milliseconds in the queue, loading, printing and binding.',
};

/** The media types of an answer whose body is an image, or an archive of images. */
const imageTypes = ['image/png', 'image/jpeg', 'application/zip'];

const imageHeaders = { ...pdfHeaders, 'Repr-Digest': 'SHA-256 of the body (RFC 9530).' };

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
      { description: describeProblems(status, list), headers: problemHeaders(status, route), content },
    ]),
  );
}

function describeProblems(status: number, codes: readonly ServiceErrorCode[]): string {
  const list = codes.map((code) => `\`${code}\``).join(', ');
  const { perSecond, burst } = defaultServerLimits.requestsPerKey;
  return status === 429 ? `${list}. A key may send ${perSecond} requests per second, and ${burst} in a burst.` : list;
}

function problemHeaders(status: number, route: Route): object {
  if (status === 401) return shareHeaders('WWW-Authenticate');
  if (status === 416) {
    const { ETag = '', 'Accept-Ranges': ranges = '' } = headersOf(route);
    const size = 'How many bytes there are: "bytes */1000".';
    return { ...describeHeaders({ ETag, 'Accept-Ranges': ranges, 'Content-Range': size }), ...shareHeaders() };
  }
  return [409, 429, 503].includes(status) ? shareHeaders('Retry-After') : shareHeaders();
}
