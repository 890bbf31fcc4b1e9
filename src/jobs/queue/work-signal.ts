import type pg from 'pg';

/** The channel on which services tell each other that there is something to do (PostgreSQL, NOTIFY). */
export const workChannel = 'platen_jobs';

/** Milliseconds after which a connection that was lost is opened again. */
const pauseMs = 5_000;

/**
 * Calls the listener when another service than `self` says that there is something to do. Behind a pooler that lends connections
 * for a transaction, and while the connection is lost, nothing is heard: listeners poll as well. The result ends
 * it.
 */
export function listenForWork(openClient: () => pg.Client, self: string, listener: () => void): () => Promise<void> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function open(): Promise<void> {
    const opened = openClient();
    client = opened;
    const again = () => {
      if (client !== opened || isClosed) return;
      client = undefined;
      timer = setTimeout(() => void open(), pauseMs).unref();
    };
    opened.on('error', again).on('end', again);
    opened.on('notification', ({ payload }) => {
      if (payload !== self) listener();
    });
    try {
      await opened.connect();
      await opened.query(`listen ${workChannel}`);
      listener();
    } catch {
      again();
      await opened.end().catch(() => undefined);
    }
  }

  void open();
  return async () => {
    isClosed = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
