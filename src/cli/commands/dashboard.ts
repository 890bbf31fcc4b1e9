import { once } from 'node:events';
import type { Command } from 'commander';
import type { Register } from '../command/command.ts';
import type { Context } from '../command/context.ts';
import { readWhole } from '../command/flag-values.ts';
import { addHelpNotes } from '../command/help.ts';
import { addStoreFlags, storeSettings } from '../service/shared-flags.ts';

interface DashboardFlags {
  port?: string;
  open?: boolean;
}

/** Declares `platen dashboard`. */
export function addDashboard(command: Command, register: Register): void {
  addStoreFlags(
    command
      .option('--port <port>', 'port on 127.0.0.1 (default: a free one)')
      .option('--no-open', 'do not open a browser'),
  );
  addHelpNotes(command, {
    examples: ['platen dashboard', 'platen dashboard --no-open --port 8090'],
    output:
      'the URL of the page, on stderr; with --json {"data": {"url"}} once it listens. The URL contains a one-time sign-in for a browser on this machine. Templates and keys are those of this machine. Ctrl-C exits with 0.',
    exitCodes: { 15: 'the port or the data folder cannot be used' },
  });
  command.action(register<DashboardFlags>(runDashboard, { settings: storeSettings, drains: true }));
}

async function runDashboard(context: Context, options: DashboardFlags): Promise<undefined> {
  const { startDashboard } = await import('../service/dashboard.ts');
  const server = await startDashboard(context, readWhole('--port', options.port, 0, 65_535) ?? 0);
  context.defer(() => server.close());
  await showDashboard(context, server, options.open === false ? undefined : openBrowser);
}

/** Prints the URL of a dashboard, opens it with `open` and waits until the command is stopped. */
export async function showDashboard(
  context: Context,
  { shown, opened }: { shown: string; opened: string },
  open: ((context: Context, address: string) => Promise<void>) | undefined,
): Promise<void> {
  const { output, signal } = context;
  if (output.json) await output.jsonDocument({ data: { url: shown } });
  output.done(`Dashboard: ${shown}`);
  output.note('The URL works once, in a browser on this machine. Ctrl-C stops the service.');
  await open?.(context, opened);
  if (!signal.aborted) await once(signal, 'abort');
}

async function openBrowser({ io, output }: Context, address: string): Promise<void> {
  const { hasScreen, openViewer } = await import('../output/open-viewer.ts');
  if (!hasScreen(io) || !(await openViewer(address, io))) return;
  output.note('No program to open a browser was found; open the URL yourself.');
}
