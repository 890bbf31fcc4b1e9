import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startRecordingServer } from '../helpers/recording-server.ts';
import { type ReceivedSpan, startTraceCollector, type TraceCollector } from '../helpers/trace-collector.ts';
import { openTestServer, startTestServer, type TestServer } from './start-test-server.ts';

const render = '/api/v1/renderers/pdf';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const callerSpan = 'b7ad6b7169203331';
const caller = `00-${traceId}-${callerSpan}-01`;
/** A caller with its own trace. */
const nameCaller = (number: number) => `00-${String(number).padStart(32, '0')}-${callerSpan}-01`;

/** The variables of a service whose spans go to the collector. The exporter reads those of this process, so they are set there too. */
function setVariables(collector: TraceCollector, variables: Record<string, string> = {}) {
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'printing', ...variables };
  for (const [name, value] of Object.entries(traces)) vi.stubEnv(name, value);
  return traces;
}

/** A service of one test. */
async function startTraced(collector: TraceCollector, variables?: Record<string, string>) {
  const traces = setVariables(collector, variables);
  onTestFinished(() => void vi.unstubAllEnvs());
  return startTestServer({ traces, accessLog: true });
}

async function collect() {
  const collector = await startTraceCollector();
  onTestFinished(collector.close);
  return collector;
}

const shape = ({ name, facts, status }: ReceivedSpan) =>
  [name, facts['platen.part'], status === 2 ? facts['error.type'] : undefined]
    .filter((word) => word !== undefined)
    .join(' ');

describe('the spans of renders', () => {
  let collector: TraceCollector;
  let service: TestServer;
  beforeAll(async () => {
    collector = await startTraceCollector();
    const traces = setVariables(collector, { OTEL_BSP_SCHEDULE_DELAY: '10' });
    service = await openTestServer({ traces, accessLog: true });
    vi.unstubAllEnvs();
  });
  afterAll(async () => {
    await service?.close();
    await collector?.close();
  });
  /** What has come of the trace of a caller. */
  const spansOf = (number: number) =>
    collector.spans.filter((span) => nameCaller(number).startsWith(`00-${span.traceId}-`));
  /** Waits for the span of the request in such a trace, which ends after its render. */
  const seeRequest = (number: number) =>
    vi.waitUntil(() => spansOf(number).find(({ parentId }) => parentId === callerSpan), { timeout: 10_000 });

  it('tell a render stage by stage, below the span of the caller', async () => {
    const { call, entries } = service;
    const template = { name: 'T', content: '<p>Hello {{ name }}', preview_context: { name: 'x' } };
    await call(render, { parts: [{ html: 'warm' }] });
    const { data } = await (await call('/api/v1/templates', { template })).json();
    const parts = [{ template: data.id }, { html: '<h1>Two</h1>' }];
    const answer = await call(render, { parts }, { traceparent: nameCaller(1), 'x-request-id': 'order-7' });
    expect(answer.status).toBe(200);
    const request = await seeRequest(1);

    expect(new Set(collector.requests)).toEqual(new Set(['POST /v1/traces application/x-protobuf']));
    const spans = spansOf(1);
    expect(request).toMatchObject({
      name: `POST ${render}`,
      facts: { 'platen.request_id': 'order-7', 'http.response.status_code': 200, 'platen.account': 'a' },
      resource: { 'service.name': 'printing', 'service.version': '1.2.3' },
      status: 0,
    });
    const below = spans.filter(({ parentId }) => parentId === request.spanId);
    expect(below.length).toBe(spans.length - 1);
    const stages = below.filter(({ name }) => name !== 'store');
    const names = stages.map(shape);
    expect(names.toSorted()).toEqual(['load 0', 'load 1', 'merge', 'prepare', 'print 0', 'print 1', 'queue']);
    expect(below.filter(({ name }) => name === 'store')[0]?.facts['db.system.name']).toBe('sqlite');
    expect(entries.filter(({ request_id }) => request_id === 'order-7')).toMatchObject([{ trace_id: request.traceId }]);

    // Parts are rendered side by side, and the stages of each follow one another.
    for (const part of ['0', '1']) {
      let last = request.startedAt;
      for (const span of stages) {
        const [, other = part] = shape(span).split(' ');
        if (other !== part) continue;
        expect(span.startedAt).toBeGreaterThanOrEqual(last - 5);
        expect(span.endedAt).toBeGreaterThanOrEqual(span.startedAt);
        last = span.endedAt;
      }
      expect(last).toBeLessThanOrEqual(request.endedAt + 5);
    }
    const took = ({ endedAt, startedAt }: ReceivedSpan) => endedAt - startedAt;
    expect(stages.reduce((sum, span) => sum + took(span), 0)).toBeGreaterThan(took(request) / 2);
  });

  it('go on through the queue of background renders, and to webhooks', async () => {
    const receiver = await startRecordingServer((_request, response) => void response.writeHead(500).end());
    onTestFinished(receiver.close);
    const call = await service.openCaller('a', ['render', 'webhooks']);
    await call('/api/v1/webhooks', { webhook: { address: receiver.url } });
    const submit = async (parts: object, traceparent: string) => {
      const answer = await call(render, { parts }, { prefer: 'respond-async', traceparent });
      const { data } = await answer.json();
      return (await (await call(`/api/v1/renders/${data.id}?wait_seconds=20`)).json()).data;
    };
    const done = await submit({ html: 'later' }, nameCaller(2));
    const failed = await submit({ html: 'x', options: { wait_for: { expression: 'no()' } } }, nameCaller(3));
    expect([done.status, failed.status]).toEqual(['done', 'failed']);
    const marked = (number: number) =>
      spansOf(number)
        .filter(({ status }) => status === 2)
        .map(shape)
        .sort();
    await expect.poll(() => marked(2)).toEqual(['webhook 500']);
    await expect.poll(() => marked(3)).toEqual(['job wait_failed', 'load 0 wait_failed', 'webhook 500']);

    const request = await seeRequest(2);
    const spans = spansOf(2);
    const [wait, job] = ['wait', 'job'].map((name) => spans.find((span) => span.name === name) as ReceivedSpan);
    expect([wait?.parentId, job?.parentId]).toEqual([request.spanId, request.spanId]);
    expect(job).toMatchObject({ status: 0, facts: { 'platen.job': done.id, 'platen.attempt': 1 } });
    expect(wait?.endedAt).toBeLessThanOrEqual((job?.startedAt ?? 0) + 5);
    expect(wait?.startedAt).toBeGreaterThanOrEqual(request.startedAt - 5);
    const below = spans.filter(({ parentId }) => parentId === job?.spanId).map(({ name }) => name);
    expect(below.filter((name) => name !== 'store')).toEqual(['queue', 'prepare', 'load', 'print', 'merge']);
    const hook = spans.find(({ name }) => name === 'webhook');
    expect(hook?.parentId).toBe(request.spanId);
    const told = receiver.requests.map(({ headers }) => headers.traceparent);
    expect(told).toContain(`00-${request.traceId}-${hook?.spanId}-01`);
  });

  it('are marked where a stage fails, with the code alone', async () => {
    const { call } = service;
    const never = { html: 'secret words', options: { wait_for: { expression: 'false' } } };
    const late = await call(render, { parts: [never], options: { timeout_ms: 5000 } }, { traceparent: nameCaller(4) });
    const template = { name: 'B', content: 'a {{ x | nofilter }}' };
    const { data } = await (await call('/api/v1/templates', { template })).json();
    const broken = await call(render, { parts: [{ template: data.id }] }, { traceparent: nameCaller(5) });
    expect([late.status, broken.status]).toEqual([422, 422]);
    const requests = [await seeRequest(4), await seeRequest(5)];

    const failed = [...spansOf(4), ...spansOf(5)].filter(({ status }) => status === 2).map(shape);
    expect(failed).toEqual(['load 0 render_timeout', 'prepare template_error']);
    expect(requests.map(({ facts }) => facts['error.type'])).toEqual(['render_timeout', 'template_error']);
    expect(JSON.stringify(collector.spans)).not.toMatch(/secret words|nofilter/);
  });
});

describe('the spans of a service', () => {
  it('are taken as often as the environment says, and as the caller decided', async () => {
    const collector = await collect();
    const { call, server } = await startTraced(collector, { OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
    await call('/api/v1/templates');
    await call('/api/v1/templates', undefined, { traceparent: `${caller.slice(0, -2)}00` });
    await call('/healthz', undefined, { traceparent: caller });
    await call('/api/v1/templates', undefined, { traceparent: caller });
    await server.close();
    expect(collector.spans.map(({ name, traceId: id }) => [name, id])).toEqual([
      ['store', traceId],
      ['store', traceId],
      ['GET /api/v1/templates', traceId],
    ]);
  });

  it('keep nothing up where the collector hangs or is away', async () => {
    const hanging = await startTraceCollector(() => undefined);
    onTestFinished(hanging.close);
    const { call, server } = await startTraced(hanging, { OTEL_BSP_SCHEDULE_DELAY: '1' });
    expect((await call('/api/v1/templates')).status).toBe(200);
    await vi.waitFor(() => expect(hanging.requests).toHaveLength(1));
    expect((await call('/api/v1/templates')).status).toBe(200);
    expect(await Promise.race([server.close().then(() => 'closed'), sleep(8000, 'hangs')])).toBe('closed');

    const away = await startTraceCollector();
    await away.close();
    const other = await startTraced(away, { OTEL_EXPORTER_OTLP_TIMEOUT: '500' });
    expect((await other.call('/api/v1/templates')).status).toBe(200);
    await other.server.close();
    expect(other.entries).toContainEqual(expect.objectContaining({ level: 'warn', event: 'traces_failed' }));
  });

  it('are refused where the environment asks for what platen does not do', async () => {
    const collector = await collect();
    await expect(startTraced(collector, { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).rejects.toMatchObject({
      code: 'config_invalid',
      message: 'OTEL_EXPORTER_OTLP_PROTOCOL is "grpc"; platen supports http/protobuf',
    });
  });
});
