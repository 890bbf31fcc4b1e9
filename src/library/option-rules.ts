import {
  anyText,
  callback,
  checkOptions,
  milliseconds,
  type OptionRules,
  oneOf,
  textLike,
  textList,
  textThat,
  wholeNumber,
} from '../client/index.ts';
import { isLocale, isTimeZone } from '../contract/index.ts';
import type { PlatenOptions } from './platen-options.ts';

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
