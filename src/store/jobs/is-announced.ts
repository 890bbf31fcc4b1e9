import { sql } from 'kysely';

/** What `announced` becomes when a job ends: 1 where its account has no webhook to tell, so that nothing more is written for it. */
export const isAnnounced = sql<number>`case
  when exists (select 1 from webhooks where webhooks.account = jobs.account and webhooks.enabled = 1) then 0 else 1 end`;
