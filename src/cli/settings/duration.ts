const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * The milliseconds of a text such as `500ms`, `30s`, `1.5m`, `2h`, `90d`; undefined for anything else. A bare number is refused,
 * because it could mean seconds or milliseconds. A value beyond exact numbers counts as the largest exact number:
 * every limit is far below.
 */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d{1,6})?)(ms|s|m|h|d)$/.exec(text.trim());
  if (!match) return undefined;
  const ms = Math.round(Number(match[1]) * (unitMs[match[2] as string] as number));
  return Math.min(ms, Number.MAX_SAFE_INTEGER);
}

/** Milliseconds as the shortest exact text that `parseDuration` takes. */
export function formatDuration(ms: number): string {
  for (const unit of ['d', 'h', 'm', 's']) {
    const size = unitMs[unit] as number;
    if (ms >= size && ms % size === 0) return `${ms / size}${unit}`;
  }
  return `${ms}ms`;
}
