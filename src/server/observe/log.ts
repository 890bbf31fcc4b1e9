/** The levels of the log, from everything to nothing. */
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Log level of the service. */
export type LogLevel = (typeof logLevels)[number];

/** The log: a JSON object per line, with `time`, `level` and `event`. Never write a key, a body, a query or content to it. */
export interface Log {
  write(level: Exclude<LogLevel, 'silent'>, event: string, fields?: Record<string, unknown>): void;
}

/** Makes a log that hands `line` the lines of level `least` and above, without their line ends. */
export function buildLog(line: ((text: string) => void) | undefined, least: LogLevel, now: () => Date): Log {
  return {
    write(level, event, fields = {}) {
      if (!line || logLevels.indexOf(level) < logLevels.indexOf(least)) return;
      line(JSON.stringify({ time: now().toISOString(), level, event, ...fields }));
    },
  };
}

/** Most errors of a chain of causes that are logged. */
const chainLimit = 5;

/**
 * What may be logged of an error and its causes: names, codes and, unless `places` is false, places in the code. Messages only of errors
 * that have a code, because others may quote the content that they failed on.
 */
export function describeForLog(error: unknown, { places = true } = {}): Record<string, unknown> {
  const chain: unknown[] = [];
  let next = error;
  for (; next !== undefined && chain.length < chainLimit; next = (next as { cause?: unknown } | null)?.cause) {
    chain.push(describeSingle(next, places));
  }
  return { error: chain[0], ...(chain.length > 1 && { causes: chain.slice(1) }) };
}

function describeSingle(error: unknown, withPlaces: boolean): unknown {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack } = error;
  const code = (error as { code?: unknown }).code;
  const places = stack?.split('\n').filter((text) => /^\s+at /.test(text));
  return {
    name,
    ...(code !== undefined && { code: String(code), message: message.slice(0, 500) }),
    ...(withPlaces && { stack: places?.slice(0, 10).map((place) => place.trim()) }),
  };
}
