import { type ErrorCode, errors, isErrorCode } from '../../contract/index.ts';
import { CommandError } from './command-error.ts';
import {
  browserFixes,
  certificateFixes,
  connectionWords,
  databaseFixes,
  type FileError,
  fileActions,
  fileErrors,
  fixes,
  unnamedFixes,
} from './error-fixes.ts';
import { namePart, RequestFailure, type RequestWords, useWords } from './request-words.ts';
import { safeText } from './safe-text.ts';

/** An error as it is printed, for people or as JSON. */
export interface DescribedError {
  code: ErrorCode;
  exit: number;
  message: string;
  why?: string;
  /** What is wrong, one by one, where each is for the author of a document. */
  faults?: string[];
  fix?: string;
  status?: number;
  requestId?: string;
  /** True if the service runs inside the command: people are shown neither status nor request id. */
  embedded?: boolean;
  errors?: { pointer: string; detail: string }[];
  stack?: string;
}

/** The shape of a client's error. Only commands that call a service load the class itself. */
interface ServiceFailure extends Error {
  code: ErrorCode;
  details: {
    status?: number;
    requestId?: string;
    embedded?: boolean;
    errors?: { pointer: string; detail: string }[];
    retryAfterMs?: number;
    part?: number;
    stage?: string;
    line?: number;
    column?: number;
    attempts?: number;
  };
}

/** Reads any error that a command ended with. Speaks of a request in its own words, where these are known. */
export function describeError(error: unknown, baseUrl?: string, words?: RequestWords): DescribedError {
  if (error instanceof RequestFailure) return describeError(error.cause, baseUrl, error.words);
  if (error instanceof CommandError) {
    const code = findFileCode(error.cause) ?? '';
    const known = fileErrors[code];
    const why =
      known !== undefined && error.why !== undefined && fileErrors[error.why] ? `${known.why} (${code})` : error.why;
    const fix = error.fix ?? (error.code === 'io_failed' ? known?.fix : undefined);
    return complete({ code: error.code, message: error.message, why, fix });
  }
  if (isServiceFailure(error)) {
    return tellsCause(error) ? describeError(error.cause) : describeService(error, baseUrl, words);
  }
  const coded = error as { code?: unknown; message?: string; detail?: string };
  if (error instanceof Error && isErrorCode(coded.code)) {
    const message = coded.detail ?? error.message;
    // The engine's message for these is the reason alone.
    if (coded.code === 'browser_missing' || coded.code === 'sandbox_unavailable') {
      return complete({ code: coded.code, message: titleOf(coded.code), why: message.replace(/\.$/, '') });
    }
    return complete({ code: coded.code, message, ...adviseOnFiles(error) });
  }
  const known = describeListenError(error as ListenError) ?? describeFileError(error as NodeJS.ErrnoException);
  if (known) return known;
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  return complete({ code: 'bug', message: `something unexpected happened: ${message}`, stack });
}

/** Whether a service inside this process failed: what it tells its operator is then the cause. */
function tellsCause({ code, cause, details }: ServiceFailure): boolean {
  if (details.status !== undefined || cause === undefined || isServiceFailure(cause)) return false;
  return code === 'internal' || (cause as { code?: unknown } | null)?.code === code;
}

/** Why a database or the files of the browser failed, and what to do, by the code of the cause. */
function adviseOnFiles(error: Error & { fix?: unknown }): Pick<Loose, 'why' | 'fix'> {
  const code = findFileCode(error.cause);
  if (typeof error.fix === 'string') {
    const reason = fileErrors[code ?? '']?.why;
    return { why: reason && `${reason} (${code})`, fix: error.fix };
  }
  if (code === undefined) {
    // Chromium says in words what the system refused it.
    return /EMFILE|too many open files/i.test(error.message) ? { fix: (fileErrors.EMFILE as FileError).fix } : {};
  }
  const known = fileErrors[code];
  const fix = error.name === 'StoreError' ? databaseFixes[code.split('_').slice(0, 2).join('_')] : browserFixes[code];
  return { why: known && `${known.why} (${code})`, fix: fix ?? known?.fix };
}

/** The code of an error of the system or of SQLite. */
function findFileCode(error: unknown): string | undefined {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : undefined;
}

function describeService(
  error: ServiceFailure,
  baseUrl: string | undefined,
  words: RequestWords = { parts: [], flags: false },
): DescribedError {
  const {
    status,
    requestId,
    embedded,
    errors: fields,
    attempts,
    part,
    stage,
    line,
    column,
    retryAfterMs,
  } = error.details;
  const answered = status !== undefined;
  const title = titleOf(error.code);
  const notes: string[] = [];
  if (answered && !isSame(error.message, title)) notes.push(withoutTitle(error.message, title));
  const during = stage === undefined ? undefined : `while ${stageWords[stage] ?? stage}`;
  if (during && error.code !== 'invalid_request' && error.code !== 'not_conforming' && !error.message.includes(during))
    notes.push(during);
  const failure = /\(([A-Z_]+|no TLS|no HTTP|bad HTTP)\)$/.exec(error.message)?.[1];
  if (!answered && failure && connectionWords[failure]) notes.push(connectionWords[failure]);
  // The clock of the command runs out before that of the render, which would say more.
  if (error.code === 'timeout' && words.waitFor) notes.push(`the page was to meet --wait-for first: ${words.waitFor}`);
  if (line !== undefined) notes.push(`line ${line}${column === undefined ? '' : `, column ${column}`}`);
  if (attempts !== undefined && attempts > 1) notes.push(`${attempts} attempts`);
  if (retryAfterMs) notes.push(`the service asks to wait ${Math.ceil(retryAfterMs / 1000)} s`);
  const isListed = error.code === 'not_conforming';
  const unsaid = (fields ?? []).filter(
    ({ pointer, detail }) => !error.message.includes(`${nameValue(pointer)} ${detail}`),
  );
  const named = (isListed ? (fields ?? []) : unsaid).map((field) => namePointer(field, words));
  if (!isListed) notes.push(...named.slice(0, 5).filter((note) => note !== error.message));
  // What concerns the only source is about that source, not about a service or what else was asked for.
  const isOfSource = words.parts.length === 1 && !errors[error.code].service && !namesOtherField(error);
  const index = part ?? (isOfSource ? 0 : undefined);
  const ofPart = index === undefined ? '' : namePart(words, index);
  const name = (error.code === 'e_invoice_invalid' && words.eInvoice) || ofPart;
  const place = name === '' ? '' : `${name}: `;
  const where =
    baseUrl && errors[error.code].service && (answered || !error.message.includes('://')) ? ` (${baseUrl})` : '';
  return complete({
    code: error.code,
    message: `${answered ? `${place}${title}` : error.message}${where}`,
    why: useWords(notes.join('; '), words) || undefined,
    faults: isListed && named.length > 0 ? named.map((note) => useWords(note, words)) : undefined,
    fix: adviseOnService(error, failure, baseUrl),
    status,
    requestId,
    embedded,
    errors: fields,
  });
}

/** What is wrong at a pointer. A form field has its name in the PDF, which may contain spaces, in place of the pointer. */
function namePointer({ pointer, detail }: { pointer: string; detail: string }, { flags }: RequestWords): string {
  const [isForm, name] = (flags && /^\/parts(?:\/\d+)?\/fields(?:\/(.+))?$/s.exec(pointer)) || [];
  if (flags && valuePointer.test(pointer)) return `${nameValue(pointer)} ${detail}`;
  if (isForm === undefined) return `${pointer} ${detail}`.trim();
  if (name === undefined) return detail;
  return `field ${JSON.stringify(name.replaceAll('~1', '/').replaceAll('~0', '~'))}: ${detail}`;
}

/** The pointer of a value for a template. */
const valuePointer = /^\/parts(?:\/\d+)?\/context\//;

/** Such a value as a template names it: `lines[0].price`. */
function nameValue(pointer: string): string {
  const steps = pointer
    .replace(valuePointer, '')
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : `${index > 0 ? '.' : ''}${safeText(step)}`))
    .join('');
}

/** Whether all fields that an error names belong to no part. */
function namesOtherField({ details: { errors = [] } }: ServiceFailure): boolean {
  return errors.length > 0 && errors.every(({ pointer }) => !/^\/(parts|context)\b/.test(pointer));
}

/** Failures where the other side closed the connection. A service with TLS may do so, without an answer, if a request comes without TLS. */
const closed = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** What to do about a service, where that does not follow from the code alone. */
function adviseOnService(
  { code, message, details: { status, requestId } }: ServiceFailure,
  failure: string | undefined,
  baseUrl: string | undefined,
): string | undefined {
  // A service inside the command has no operator.
  if (code === 'internal' && !baseUrl) return fixes.bug;
  if (code === 'address_not_allowed' && !baseUrl)
    return 'check its host name; the setting egress controls which URLs may be opened: platen config get egress';
  if (failure === 'no TLS') return 'is it a service without TLS? Then write http:// in base_url: platen config list';
  if (failure === 'TLS') return 'write https:// in base_url: platen config list';
  if (code === 'tls_failed' && failure && certificateFixes[failure]) return certificateFixes[failure];
  if (status === undefined && message.includes(' through the proxy ')) return fixes.proxy_failed;
  if (baseUrl?.startsWith('http:') && failure && closed.has(failure)) {
    return 'check the network and base_url, also whether it is http:// or https://: platen config list';
  }
  if (code === 'not_found' && baseUrl?.endsWith('/api/v1')) return 'leave /api/v1 out of base_url: platen config list';
  return requestId === undefined ? unnamedFixes[code] : undefined;
}

/** Whether two sentences are equal but for case and a full stop. */
function isSame(first: string, second: string): boolean {
  return first.replace(/\.$/, '').toLowerCase() === second.toLowerCase();
}

/** A message without its full stop, and without the title that is printed before it. */
function withoutTitle(message: string, title: string): string {
  const repeated = message.toLowerCase().startsWith(`${title.toLowerCase()}: `);
  return message.slice(repeated ? title.length + 2 : 0).replace(/\.$/, '');
}

/** The title of a code, in lower case for use after `error:`. */
function titleOf(code: ErrorCode): string {
  if (code === 'internal') return 'the service met an unexpected error';
  return errors[code].title.replace(/^[A-Z](?=[a-z]|\s)/, (letter) => letter.toLowerCase());
}

const stageWords: Record<string, string> = {
  queue: 'waiting for a slot',
  load: 'loading',
  wait: 'waiting for the page',
  print: 'printing',
  bind: 'merging',
  draw: 'drawing the pages',
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
    message: `cannot listen on ${error.address}${error.port === undefined ? '' : `:${error.port}`}`,
    why: `${why} (${error.code})`,
    fix,
  });
}

const listenWords: Record<string, { why: string; fix: string }> = {
  EADDRINUSE: { why: 'another program listens there', fix: 'end that one, or choose another port with --port' },
  EADDRNOTAVAIL: { why: 'this machine does not have this address', fix: 'check --host' },
  EACCES: { why: 'this user may not use the port', fix: 'choose one above 1023 with --port' },
};

function describeFileError(error: NodeJS.ErrnoException): DescribedError | undefined {
  const code = findFileCode(error) ?? '';
  const known = fileErrors[code];
  if (!known || typeof error.syscall !== 'string') return undefined;
  const place = error.path ? ` ${error.path}` : '';
  return complete({
    code: 'io_failed',
    message: `cannot ${fileActions[error.syscall] ?? error.syscall}${place}`,
    why: `${known.why} (${code})`,
    fix: known.fix,
  });
}

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
