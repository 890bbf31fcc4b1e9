import type { Store } from '../../store/index.ts';
import { RequestError } from '../answers/problems.ts';
import { describeForLog, type Log } from '../observe/log.ts';

/** What accounts may render in a month. */
interface Quotas {
  /**
   * Throws `payment_required` if an account has used up its quota. Undefined if that is known immediately. Renders that run at the
   * same moment may go beyond it, because each is counted once it has ended.
   */
  admit(account: string): Promise<void> | undefined;
  /** Counts a render. */
  add(account: string, pages: number): void;
}

/** What is known of an account: what it may and has used. */
interface Known {
  quota: { renders: number | null; pages: number | null };
  renders: number;
  pages: number;
  month: string;
  /** When the store was asked, in milliseconds since 1970. */
  at: number;
}

/**
 * Milliseconds after which the store is asked again, because other services of the store count as well and quotas change: in parallel with the
 * request at first, before its answer once what is known is too old to hold.
 */
const ages = { freshMs: 30_000, heldMs: 60_000 };
/** Most accounts that are remembered. */
const accountLimit = 10_000;

/** Opens the quotas of a store. */
export function openQuotas(store: Pick<Store, 'accounts'>, log: Log, now: () => Date): Quotas {
  const known = new Map<string, Known>();
  const loading = new Map<string, Promise<void>>();

  async function load(account: string): Promise<void> {
    const asked = now();
    const month = monthOf(asked);
    const { usage } = await store.accounts();
    const quota = await usage.quota(account);
    const used = isFree({ quota }) ? { renders: 0, pages: 0 } : await usage.sum(account, `${month}-01`);
    const before = known.get(account);
    // What is counted here and not written yet is in the number of before alone.
    const same = before?.month === month ? before : { renders: 0, pages: 0 };
    known.delete(account);
    if (known.size >= accountLimit) known.delete(known.keys().next().value as string);
    known.set(account, {
      quota,
      renders: Math.max(used.renders, same.renders),
      pages: Math.max(used.pages, same.pages),
      month,
      at: asked.getTime(),
    });
  }

  function refresh(account: string): Promise<void> {
    const running = loading.get(account);
    if (running) return running;
    const started = load(account).finally(() => loading.delete(account));
    loading.set(account, started);
    return started;
  }

  async function recheck(account: string): Promise<void> {
    await refresh(account);
    const entry = known.get(account);
    if (entry) check(entry);
  }

  return {
    admit(account) {
      const entry = known.get(account);
      const time = now();
      const ageMs = time.getTime() - (entry?.at ?? 0);
      if (entry === undefined || entry.month !== monthOf(time) || ageMs > ages.heldMs) return recheck(account);
      if (ageMs > ages.freshMs) {
        // A reservation that may have expired refuses no render.
        if (findExcess(entry)) return recheck(account);
        refresh(account).catch((error: unknown) => log.write('error', 'quota_failed', describeForLog(error)));
      }
      check(entry);
      return undefined;
    },
    add(account, pages) {
      const entry = known.get(account);
      if (entry === undefined) return;
      entry.renders += 1;
      entry.pages += pages;
    },
  };
}

/** Throws `payment_required` if a quota is used up. */
function check(entry: Known): void {
  const excess = findExcess(entry);
  if (excess) throw new RequestError('payment_required', `the account has used its ${excess} of ${entry.month} (UTC)`);
}

/** What of a quota is used up, if anything is. */
function findExcess({ quota, renders, pages }: Known): string | undefined {
  if (quota.renders !== null && renders >= quota.renders) return `${quota.renders} renders`;
  return quota.pages !== null && pages >= quota.pages ? `${quota.pages} pages` : undefined;
}

function isFree({ quota }: Pick<Known, 'quota'>): boolean {
  return quota.renders === null && quota.pages === null;
}

function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}
