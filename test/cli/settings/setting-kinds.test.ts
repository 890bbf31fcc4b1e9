import { expect, it } from 'vitest';
import * as kinds from '../../../src/cli/settings/setting-kinds.ts';
import { limits } from '../../../src/contract/index.ts';

const { count, choice, duration, pause, onOff, wordList } = kinds;
const [hex, base64] = ['0aF'.padEnd(64, '1'), `${'Ab1-_/+'.padEnd(43, 'x')}`];
const key = 'must be 32 bytes in base64 or hexadecimal digits; several with commas between them';
const address = 'must be a URL such as https://pdf.example.com';
const database = 'must be a URL such as postgres://user@host/database';
const results = 'must be a URL such as file:///folder, s3://bucket/prefix or postgres:';
const span = 'must be a time span with its unit, such as 500ms, 30s, 2m or 1h';
const long = 'must be longer than 0 and at most 24h';
const line = 'must be one line without control characters';
const profile = 'must be made of letters, digits, ".", "-" and "_"';
const word = 'must be one word of visible ASCII characters, without spaces or line breaks';
const words = 'must be a list of words without spaces';
const number = 'must be a whole number from 2 to 40';
const longest = `https://a.example/${'x'.repeat(limits.address - 18)}`;

it.each<[string, kinds.SettingKind<unknown>, string, unknown]>([
  ['plainText', kinds.plainText, 'a b', { value: 'a b' }],
  ['plainText', kinds.plainText, 'a\nb', { problem: line }],
  ['localeTag', kinds.localeTag, 'de-DE', { value: 'de-DE' }],
  ['localeTag', kinds.localeTag, 'deutsch!', { problem: 'must be a BCP 47 language tag such as de-DE' }],
  ['timeZone', kinds.timeZone, 'Europe/Berlin', { value: 'Europe/Berlin' }],
  ['timeZone', kinds.timeZone, 'Berlin', { problem: 'must be an IANA time zone such as Europe/Berlin' }],
  ['profileName', kinds.profileName, 'a.B-9_', { value: 'a.B-9_' }],
  ['profileName', kinds.profileName, 'x'.repeat(64), { value: 'x'.repeat(64) }],
  ['profileName', kinds.profileName, 'x'.repeat(65), { problem: profile }],
  ['profileName', kinds.profileName, '.a', { problem: profile }],
  ['secretKey', kinds.secretKey, 'any~key', { value: 'any~key' }],
  ['secretKey', kinds.secretKey, 'two words', { problem: word }],
  ['sealingKeys', kinds.sealingKeys, `${hex}, ${base64}=,${base64}`, { value: [hex, `${base64}=`, base64] }],
  ['sealingKeys', kinds.sealingKeys, `${hex},`, { problem: key }],
  ['sealingKeys', kinds.sealingKeys, hex.slice(1), { problem: key }],
  ['sealingKeys', kinds.sealingKeys, `${base64}==`, { problem: key }],
  ['serviceAddress', kinds.serviceAddress, 'https://a.example/b//', { value: 'https://a.example/b' }],
  ['serviceAddress', kinds.serviceAddress, 'a.example', { problem: address }],
  ['exactAddress', kinds.exactAddress, 'http://a.example', { value: 'http://a.example/' }],
  ['exactAddress', kinds.exactAddress, longest, { value: longest }],
  ['exactAddress', kinds.exactAddress, `${longest}x`, { problem: address }],
  [
    'exactAddress',
    kinds.exactAddress,
    'https://me@a.example',
    { problem: `${address}, without a user name or password in it` },
  ],
  [
    'exactAddress',
    kinds.exactAddress,
    'https://:pw@a.example',
    { problem: `${address}, without a user name or password in it` },
  ],
  ['exactAddress', kinds.exactAddress, 'https://a.example/?', { problem: `${address}, without "?" and "#"` }],
  ['exactAddress', kinds.exactAddress, 'https://a.example/#', { problem: `${address}, without "?" and "#"` }],
  ['databaseAddress', kinds.databaseAddress, 'postgres://h/d', { value: 'postgres://h/d' }],
  ['databaseAddress', kinds.databaseAddress, 'postgresql://h/d', { value: 'postgresql://h/d' }],
  ['databaseAddress', kinds.databaseAddress, 'mysql://h/d', { problem: database }],
  ['databaseAddress', kinds.databaseAddress, 'postgres://h/d\n', { problem: database }],
  ['resultsAddress', kinds.resultsAddress, 'file:///a', { value: 'file:///a' }],
  ['resultsAddress', kinds.resultsAddress, 's3://a/b', { value: 's3://a/b' }],
  ['resultsAddress', kinds.resultsAddress, 'postgres:', { value: 'postgres:' }],
  ['resultsAddress', kinds.resultsAddress, 'postgres:?a=1', { value: 'postgres:?a=1' }],
  ['resultsAddress', kinds.resultsAddress, 'postgres://h', { problem: results }],
  ['resultsAddress', kinds.resultsAddress, 'file://a', { problem: results }],
  ['resultsAddress', kinds.resultsAddress, 's3://a\u0000', { problem: results }],
  ['filePath', kinds.filePath, 'a/b c', { value: 'a/b c' }],
  ['filePath', kinds.filePath, '', { problem: 'must not be empty' }],
  ['filePath', kinds.filePath, 'a\tb', { problem: line }],
  ['duration', duration, '500ms', { value: 500 }],
  ['duration', duration, '24h', { value: 86_400_000 }],
  ['duration', duration, '86400001ms', { problem: long }],
  ['duration', duration, '0s', { problem: long }],
  ['duration', duration, '5', { problem: span }],
  ['pause', pause, '0s', { value: 0 }],
  ['pause', pause, '1s', { value: 1000 }],
  ['pause', pause, '25h', { problem: long }],
  ['pause', pause, 'soon', { problem: span }],
  ['count', count(2, 40), '2', { value: 2 }],
  ['count', count(2, 40), '40', { value: 40 }],
  ['count', count(2, 40), '1', { problem: number }],
  ['count', count(2, 40), '41', { problem: number }],
  ['count', count(2, 40), '4.5', { problem: number }],
  ['count', count(2, 40), '', { problem: number }],
  ['onOff', onOff, 'YES', { value: true }],
  ['onOff', onOff, '1', { value: true }],
  ['onOff', onOff, 'off', { value: false }],
  ['onOff', onOff, '2', { problem: 'must be one of 1, true, yes, on or 0, false, no, off' }],
  ['choice', choice('a', 'b'), 'b', { value: 'b' }],
  ['choice', choice('a', 'b'), 'A', { problem: 'must be one of a, b' }],
  ['wordList', wordList, ' a, b ,,', { value: ['a', 'b'] }],
  ['wordList', wordList, '', { value: [] }],
  ['wordList', wordList, 'a b', { problem: words }],
  ['wordList', wordList, 'a,\u0007', { problem: words }],
])('%s reads the text of %#', (_name, kind, text, parsed) => {
  expect(kind.fromText(text)).toEqual(parsed);
});

it.each<[string, kinds.SettingKind<unknown>, unknown, unknown]>([
  ['text', kinds.plainText, 'a', { value: 'a' }],
  ['text', kinds.plainText, 1.1, { problem: 'must be text, not the number 1.1: quote it' }],
  ['text', kinds.plainText, true, { problem: 'must be text, not the boolean true' }],
  ['text', kinds.plainText, null, { problem: 'must be text, not nothing' }],
  ['text', kinds.plainText, ['a'], { problem: 'must be text, not a list' }],
  ['text', kinds.plainText, {}, { problem: 'must be text, not a group of settings' }],
  ['count', count(2, 40), 2, { value: 2 }],
  ['count', count(2, 40), 41, { problem: number }],
  ['count', count(2, 40), 2.5, { problem: number }],
  ['count', count(2, 40), '2', { problem: `${number}, not text` }],
  ['onOff', onOff, false, { value: false }],
  ['onOff', onOff, 'yes', { problem: 'must be true or false, not text (in YAML 1.2 yes, no, on and off are text)' }],
  ['onOff', onOff, 1, { problem: 'must be true or false, not the number 1' }],
  ['choice', choice('a', 'b'), 'a', { value: 'a' }],
  ['wordList', wordList, 'a,b', { value: ['a', 'b'] }],
  ['wordList', wordList, ['a', 'b'], { value: ['a', 'b'] }],
  ['wordList', wordList, ['a', ''], { problem: words }],
  ['wordList', wordList, ['a', 1], { problem: 'must be a list of texts' }],
  ['wordList', wordList, { a: 1 }, { problem: 'must be a list of texts' }],
])('%s reads the data of %#', (_name, kind, data, parsed) => {
  expect(kind.fromData(data)).toEqual(parsed);
});

it('says what a kind is', () => {
  expect([kinds.filePath.isPath, kinds.plainText.isPath, choice('a', 'b').words]).toEqual([
    true,
    undefined,
    ['a', 'b'],
  ]);
});
