import { computed, signal } from '@preact/signals';
import { base, writeQuery } from './api.ts';

/** The current view: `/dashboard/<account>/<view>/<id>?<query>`. */
interface Place {
  account: string | undefined;
  view: string | undefined;
  id: string | undefined;
  query: URLSearchParams;
}

const address = signal(location.pathname + location.search);

/** The present place. */
export const place = computed<Place>(() => {
  const { pathname, searchParams } = new URL(address.value, location.href);
  const [account, view, id] = pathname.slice(base.length).split('/').filter(Boolean).map(decodeURIComponent);
  return { account, view, id, query: searchParams };
});

/** The address of a view of the present account, or of another one. Fields of the query that are empty are left out. */
export function addressOfView(
  path: string,
  {
    query = {},
    account = place.value.account ?? '',
  }: { query?: Record<string, string | undefined>; account?: string } = {},
): string {
  return `${base}${encodeURIComponent(account)}/${path}${writeQuery(query)}`;
}

/** Goes to an address of the dashboard. `isReplaced`: back does not lead here again. */
export function go(to: string, isReplaced = false): void {
  if (isReplaced) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  const { pathname } = new URL(address.value, location.href);
  address.value = location.pathname + location.search;
  if (pathname !== location.pathname) scrollTo(0, 0);
}

/** Changes fields of the query where one is; back leads past it. */
export function setQuery(fields: Record<string, string | undefined>): void {
  const query = Object.fromEntries(place.value.query);
  const { view = '', id } = place.value;
  const path = id === undefined ? view : `${view}/${encodeURIComponent(id)}`;
  go(addressOfView(path, { query: { ...query, ...fields } }), true);
}

/** Takes back and forward, and plain clicks on links to views. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    address.value = location.pathname + location.search;
  });
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element).closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (!link.pathname.startsWith(base) || link.pathname.startsWith(`${base}assets/`)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
