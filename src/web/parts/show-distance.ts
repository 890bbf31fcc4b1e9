const steps: [limit: number, seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [90, 1, 'second'],
  [5400, 60, 'minute'],
  [129_600, 3600, 'hour'],
  [3_888_000, 86_400, 'day'],
  [46_656_000, 2_592_000, 'month'],
  [Number.POSITIVE_INFINITY, 31_536_000, 'year'],
];
const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** The distance of a time from another in words: `3 minutes ago`, `in 20 days`. Less than 10 seconds is `just now`. */
export function showDistance(time: string, from: number): string {
  const seconds = (Date.parse(time) - from) / 1000;
  if (Math.abs(seconds) < 10) return 'just now';
  const [, size = 1, unit = 'second'] = steps.find(([limit]) => Math.abs(seconds) < limit) ?? [];
  return words.format(Math.round(seconds / size), unit);
}
