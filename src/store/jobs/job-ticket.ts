/** Lets its holder do the next job of an account. A queue carries tickets, and knows nothing of jobs. */
export interface JobTicket {
  /** A UUID. */
  id: string;
  account: string;
  /** Tickets go in the order of their turns. */
  turn: number;
}

/** A ticket that somebody has claimed. */
export interface ClaimedTicket extends JobTicket {
  /** Whether somebody had it before, who lost it or gave it back. */
  isAgain: boolean;
}
