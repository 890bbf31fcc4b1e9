import { isSendableKey, limits } from '../../contract/index.ts';
import { ServiceError } from '../service-error.ts';
import {
  abortSignal,
  anyObject,
  anyText,
  callback,
  checkOptions,
  milliseconds,
  type OptionRules,
  readGiven,
  textLike,
  wholeNumber,
  yesOrNo,
} from './check-options.ts';
import type {
  CallOptions,
  ClientOptions,
  ReadRenderOptions,
  RenderManyOptions,
  WaitOptions,
} from './client-options.ts';

const tries = wholeNumber(0, 1000);

const clientRules: OptionRules<ClientOptions> = {
  baseUrl: anyText,
  apiKey: {
    words: 'one word of visible ASCII characters, without spaces or line breaks',
    takes: (value) => typeof value === 'string' && isSendableKey(value),
  },
  insecureHttp: yesOrNo,
  env: anyObject,
  timeoutMs: milliseconds,
  totalMs: milliseconds,
  retries: tries,
  userAgent: textLike(/^[\x20-\x7e]+$/, 'a text of ASCII characters'),
  onAttempt: callback,
  onWait: callback,
};

const callRules: OptionRules<CallOptions> = {
  signal: abortSignal,
  // An ETag may hold Latin-1 (RFC 9110, section 8.8.3).
  ifMatch: textLike(/^[\x20-\x7e\x80-\xff]+$/, 'an ETag'),
  message: {
    words: 'a text of 1 to 500 characters without control characters',
    takes: (value) => typeof value === 'string' && isMessage(value),
  },
  idempotencyKey: textLike(/^[\x21-\x7e]{1,255}$/, 'at most 255 visible characters of ASCII'),
  retries: tries,
  onWait: callback,
  onAnswer: callback,
};

function isMessage(text: string): boolean {
  return text.trim() !== '' && text.length <= limits.revisionMessage && text.isWellFormed() && !/\p{Cc}/u.test(text);
}

const manyRules: OptionRules<RenderManyOptions> = {
  signal: abortSignal,
  retries: tries,
  onWait: callback,
  parallel: wholeNumber(1, 256),
};

const readRules: OptionRules<ReadRenderOptions> = { ...callRules, waitSeconds: wholeNumber(0, 30) };

const waitRules: OptionRules<WaitOptions> = {
  signal: abortSignal,
  timeoutMs: { words: 'a number of milliseconds', takes: (value) => typeof value === 'number' && value >= 0 },
  onProgress: callback,
  onStall: callback,
  onWait: callback,
};

const ofCall = { what: 'the options of a call', code: 'invalid_request' } as const;

/** Throws `config_invalid` unless these are options of a client, and `no_key` if the key is missing. */
export function checkClientOptions(options: ClientOptions): void {
  const what = 'the options of createClient';
  const { apiKey, ...others } = readGiven(what, 'config_invalid', (): Partial<ClientOptions> => ({ ...options }));
  const isMissing = apiKey === undefined || apiKey === '';
  const checked = typeof options === 'object' && options !== null && isMissing ? others : options;
  checkOptions(checked, clientRules, { what, code: 'config_invalid' });
  if (isMissing) throw new ServiceError('no_key', 'apiKey is missing');
}

/** Throws `invalid_request` unless these are options of a call. */
export function checkCallOptions(options: CallOptions): void {
  checkOptions(options, callRules, ofCall);
}

/** Throws `invalid_request` unless these are options of many renders. */
export function checkManyOptions(options: RenderManyOptions): void {
  checkOptions(options, manyRules, { what: 'the options of renderMany', code: 'invalid_request' });
}

/** Throws `invalid_request` unless these are options for reading a background render. */
export function checkReadOptions(options: ReadRenderOptions): void {
  checkOptions(options, readRules, ofCall);
}

/** Throws `invalid_request` unless these are options for waiting for a background render. */
export function checkWaitOptions(options: WaitOptions): void {
  checkOptions(options, waitRules, ofCall);
}
