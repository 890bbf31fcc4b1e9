import { readPageAddress } from '../../html/page-address.ts';
import type { PageWarning } from '../open/warnings.ts';

/**
 * The warning for a web address that ends at another site, such as a page to sign in. The same host over https instead of http
 * is the same site. Queries are left out: they may contain tokens.
 */
export function describeRedirect(asked: string, final: string): PageWarning[] {
  const [from, to] = [readPageAddress(asked), readPageAddress(final)];
  if (!from || !to || !/^https?:$/.test(to.protocol) || from.origin === to.origin) return [];
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  if (isUpgrade && from.hostname === to.hostname) return [];
  return [{ code: 'page_redirected', detail: `${shorten(from)} redirects to ${shorten(to)}` }];
}

/** Characters of an address that are shown. */
const shownLength = 200;

function shorten({ origin, pathname }: URL): string {
  const text = `${origin}${pathname}`;
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
