import {
  anyObject,
  anyText,
  callback,
  checkOptions,
  milliseconds,
  type OptionRule,
  type OptionRules,
  oneOf,
  textLike,
  textList,
  textThat,
  wholeNumber,
} from '../client/index.ts';
import { isHttpAddress, isLocale, isTimeZone } from '../contract/index.ts';
import type { PlatenOptions } from './platen-options.ts';

/** A folder, or the files of each seal. */
const sealSource: OptionRule = {
  words: 'a folder, or an object with { certificate, key, password } for each seal',
  takes: (value) =>
    anyText.takes(value) ||
    (anyObject.takes(value) &&
      Object.values(value as object).every(
        ({ certificate, key, password }: Record<string, unknown> = {}) =>
          certificate instanceof Uint8Array &&
          (key === undefined || key instanceof Uint8Array) &&
          (password === undefined || typeof password === 'string'),
      )),
};

const platenRules: OptionRules<PlatenOptions> = {
  dataDir: anyText,
  databaseUrl: textLike(/^postgres(ql)?:\/\//, 'a URL such as postgres://user@host/database'),
  egress: oneOf('deny', 'public', 'allow-list', 'open'),
  allow: textList,
  templateRevisions: wholeNumber(1, 1_000_000),
  concurrency: wholeNumber(1, 256),
  chromium: anyText,
  fonts: oneOf('system', 'bundled'),
  fontDir: anyText,
  seals: sealSource,
  timestampUrl: textThat(isHttpAddress, 'an http or https URL'),
  locale: textThat(isLocale, 'a BCP 47 language tag such as de-DE'),
  timezone: textThat(isTimeZone, 'an IANA time zone such as Europe/Berlin'),
  sandbox: oneOf('required', 'preferred', 'off'),
  timeoutMs: milliseconds,
  onWarning: callback,
};

/** Throws `config_invalid`, naming the option, unless these are options of `openPlaten`. */
export function checkPlatenOptions(options: PlatenOptions): void {
  checkOptions(options, platenRules, { what: 'the options of openPlaten', code: 'config_invalid' });
}
