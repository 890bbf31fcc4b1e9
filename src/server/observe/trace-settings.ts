import { RequestError } from '../answers/problems.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** How much of the traffic is traced, and how its spans are sent. */
export interface TraceSettings {
  sampler: { root: 'always_on' | 'always_off' | 'traceidratio'; ratio: number; followsParent: boolean };
  /** Milliseconds between two packets of spans. */
  delayMs: number;
  queueSpans: number;
  packetSpans: number;
}

/**
 * Reads the variables of OpenTelemetry (its specification, "Environment Variable Specification") that the exporter does not read by
 * itself. Undefined if they name no collector or switch traces off. Throws `config_invalid` for a value that cannot be kept.
 */
export function readTraceSettings(env: Environment): TraceSettings | undefined {
  // "The SDK MUST interpret an empty value of an environment variable the same way as when the variable is unset."
  const read = (name: string) => env[name]?.trim() || undefined;
  const endpoint = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const isOff = read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || read('OTEL_TRACES_EXPORTER') === 'none';
  if (endpoint === undefined || isOff) return undefined;
  requireChoice('OTEL_TRACES_EXPORTER', read('OTEL_TRACES_EXPORTER'), ['otlp']);
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']) {
    requireChoice(name, read(name), ['http/protobuf']);
  }
  const number = (name: string, fallback: number) => readNumber(name, read(name), fallback);
  const sampler = read('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  requireChoice('OTEL_TRACES_SAMPLER', sampler, samplers);
  return {
    sampler: {
      root: sampler.replace('parentbased_', '') as TraceSettings['sampler']['root'],
      ratio: readNumber('OTEL_TRACES_SAMPLER_ARG', read('OTEL_TRACES_SAMPLER_ARG'), 1, 1),
      followsParent: sampler.startsWith('parentbased_'),
    },
    delayMs: number('OTEL_BSP_SCHEDULE_DELAY', 5000),
    queueSpans: number('OTEL_BSP_MAX_QUEUE_SIZE', 2048),
    packetSpans: number('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512),
  };
}

const samplers = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);

function requireChoice(name: string, value: string | undefined, choices: readonly string[]): void {
  if (value === undefined || choices.includes(value)) return;
  throw new RequestError('config_invalid', `${name} is "${value}"; platen supports ${choices.join(', ')}`);
}

function readNumber(name: string, text: string | undefined, fallback: number, limit = Number.MAX_SAFE_INTEGER): number {
  const value = text === undefined ? fallback : Number(text);
  if (value >= 0 && value <= limit) return value;
  throw new RequestError('config_invalid', `${name} is "${text}", which is not a valid number for it`);
}
