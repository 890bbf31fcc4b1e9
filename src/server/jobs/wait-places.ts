/** How many requests may wait for the end of a render. */
export interface WaitPlaces {
  /** Takes a place. The result gives it back; undefined if none is free. */
  enter(account: string): (() => void) | undefined;
}

/** The parts of a service's connections that requests of one account, and of all, may hold by waiting. */
const shares = { account: 1 / 16, all: 1 / 4 };

/** Opens the places of a service with this many connections. */
export function openWaitPlaces(connections: number): WaitPlaces {
  const held = new Map<string, number>();
  let taken = 0;
  return {
    enter(account) {
      const mine = held.get(account) ?? 0;
      if (mine >= connections * shares.account || taken >= connections * shares.all) return undefined;
      held.set(account, mine + 1);
      taken += 1;
      return () => {
        taken -= 1;
        const left = (held.get(account) ?? 1) - 1;
        if (left > 0) held.set(account, left);
        else held.delete(account);
      };
    },
  };
}
