import type { ErrorCode } from '../../contract/index.ts';

/** What to do about an error without its own advice. */
export const fixes: Partial<Record<ErrorCode, string>> = {
  invalid_json: 'a proxy may have changed the request: check the proxy and base_url (platen config list)',
  unauthorized: 'check the key and base_url: platen config list',
  not_found: 'check base_url: platen config list',
  template_not_found: 'list the templates: platen templates list',
  revision_not_found: 'list the revisions: platen templates log <id>',
  label_not_found: 'list the labels: platen templates label <id>',
  render_not_found: 'list the renders: platen renders list; expired renders are deleted',
  method_not_allowed: 'check that base_url is the URL of a platen service: platen config list',
  not_acceptable: 'check that base_url is the URL of a platen service: platen config list',
  still_running: 'wait until it has finished, then run the command again',
  render_not_finished: 'wait for it: platen renders wait <id>',
  render_failed: 'run platen renders get <id> for the reason, then submit it again',
  range_not_satisfiable: 'fetch the PDF from its start',
  result_gone: 'submit the render again; --keep 7d keeps its PDF longer',
  asset_not_found: 'list the assets of the service: GET /api/v1/assets',
  values_not_found: 'list the values and the schema of a template: platen templates show <id>',
  in_use: 'take it out of these templates first, or delete it with --force',
  slug_taken: 'choose another slug, or change that of the other template: platen templates update <slug> --slug <new>',
  template_changed: 'read it again (platen templates get <id>), then repeat your change',
  too_large: 'send less, or split the document',
  unsupported_media_type: 'check that base_url is the URL of a platen service: platen config list',
  invalid_request: 'change what is named above; --dry-run shows the request',
  address_not_allowed: 'check the URL; the operator of the service sets which ones are allowed (platen serve --egress)',
  template_error: 'fix the template on that line; platen templates preview shows it live',
  page_failed: 'open the URL in a browser; if the document crashes, split it',
  page_unreachable: 'check the URL and that the service can reach it',
  resource_failed: 'fix the URL, or continue without it: --on-resource-error warn',
  glyph_missing:
    'add a font that has them (--font-dir); or continue without them: --on-missing-glyph warn (not with --pdf-a, --pdf-ua or --e-invoice)',
  wait_failed: 'fix the condition of --wait-for',
  render_timeout: 'allow more time with --timeout 2m, or make the document smaller',
  pdf_invalid: 'save it again from a viewer, without a password',
  pdf_damaged: 'replace the PDF with an undamaged one, or accept the repair: --on-damage warn',
  signature_lost: 'render the PDF alone and unchanged, or accept the loss: --on-signature warn',
  not_conforming: 'fix the problems above, or leave out --pdf-a, --pdf-ua or --e-invoice',
  e_invoice_invalid: 'use XML of Factur-X, ZUGFeRD 2 or XRechnung in the UN/CEFACT syntax (CII)',
  too_many_pages: 'split the document into several renders',
  idempotency_mismatch: 'send each request with its own Idempotency-Key',
  result_too_large: 'split the document, or send it to your own storage: --put',
  rate_limited: 'try again later',
  internal: 'try again; if it happens again, report the request id to the operator',
  worker_lost:
    'submit it again; if it happens again, make the document smaller or report the request id to the operator',
  destination_failed: 'check the URL of --put; it may have expired',
  signing_failed: 'check the certificate and the timestamp authority, or try again',
  queue_full: 'try again in a moment, or raise the limits of the service: platen serve --concurrency, --queue',
  queue_timeout: 'try again in a moment, or allow more time with --timeout',
  browser_restarting: 'try again in a moment',
  shutting_down: 'try again in a moment',
  store_unavailable: 'try again in a moment; then check that the database runs, or ask the operator',
  results_unavailable: 'try again in a moment; then ask the operator of the service',
  storage_full: 'free disk space in the data folder, or ask the operator; renders still work',
  forbidden: 'use a key with this permission; platen config list shows the current key',
  payment_required: 'check the plan and the quota of the account of this key',
  conflict: 'read the current state, then repeat your change',
  rejected: '--debug shows the request and the response',
  server_failed: 'try again later; if it happens again, report the request id to the operator',
  unexpected_answer: 'check that base_url is the URL of a platen service: platen config list',
  connection_refused: 'check that the service is running, and base_url: platen config list',
  connection_failed: 'check the network and base_url: platen config list',
  name_not_resolved: 'check the host name in base_url: platen config list',
  tls_failed: 'if the service uses a private CA, name its file with --ca-file',
  proxy_failed: 'check HTTPS_PROXY, or add the host to NO_PROXY',
  body_cut: 'try again; nothing was written',
  timeout: 'allow more time with --timeout 5m',
  not_delivered: 'fix the receiver; platen webhooks deliveries <id> shows all attempts',
  usage: 'see the same command with --help',
  input_missing: 'check the name; paths start from the current folder',
  input_invalid: 'correct it, and run the command again',
  consent_needed: 'confirm with --yes',
  config_invalid: 'fix the value where it is set',
  unknown_profile: 'list the profiles: platen config list',
  project_not_trusted: 'read the file, then run: platen config trust',
  insecure_address: 'use https, or allow plain http for this URL with --insecure-http',
  redirected: 'set base_url to the final URL of the service',
  browser_missing: 'set PLATEN_CHROMIUM=/path/to/chromium; platen doctor lists the browsers it finds',
  sandbox_unavailable: 'run platen doctor for the cause; set PLATEN_SANDBOX=off only for documents that you trust',
  no_key: 'set PLATEN_API_KEY, or: platen config set api_key',
  output_exists: 'choose another file, or overwrite it with --force',
  io_failed: 'check the path, its permissions and the free space',
  partial_failure: 'fix the failures and run the command again',
  interrupted: 'run the command again',
  bug: 'please report this with the command and its output with --debug',
};

/** What to do about a failure of a service that named no request. */
export const unnamedFixes: Partial<Record<ErrorCode, string>> = {
  internal: 'try again; if it happens again, report the time to the operator of the service',
  server_failed: 'try again later; if it happens again, report the time to the operator of the service',
};

/** Meaning and advice for an error of a file. */
export interface FileError {
  why: string;
  fix: string;
}

/** Meaning and advice for errors of files, by error code of the system. */
export const fileErrors: Readonly<Record<string, FileError>> = {
  EACCES: { why: 'permission denied', fix: 'give this user permission, or name another path' },
  EPERM: { why: 'not permitted', fix: 'give this user permission, or name another path' },
  ENOSPC: { why: 'the disk is full', fix: 'free some space, or name a path on another disk' },
  EDQUOT: { why: 'the disk quota is exhausted', fix: 'free some space, or name a path on another disk' },
  EROFS: { why: 'the file system is read-only', fix: 'name a path on another disk' },
  EMFILE: { why: 'too many open files', fix: 'raise the limit (ulimit -n), or run fewer things at the same time' },
  EIO: { why: 'the device failed', fix: 'check the disk, or name a path on another one' },
  EBUSY: { why: 'another program has it open', fix: 'close it in the other program, such as a viewer' },
  ENOENT: { why: 'no such file or folder', fix: 'check the path; paths start from the current folder' },
  EEXIST: { why: 'something else is at this path', fix: 'move it away, or name another path' },
  ENOTDIR: { why: 'a part of the path is not a folder', fix: 'check the path' },
  EISDIR: { why: 'it is a folder', fix: 'name a file in it' },
  ELOOP: { why: 'its links lead in a circle', fix: 'name the file itself' },
  ENAMETOOLONG: { why: 'the name is too long', fix: 'choose a shorter one' },
};

/** Advice for the files of the browser in the cache folder, by error code of the system. */
export const browserFixes: Readonly<Record<string, string>> = {
  EACCES: 'give this user permission for the cache folder, or name another one: XDG_CACHE_HOME',
  EPERM: 'give this user permission for the cache folder, or name another one: XDG_CACHE_HOME',
  ENOENT: 'make sure that the cache folder can be created, or name another one: XDG_CACHE_HOME',
  EROFS: 'name a cache folder on another disk: XDG_CACHE_HOME',
  ENOSPC: 'free some 250 MB, or name a cache folder on another disk: XDG_CACHE_HOME',
  EDQUOT: 'free some 250 MB, or name a cache folder on another disk: XDG_CACHE_HOME',
};

/** Advice for a database in the data folder, by the first two words of SQLite's result code, or the code of the system. */
export const databaseFixes: Readonly<Record<string, string>> = {
  EACCES: 'give this user permission for its folder, or name another one: PLATEN_DATA_DIR',
  EPERM: 'give this user permission for its folder, or name another one: PLATEN_DATA_DIR',
  EROFS: 'its disk is read-only; name a folder on another one: PLATEN_DATA_DIR',
  ENOSPC: 'free some space, or name a folder on another disk: PLATEN_DATA_DIR',
  EDQUOT: 'free some space, or name a folder on another disk: PLATEN_DATA_DIR',
  ENOENT: 'its folder cannot be created; name another one: PLATEN_DATA_DIR',
  ENOTDIR: 'a part of its path is a file; name another folder: PLATEN_DATA_DIR',
  EEXIST: 'a file has the path of its folder; name another one: PLATEN_DATA_DIR',
  SQLITE_FULL: 'free some space, or name a folder on another disk: PLATEN_DATA_DIR',
  SQLITE_IOERR: 'check the free space and the disk, or name a folder on another one: PLATEN_DATA_DIR',
  SQLITE_READONLY: 'give this user permission to write the file and its folder, or name another one: PLATEN_DATA_DIR',
  EMFILE: 'raise the limit (ulimit -n), or run fewer things at the same time',
  SQLITE_CANTOPEN: 'give this user permission for the file and its folder, or name another one: PLATEN_DATA_DIR',
  SQLITE_PERM: 'give this user permission for the file and its folder, or name another one: PLATEN_DATA_DIR',
  SQLITE_CORRUPT: 'replace it by a backup (platen restore), or start in another folder: PLATEN_DATA_DIR',
  SQLITE_NOTADB: 'replace it by a backup (platen restore), or start in another folder: PLATEN_DATA_DIR',
  SQLITE_BUSY: 'end the other process, or wait for it',
  SQLITE_LOCKED: 'end the other process, or wait for it',
};

/** The verb for people, by system call. */
export const fileActions: Readonly<Record<string, string>> = {
  scandir: 'list',
  opendir: 'list',
  mkdir: 'make',
  mkdtemp: 'make',
  lstat: 'look at',
  stat: 'look at',
  realpath: 'look at',
  unlink: 'remove',
  rm: 'remove',
  fsync: 'write',
  copyfile: 'copy',
};

/** What happened to a connection, by error code of the system or undici. */
export const connectionWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the other side closed the connection',
  EPIPE: 'the other side closed the connection',
  UND_ERR_SOCKET: 'the other side closed the connection',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  EHOSTUNREACH: 'it cannot be reached from this network',
  ENETUNREACH: 'it cannot be reached from this network',
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'the name server does not respond',
  EAI_FAIL: 'the name server fails',
  UND_ERR_HEADERS_OVERFLOW: 'the response headers are too large',
  'no HTTP': 'the server there does not speak HTTP',
  'bad HTTP': 'the response is not valid HTTP',
  'no TLS': 'the server there does not speak TLS',
  TLS: 'the server there speaks TLS',
};

/** What to do about a certificate if no other certificate is to be trusted for it, by error code of Node.js. */
export const certificateFixes: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'write a name that the certificate has in base_url: platen config list',
  CERT_HAS_EXPIRED: 'have the operator of the service renew it, or check the clock of this machine',
  CERT_NOT_YET_VALID: 'check the clock of this machine',
};
