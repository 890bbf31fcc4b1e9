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
