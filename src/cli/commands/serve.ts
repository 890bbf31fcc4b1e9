import { type Command, Option } from 'commander';
import type { Register } from '../command/command.ts';
import type { Context } from '../command/context.ts';
import { collectWords } from '../command/flag-values.ts';
import { addHelpNotes } from '../command/help.ts';
import { addFontFlags, addRegionFlags, addStoreFlags } from '../service/shared-flags.ts';
import { type SettingName, settingNames, settingRows } from '../settings/settings-table.ts';

interface ServeOptions {
  accessLog?: boolean;
  dashboard?: boolean;
}

/** Declares `platen serve`. */
export function addServe(command: Command, register: Register): void {
  addStoreFlags(
    command
      .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
      .option('--port <port>', 'port to listen on; 0 for a free one (default: 8080)'),
  )
    .option('--database-wait <time>', 'how long to wait for the database at startup')
    .option('--seals <folder>', 'folder of the certificates and keys that sign for requests')
    .option('--timestamp-url <url>', 'timestamp authority for signatures (RFC 3161)')
    .option('--results-url <url>', 'storage for results of background renders (default: with the templates)')
    .addOption(
      new Option('--egress <level>', 'which URLs pages can reach (default: public)').choices(wordsOf('egress')),
    )
    .option('--allow <host|cidr:port>', 'allow another target; comma-separated or repeated', collectWords)
    .option('--concurrency <n>', 'parallel renders (default: one per core, at most one per 200 MB of a memory limit)')
    .option('--queue <n>', 'renders that can wait (default: 64)')
    .addOption(
      new Option('--role <role>', 'accept requests, run background renders, or both (default: both)').choices(
        wordsOf('role'),
      ),
    )
    .option('--workers <n>', 'parallel background renders (default: as many as --concurrency)')
    .addOption(
      new Option('--sandbox <mode>', 'the sandbox of the browser (default: required)').choices(wordsOf('sandbox')),
    )
    .addOption(
      new Option('--own-network <mode>', 'a separate network namespace for the browser (default: auto)').choices(
        wordsOf('own_network'),
      ),
    )
    .option('--webgl', 'let pages use WebGL, drawn by the processor')
    .option('--chromium <file>', 'browser to use instead of the bundled one')
    .option('--drain-delay <time>', 'at shutdown, how long to keep accepting requests (default: 5s, at a terminal 0s)')
    .option('--grace <time>', 'at shutdown, how long running renders can continue (default: 30s)')
    .option(
      '--trust-proxy <address|cidr>',
      'trust X-Forwarded-For of this proxy; comma-separated or repeated',
      collectWords,
    )
    .addOption(new Option('--log-level <level>', 'log level (default: info)').choices(wordsOf('log_level')))
    .option('--access-log', 'log each request')
    .option('--public-url <url>', 'public URL of the dashboard (default: the host of each request)')
    .option('--render-log-days <n>', 'days to list each render; 0 for none (default: 30)')
    .option('--keep-renders', 'also keep the request and the PDF of each render')
    .option('--template-revisions <n>', 'revisions to keep of each template, besides labelled ones (default: 100)')
    .option('--no-dashboard', 'serve only the API, without dashboard and sign-in');
  addFontFlags(command);
  addRegionFlags(command);
  addHelpNotes(command, {
    examples: [
      'platen serve',
      'platen serve --port 8080 --data-dir /var/lib/platen',
      'platen keys create --name ci --data-dir /var/lib/platen',
    ],
    output:
      'nothing; with --json {"data": {"url"}} once it listens. On SIGTERM it finishes running renders and exits with 0.',
    exitCodes: {
      3: 'a setting is invalid, or the sandbox does not work',
      10: 'the database does not respond',
      15: 'the port or the data folder cannot be used',
    },
  });
  command.action(register<ServeOptions>(runServe, { settings: settingNames, drains: true }));
}

/** The words that a setting takes. */
function wordsOf(setting: SettingName): readonly string[] {
  return settingRows[setting].kind.words ?? [];
}

/** Serves until a signal, then lets running renders end. */
async function runServe(context: Context, options: ServeOptions): Promise<number | undefined> {
  const settings = await context.settings();
  const { startService } = await import('../service/serve.ts');
  const { serveUntilStopped } = await import('../service/serve-until-stopped.ts');
  const host = settings.get('host') ?? '127.0.0.1';
  const listen = { host, port: settings.get('port') ?? 8080 };
  const server = await startService(context, listen, {
    accessLog: options.accessLog ?? false,
    dashboard: options.dashboard ?? true,
  });
  context.defer(() => server.close());
  return serveUntilStopped(context, server);
}
