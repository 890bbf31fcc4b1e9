import { randomUUID } from 'node:crypto';
import { gather } from '../../folders/index.ts';
import type { TicketStore } from '../../store/index.ts';
import { type JobQueue, queueTimes } from './job-queue.ts';

/** Opens the queue of a database without one: one table, which few processes of one machine claim from. */
export function openTableQueue(tickets: TicketStore): JobQueue {
  const holder = randomUUID();
  const listeners: (() => void)[] = [];
  const wake = () => {
    for (const listener of listeners) listener();
  };
  const finishing = gather<string>((finished) => tickets.remove(finished), queueTimes.finishMs);
  return {
    async push(ticket) {
      await tickets.push(ticket);
      wake();
    },
    claim: (limit) => tickets.claim(holder, limit, queueTimes.lostMs),
    keepAlive: (held) => tickets.renew(holder, held, queueTimes.lostMs),
    finish: finishing.add,
    async giveBack(ticket) {
      await tickets.release(ticket, holder);
      wake();
    },
    countByAccount: () => tickets.countByAccount(),
    onWork: (listener) => void listeners.push(listener),
    close: finishing.flush,
  };
}
