/** A row of the webhooks. Times are milliseconds since 1970. */
export interface WebhookRow {
  id: string;
  account: string;
  address: string;
  /** Words with blanks between them. */
  events: string;
  /** 1, or 0 where the address is gone. */
  enabled: number;
  /** As it signs, because a digest could not. */
  secret: string;
  /** The secret before, and until when it signs too. */
  old_secret: string | null;
  old_secret_until: number | null;
  created_at: number;
  created_by: string | null;
}

/** A row of the deliveries: an event on its way to a webhook. Times are milliseconds since 1970. */
export interface DeliveryRow {
  id: string;
  webhook_id: string;
  account: string;
  /** What it tells of: the id of a render, or of the test. */
  subject: string;
  event: string;
  /** What is sent. */
  body: string;
  /** The trace that it belongs to (W3C Trace Context). */
  traceparent: string | null;
  created_at: number;
  state: string;
  attempts: number;
  /** When it is sent next; null once that has ended. Whoever sends it moves this behind the time that takes. */
  next_at: number | null;
  attempted_at: number | null;
  status: number | null;
  failure: string | null;
  ms: number | null;
}
