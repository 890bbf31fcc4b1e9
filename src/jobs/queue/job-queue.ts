import type { ClaimedTicket, JobTicket } from '../../store/index.ts';

/**
 * A line of tickets, shared by all processes on a database. It says whose turn it is and notices processes that die; which job a
 * ticket is for, and what its state is, the table of jobs says. A ticket without a job is claimed and finished like any other.
 * Throws `StoreError`, or what its database fails with.
 */
export interface JobQueue {
  push(ticket: JobTicket): Promise<void>;
  /** Claims at most `limit` tickets in the order of their turns. They are held for as long as they are kept alive. */
  claim(limit: number): Promise<ClaimedTicket[]>;
  /** Says that the holder of these tickets lives. To be called every `queueTimes.aliveMs`. */
  keepAlive(tickets: readonly string[]): Promise<void>;
  /** Removes a claimed ticket, soon: with others that are finished meanwhile. */
  finish(ticket: string): Promise<void>;
  /** Has a claimed ticket wait again. */
  giveBack(ticket: string): Promise<void>;
  /** How many tickets there are of each account, claimed ones included. */
  countByAccount(): Promise<Map<string, number>>;
  /** Calls the listener when there may be something to claim. Who listens looks by itself every `queueTimes.lookMs` as well. */
  onWork(listener: () => void): void;
  /** Removes what is finished, and ends. */
  close(): Promise<void>;
}

/** Times of every queue, in milliseconds. */
export const queueTimes = {
  /** Between two signs of life. */
  aliveMs: 2_000,
  /** Without a sign of life, until a ticket is another's. */
  lostMs: 10_000,
  /** Between two looks for tickets, if none is announced. */
  lookMs: 500,
  /** Between two removals of finished tickets. One that is lost meanwhile is claimed and finished again. */
  finishMs: 500,
};
