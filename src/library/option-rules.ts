import {
  anyText,
  callback,
  checkOptions,
  milliseconds,
  type OptionRules,
  oneOf,
  textLike,
  textList,
  wholeNumber,
} from '../client/index.ts';
import type { PlatenOptions } from './platen-options.ts';

const platenRules: OptionRules<PlatenOptions> = {
  dataDir: anyText,
  databaseUrl: textLike(/^postgres(ql)?:\/\//, 'an address such as postgres://user@host/database'),
  egress: oneOf('deny', 'public', 'allow-list', 'open'),
  allow: textList,
  concurrency: wholeNumber(1, 256),
  chromium: anyText,
  fonts: oneOf('system', 'bundled'),
  fontDir: anyText,
  sandbox: oneOf('required', 'preferred', 'off'),
  timeoutMs: milliseconds,
  onWarning: callback,
};

/** Throws `config_invalid`, naming the option, unless these are options of `openPlaten`. */
export function checkPlatenOptions(options: PlatenOptions): void {
  checkOptions(options, platenRules, { what: 'the options of openPlaten', code: 'config_invalid' });
}
