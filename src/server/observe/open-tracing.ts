import asyncHooks from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, DiagLogger, Span, SpanContext } from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace';
import { RequestError } from '../answers/problems.ts';
import type { Log } from './log.ts';
import type { TraceSettings } from './trace-settings.ts';
import { type OpenSpan, readTraceparent, type SpanFacts, type SpanStart, type Tracing } from './tracing.ts';

/** Milliseconds that the last spans may take to be sent. */
const lastSpansMs = 2000;

/** What an operator installs in addition to platen to have traces. */
const packages = ['@opentelemetry/sdk-trace', '@opentelemetry/resources', '@opentelemetry/exporter-trace-otlp-proto'];

/**
 * Loads the SDK of OpenTelemetry and opens its exporter, which reads the variables `OTEL_EXPORTER_OTLP_*` of this process. Throws
 * `config_invalid` if a package is missing, and names them all.
 */
export async function openTracing(settings: TraceSettings, version: string, log: Log): Promise<Tracing> {
  const { api, sdk, resources, exporter } = await loadPackages();
  api.diag.setLogger(logFailures(log), api.DiagLogLevel.WARN);
  const { trace, SpanKind, SpanStatusCode, ROOT_CONTEXT } = api;
  const provider = new sdk.TracerProvider({
    sampler: buildSampler(sdk, settings),
    // The variables OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win.
    resource: resources
      .resourceFromAttributes({ 'service.name': 'platen', 'service.version': version })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new exporter.OTLPTraceExporter(),
        scheduledDelayMillis: settings.delayMs,
        maxQueueSize: settings.queueSpans,
        maxExportBatchSize: Math.min(settings.packetSpans, settings.queueSpans),
      }),
    ],
  });
  const tracer = provider.getTracer('platen', version);
  const running = new asyncHooks.AsyncLocalStorage<Context>();
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

  function end(span: Span, facts: SpanFacts = {}, error?: unknown, endedAt?: number): void {
    span.setAttributes(facts);
    if (error !== undefined) {
      // Only the code: a message may quote the content that it is about.
      span.setAttribute('error.type', readCode(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(endedAt);
  }
  const above = (parent: string | undefined) => {
    const found = parent === undefined ? undefined : readParent(parent);
    return found ? trace.setSpanContext(ROOT_CONTEXT, found) : (running.getStore() ?? ROOT_CONTEXT);
  };
  function begin(name: string, { parent, kind = 'internal', facts = {}, startedAt }: SpanStart = {}): OpenSpan {
    const place = above(parent);
    const startTime = startedAt === undefined ? {} : { startTime: sinceEpoch(startedAt) };
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes: facts, ...startTime }, place);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
      run: (work) => running.run(trace.setSpan(place, span), work),
      end: (more, error) => end(span, more, error),
    };
  }

  return {
    begin,
    async measure(name, work, start) {
      const span = begin(name, start);
      try {
        const result = await span.run(work);
        span.end();
        return result;
      } catch (error) {
        span.end({}, error);
        throw error;
      }
    },
    isInside: () => running.getStore() !== undefined,
    followUp() {
      const place = running.getStore() ?? ROOT_CONTEXT;
      return (name, { startedAt, endedAt, facts, error }) => {
        const span = tracer.startSpan(name, { startTime: sinceEpoch(startedAt) }, place);
        end(span, facts, error, sinceEpoch(endedAt));
      };
    },
    async close() {
      // A collector that hangs must not keep the service from ending.
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(lastSpansMs, undefined, { ref: false })]);
    },
  };
}

async function loadPackages() {
  try {
    const [api, sdk, resources, exporter] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
    ]);
    return { api, sdk, resources, exporter };
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new RequestError(
      'config_invalid',
      `OTEL_EXPORTER_OTLP_ENDPOINT enables traces, but a package for them is missing; install it next to platen: npm install ${packages.join(' ')}`,
    );
  }
}

function buildSampler(sdk: typeof import('@opentelemetry/sdk-trace'), { sampler }: TraceSettings): Sampler {
  const roots = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(sampler.ratio),
  };
  const root = roots[sampler.root]();
  return sampler.followsParent ? new sdk.ParentBasedSampler({ root }) : root;
}

function readParent(traceparent: string): SpanContext | undefined {
  const found = readTraceparent(traceparent);
  return (
    found && { traceId: found.traceId, spanId: found.parentId, traceFlags: Number(found.isSampled), isRemote: true }
  );
}

function readCode(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'error');
}

/** Unix time in milliseconds of a time of `performance.now`. */
function sinceEpoch(time: number): number {
  return performance.timeOrigin + time;
}

/** What the SDK says when a collector cannot be reached. */
function logFailures(log: Log): DiagLogger {
  const pass = () => undefined;
  const note = (text: string) => log.write('warn', 'traces_failed', { message: readMessage(text).slice(0, 300) });
  return { verbose: pass, debug: pass, info: pass, warn: note, error: note };
}

/** The SDK reports an exception as JSON, with its stack. */
function readMessage(text: string): string {
  try {
    return String(JSON.parse(text).message ?? text);
  } catch {
    return text;
  }
}
