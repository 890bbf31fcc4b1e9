import { signal } from '@preact/signals';
import type { PreviewNews } from './preview-state.ts';

/** The template that is followed; undefined for the first one, until the server names it. */
export const chosen = signal(location.hash.length > 1 ? decodeURIComponent(location.hash.slice(1)) : undefined);
/** What the server told last. */
export const news = signal<PreviewNews | undefined>(undefined);
/** Whether the server has gone. */
export const hasEnded = signal(false);

let stream: EventSource | undefined;

/** Follows the chosen template. `EventSource` connects again by itself. */
export function follow(onNews: (news: PreviewNews) => void): void {
  stream?.close();
  const slug = chosen.value;
  stream = new EventSource(slug === undefined ? 'events' : `events?template=${encodeURIComponent(slug)}`);
  stream.onmessage = ({ data }) => {
    const told = JSON.parse(data) as PreviewNews;
    chosen.value ??= told.preview.slug;
    news.value = told;
    onNews(told);
  };
  stream.onopen = () => {
    hasEnded.value = false;
  };
  stream.onerror = () => {
    hasEnded.value = true;
  };
}

/** What went wrong in a request, with the code of the answer. */
export class PostError extends Error {
  readonly code: string | undefined;

  constructor(message = 'platen does not answer.', code?: string) {
    super(message);
    this.code = code;
  }
}

/** Sends a change to the server of this page. Throws `PostError`. */
export async function post(name: 'context' | 'save' | 'set', body: object): Promise<{ digest?: string }> {
  const response = await fetch(name, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ template: chosen.value, ...body }),
  }).catch(() => undefined);
  const answer = await response?.json().catch(() => undefined);
  if (response?.ok) return answer ?? {};
  throw new PostError(answer?.error?.message, answer?.error?.code);
}
