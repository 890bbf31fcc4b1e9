/** A row of the jobs: a render in the background, and all that is known of it. Times are milliseconds since 1970. */
export interface JobRow {
  id: string;
  account: string;
  /** The id of the key that asked, or of the person after `user:`. */
  api_key: string;
  by: string;
  status: string;
  /** Smaller goes first: 0 high, 1 normal, 2 low. Orders the jobs of one account alone. */
  rank: number;
  /** Where it stands among the jobs of all accounts; null until it is due. */
  turn: number | null;
  created_at: number;
  start_at: number | null;
  started_at: number | null;
  ended_at: number | null;
  expires_at: number | null;
  keep_seconds: number;
  attempts: number;
  /** The ticket under which it runs. */
  ticket: string | null;
  /** The request as JSON; null once it has ended. */
  request: string | null;
  source: string;
  /** The id of the first template among the parts; null without one. */
  template: string | null;
  /** JSON, as what follows: how far it is, what came of it, and where the PDF lies. */
  progress: string | null;
  facts: string | null;
  result: string | null;
  /** 1 once webhooks know of the end, else 0. */
  announced: number;
  request_id: string;
  traceparent: string | null;
  /** Under what name the same request is done once, and the digest of its body. */
  idempotency: string | null;
  digest: string | null;
}

/** A row of the turns: the last turn that an account was given. */
interface TurnRow {
  account: string;
  last: number;
}

/**
 * A row of the tickets, which are the queue on SQLite: a ticket lets somebody do the next job of an account. Until `held_until`
 * (milliseconds since 1970) it is its holder's.
 */
interface TicketRow {
  id: string;
  account: string;
  turn: number;
  holder: string | null;
  held_until: number;
  claims: number;
}

/** A row of the workers: a process that does background renders. `seen_at` is in milliseconds since 1970. */
interface WorkerRow {
  id: string;
  seen_at: number;
}

/** The tables of background renders. */
export interface JobTables {
  jobs: JobRow;
  job_turns: TurnRow;
  job_tickets: TicketRow;
  workers: WorkerRow;
}
