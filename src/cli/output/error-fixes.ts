import type { ErrorCode } from '../../contract/index.ts';

/** What to do about an error that brings no advice of its own. */
export const fixes: Partial<Record<ErrorCode, string>> = {
  invalid_json:
    'platen sends JSON, so something on the way changes it: check the proxy and base_url (platen config list)',
  unauthorized: 'check the key and the address it belongs to: platen config list',
  not_found: 'check base_url: platen config list',
  template_not_found: 'see what is there: platen templates list',
  render_not_found: 'see what is there: platen renders list; a render is forgotten when its time is over',
  method_not_allowed: 'is base_url the address of a service that speaks this interface? platen config list',
  not_acceptable: 'is base_url the address of a service that speaks this interface? platen config list',
  still_running: 'wait until that one has ended, then run the command again',
  render_not_finished: 'wait for it: platen renders wait <id>',
  render_failed: 'see why: platen renders get <id>, then submit it again',
  range_not_satisfiable: 'fetch the PDF from its start',
  result_gone: 'submit the render again; --keep lets its PDF stay longer',
  template_changed: 'read it again (platen templates get <id>), then repeat the change on top of it',
  too_large: 'send less, or split the document into several renders',
  unsupported_media_type: 'is base_url the address of a service that speaks this interface? platen config list',
  invalid_request: 'mend what is named; --dry-run, where a command has it, shows what is sent',
  address_not_allowed:
    'check the address; the operator of the service decides which ones it may open (platen serve --egress)',
  template_error: 'mend the template there; with its folder, platen templates preview shows it live',
  page_failed: 'open the address in a browser to see what it answers; split a document that crashes',
  page_unreachable: 'check the address, and whether the service may reach it',
  resource_failed: 'mend the address, or go on without it: --on-resource-error warn',
  glyph_missing:
    'bring a font that has them; without --pdf-a, --pdf-ua and --e-invoice, --on-missing-glyph warn goes on without them',
  wait_failed: 'mend the condition of --wait-for',
  render_timeout: 'allow more time with --timeout 2m, or make the document lighter',
  pdf_invalid: 'save it anew from a viewer, without a password',
  pdf_damaged: 'replace the PDF with an undamaged one, or accept the repair: --on-damage warn',
  not_conforming: 'mend what is named, or leave out the claim: --pdf-a, --pdf-ua, --e-invoice',
  e_invoice_invalid: 'give XML of Factur-X, ZUGFeRD 2 or XRechnung in the syntax of UN/CEFACT (CII)',
  too_many_pages: 'split the document into several renders',
  idempotency_mismatch: 'send each request with an Idempotency-Key of its own',
  result_too_large: 'split the document, or have it sent to a store of yours: --put',
  rate_limited: 'try again later',
  internal: 'try again; if it stays, tell the operator the request id',
  worker_lost: 'submit it again; if it stays, make the document lighter or tell the operator the request id',
  destination_failed: 'check the address of --put, and whether it is still valid',
  queue_full: 'try again in a moment, or give the service more room: platen serve --concurrency, --queue',
  queue_timeout: 'try again in a moment, or allow more time with --timeout',
  browser_restarting: 'try again in a moment',
  shutting_down: 'try again in a moment',
  store_unavailable: 'try again in a moment; if it stays, look whether the database runs, or tell the operator',
  results_unavailable: 'try again in a moment; if it stays, tell the operator of the service',
  storage_full: 'free some space where the service keeps its data, or tell its operator; renders go on meanwhile',
  forbidden: 'use a key that may do this; platen config list shows which one is in use',
  payment_required: 'look at the plan and the quota of the account that the key belongs to',
  conflict: 'look at what is there now, then repeat the change on top of it',
  rejected: 'see what was sent and answered: --debug, or --dry-run',
  server_failed: 'try again later; if it stays, tell the operator the request id',
  unexpected_answer: 'is base_url the address of a service that speaks this interface? platen config list',
  connection_refused: 'is the service running there? Check base_url: platen config list',
  connection_failed: 'check the network and base_url: platen config list',
  name_not_resolved: 'check the host name in base_url: platen config list',
  tls_failed: 'if the service uses a private CA, name its file with --ca-file',
  proxy_failed: 'check HTTPS_PROXY, or add the host to NO_PROXY',
  body_cut: 'try again; nothing was written',
  timeout: 'allow more time with --timeout 5m',
  not_delivered: 'mend the receiver; platen webhooks deliveries <id> shows every attempt',
  usage: 'the same command with --help shows what it takes',
  input_missing: 'check the name; paths start from the current folder',
  input_invalid: 'mend it, or name another one',
  consent_needed: 'answer ahead with --yes',
  config_invalid: 'mend the value where it was set',
  unknown_profile: 'see what is there: platen config list',
  project_not_trusted: 'look at the file, then: platen config trust',
  insecure_address: 'use https, or allow it for this address with --insecure-http',
  redirected: 'set base_url to the address that the service really has',
  browser_missing: 'name one with PLATEN_CHROMIUM=/path/to/chromium; platen doctor tells what is there',
  sandbox_unavailable: 'platen doctor tells what is missing; PLATEN_SANDBOX=off is for documents that you trust',
  no_key: 'set PLATEN_API_KEY, or: platen config set api_key',
  output_exists: 'name another file, or overwrite it with --force',
  io_failed: 'check the path, its permissions and the free space',
  partial_failure: 'mend what failed and run the command again',
  interrupted: 'run the command again',
  bug: 'please report this with the command and its output with --debug',
};

/** What to do about a failure of a service that named no request. */
export const unnamedFixes: Partial<Record<ErrorCode, string>> = {
  internal: 'try again; if it stays, tell the operator of the service when it happened',
  server_failed: 'try again later; if it stays, tell the operator of the service when it happened',
};

/** Meaning and advice for an error of a file. */
export interface FileError {
  why: string;
  fix: string;
}

/** Meaning and advice for errors of files, by error code of the system. */
export const fileErrors: Readonly<Record<string, FileError>> = {
  EACCES: { why: 'permission denied', fix: 'give this user the right to it, or name another path' },
  EPERM: { why: 'not permitted', fix: 'give this user the right to it, or name another path' },
  ENOSPC: { why: 'the disk is full', fix: 'free some space, or name a path on another disk' },
  EDQUOT: { why: 'the disk quota is used up', fix: 'free some space, or name a path on another disk' },
  EROFS: { why: 'the file system is read-only', fix: 'name a path on another disk' },
  EMFILE: { why: 'too many open files', fix: 'raise the limit (ulimit -n), or do less at once' },
  EIO: { why: 'the device failed', fix: 'check the disk, or name a path on another one' },
  EBUSY: { why: 'another program has it open', fix: 'close it there, such as in a viewer' },
  ENOENT: { why: 'no such file or folder', fix: 'check the path; paths start from the current folder' },
  EEXIST: { why: 'something else lies there', fix: 'move it away, or name another path' },
  ENOTDIR: { why: 'a part of the path is not a folder', fix: 'check the path' },
  EISDIR: { why: 'it is a folder', fix: 'name a file in it' },
  ELOOP: { why: 'its links lead in a circle', fix: 'name the file itself' },
  ENAMETOOLONG: { why: 'the name is too long', fix: 'choose a shorter one' },
};

/** Advice for the files of the browser in the cache folder, by error code of the system. */
export const browserFixes: Readonly<Record<string, string>> = {
  EACCES: 'give this user the right to the cache folder, or name another one: XDG_CACHE_HOME',
  EPERM: 'give this user the right to the cache folder, or name another one: XDG_CACHE_HOME',
  ENOENT: 'see that the cache folder can be made, or name another one: XDG_CACHE_HOME',
  EROFS: 'name a cache folder on another disk: XDG_CACHE_HOME',
  ENOSPC: 'free some 250 MB, or name a cache folder on another disk: XDG_CACHE_HOME',
  EDQUOT: 'free some 250 MB, or name a cache folder on another disk: XDG_CACHE_HOME',
};

/** Advice for a database in the data folder, by the first two words of SQLite's result code, or the code of the system. */
export const databaseFixes: Readonly<Record<string, string>> = {
  EACCES: 'give this user the right to its folder, or name another one: PLATEN_DATA_DIR',
  EPERM: 'give this user the right to its folder, or name another one: PLATEN_DATA_DIR',
  EROFS: 'its disk is read-only; name a folder on another one: PLATEN_DATA_DIR',
  ENOSPC: 'free some space, or name a folder on another disk: PLATEN_DATA_DIR',
  EDQUOT: 'free some space, or name a folder on another disk: PLATEN_DATA_DIR',
  ENOENT: 'its folder cannot be made there; name another one: PLATEN_DATA_DIR',
  ENOTDIR: 'a part of its path is a file; name another folder: PLATEN_DATA_DIR',
  EEXIST: 'a file lies where its folder should be; name another one: PLATEN_DATA_DIR',
  SQLITE_FULL: 'free some space, or name a folder on another disk: PLATEN_DATA_DIR',
  SQLITE_IOERR: 'check the free space and the disk, or name a folder on another one: PLATEN_DATA_DIR',
  SQLITE_READONLY: 'give this user the right to write the file and its folder, or name another one: PLATEN_DATA_DIR',
  EMFILE: 'raise the limit (ulimit -n), or do less at once',
  SQLITE_CANTOPEN: 'give this user the right to the file and its folder, or name another one: PLATEN_DATA_DIR',
  SQLITE_PERM: 'give this user the right to the file and its folder, or name another one: PLATEN_DATA_DIR',
  SQLITE_CORRUPT: 'put a copy that is whole in its place, or start anew in another folder: PLATEN_DATA_DIR',
  SQLITE_NOTADB: 'put a copy that is whole in its place, or start anew in another folder: PLATEN_DATA_DIR',
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
  ETIMEDOUT: 'no connection came about in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about in time',
  EHOSTUNREACH: 'there is no way to it from this network',
  ENETUNREACH: 'there is no way to it from this network',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name server does not answer',
  EAI_FAIL: 'the name server fails',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  'no HTTP': 'what answers there does not speak HTTP',
  'bad HTTP': 'the answer breaks the rules of HTTP',
  'no TLS': 'what answers there does not speak TLS',
  TLS: 'what answers there speaks TLS',
};

/** What to do about a certificate if no other certificate is to be trusted for it, by error code of Node.js. */
export const certificateFixes: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'write a name that the certificate has in base_url: platen config list',
  CERT_HAS_EXPIRED: 'have the operator of the service renew it, or check the clock of this machine',
  CERT_NOT_YET_VALID: 'check the clock of this machine',
};
