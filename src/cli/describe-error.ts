import { type ErrorCode, errors, isErrorCode } from '../contract/index.ts';
import { CommandError } from './command-error.ts';

/** An error as people and programs get to see it. */
export interface DescribedError {
  code: ErrorCode;
  exit: number;
  message: string;
  why?: string;
  fix?: string;
  status?: number;
  requestId?: string;
  errors?: { pointer: string; detail: string }[];
  stack?: string;
}

/** What a client's error looks like from here; the class itself is loaded only by commands that call a service. */
interface ServiceFailure extends Error {
  code: ErrorCode;
  details: {
    status?: number;
    requestId?: string;
    errors?: { pointer: string; detail: string }[];
    retryAfterMs?: number;
    part?: number;
    stage?: string;
    line?: number;
    column?: number;
    attempts?: number;
  };
}

/** What to do about an error, where the code alone tells. */
const fixes: Partial<Record<ErrorCode, string>> = {
  no_key: 'set PLATEN_API_KEY, or: platen config set api_key -',
  unauthorized: 'check the key and the address it belongs to: platen config list',
  forbidden: 'use a key that may do this; platen config list shows which one is in use',
  template_not_found: 'see what is there: platen templates list',
  template_changed: 'read it again (platen templates get <id>), then repeat the change on top of it',
  queue_full: 'try again in a moment, or give the service more room: platen serve --concurrency, --queue',
  queue_timeout: 'try again in a moment, or allow more time with --timeout',
  rate_limited: 'try again later',
  server_failed: 'try again later; if it stays, tell the operator the request id',
  internal: 'try again; if it stays, tell the operator the request id',
  shutting_down: 'try again in a moment',
  browser_restarting: 'try again in a moment',
  connection_refused: 'is the service running there? Check base_url: platen config list',
  connection_failed: 'check the network and base_url: platen config list',
  name_not_resolved: 'check the host name in base_url: platen config list',
  tls_failed: 'if the service uses a private CA, name its file with --ca-file',
  proxy_failed: 'check HTTPS_PROXY, or add the host to NO_PROXY',
  insecure_address: 'use https, or allow it for this address with --insecure-http',
  redirected: 'set base_url to the address that the service really has',
  timeout: 'allow more time with --timeout 5m',
  render_timeout: 'allow more time with --timeout 2m, or make the document lighter',
  body_cut: 'try again; nothing was written',
  unexpected_answer: 'is base_url the address of a service that speaks this interface? platen config list',
  address_not_allowed:
    'check the address; the operator of the service decides which ones it may open (platen serve --egress)',
  page_failed: 'open the address in a browser to see what it answers',
  page_unreachable: 'check the address, and whether the service may reach it',
  too_large: 'send less, or split the document into several renders',
  resource_failed: 'mend the address, or go on without it: --on-resource-error warn',
  wait_failed: 'check --wait-for, or allow more time with --timeout',
  bug: 'please report this with the command and its output with --debug',
};

/** Reads any error that a command ended with. */
export function describeError(error: unknown, baseUrl?: string): DescribedError {
  if (error instanceof CommandError) {
    return complete({ code: error.code, message: error.message, why: error.why, fix: error.fix });
  }
  if (isServiceFailure(error)) return describeService(error, baseUrl);
  const coded = error as { code?: unknown; message?: string; detail?: string };
  if (error instanceof Error && isErrorCode(coded.code)) {
    return complete({ code: coded.code, message: coded.detail ?? error.message });
  }
  const known = describeListenError(error as ListenError) ?? describeFileError(error as NodeJS.ErrnoException);
  if (known) return known;
  const said = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  return complete({ code: 'bug', message: `something unexpected happened: ${said}`, stack });
}

function describeService(error: ServiceFailure, baseUrl: string | undefined): DescribedError {
  const { status, requestId, errors: fields, attempts, part, stage, line, column, retryAfterMs } = error.details;
  const notes: string[] = [];
  if (part !== undefined) notes.push(`part ${part}${stage ? `, while ${stageWords[stage] ?? stage}` : ''}`);
  if (line !== undefined) notes.push(`line ${line}${column === undefined ? '' : `, column ${column}`}`);
  if (attempts !== undefined && attempts > 1) notes.push(`${attempts} attempts`);
  if (retryAfterMs) notes.push(`the service asks to wait ${Math.ceil(retryAfterMs / 1000)} s`);
  for (const field of (fields ?? []).slice(0, 5)) {
    const note = `${field.pointer} ${field.detail}`.trim();
    if (note !== error.message) notes.push(note);
  }
  const answered = status !== undefined;
  const where = baseUrl ? ` at ${baseUrl}` : '';
  const why = [answered ? error.message : undefined, ...notes].filter(Boolean).join('; ');
  return complete({
    code: error.code,
    message: answered
      ? `${errors[error.code].title.replace(/^./, lower)}${error.code === 'not_found' ? where : ''}`
      : error.message,
    why: why || undefined,
    fix: error.code === 'not_found' && baseUrl ? 'check base_url: platen config list' : undefined,
    status,
    requestId,
    errors: fields,
  });
}

const stageWords: Record<string, string> = {
  queue: 'waiting for a slot',
  load: 'loading',
  wait: 'waiting for the page',
  print: 'printing',
  bind: 'binding',
};

type ListenError = NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string };

/** Errors of Node when a service opens its port; those of outgoing calls are the client's. */
function describeListenError(error: ListenError): DescribedError | undefined {
  const code = 'io_failed';
  if (error?.syscall === 'getaddrinfo') {
    const message = `cannot listen on ${error.hostname}`;
    return complete({ code, message, why: `there is no such host (${error.code})`, fix: 'check --host' });
  }
  if (error?.syscall !== 'listen') return undefined;
  const { why, fix } = listenWords[error.code ?? ''] ?? {
    why: 'the system refuses it',
    fix: 'check --host and --port',
  };
  return complete({
    code,
    message: `cannot listen on ${error.address}:${error.port}`,
    why: `${why} (${error.code})`,
    fix,
  });
}

const listenWords: Record<string, { why: string; fix: string }> = {
  EADDRINUSE: { why: 'another program listens there', fix: 'end that one, or choose another port with --port' },
  EADDRNOTAVAIL: { why: 'this machine has no such address', fix: 'check --host' },
  EACCES: { why: 'this user may not use the port', fix: 'choose one above 1023 with --port' },
};

function describeFileError(error: NodeJS.ErrnoException): DescribedError | undefined {
  const words = fileWords[error?.code ?? ''];
  if (!words || typeof error.syscall !== 'string') return undefined;
  const place = error.path ? ` ${error.path}` : '';
  return complete({ code: 'io_failed', message: `cannot ${error.syscall}${place}`, why: `${words} (${error.code})` });
}

const fileWords: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many open files',
  EIO: 'the device failed',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  EDQUOT: 'the disk quota is used up',
};

type Loose = { [K in keyof DescribedError]?: DescribedError[K] | undefined };

function complete(known: Loose & { code: ErrorCode; message: string }): DescribedError {
  const fix = known.fix ?? fixes[known.code];
  const full: Loose = { ...known, exit: errors[known.code].exit, fix };
  return Object.fromEntries(
    Object.entries(full).filter(([, value]) => value !== undefined),
  ) as unknown as DescribedError;
}

function isServiceFailure(error: unknown): error is ServiceFailure {
  return error instanceof Error && error.name === 'ServiceError' && isErrorCode((error as ServiceFailure).code);
}

function lower(letter: string): string {
  return letter.toLowerCase();
}
