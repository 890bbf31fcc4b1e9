import type { Browser } from '../browser/launch-browser.ts';
import type { EgressSession } from '../egress/egress-session.ts';
import { openPage, type Page } from './page.ts';

/** The pages of one render at a time, all behind one way out; between renders of one account it may keep one page. */
export interface PageSet {
  readonly egress: EgressSession;
  /** A page: the one that was kept, where one may serve again, else a fresh one, made ahead if there is one. */
  take(browser: Browser, mayBeUsed: boolean): Promise<Page>;
  /** Takes a page back. It is kept if its state is provably gone, else closed with all it started. */
  end(taken: Promise<Page>, use: PageUse): void;
  /** Waits until all pages taken back are gone or kept; gives whether one is kept. */
  settle(): Promise<boolean>;
  close(): Promise<void>;
}

/** What a page was used for. */
export interface PageUse {
  /** Whether the document has asked for nothing beside its own origin. */
  isClean(): boolean;
  /** Whether nothing in the document could act. */
  isStatic: boolean;
}

/** Documents that one page shows before a fresh one takes its place. */
const usesPerPage = 100;

/**
 * Makes a set. A page is used again only if its documents asked for nothing but their own origins, which are never used
 * twice, and started nothing beside themselves; then cookies, cache and storage hold nothing that another document could
 * find, and they are cleared all the same, unless nothing in the document could act. Whatever went out, or tried to, ends the
 * page and its context.
 */
export function buildPageSet(egress: EgressSession, ahead?: Promise<Page | undefined>): PageSet {
  let fresh = ahead;
  let kept: Page | undefined;
  let endings: Promise<void>[] = [];

  async function recycle(page: Page, { isClean, isStatic }: PageUse): Promise<void> {
    const maySo = () => kept === undefined && page.isAlive && !page.spawnedTargets && !egress.hasTraffic() && isClean();
    if (page.uses >= usesPerPage || !maySo()) return page.close();
    if (isStatic) {
      page.release();
      kept = page;
      return;
    }
    const late = new Promise<void>((_, reject) => setTimeout(reject, clearLimitMs).unref());
    const isCleared = await Promise.race([page.clear(), late]).then(
      () => true,
      () => false,
    );
    // Looked at once more: timers ran until the document was left.
    if (!isCleared || !maySo()) return page.close();
    kept = page;
  }

  return {
    egress,
    async take(browser, mayBeUsed) {
      if (mayBeUsed && kept?.isAlive && kept.browser === browser) {
        const page = kept;
        kept = undefined;
        page.uses += 1;
        return page;
      }
      const made = fresh;
      fresh = undefined;
      const page = await made;
      if (page?.isAlive && page.browser === browser) return page;
      void page?.close();
      return openPage(browser, egress.port);
    },
    end(taken, use) {
      endings.push(taken.then((page) => recycle(page, use)).catch(() => undefined));
    },
    async settle() {
      await Promise.all(endings);
      endings = [];
      return kept?.isAlive ?? false;
    },
    async close() {
      await Promise.all(endings);
      await Promise.all([kept?.close(), fresh?.then((page) => page?.close())]);
      await egress.close();
    },
  };
}

/** How long leaving a document may take before the page counts as stuck. */
const clearLimitMs = 1000;
