/** How much is logged, from everything to nothing. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** How much is logged. */
export type LogLevel = (typeof logLevels)[number];

/** Writes one JSON object per line, each with `time`, `level` and `event`. Never a key, a body, a query or content. */
export interface Log {
  write(level: Exclude<LogLevel, 'silent'>, event: string, fields?: Record<string, unknown>): void;
}

/** Makes a log that hands lines of the level and above to `line`. */
export function buildLog(line: ((text: string) => void) | undefined, least: LogLevel, now: () => Date): Log {
  return {
    write(level, event, fields = {}) {
      if (!line || logLevels.indexOf(level) < logLevels.indexOf(least)) return;
      line(JSON.stringify({ time: now().toISOString(), level, event, ...fields }));
    },
  };
}

/** Errors that one error may have been caused by, at most. */
const deepest = 5;

/**
 * What may be logged of an error: names, codes and the places in our own code. Messages only of errors that have a code:
 * those of others may quote what they stumbled on.
 */
export function describeError(error: unknown): Record<string, unknown> {
  const chain: unknown[] = [];
  for (let one = error; one !== undefined && chain.length < deepest; one = (one as { cause?: unknown } | null)?.cause) {
    chain.push(describeOne(one));
  }
  return { error: chain[0], ...(chain.length > 1 && { causes: chain.slice(1) }) };
}

function describeOne(error: unknown): unknown {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack } = error;
  const code = (error as { code?: unknown }).code;
  const places = stack?.split('\n').filter((text) => /^\s+at /.test(text));
  return {
    name,
    ...(code !== undefined && { code: String(code), message: message.slice(0, 500) }),
    stack: places?.slice(0, 10).map((place) => place.trim()),
  };
}
