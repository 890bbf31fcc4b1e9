import { randomBytes } from 'node:crypto';
import { defaultAccount } from '../../contract/index.ts';
import type { RunningServer } from '../../server/index.ts';
import type { Context } from '../command/context.ts';
import { readServiceParts } from './engine-settings.ts';

/** The dashboard of this machine. */
interface LocalDashboard extends RunningServer {
  /** Its address with a ticket in it that lets in one browser, once: to be shown, and to be opened at once. */
  shown: string;
  opened: string;
}

/** Starts a service on this machine that only the dashboard can use. It renders as a command would, with the user's own store. */
export async function startDashboard(context: Context, port: number): Promise<LocalDashboard> {
  const { startServer } = await import('../../server/index.ts');
  const tickets = [makeTicket(), makeTicket()] as const;
  const server = await startServer({
    version: context.version,
    host: '127.0.0.1',
    port,
    dashboard: { local: { tickets, account: defaultAccount } },
    ...(await readServiceParts(context, {
      sandbox: 'preferred',
      ownNetwork: 'off',
      egress: 'open',
      proxy: 'preferred',
    })),
  });
  const [shown, opened] = tickets.map((ticket) => `${server.url}/dashboard/#ticket=${ticket}`) as [string, string];
  return { ...server, shown, opened };
}

function makeTicket(): string {
  return randomBytes(32).toString('base64url');
}
