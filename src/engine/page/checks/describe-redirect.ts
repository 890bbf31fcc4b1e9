import { readPageAddress } from '../../../browser/index.ts';
import type { PageWarning } from '../open/warnings.ts';

/**
 * The warning for a web address that ends at another page with a field for a password, or at another site. The same host over
 * https instead of http is the same site. Queries are left out: they may contain tokens.
 */
export function describeRedirect(asked: string, final: string, showsPassword = false): PageWarning[] {
  const [from, to] = [readPageAddress(asked), readPageAddress(final)];
  if (!from || !to || !/^https?:$/.test(to.protocol)) return [];
  const detail = `${shorten(from)} redirects to ${shorten(to)}`;
  if (showsPassword && (from.host !== to.host || nameOf(from) !== nameOf(to)))
    return [{ code: 'login_suspected', detail: `${detail}, which asks for a password.` }];
  if (from.origin === to.origin) return [];
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  if (isUpgrade && from.hostname === to.hostname) return [];
  return [{ code: 'page_redirected', detail }];
}

/** The path of a page without what sites add to it. */
function nameOf({ pathname }: URL): string {
  return pathname.replace(/\/(index\.html?)?$/, '');
}

/** Characters of an address that are shown. */
const shownLength = 200;

function shorten({ origin, pathname }: URL): string {
  const text = `${origin}${pathname}`;
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
