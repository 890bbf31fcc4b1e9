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
  profile: row(profileName, none, 'any', 'The profile to use: a section under "profiles"'),
  timeout: row(duration, { otherwise: '2m' }, 'any', 'Time limit for the whole command'),
  retries: row(count(0, 10), 3, 'any', 'Retries of a failed request'),
  data_dir: row(
    filePath,
    { otherwise: "the user's data folder" },
    'trusted',
    "The folder with templates and keys; by default in the user's data folder",
  ),
  database_url: row(
    databaseAddress,
    none,
    'trusted',
    'The Postgres database for templates and keys, instead of the folder',
  ),
  database_pool: row(count(4, 1000), { otherwise: '10' }, 'any', 'Maximum connections of the service to Postgres'),
  database_statement_timeout: row(duration, { otherwise: '5s' }, 'any', 'Timeout of a Postgres statement'),
  database_lock_timeout: row(duration, { otherwise: '2s' }, 'any', 'How long a statement can wait for a Postgres lock'),
  database_query_timeout: row(
    duration,
    { otherwise: '6s' },
    'any',
    'How long the service waits for a response of Postgres',
  ),
  secret_key: row(
    sealingKeys,
    { otherwise: 'the file secret.key in the data folder; with database_url none' },
    'none',
    'Keys that encrypt passwords and webhook secrets in the database; the first encrypts, all decrypt (environment only)',
  ),
  database_wait: row(pause, { otherwise: '0s' }, 'any', 'How long serve waits for the database at startup'),
  results_url: row(
    resultsAddress,
    { otherwise: 'the folder results in the data folder; with database_url postgres:' },
    'trusted',
    'Storage for results of background renders: file:///folder, s3://bucket/prefix or postgres:',
  ),
  seals: row(filePath, none, 'trusted', 'The folder of seals: certificates and keys that sign for requests'),
  timestamp_url: row(exactAddress, none, 'trusted', 'The timestamp authority for signatures (RFC 3161)'),
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
    'Whether the browser gets a separate network namespace that only its proxy leads out of (Linux)',
  ),
  webgl: row(onOff, false, 'trusted', 'Whether pages that ask for WebGL get it, drawn by the processor (SwiftShader)'),
  ca_file: row(filePath, none, 'trusted', 'Additional certificates to trust (PEM), for pages and the service'),
  insecure_http: row(onOff, false, 'trusted', 'Whether the key can be sent to another machine over plain http'),
  trust_project: row(onOff, false, 'none', 'Whether project files are trusted (environment only)'),
  host: row(plainText, '127.0.0.1', 'trusted', 'The address that the service listens on'),
  port: row(count(0, 65_535), 8080, 'any', 'The port that the service listens on; 0 for a free one'),
  public_url: row(
    serviceAddress,
    { otherwise: 'where the service listens' },
    'trusted',
    'The public URL of the service and its dashboard',
  ),
  basic_auth_password: row(plainText, none, 'none', 'The password of --basic-auth (environment only)'),
  openid_issuer: row(exactAddress, none, 'trusted', 'The OpenID Connect provider for sign-in to the dashboard'),
  openid_client_id: row(plainText, none, 'trusted', 'The client id at that provider'),
  openid_client_secret: row(secretKey, none, 'none', 'The client secret at that provider (environment only)'),
  openid_name: row(
    plainText,
    { otherwise: 'the host of the provider' },
    'trusted',
    'The name of that provider on the sign-in page',
  ),
  openid_account_claim: row(
    plainText,
    { otherwise: 'none: people are invited' },
    'trusted',
    'The claim with the accounts of a user',
  ),
  openid_role_claim: row(
    plainText,
    { otherwise: 'none: people are invited' },
    'trusted',
    'The claim with the role of a user: admin, editor or viewer',
  ),
  render_log_days: row(
    count(0, 3650),
    { otherwise: '30' },
    'any',
    'Days to keep the record of each render; 0 for none',
  ),
  keep_renders: row(onOff, false, 'trusted', 'Whether the service also keeps the request and the PDF of each render'),
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
    'Which URLs pages can reach',
  ),
  allow: row(wordList, none, 'trusted', 'Additional targets that pages can reach (host or cidr:port)'),
  fonts: row(
    choice('system', 'bundled'),
    { otherwise: 'system; templates check --against: bundled' },
    'any',
    'Which fonts are used: installed fonts, then bundled ones (system), or bundled fonts only (bundled)',
  ),
  template_dir: row(
    filePath,
    { otherwise: 'templates' },
    'trusted',
    'The folder of template folders, for init and templates check, preview, pull, push and diff',
  ),
  font_dir: row(filePath, none, 'trusted', 'A folder with additional fonts'),
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
    'What to do if no font has a glyph for some text',
  ),
  on_damage: row(choice('warn', 'fail'), { otherwise: 'warn' }, 'any', 'What to do if a PDF is damaged'),
  ...pageSettings,
  concurrency: row(
    count(1, 256),
    { otherwise: 'one per core, at most one per 200 MB of a memory limit' },
    'any',
    'Parallel renders',
  ),
  queue: row(count(0, 100_000), { otherwise: '64' }, 'any', 'How many renders can wait'),
  role: row(
    choice('web', 'worker', 'both'),
    { otherwise: 'both' },
    'any',
    'Whether the service accepts requests (web), runs background renders (worker), or both',
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
    'Maximum waiting background renders, for all accounts and services together',
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
    'Maximum megabytes of waiting background requests, for all accounts and services together',
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
    'How long a stopping service still accepts requests, while /readyz fails',
  ),
  grace: row(pause, { otherwise: '30s' }, 'any', 'How long running renders can continue after the service was stopped'),
  rate: row(count(1, 1_000_000), { otherwise: '100' }, 'any', 'Requests per second for each key'),
  rate_burst: row(count(1, 1_000_000), { otherwise: '500' }, 'any', 'Burst of requests for each key'),
  trust_proxy: row(
    wordList,
    none,
    'trusted',
    'Proxies whose X-Forwarded-For is trusted (address, cidr, loopback, linklocal, uniquelocal)',
  ),
  log_level: row(
    choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'any',
    'Log level of the service',
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
export const secretSettings: readonly SettingName[] = [
  'api_key',
  'database_url',
  'secret_key',
  'openid_client_secret',
  'basic_auth_password',
];

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
