import { randomBytes } from 'node:crypto';
import type { Protocol } from 'devtools-protocol';
import { cutPieces, encodeBase64Pieces, encodeBytesPieces, fileNameOf, type Session } from '../../../browser/index.ts';
import type { Assets } from '../../../contract/index.ts';
import type { Page } from '../open/page.ts';

/**
 * A fresh origin for one document. Its random label is directly under `.invalid` (RFC 6761, section 6.4), so no cookie
 * domain spans two of them. https makes it a secure context, as a real page is.
 */
export function makeOrigin(): string {
  return `https://${randomBytes(12).toString('hex')}.invalid`;
}

/**
 * Answers every request to the origin from memory (DevTools domain Fetch): `/` with the document, the name of an asset with
 * the asset, any other path with 404. No such request reaches the network.
 */
export function serveOrigin(page: Page, origin: string, html: string, assets: Assets = {}): void {
  page.origin = origin;
  let spellings: Map<string, Assets[string]> | undefined;
  page.onSession((session) => {
    session.on('Fetch.requestPaused', (paused) => answer(session, paused));
    session.post('Fetch.enable', { patterns: [{ urlPattern: `${origin}/*` }] });
  });

  function answer(session: Session, { requestId, request }: Protocol.Fetch.RequestPausedEvent): void {
    const found = find(request.url);
    const responseHeaders = [
      { name: 'Content-Type', value: found?.type ?? 'text/plain' },
      // Keeps the origin from other sites.
      { name: 'Referrer-Policy', value: 'no-referrer' },
      { name: 'Access-Control-Allow-Origin', value: '*' },
    ];
    session.fulfil({ requestId, responseCode: found ? 200 : 404, responseHeaders }, found?.body ?? []);
  }

  /** A file by its name, which Unicode may spell in several ways (NFC on the web, NFD on macOS). */
  function findAsset(path: string): Assets[string] | undefined {
    if (Object.hasOwn(assets, path)) return assets[path];
    spellings ??= new Map(Object.entries(assets).map(([name, asset]) => [name.normalize(), asset]));
    return spellings.get(path.normalize());
  }

  function find(url: string): { type: string; body: Iterable<string> } | undefined {
    const path = fileNameOf(url, origin);
    if (path === '') return { type: 'text/html; charset=utf-8', body: encodeBase64Pieces(html) };
    const asset = path === undefined ? undefined : findAsset(path);
    return (
      asset && {
        type: asset.type,
        body: typeof asset.base64 === 'string' ? cutPieces(asset.base64) : encodeBytesPieces(asset.base64),
      }
    );
  }
}
