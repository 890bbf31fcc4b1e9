import { randomUUID } from 'node:crypto';
import {
  type NewTemplate,
  type RenderRequest,
  type RouteName,
  routes,
  type Template,
  type TemplateChanges,
  type TemplateList,
} from '../contract/index.ts';
import { joinAddress, parseBaseUrl, refuseInsecure } from './address.ts';
import { callWithRetries } from './call-with-retries.ts';
import { readClock } from './clock.ts';
import { openTransport, type Transport } from './dispatcher.ts';
import { type ReceivedRender, receiveRender } from './receive-render.ts';
import { defaultRetryPolicy } from './retry.ts';
import { type Answer, type AnswerHead, type Attempt, readText, send } from './send-request.ts';
import { ServiceError } from './service-error.ts';

/** Where the service is and how to call it. */
export interface ClientOptions {
  /** The base address; a path prefix and a trailing slash are fine. */
  baseUrl: string;
  /** Sent as `Authorization: Bearer <key>` to that address and no other. */
  apiKey: string;
  /** Milliseconds for a whole call with all its tries. Default 120000. */
  timeoutMs?: number;
  /** Tries after the first. Default 3. */
  retries?: number;
  /** Allow plain http to a host that is not loopback. Default false. */
  insecureHttp?: boolean;
  /** Proxy variables are read from here. Default none. */
  env?: Readonly<Record<string, string | undefined>>;
  /** How requests travel. Default: by undici, through a proxy where the variables say so. Closed with the client. */
  way?: Transport;
  /** The User-Agent header. Default "platen". */
  userAgent?: string;
  /** Told of each try that ended. */
  onAttempt?: (attempt: Attempt) => void;
  /** Told of each wait before another try. */
  onWait?: (attempt: number, error: ServiceError, waitMs: number) => void;
}

/** Choices for one call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Sent as If-Match: the call succeeds only while the template still has this ETag. */
  ifMatch?: string;
  /** Tries after the first, instead of the client's own number. */
  retries?: number;
  /**
   * Told of each wait before another try, instead of the client's own `onWait`. False ends the call with that error: so
   * many calls can share one budget of retries.
   */
  onWait?: (attempt: number, error: ServiceError, waitMs: number) => boolean;
  /** Told of the head of each answer, whatever its status. */
  onAnswer?: (head: AnswerHead) => void;
}

/** A template as the service returned it: other services may add fields, and they are kept. */
export interface TemplateAnswer {
  /** The whole body, as sent. */
  body: { data: Template };
  etag: string | undefined;
}

/** Calls a service that speaks the interface. */
export interface Client {
  /**
   * Renders; `receive` gets the answer and must read it to its end. It is called once more where a try is repeated, so it
   * must start afresh each time.
   */
  renderPdf<T>(request: unknown, receive: (answer: ReceivedRender) => Promise<T>, options?: CallOptions): Promise<T>;
  updateTemplate(id: string, changes: TemplateChanges, options?: CallOptions): Promise<TemplateAnswer>;
  createTemplate(template: NewTemplate, options?: CallOptions): Promise<TemplateAnswer>;
  getTemplate(id: string, options?: CallOptions): Promise<TemplateAnswer>;
  deleteTemplate(id: string, options?: CallOptions): Promise<void>;
  /** One page of templates. */
  listTemplates(
    query?: { limit?: number; after?: string; name?: string },
    options?: CallOptions,
  ): Promise<TemplateList>;
  close(): Promise<void>;
}

/** A body that follows the contract, for callers who build it in code. */
export type { RenderRequest };

/** Bytes of a JSON answer that are read. */
const longestJson = 256 * 1024 * 1024;

/** Makes a client. Nothing is connected before the first call. Throws `config_invalid` or `insecure_address`. */
export function createClient(options: ClientOptions): Client {
  const base = parseBaseUrl(options.baseUrl);
  refuseInsecure(base, options.insecureHttp ?? false);
  const timeoutMs = options.timeoutMs ?? 120_000;
  let way: Promise<Transport> | undefined = options.way && Promise.resolve(options.way);

  async function call<T>(
    route: RouteName,
    input: {
      id?: string;
      query?: Record<string, string | undefined>;
      body?: unknown;
      headers?: Record<string, string>;
    },
    receive: (answer: Answer, url: URL, signal: AbortSignal) => Promise<T>,
    { signal, ifMatch, retries, onWait, onAnswer }: CallOptions = {},
  ): Promise<T> {
    const { method, path } = routes[route];
    const url = joinAddress(base, path.replace('{id}', encodeURIComponent(input.id ?? '')), input.query);
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    const headers: Record<string, string> = {
      authorization: `Bearer ${options.apiKey}`,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': options.userAgent ?? 'platen',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...input.headers,
    };
    way ??= openTransport(base, options.env ?? {}, timeoutMs);
    const opened = await way;
    const policy = {
      route,
      conditional: ifMatch !== undefined,
      retry: { ...defaultRetryPolicy, retries: retries ?? options.retries ?? defaultRetryPolicy.retries },
      timeoutMs,
      signal,
      onWait: onWait ?? options.onWait,
    };
    return callWithRetries(policy, async (deadline, attempt) => {
      const started = readClock();
      const tell = (result: { status?: number; code?: string }) =>
        options.onAttempt?.({ method, url: url.href, attempt, ms: readClock() - started, ...result });
      try {
        const answer = await send({ route, method, url, headers, body, onAnswer }, opened, deadline);
        const received = await receive(answer, url, deadline);
        tell({ status: answer.status });
        return received;
      } catch (error) {
        if (error instanceof ServiceError) tell({ ...statusOf(error), code: error.code });
        throw error;
      }
    });
  }

  return {
    renderPdf: (request, receive, choices) => {
      const headers = { accept: 'application/pdf, application/json;q=0.9', 'idempotency-key': randomUUID() };
      const take = (answer: Answer, url: URL, signal: AbortSignal) => receiveRender(answer, url, signal, receive);
      return call('renderPdf', { body: request, headers }, take, choices);
    },
    updateTemplate: (id, template, choices) =>
      call('updateTemplate', { id, body: { template } }, receiveTemplate, choices),
    createTemplate: (template, choices) => call('createTemplate', { body: { template } }, receiveTemplate, choices),
    getTemplate: (id, choices) => call('getTemplate', { id }, receiveTemplate, choices),
    deleteTemplate: (id, choices) => call('deleteTemplate', { id }, receiveNothing, choices),
    listTemplates: ({ limit, after, name } = {}, choices) =>
      call('listTemplates', { query: { limit: limit?.toString(), after, name } }, receiveList, choices),
    async close() {
      const opened = await way?.catch(() => undefined);
      await opened?.close();
    },
  };
}

async function receiveJson(answer: Answer, url: URL, signal: AbortSignal): Promise<Record<string, unknown>> {
  const text = await readText(answer.body, longestJson, url, signal);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Falls through to the same answer as a JSON value that is no object.
  }
  throw new ServiceError('unexpected_answer', `${url.origin} answered ${answer.status} without a JSON object`, {
    status: answer.status,
  });
}

async function receiveTemplate(answer: Answer, url: URL, signal: AbortSignal): Promise<TemplateAnswer> {
  const body = await receiveJson(answer, url, signal);
  if (typeof body.data !== 'object' || body.data === null) {
    throw new ServiceError('unexpected_answer', `${url.origin} answered without the field data`, {
      status: answer.status,
    });
  }
  const etag = answer.headers.etag;
  return { body: body as { data: Template }, etag: Array.isArray(etag) ? etag[0] : etag };
}

async function receiveList(answer: Answer, url: URL, signal: AbortSignal): Promise<TemplateList> {
  const body = await receiveJson(answer, url, signal);
  if (!Array.isArray(body.data)) {
    throw new ServiceError('unexpected_answer', `${url.origin} answered without a list in the field data`);
  }
  const page = body.page as { next?: unknown } | undefined;
  return { data: body.data as Template[], page: { next: typeof page?.next === 'string' ? page.next : null } };
}

async function receiveNothing(answer: Answer): Promise<void> {
  await answer.body.dump();
}

function statusOf(error: ServiceError): { status?: number } {
  return error.details.status === undefined ? {} : { status: error.details.status };
}
