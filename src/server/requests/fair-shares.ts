/** A limited amount of something, shared by accounts. */
export interface FairShares {
  /**
   * Takes an amount for an account. The result gives it back; calling it again does nothing. `share` if the account has its share while
   * others hold some, `full` if there is not that much left.
   */
  take(account: string, amount: number): (() => void) | 'share' | 'full';
  /** How much an account holds. */
  heldBy(account: string): number;
  /** How much is taken, and by how many accounts. */
  status(): { taken: number; accounts: number };
}

/** What shares are made with. */
interface ShareEdges {
  /** How much there is. */
  total: number;
  /** How much of that stays free for accounts that hold none. */
  spare: number;
  /** How much more there is for an account that holds none. Default 0. */
  extra?: number;
  now: () => number;
}

/** Milliseconds for which a refused account counts among those that want some. */
const rememberMs = 30_000;

/** Opens the shares with nothing taken. An account that is alone may have all but the spare; several have equal shares. */
export function openFairShares({ total, spare, extra = 0, now }: ShareEdges): FairShares {
  const held = new Map<string, number>();
  const refusedAt = new Map<string, number>();
  let taken = 0;

  function shareOf(account: string): number {
    for (const [name, at] of refusedAt) if (now() - at > rememberMs) refusedAt.delete(name);
    return Math.ceil(total / new Set([...held.keys(), ...refusedAt.keys(), account]).size);
  }

  function add(account: string, amount: number): void {
    taken += amount;
    const sum = (held.get(account) ?? 0) + amount;
    if (sum > 0) held.set(account, sum);
    else held.delete(account);
  }

  return {
    take(account, amount) {
      const mine = held.get(account) ?? 0;
      // Whatever it comes to, what an account asks for first is its share.
      const isShare = mine === 0 || mine + amount <= shareOf(account);
      if (!isShare && taken > mine) return 'share';
      if (taken + amount > (mine === 0 ? total + extra : total - spare)) {
        if (isShare) refusedAt.set(account, now());
        return 'full';
      }
      refusedAt.delete(account);
      add(account, amount);
      let left = amount;
      return () => {
        add(account, -left);
        left = 0;
      };
    },
    heldBy: (account) => held.get(account) ?? 0,
    status: () => ({ taken, accounts: held.size }),
  };
}
