import { pageSettings } from './rows/page-settings.ts';
import { row, type SettingRow } from './rows/setting-row.ts';
import {
  choice,
  count,
  databaseAddress,
  duration,
  exactAddress,
  filePath,
  localeTag,
  onOff,
  pause,
  plainText,
  profileName,
  resultsAddress,
  sealingKeys,
  secretKey,
  serviceAddress,
  timeZone,
  wordList,
} from './setting-kinds.ts';

const none = { otherwise: 'none' };

/**
 * Every setting, once. The name is the key in config files, in capitals after `PLATEN_` the environment variable and, with `-` for `_`,
 * the flag if it has one. Names with a dot are in a group of the file; variable and flag leave the group out.
 */
export const settingsTable = {
  api_key: row(secretKey, none, 'any', 'The API key of the service'),
  base_url: row(
    serviceAddress,
    none,
    'any',
    'The URL of the service; without it platen runs the service inside the command',
  ),
  profile: row(profileName, none, 'any', 'The section under "profiles" to take settings from'),
  timeout: row(duration, { otherwise: '2m' }, 'any', 'The time that the whole command may take'),
  retries: row(count(0, 10), 3, 'any', 'How often a failed request is repeated'),
  data_dir: row(
    filePath,
    { otherwise: "the user's data folder" },
    'trusted',
    "The folder of templates and keys; by default in the user's data folder",
  ),
  database_url: row(
    databaseAddress,
    none,
    'trusted',
    'The Postgres database of templates and keys, instead of the folder',
  ),
  database_pool: row(
    count(4, 1000),
    { otherwise: '10' },
    'any',
    'How many connections to Postgres the service holds at most',
  ),
  database_statement_timeout: row(duration, { otherwise: '5s' }, 'any', 'How long Postgres may take for a statement'),
  database_lock_timeout: row(
    duration,
    { otherwise: '2s' },
    'any',
    'How long a statement may wait for a lock of Postgres',
  ),
  database_query_timeout: row(
    duration,
    { otherwise: '6s' },
    'any',
    'How long the service waits for an answer of Postgres, whatever became of it',
  ),
  secret_key: row(
    sealingKeys,
    { otherwise: 'the file secret.key in the data folder; with database_url none' },
    'none',
    'Keys that encrypt passwords and webhook secrets in the database; the first encrypts, all decrypt (environment only)',
  ),
  database_wait: row(
    pause,
    { otherwise: '0s' },
    'any',
    'How long serve waits at its start for a database that does not answer yet',
  ),
  results_url: row(
    resultsAddress,
    { otherwise: 'the folder results in the data folder; with database_url postgres:' },
    'trusted',
    'Where PDFs of background renders are kept: file:///folder, s3://bucket/prefix or postgres:',
  ),
  chromium: row(filePath, { otherwise: 'the bundled one' }, 'trusted', 'The browser to use instead of the bundled one'),
  browser_dir: row(
    filePath,
    { otherwise: 'the cache folder' },
    'trusted',
    'The folder of the unpacked browser and fonts; it may be read-only after platen install',
  ),
  sandbox: row(
    choice('required', 'preferred', 'off'),
    { otherwise: 'preferred; serve: required' },
    'trusted',
    'Whether the browser must run in its sandbox',
  ),
  own_network: row(
    choice('auto', 'required', 'off'),
    { otherwise: 'off; serve: auto' },
    'trusted',
    'Whether the browser gets a network namespace whose only way out is its proxy (Linux)',
  ),
  ca_file: row(
    filePath,
    none,
    'trusted',
    'Certificates (PEM) to trust in addition to the usual ones, for pages as for the service',
  ),
  insecure_http: row(onOff, false, 'trusted', 'Whether the key may travel over plain http to another machine'),
  trust_project: row(onOff, false, 'none', 'Whether files of the project count as trusted (environment only)'),
  host: row(plainText, '127.0.0.1', 'trusted', 'The address that the service listens at'),
  port: row(count(0, 65_535), 8080, 'any', 'The port that the service listens at; 0 takes a free one'),
  public_url: row(
    serviceAddress,
    { otherwise: 'where the service listens' },
    'trusted',
    'The URL of the service and its dashboard for people',
  ),
  openid_issuer: row(
    exactAddress,
    none,
    'trusted',
    'The provider of OpenID Connect that people may sign in to the dashboard with',
  ),
  openid_client_id: row(plainText, none, 'trusted', 'The name of the service at that provider'),
  openid_client_secret: row(secretKey, none, 'none', 'The secret of the service at that provider (environment only)'),
  openid_name: row(
    plainText,
    { otherwise: 'the host of the provider' },
    'trusted',
    'The name of that provider on the page to sign in',
  ),
  openid_account_claim: row(
    plainText,
    { otherwise: 'none: people are invited' },
    'trusted',
    'The claim that names the accounts of a person',
  ),
  openid_role_claim: row(
    plainText,
    { otherwise: 'none: people are invited' },
    'trusted',
    'The claim that names the role of a person: admin, editor or viewer',
  ),
  render_log_days: row(
    count(0, 3650),
    { otherwise: '30' },
    'any',
    'Days that the service keeps the record of each render; 0 keeps none',
  ),
  keep_renders: row(
    onOff,
    false,
    'trusted',
    'Whether the service keeps the request and the PDF of each render as well',
  ),
  template_revisions: row(
    count(1, 1_000_000),
    { otherwise: '100' },
    'trusted',
    'Revisions that the store keeps of each template, besides those with a label',
  ),
  egress: row(
    choice('deny', 'public', 'allow-list', 'open'),
    { otherwise: 'open; serve: public' },
    'trusted',
    'The URLs that pages may reach',
  ),
  allow: row(wordList, none, 'trusted', 'Hosts (host or cidr:port) that pages may reach'),
  fonts: row(
    choice('system', 'bundled'),
    { otherwise: 'system; templates check --against: bundled' },
    'any',
    'Which fonts count: those of the machine with the bundled ones behind them, or only the latter',
  ),
  font_dir: row(filePath, none, 'trusted', 'A folder of fonts that count beside those of the machine'),
  locale: row(
    localeTag,
    { otherwise: 'en-US' },
    'any',
    'The locale of pages: navigator.language, Intl and Accept-Language',
  ),
  timezone: row(timeZone, { otherwise: 'UTC' }, 'any', 'The time zone of pages and of dates in templates'),
  on_missing_glyph: row(
    choice('ignore', 'warn', 'fail'),
    { otherwise: 'warn' },
    'any',
    'What it means that no font has a glyph for some text',
  ),
  on_damage: row(choice('warn', 'fail'), { otherwise: 'warn' }, 'any', 'What damage of a PDF does'),
  ...pageSettings,
  concurrency: row(
    count(1, 256),
    { otherwise: 'one per core, at most one per 200 MB of a memory limit' },
    'any',
    'Parallel renders',
  ),
  queue: row(count(0, 100_000), { otherwise: '64' }, 'any', 'How many renders may wait'),
  role: row(
    choice('web', 'worker', 'both'),
    { otherwise: 'both' },
    'any',
    'Whether the service takes requests (web), does renders in the background (worker), or both',
  ),
  workers: row(
    count(1, 1_000),
    { otherwise: 'as many as concurrency' },
    'any',
    'Parallel background renders of the service',
  ),
  jobs_waiting: row(
    count(1, 10_000_000),
    { otherwise: '100000' },
    'any',
    'How many renders in the background may wait, over all accounts and services',
  ),
  account_jobs_waiting: row(
    count(1, 10_000_000),
    { otherwise: '10000' },
    'any',
    'How many of them may be of one account',
  ),
  jobs_waiting_mb: row(
    count(1, 10_000_000),
    { otherwise: '16000' },
    'any',
    'How many megabytes the requests of renders in the background that wait may have, over all accounts and services',
  ),
  account_jobs_waiting_mb: row(
    count(1, 10_000_000),
    { otherwise: '2000' },
    'any',
    'How many of them may be of one account',
  ),
  drain_delay: row(
    pause,
    { otherwise: '5s; at a terminal 0s' },
    'any',
    'How long a service that ends still takes requests while it says that it is not ready',
  ),
  grace: row(pause, { otherwise: '30s' }, 'any', 'How long running renders may go on once a service ends'),
  rate: row(
    count(1, 1_000_000),
    { otherwise: '100' },
    'any',
    'How many requests a second one key may send to a service',
  ),
  rate_burst: row(count(1, 1_000_000), { otherwise: '500' }, 'any', 'How many of them at once'),
  trust_proxy: row(
    wordList,
    none,
    'trusted',
    'Trusted proxies (address, cidr, loopback, linklocal, uniquelocal), whose X-Forwarded-For counts',
  ),
  log_level: row(
    choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'any',
    'How much the service logs',
  ),
};

/** The name of a setting. */
export type SettingName = keyof typeof settingsTable;

/** What each setting holds; null if nothing is set. */
export type SettingValues = {
  [N in SettingName]: (typeof settingsTable)[N] extends SettingRow<infer T> ? T | null : never;
};

/** Any value of any setting. */
export type SettingValue = NonNullable<SettingValues[SettingName]>;

/** Settings whose values are masked. */
export const secretSettings: readonly SettingName[] = ['api_key', 'database_url', 'secret_key', 'openid_client_secret'];

/** The names, in the order of the table. */
export const settingNames = Object.keys(settingsTable) as SettingName[];

/** The rows, where the type of the value does not matter. */
export const settingRows: Readonly<Record<SettingName, SettingRow<SettingValue>>> = settingsTable as Record<
  SettingName,
  SettingRow<never>
> as Record<SettingName, SettingRow<SettingValue>>;

/** The environment variable of a setting. */
export function variableOf(name: SettingName): string {
  return `PLATEN_${name.replace(/^.*\./, '').toUpperCase()}`;
}

/** Whether a word names a setting. */
export function isSettingName(word: string): word is SettingName {
  return Object.hasOwn(settingsTable, word);
}
