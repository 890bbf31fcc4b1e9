import { randomUUID } from 'node:crypto';
import {
  type ApiKey,
  findWrongBytes,
  type ListedTemplate,
  messageHeader,
  type Route,
  type RouteName,
  routes,
  type TemplateField,
} from '../contract/index.ts';
import { joinAddress, parseBaseUrl, refuseInsecure } from './address.ts';
import type { BackgroundClient } from './background/background-client.ts';
import { type CallInput, callWithRetries, outOfTime } from './call-with-retries.ts';
import type { Client, ListQuery, TemplateFilter } from './client-interface.ts';
import { type CallableService, openEmbeddedTransport } from './embedded-transport.ts';
import { openHttpTransport } from './http-transport.ts';
import { readGiven } from './options/check-options.ts';
import type { CallOptions, CallSettings, ClientOptions } from './options/client-options.ts';
import { checkCallOptions, checkClientOptions } from './options/option-rules.ts';
import { writeListQuery } from './options/write-list-query.ts';
import { receiveImages } from './receive/receive-images.ts';
import { receivePage } from './receive/receive-json.ts';
import { receiveNewKey, receiveRotatedKey } from './receive/receive-keys.ts';
import { type ReceivedRender, receiveRender, requirePdf } from './receive/receive-render.ts';
import { receiveNothing, receiveTemplate } from './receive/receive-template.ts';
import { renderMany } from './render-many.ts';
import { createRenderedPdf } from './rendered-pdf.ts';
import { defaultRetryPolicy, isRender, readClock } from './retry.ts';
import { type Answer, send } from './send-request.ts';
import { ServiceError } from './service-error.ts';
import type { AssetClient } from './templates/asset-client.ts';
import type { PropertyClient } from './templates/property-client.ts';
import type { RevisionClient } from './templates/revision-client.ts';
import type { ValueSetClient } from './templates/value-set-client.ts';
import type { Transport } from './transport.ts';
import type { WebhookClient } from './webhooks/webhook-client.ts';

const defaultTimeoutMs = 120_000;
/** Renders of `renderMany` at a service, which has a queue and other clients. */
const defaultParallel = 4;

/**
 * Makes a client of a service. Nothing is connected before the first call. Throws `config_invalid`, `insecure_address`, or `no_key`
 * if the key is missing.
 *
 * @example
 * await using client = createClient({ baseUrl: 'https://pdf.example.com', apiKey: process.env.PLATEN_API_KEY ?? '' });
 */
export function createClient(options: ClientOptions): Client {
  checkClientOptions(options);
  const { baseUrl, apiKey, insecureHttp = false, env = {}, ...settings } = options;
  const base = parseBaseUrl(baseUrl);
  refuseInsecure(base, insecureHttp);
  const open = () => openHttpTransport(base, env, settings.timeoutMs ?? defaultTimeoutMs);
  return buildClient({ ...settings, base, apiKey, open });
}

/** Makes a client of a service in the same process. It tries once, and closes the service with itself. */
export function createEmbeddedClient(service: CallableService, settings: CallSettings = {}): Client {
  const transport = openEmbeddedTransport(service);
  // Nothing is sent to this address; errors and debug output name it.
  const base = new URL('http://platen.localhost');
  const client = buildClient({ retries: 0, ...settings, base, apiKey: '', open: async () => transport });
  const close = async () => {
    await client.close();
    // It may have made no call.
    await transport.close();
  };
  return { ...client, close, [Symbol.asyncDispose]: close };
}

interface ClientParts extends CallSettings {
  base: URL;
  apiKey: string;
  /** Opens the transport for the first call. */
  open(): Promise<Transport>;
}

function buildClient({ base, apiKey, open, ...settings }: ClientParts): Client {
  const { timeoutMs = defaultTimeoutMs, userAgent = 'platen' } = settings;
  let opening: Promise<Transport> | undefined;
  let firstCall: number | undefined;
  let isClosed = false;

  /** Milliseconds that are left for a call. Throws `timeout` if none are left. */
  function readTimeLeft(now: () => number): number {
    const { totalMs } = settings;
    if (totalMs === undefined) return timeoutMs;
    firstCall ??= now();
    const left = totalMs - (now() - firstCall);
    if (left <= 0) throw outOfTime(totalMs, undefined);
    return Math.min(timeoutMs, Math.ceil(left));
  }

  async function call<T>(
    route: RouteName,
    { headers: ownHeaders, ...input }: CallInput,
    receive: (answer: Answer, url: URL, signal: AbortSignal) => Promise<T>,
    choices: CallOptions = {},
  ): Promise<T> {
    if (isClosed) throw closedError();
    checkCallOptions(choices);
    if (isRender(route)) refuseWrongBytes(input.body);
    const { signal, ifMatch, message, idempotencyKey, retries, onWait, onAnswer } = choices;
    const { method, path, ...named }: Route = routes[route];
    const values: Readonly<Record<string, string | undefined>> = { ...input.params, id: input.id };
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(requireText(name, values[name])));
    const url = joinAddress(base, filled, input.query);
    const headers: Record<string, string> = {
      authorization: `Bearer ${apiKey}`,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': userAgent,
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(named.message && message !== undefined && { [messageHeader]: encodeURIComponent(message.trim()) }),
      ...(isRender(route) && { 'idempotency-key': idempotencyKey ?? randomUUID() }),
      ...ownHeaders,
    };
    opening ??= open();
    const transport = await opening;
    const { heldMs = () => 0 } = transport;
    const now = () => readClock() - heldMs();
    const policy = {
      route,
      conditional: ifMatch !== undefined,
      retry: { ...defaultRetryPolicy, retries: retries ?? settings.retries ?? defaultRetryPolicy.retries },
      timeoutMs: readTimeLeft(now),
      now,
      limitMs: settings.totalMs ?? timeoutMs,
      signal,
      onWait: onWait ?? settings.onWait,
    };
    return callWithRetries(policy, async (deadline, attempt) => {
      const started = readClock();
      const report = (result: { status?: number; code?: string }) =>
        settings.onAttempt?.({ method, url: url.href, attempt, ms: readClock() - started, ...result });
      try {
        const request = { route, ...input, method, url, headers, body: input.body, onAnswer };
        const answer = await send(request, transport, deadline);
        const received = await receive(answer, url, deadline);
        report({ status: answer.status });
        return received;
      } catch (thrown) {
        const isOurs = isClosed && thrown instanceof ServiceError && thrown.details.status === undefined;
        const error = isOurs ? closedError(thrown) : explainNotFound(thrown, base);
        if (error instanceof ServiceError) report({ ...statusOf(error), code: error.code });
        throw error;
      }
    });
  }

  function render<T>(
    body: unknown,
    receive: (answer: ReceivedRender) => Promise<T>,
    choices?: CallOptions,
  ): Promise<T> {
    const headers = { accept: 'application/pdf, application/json;q=0.9' };
    const read = (answer: Answer, url: URL, signal: AbortSignal) => receiveRender(answer, url, signal, receive);
    return call('renderPdf', { body, headers }, read, choices);
  }

  // Loaded by those who use it: most commands have no business in the background.
  async function background(): Promise<BackgroundClient> {
    const { buildBackground } = await import('./background/build-background.ts');
    return buildBackground(call, timeoutMs, (error, signal) => explainLateFailure(error, signal, timeoutMs));
  }

  async function webhooks(): Promise<WebhookClient> {
    const { buildWebhooks } = await import('./webhooks/build-webhooks.ts');
    return buildWebhooks(call);
  }

  async function assets(): Promise<AssetClient> {
    const { buildAssets } = await import('./templates/build-assets.ts');
    return buildAssets(call);
  }

  async function valueSets(): Promise<ValueSetClient> {
    const { buildValueSets } = await import('./templates/build-value-sets.ts');
    return buildValueSets(call);
  }

  async function properties(): Promise<PropertyClient> {
    const { buildProperties } = await import('./templates/property-client.ts');
    return buildProperties(call);
  }

  async function revisions(): Promise<RevisionClient> {
    const { buildRevisions } = await import('./templates/build-revisions.ts');
    return buildRevisions(call);
  }

  async function close(): Promise<void> {
    isClosed = true;
    const transport = await opening?.catch(() => undefined);
    await transport?.close();
  }

  return {
    renderPdf: (request, choices) => {
      const explain = (error: unknown) => explainLateFailure(error, choices?.signal, timeoutMs);
      return render(request, async (received) => createRenderedPdf(requirePdf(received), explain), choices);
    },
    receivePdf: render,
    renderMany: (jobs, options = {}) => renderMany(render, jobs, options, defaultParallel),
    renderImages: (request, choices) => call('renderImage', { body: request }, receiveImages, choices),
    updateTemplate: (id, template, choices) =>
      call('updateTemplate', { id, body: { template } }, receiveTemplate, choices),
    createTemplate: (template, choices) => call('createTemplate', { body: { template } }, receiveTemplate, choices),
    getTemplate: (id, choices) => call('getTemplate', { id }, receiveTemplate, choices),
    deleteTemplate: (id, { force, ...choices } = {}) =>
      call('deleteTemplate', { id, query: force ? { force: 'true' } : {} }, receiveNothing, choices),
    listTemplates: async <F extends TemplateField>(filter?: TemplateFilter & ListQuery<F>, choices?: CallOptions) => {
      const query = writeListQuery(filter, 'limit', 'after', 'name', 'fields', 'folder', 'tag', 'search', 'kind');
      return call('listTemplates', { query }, receivePage<ListedTemplate<F>>, choices);
    },
    listKeys: async (choices) => (await call('listKeys', {}, receivePage<ApiKey>, choices)).data,
    createKey: (key, choices) => call('createKey', { body: { key } }, receiveNewKey, choices),
    rotateKey: (id, rotation = {}, choices) =>
      call('rotateKey', { id, body: { rotation } }, receiveRotatedKey, choices),
    deleteKey: (id, choices) => call('deleteKey', { id }, receiveNothing, choices),
    submitRender: async (...args) => (await background()).submitRender(...args),
    submitImages: async (...args) => (await background()).submitImages(...args),
    readImages: async (...args) => (await background()).readImages(...args),
    receiveRenderResult: async (...args) => (await background()).receiveRenderResult(...args),
    getRender: async (...args) => (await background()).getRender(...args),
    waitForRender: async (...args) => (await background()).waitForRender(...args),
    readRender: async (...args) => (await background()).readRender(...args),
    receiveRenderPdf: async (...args) => (await background()).receiveRenderPdf(...args),
    cancelRender: async (...args) => (await background()).cancelRender(...args),
    listRenders: async (...args) => (await background()).listRenders(...args),
    getTemplateFiles: async (...args) => (await assets()).getTemplateFiles(...args),
    listAssets: async (...args) => (await assets()).listAssets(...args),
    getAsset: async (...args) => (await assets()).getAsset(...args),
    setAsset: async (...args) => (await assets()).setAsset(...args),
    deleteAsset: async (...args) => (await assets()).deleteAsset(...args),
    lookUpTemplate: async (...args) => (await properties()).lookUpTemplate(...args),
    getTemplateProperties: async (...args) => (await properties()).getTemplateProperties(...args),
    updateTemplateProperties: async (...args) => (await properties()).updateTemplateProperties(...args),
    listRevisions: async (...args) => (await revisions()).listRevisions(...args),
    getRevision: async (...args) => (await revisions()).getRevision(...args),
    restoreRevision: async (...args) => (await revisions()).restoreRevision(...args),
    listLabels: async (...args) => (await revisions()).listLabels(...args),
    setLabel: async (...args) => (await revisions()).setLabel(...args),
    deleteLabel: async (...args) => (await revisions()).deleteLabel(...args),
    getValueSets: async (...args) => (await valueSets()).getValueSets(...args),
    updateValueSets: async (...args) => (await valueSets()).updateValueSets(...args),
    setValueSet: async (...args) => (await valueSets()).setValueSet(...args),
    deleteValueSet: async (...args) => (await valueSets()).deleteValueSet(...args),
    setValuesSchema: async (...args) => (await valueSets()).setValuesSchema(...args),
    deleteValuesSchema: async (...args) => (await valueSets()).deleteValuesSchema(...args),
    listWebhooks: async (...args) => (await webhooks()).listWebhooks(...args),
    createWebhook: async (...args) => (await webhooks()).createWebhook(...args),
    updateWebhook: async (...args) => (await webhooks()).updateWebhook(...args),
    rotateWebhook: async (...args) => (await webhooks()).rotateWebhook(...args),
    deleteWebhook: async (...args) => (await webhooks()).deleteWebhook(...args),
    testWebhook: async (...args) => (await webhooks()).testWebhook(...args),
    listDeliveries: async (...args) => (await webhooks()).listDeliveries(...args),
    retryDelivery: async (...args) => (await webhooks()).retryDelivery(...args),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Throws `invalid_request` for what no path can hold. */
function requireText(name: string, text: unknown): string {
  if (typeof text === 'string' && text !== '' && text.isWellFormed()) return text;
  throw new ServiceError('invalid_request', `the ${name} must be a text that is not empty`);
}

/** Throws `invalid_request` for bytes that cannot travel: as JSON they would be something else. */
function refuseWrongBytes(request: unknown): void {
  const wrong = readGiven('the request', 'invalid_request', () => findWrongBytes(request));
  if (wrong) throw new ServiceError('invalid_request', `${wrong.pointer} ${wrong.detail}`, { errors: [wrong] });
}

/** Says of a base address that already has the path of the interface why nothing is found behind it. */
function explainNotFound(error: unknown, base: URL): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'not_found' || !base.pathname.endsWith('/api/v1'))
    return error;
  return new ServiceError(error.code, `${error.message}; a base address ends before /api/v1`, error.details);
}

/** The error of a call to a client that is closed. */
function closedError(cause?: unknown): ServiceError {
  return new ServiceError('shutting_down', 'the client is closed', { cause });
}

/** The error of a body that was still read when the call had returned. */
function explainLateFailure(error: unknown, signal: AbortSignal | undefined, timeoutMs: number): unknown {
  if (signal?.aborted) return signal.reason;
  return error instanceof Error && error.name === 'TimeoutError' ? outOfTime(timeoutMs, error) : error;
}

function statusOf(error: ServiceError): { status?: number } {
  return error.details.status === undefined ? {} : { status: error.details.status };
}
