/** A number of bytes for people: `12 KB`, `3.4 MB`. */
export function showBytes(bytes: number): string {
  return bytes < 999_500 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Milliseconds for people: `85 ms`, `1.2 s`. */
export function showTime(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** A number with its word: `1 page`, `2 pages`. */
export function countOf(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}

/** A sentence with a capital at its start, unless the first word is a name in code. */
export function startSentence(text: string): string {
  return text.replace(/^[a-z](?=[a-z]*[ ,:])/, (letter) => letter.toUpperCase());
}

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
