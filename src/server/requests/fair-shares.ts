/** A limited amount of something, shared by accounts, and below that by the keys of an account. */
export interface FairShares {
  /**
   * Takes an amount for a key of an account. The result gives it back; calling it again does nothing. `share` if the account has its share
   * while others hold some, `key` if the key has its share of that while others want some, `full` if there is not that much left.
   */
  take(account: string, key: string, amount: number): (() => void) | 'share' | 'key' | 'full';
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

/** Milliseconds for which a refused account or key counts among those that want some. */
const rememberMs = 30_000;

/** Opens the shares with nothing taken. An account that is alone may have all but the spare; several have equal shares. */
export function openFairShares({ total, spare, extra = 0, now }: ShareEdges): FairShares {
  const accounts = new Holders(now);
  const keysOf = new Map<string, Holders>();

  return {
    take(account, key, amount) {
      const keys = keysOf.get(account) ?? new Holders(now);
      const mine = accounts.heldBy(account);
      const ofKey = keys.heldBy(key);
      const share = Math.ceil(total / accounts.countWith(account));
      // Whatever it comes to, what an account or a key asks for first is its share.
      const isShare = mine === 0 || mine + amount <= share;
      const isKeyShare = ofKey === 0 || ofKey + amount <= Math.ceil(share / keys.countWith(key));
      const refuse = (reason: 'share' | 'key' | 'full') => {
        if (isShare && reason === 'full') accounts.refuse(account);
        if (isKeyShare) keys.refuse(key);
        if (isKeyShare) keysOf.set(account, keys);
        return reason;
      };
      if (!isShare && accounts.taken > mine) return refuse('share');
      if (!isKeyShare && keys.countWith(key) > 1) return refuse('key');
      if (accounts.taken + amount > (mine === 0 ? total + extra : total - spare)) return refuse('full');
      accounts.add(account, amount);
      keys.add(key, amount);
      keysOf.set(account, keys);
      let left = amount;
      return () => {
        accounts.add(account, -left);
        keys.add(key, -left);
        left = 0;
        if (keys.isIdle) keysOf.delete(account);
      };
    },
    heldBy: (account) => accounts.heldBy(account),
    status: () => ({ taken: accounts.taken, accounts: accounts.count }),
  };
}

/** How much each name holds, and which names were refused. */
class Holders {
  readonly #held = new Map<string, number>();
  readonly #refusedAt = new Map<string, number>();
  readonly #now: () => number;
  taken = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** How many hold some. */
  get count(): number {
    return this.#held.size;
  }

  /** Whether none holds or wants any. */
  get isIdle(): boolean {
    this.#forgetOld();
    return this.#held.size === 0 && this.#refusedAt.size === 0;
  }

  heldBy(name: string): number {
    return this.#held.get(name) ?? 0;
  }

  /** How many hold or want some, with this one. */
  countWith(name: string): number {
    this.#forgetOld();
    return new Set([...this.#held.keys(), ...this.#refusedAt.keys(), name]).size;
  }

  add(name: string, amount: number): void {
    if (amount > 0) this.#refusedAt.delete(name);
    this.taken += amount;
    const sum = this.heldBy(name) + amount;
    if (sum > 0) this.#held.set(name, sum);
    else this.#held.delete(name);
  }

  refuse(name: string): void {
    this.#refusedAt.set(name, this.#now());
  }

  #forgetOld(): void {
    for (const [name, at] of this.#refusedAt) if (this.#now() - at > rememberMs) this.#refusedAt.delete(name);
  }
}
