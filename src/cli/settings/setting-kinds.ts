import { isHttpAddress, isLocale, isPlainText, isSendableKey, isTimeZone, limits } from '../../contract/index.ts';
import { parseDuration } from './duration.ts';

/** A parsed value, or what is wrong with it, as the end of a sentence ("… must be …"). */
export type Parsed<T> = { value: T } | { problem: string };

/** A kind of setting: how it is read from text (flag, environment, `.env`) and from the data of a config file. */
export interface SettingKind<T> {
  fromText(text: string): Parsed<T>;
  fromData(data: unknown): Parsed<T>;
  /** Whether the value names a file or folder, relative to where it was written. */
  isPath?: true;
  /** Whether the value is HTML or, after an @, a file relative to where it was written. */
  isMarkup?: true;
  /** The words that it takes, where these are few. */
  words?: readonly string[];
}

/** A kind of text. In files it must be text too: YAML reads `1.10` as 1.1 and `017` as 17. */
export function textKind<T>(fromText: (text: string) => Parsed<T>): SettingKind<T> {
  return {
    fromText,
    fromData(data) {
      if (typeof data === 'string') return fromText(data);
      return { problem: `must be text, not ${describeData(data)}${typeof data === 'number' ? ': quote it' : ''}` };
    },
  };
}

/** One line of text without control characters. */
export const plainText: SettingKind<string> = textKind((text) =>
  isPlainText(text) ? { value: text } : { problem: 'must be one line without control characters' },
);

/** A language tag. */
export const localeTag: SettingKind<string> = textKind((text) =>
  isLocale(text) ? { value: text } : { problem: 'must be a BCP 47 language tag such as de-DE' },
);

/** The name of a time zone. */
export const timeZone: SettingKind<string> = textKind((text) =>
  isTimeZone(text) ? { value: text } : { problem: 'must be an IANA time zone such as Europe/Berlin' },
);

/** The name of a profile. */
export const profileName: SettingKind<string> = textKind((text) =>
  isProfileName(text) ? { value: text } : { problem: 'must be made of letters, digits, ".", "-" and "_"' },
);

/** Whether a text can name a profile. */
export function isProfileName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text);
}

/** An API key of any service. */
export const secretKey: SettingKind<string> = textKind((text) =>
  isSendableKey(text)
    ? { value: text }
    : { problem: 'must be one word of visible ASCII characters, without spaces or line breaks' },
);

/** Keys of 32 bytes, separated by commas. */
export const sealingKeys: SettingKind<string[]> = textKind((text) => {
  const keys = text.split(',').map((key) => key.trim());
  const isKey = (key: string) => /^([0-9a-f]{64}|[\w+/-]{43}=?)$/i.test(key);
  return keys.every(isKey)
    ? { value: keys }
    : { problem: 'must be 32 bytes in base64 or hexadecimal digits; several with commas between them' };
});

/** The address of a service: http or https, maybe with a path; kept without the trailing slash. */
export const serviceAddress: SettingKind<string> = textKind((text) => {
  const parsed = readAddress(text);
  return 'value' in parsed ? { value: parsed.value.replace(/\/+$/, '') } : parsed;
});

/** An address that is also a name, so that its trailing slash counts. */
export const exactAddress: SettingKind<string> = textKind(readAddress);

function readAddress(text: string): Parsed<string> {
  const problem = 'must be a URL such as https://pdf.example.com';
  if (text.length > limits.address || !isHttpAddress(text)) return { problem };
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    return { problem: `${problem}, without a user name or password in it` };
  }
  if (/[?#]/.test(text)) return { problem: `${problem}, without "?" and "#"` };
  return { value: url.href };
}

/** The address of a Postgres database. */
export const databaseAddress: SettingKind<string> = textKind((text) =>
  isPlainText(text) && /^postgres(ql)?:\/\//.test(text)
    ? { value: text }
    : { problem: 'must be a URL such as postgres://user@host/database' },
);

/** Where results of background renders are kept. What it says in full is read by the service alone. */
export const resultsAddress: SettingKind<string> = textKind((text) =>
  isPlainText(text) && /^(file:\/\/\/|s3:\/\/|postgres:($|\?))/.test(text)
    ? { value: text }
    : { problem: 'must be a URL such as file:///folder, s3://bucket/prefix or postgres:' },
);

/** A file or folder. */
export const filePath: SettingKind<string> = {
  ...textKind((text) => (text === '' ? { problem: 'must not be empty' } : plainText.fromText(text))),
  isPath: true,
};

/** A time span in milliseconds, longer than 0 and at most 24 hours. */
export const duration: SettingKind<number> = textKind((text) => {
  const ms = parseDuration(text);
  if (ms === undefined) return { problem: 'must be a time span with its unit, such as 500ms, 30s, 2m or 1h' };
  return ms > 0 && ms <= 86_400_000 ? { value: ms } : { problem: 'must be longer than 0 and at most 24h' };
});

/** A time span that may be none, at most 24 hours. */
export const pause: SettingKind<number> = textKind((text) =>
  parseDuration(text) === 0 ? { value: 0 } : duration.fromText(text),
);

/** A whole number. */
export function count(least: number, limit: number): SettingKind<number> {
  const problem = `must be a whole number from ${least} to ${limit}`;
  const check = (value: number): Parsed<number> =>
    Number.isInteger(value) && value >= least && value <= limit ? { value } : { problem };
  return {
    fromText: (text) => (/^\d{1,9}$/.test(text) ? check(Number(text)) : { problem }),
    fromData: (data) => (typeof data === 'number' ? check(data) : { problem: `${problem}, not ${describeData(data)}` }),
  };
}

/** On or off. */
export const onOff: SettingKind<boolean> = {
  fromText(text) {
    if (/^(1|true|yes|on)$/i.test(text)) return { value: true };
    if (/^(0|false|no|off)$/i.test(text)) return { value: false };
    return { problem: 'must be one of 1, true, yes, on or 0, false, no, off' };
  },
  fromData(data) {
    if (typeof data === 'boolean') return { value: data };
    const hint = /^(yes|on|no|off)$/i.test(String(data)) ? ' (in YAML 1.2 yes, no, on and off are text)' : '';
    return { problem: `must be true or false, not ${describeData(data)}${hint}` };
  },
};

/** One of a few words. */
export function choice<W extends string>(...words: W[]): SettingKind<W> {
  const kind = textKind((text) => {
    const word = words.find((known) => known === text);
    return word === undefined ? { problem: `must be one of ${words.join(', ')}` } : { value: word };
  });
  return { ...kind, words };
}

/** A list of words: separated by commas in text, in files a list or such a text. */
export const wordList: SettingKind<string[]> = {
  fromText(text) {
    const words = text.split(',').map((word) => word.trim());
    return checkWords(words.filter((word) => word !== ''));
  },
  fromData(data) {
    if (typeof data === 'string') return wordList.fromText(data);
    if (Array.isArray(data) && data.every((word) => typeof word === 'string')) return checkWords(data);
    return { problem: 'must be a list of texts' };
  },
};

function checkWords(words: string[]): Parsed<string[]> {
  return words.every((word) => word !== '' && isPlainText(word) && !/\s/.test(word))
    ? { value: words }
    : { problem: 'must be a list of words without spaces' };
}

export function describeData(data: unknown): string {
  if (data === null) return 'nothing';
  if (Array.isArray(data)) return 'a list';
  if (typeof data === 'object') return 'a group of settings';
  return typeof data === 'string' ? 'text' : `the ${typeof data} ${String(data)}`;
}
