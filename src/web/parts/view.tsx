import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ListPage } from '../../contract/index.ts';
import type { ApiError } from '../api.ts';
import { tryTo } from './toast.tsx';

/** What was loaded, or why not. The last data stay while they are loaded again, so that nothing blinks. */
interface LoadState<T> {
  data: T | undefined;
  error: ApiError | undefined;
  reload: () => Promise<void>;
  /** Changes what is shown at once, until the next load. */
  change: (make: (data: T) => T) => void;
  /** Aborted once `needs` are others, or the view is left. */
  signal: () => AbortSignal;
}

/** Loads something when the view opens and whenever `needs` change. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, needs: readonly unknown[]): LoadState<T> {
  const data = useSignal<T | undefined>(undefined);
  const error = useSignal<ApiError | undefined>(undefined);
  const current = useRef(new AbortController());
  async function reload(): Promise<void> {
    const { signal } = current.current;
    try {
      const found = await load(signal);
      if (signal.aborted) return;
      data.value = found;
      error.value = undefined;
    } catch (cause) {
      if (!signal.aborted) error.value = cause as ApiError;
    }
  }
  useEffect(() => {
    current.current = new AbortController();
    void reload();
    return () => current.current.abort();
  }, needs);
  return {
    data: data.value,
    error: error.value,
    reload,
    change: (make) => {
      if (data.value !== undefined) data.value = make(data.value);
    },
    signal: () => current.current.signal,
  };
}

/** Loads a list as `useLoaded` does, and page by page on request. */
export function usePages<T, Page extends ListPage<T> = ListPage<T>>(
  load: (after: string | undefined, signal: AbortSignal) => Promise<Page & ListPage<T>>,
  needs: readonly unknown[],
) {
  const loaded = useLoaded((signal) => load(undefined, signal), needs);
  async function showMore(): Promise<void> {
    const after = loaded.data?.page.next;
    if (!after) return;
    await tryTo(async () => {
      const { data, page } = await load(after, loaded.signal());
      loaded.change((shown) =>
        shown.page.next === after ? { ...shown, data: [...shown.data, ...data], page } : shown,
      );
    });
  }
  return { ...loaded, showMore };
}

/** The button for the next page of a list, if there is one. */
export function ShowMore({ pages }: { pages: Pick<ReturnType<typeof usePages>, 'data' | 'showMore'> }) {
  if (!pages.data?.page.next) return null;
  return (
    <button type="button" onClick={pages.showMore}>
      Show more
    </button>
  );
}

interface ViewProps {
  title: string;
  /** Buttons beside the title. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** A view with its title, which is also that of the window. */
export function View({ title, actions, children }: ViewProps) {
  useEffect(() => {
    document.title = `${title} – platen`;
  }, [title]);
  return (
    <div class="view">
      <header class="head">
        <h1>{title}</h1>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Shows what was loaded, a word while it is not, or the error with another try. */
export function Await<T>({ loaded, children }: { loaded: LoadState<T>; children: (data: T) => ComponentChildren }) {
  const { data, error, reload } = loaded;
  if (data !== undefined) return <>{children(data)}</>;
  // Appears after 300 milliseconds, by its style.
  if (!error) return <p class="waiting">Loading…</p>;
  return (
    <div class="empty" role="alert">
      <p>{error.message}</p>
      <button type="button" onClick={reload}>
        Try again
      </button>
    </div>
  );
}

/** Says what is not there yet, and the next step. */
export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
