import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type ImageOptions,
  type ImageRequest,
  limits,
  mapRequestBytes,
  messageHeader,
  type RenderRequest,
  type Route,
  type RouteName,
  routes,
} from '../contract/index.ts';
import type { DrawContext, DrawnImage, Engine, RenderResult } from '../engine/index.ts';
import type { Store } from '../store/index.ts';
import { answerRender } from './answers/answer-render.ts';
import { chooseForm } from './answers/choose-form.ts';
import { isForOperator, problemHeaders, RequestError, toProblem } from './answers/problems.ts';
import { localCaller } from './checks/caller.ts';
import { validateBody, validateParams, validateQuery } from './checks/validation.ts';
import { readJsonValue } from './requests/json-value.ts';
import type { TemplateReply } from './routes/template-request.ts';
import { operationsOnTemplates } from './routes/templates.ts';

/** One request to a service in the same process. */
export interface EmbeddedRequest {
  route: RouteName;
  /** What the path holds for `{id}`; undefined if it holds nothing. */
  id?: string | undefined;
  /** What else the path holds, by name. */
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, string | undefined>> | undefined;
  headers: Readonly<Record<string, string>>;
  /** The value that would travel as JSON; of a render it may hold bytes. Undefined for none. */
  body: unknown;
  signal: AbortSignal;
}

/** An answer of a service in the same process, of the shape that an answer over HTTP has. */
export interface EmbeddedAnswer {
  status: number;
  headers: Record<string, string>;
  body: EmbeddedBody;
}

/** The bytes of an answer. They are complete, and hold nothing but memory. */
type EmbeddedBody = Readable & { dump(): Promise<void> };

/** What answers are made with. */
interface EmbeddedWork {
  account: string;
  render(request: RenderRequest, signal: AbortSignal): Promise<RenderResult>;
  draw(pdf: Uint8Array, image: ImageOptions, context: DrawContext): Promise<DrawnImage[]>;
  openStore(): Promise<Store>;
  checkValues: Engine['checkValues'];
}

const noBackground = 'renders in the background and webhooks need a service that keeps running: platen serve';

/** Milliseconds until a render should find a place, if the queue is full. */
const waitMs = 1000;

/**
 * Answers a request as the service that listens would. Rejects with the signal's reason, and with an error that such a service
 * reports to its operator alone (such as `internal` and `storage_full`): the caller here is the operator.
 */
export async function answerEmbedded(request: EmbeddedRequest, work: EmbeddedWork): Promise<EmbeddedAnswer> {
  const route: Route = routes[request.route];
  request.signal.throwIfAborted();
  try {
    validateQuery(route.query, definedFields(request.query));
    if (route.params) validateParams(route.params, { ...request.params });
    const body = route.body && readBody(route.body, request.body);
    const answer = await answerRoute(request, body, work);
    return describe('status' in answer ? answer.status : route.success.status, answer.headers, answer.body);
  } catch (error) {
    request.signal.throwIfAborted();
    const problem = toProblem(error, randomUUID());
    if (isForOperator(problem.code)) throw error;
    return describe(
      problem.status,
      problemHeaders(problem, error, () => waitMs),
      problem,
    );
  }
}

/** Throws what a render of this body, of images if it has `image`, would be refused with before any work. */
export async function checkRender(body: unknown): Promise<void> {
  if ((body as { image?: unknown } | null)?.image === undefined) {
    refuseBackground(readBody(routes.renderPdf.body, body) as RenderRequest);
    return;
  }
  const request = readBody(routes.renderImage.body, body) as ImageRequest;
  refuseBackground(request);
  const { chooseImageForm } = await import('./answers/answer-images.ts');
  chooseImageForm(request, undefined);
}

function refuseBackground({ job }: Pick<RenderRequest, 'job'>): void {
  if (job !== undefined) throw new RequestError('invalid_request', noBackground);
}

async function answerRoute(request: EmbeddedRequest, body: unknown, work: EmbeddedWork) {
  const { route } = request;
  if (route === 'renderPdf') return renderPdf(request, body as RenderRequest, work);
  if (route === 'renderImage') return renderImage(request, body as ImageRequest, work);
  return useStore(route, request, body, work);
}

async function renderPdf({ headers, signal }: EmbeddedRequest, body: RenderRequest, work: EmbeddedWork) {
  if (headers.prefer !== undefined) throw new RequestError('invalid_request', noBackground);
  refuseBackground(body);
  const form = chooseForm(headers.accept);
  return answerRender(form, await work.render(body, signal), body.metadata?.title);
}

async function renderImage({ headers, signal }: EmbeddedRequest, request: ImageRequest, work: EmbeddedWork) {
  const startedAt = performance.now();
  if (headers.prefer !== undefined) throw new RequestError('invalid_request', noBackground);
  refuseBackground(request);
  const { answerImages, chooseImageForm, drawResult } = await import('./answers/answer-images.ts');
  const form = chooseImageForm(request, headers.accept);
  const { image: _, ...body } = request;
  const result = await work.render(body, signal);
  const caller = { account: work.account, signal };
  const images = await drawResult(work, result, form, { caller, startedAt, timeoutMs: body.options?.timeout_ms });
  return answerImages(form, result, images, body.metadata?.title);
}

async function useStore(
  route: Exclude<RouteName, 'renderPdf' | 'renderImage'>,
  { id = '', params = {}, query, headers, signal }: EmbeddedRequest,
  body: unknown,
  { account, openStore, checkValues }: EmbeddedWork,
): Promise<TemplateReply> {
  const [ifMatch, ifNoneMatch] = [headers['if-match'], headers['if-none-match']];
  const message = headers[messageHeader];
  const caller = localCaller(account);
  const request = { caller, id, params, query: definedFields(query), body, ifMatch, ifNoneMatch, message, signal };
  const open = async () => {
    const store = await openStore();
    // A cancelled request gets no result.
    signal.throwIfAborted();
    return store;
  };
  if (isTemplateRoute(route)) return operationsOnTemplates[route]({ ...(await open()), checkValues }, request);
  const { keyOperations } = await import('./routes/keys.ts');
  if (!Object.hasOwn(keyOperations, route)) throw new RequestError('not_found', noBackground);
  const { keys } = await open();
  return { headers: {}, ...(await keyOperations[route as keyof typeof keyOperations](keys, request)) };
}

function isTemplateRoute(route: RouteName): route is keyof typeof operationsOnTemplates {
  return Object.hasOwn(operationsOnTemplates, route);
}

/** A body that follows the schema. Its bytes are not copied; the schema sees an empty text in their place. */
function readBody(schema: object, input: unknown): unknown {
  const { value, bytes } = readValue(input);
  if (bytes > limits.body) throw new RequestError('too_large', `the body is larger than ${limits.body} bytes`);
  validateBody(
    schema,
    mapRequestBytes(value, () => ''),
    bytes,
  );
  return value;
}

/** A getter or a proxy of a value that was handed in may throw whatever it likes. */
function readValue(input: unknown): ReturnType<typeof readJsonValue> {
  try {
    return readJsonValue(input);
  } catch (cause) {
    if (cause instanceof RequestError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RequestError('invalid_request', `the request cannot be read: ${reason}`);
  }
}

function definedFields(query: EmbeddedRequest['query'] = {}): object {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

function describe(
  status: number,
  headers: Readonly<Record<string, string | number>>,
  body: Buffer | object | undefined,
): EmbeddedAnswer {
  const isJson = body !== undefined && !Buffer.isBuffer(body);
  const type = isJson ? { 'content-type': 'application/json' } : {};
  const texts = Object.entries({ ...type, ...headers }).map(([name, value]) => [name, String(value)]);
  const bytes = isJson ? Buffer.from(JSON.stringify(body)) : (body ?? Buffer.alloc(0));
  const stream = Object.assign(Readable.from([bytes]), { dump: async () => undefined });
  return { status, headers: Object.fromEntries(texts), body: stream };
}
