import type { EgressPolicy } from './egress/index.ts';
import { buildPageSet, type PageSet } from './page-set.ts';
import { openWayOut } from './way-out.ts';

/** Page sets between renders. What one account has used never serves another. */
export interface PageShelf {
  /** The set of an account, or a fresh one. */
  take(account: string): Promise<PageSet>;
  /** Takes a set back once its pages are settled. */
  giveBack(account: string, set: PageSet): Promise<void>;
  close(): Promise<void>;
}

interface Shelved {
  account: string;
  set: PageSet;
  timer: NodeJS.Timeout;
}

/** How long a page waits for the next render of its account. */
const idleMs = 30_000;

/** Makes a shelf for at most so many sets. */
export function openPageShelf(policy: EgressPolicy, most: number): PageShelf {
  const shelved: Shelved[] = [];
  let closed = false;

  const drop = (one: Shelved | undefined) => {
    if (one === undefined) return undefined;
    clearTimeout(one.timer);
    const index = shelved.indexOf(one);
    if (index >= 0) shelved.splice(index, 1);
    return one.set;
  };

  return {
    async take(account) {
      const set = drop(shelved.findLast((one) => one.account === account));
      set?.wayOut.resume();
      return set ?? buildPageSet(await openWayOut(policy));
    },
    async giveBack(account, set) {
      const isKept = await set.settle();
      if (!isKept || closed) return set.close();
      set.wayOut.pause();
      if (shelved.length >= most) void drop(shelved[0])?.close();
      const one: Shelved = { account, set, timer: setTimeout(() => void drop(one)?.close(), idleMs).unref() };
      shelved.push(one);
    },
    async close() {
      closed = true;
      await Promise.all([...shelved].map((one) => drop(one)?.close()));
    },
  };
}
