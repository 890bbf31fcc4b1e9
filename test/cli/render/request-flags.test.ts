import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PlannedSource } from '../../../src/cli/documents/plan-source.ts';
import { systemIo } from '../../../src/cli/output/io.ts';
import {
  checkOrigins,
  type RequestFlags,
  readRequestFlags,
  requestPages,
} from '../../../src/cli/render/request-flags.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-request-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

function read(flags: RequestFlags, setting: string | null = null, hidden: string[] = []) {
  const context = {
    io: systemIo(() => {}),
    output: { hide: (secret: string) => void hidden.push(secret) },
    settings: () => Promise.resolve({ get: () => setting }),
  };
  return readRequestFlags(flags, context as never);
}

describe('the flags for how web pages are requested', () => {
  const state = {
    cookies: [{ name: 's', value: 'cookie-in-file', domain: 'a.example' }],
    origins: [{ origin: 'https://a.example', localStorage: [{ name: 't', value: 'item-in-file' }] }],
  };

  it.each<[RequestFlags, object | undefined]>([
    [{}, undefined],
    [{ requestHeader: ['X-Key: a: b ', 'Y:1'] }, { headers: { 'X-Key': 'a: b', Y: '1' } }],
    [{ requestHeader: ['a:1'] }, { headers: { a: '1' } }],
    [{ cookie: [' id = a=b ', 'n='] }, { cookies: { id: 'a=b', n: '' } }],
    [{ basicAuth: 'ada' }, { basic_auth: { username: 'ada', password: 'from settings' } }],
    [
      { basicAuth: '', basicAuthPassword: `@${write('password', 'pass word\r\n')}` },
      { basic_auth: { username: '', password: 'pass word' } },
    ],
    [{ userAgent: '' }, { user_agent: '' }],
    [{ acceptLanguage: 'de-AT,de;q=0.9' }, { language: 'de-AT,de;q=0.9' }],
    [{ storageState: write('state.json', JSON.stringify({ ...state, more: 1 })) }, { storage_state: state }],
    [{ storageState: write('cookies.json', '{"cookies":[]}') }, { storage_state: { cookies: [] } }],
    [{ storageState: write('origins.json', '{"origins":[]}') }, { storage_state: { origins: [] } }],
  ])('are fields of the request: %o', async (flags, request) => {
    expect(await read(flags, 'from settings')).toEqual(request);
  });

  it('hide each secret of at least eight characters from output', async () => {
    const hidden: string[] = [];
    const flags = {
      requestHeader: ['a:12345678', 'b:1234567'],
      cookie: ['c=abcdefgh', 'd=abcdefg'],
      basicAuth: 'a long name',
      storageState: write('state.json', JSON.stringify(state)),
      userAgent: 'a long user agent',
    };
    await read(flags, 'pass-word', hidden);
    expect(hidden).toEqual(['12345678', 'abcdefgh', 'pass-word', 'cookie-in-file', 'item-in-file']);
  });

  it.each<[RequestFlags, object]>([
    [{ basicAuthPassword: '-' }, { message: '--basic-auth-password has no effect', fix: 'add --basic-auth <user>' }],
    [
      { basicAuth: 'ada' },
      {
        message: '--basic-auth needs a password',
        fix: 'set PLATEN_BASIC_AUTH_PASSWORD, or name a file: --basic-auth-password @file',
      },
    ],
    [{ basicAuth: 'ada', basicAuthPassword: 'open' }, { message: '--basic-auth-password takes @file or -' }],
    [
      { basicAuth: 'ada', basicAuthPassword: `@${write('lines', 'one\ntwo\n')}` },
      { message: '--basic-auth-password has control characters or more than one line' },
    ],
    [
      { requestHeader: ['none'] },
      { message: '--request-header has no name', fix: "write --request-header 'Name: value'" },
    ],
    [{ requestHeader: ['a:1', ':2'] }, { message: '--request-header, number 2, has no name' }],
    [{ cookie: ['=1'] }, { message: '--cookie has no name', fix: 'write --cookie name=value' }],
  ])('are refused as wrong usage: %o', async (flags, error) => {
    await expect(read(flags)).rejects.toMatchObject({ code: 'usage', ...error });
  });

  it.each(['not JSON', '[]', '1'])('refuse a storage state that is not a JSON object: %s', async (text) => {
    await expect(read({ storageState: write('wrong.json', text) })).rejects.toMatchObject({
      code: 'input_invalid',
      message: '--storage-state: the file is not a JSON object with "cookies" and "origins"',
    });
  });
});

describe('the request of web pages', () => {
  const request = { user_agent: 'a', language: 'de' };

  it.each([
    ['https://a.example', { url: 'https://a.example', request }],
    [{ html: 'x' }, { html: 'x' }],
    [
      { url: 'https://a.example', media: 'screen', request: { language: 'en' } },
      { url: 'https://a.example', media: 'screen', request: { user_agent: 'a', language: 'en' } },
    ],
    [
      ['https://a.example', { html: 'x' }],
      [{ url: 'https://a.example', request }, { html: 'x' }],
    ],
  ])('is added to each part with a URL, whose own fields win: %o', (parts, expected) => {
    expect(requestPages(parts, request)).toEqual(expected);
  });

  const address = (url: string): PlannedSource => ({ kind: 'address', address: url }) as PlannedSource;
  const file = { kind: 'file', file: 'a.html', format: 'html' } as PlannedSource;
  const [one, same, other] = [
    address('https://a.example/1'),
    address('https://a.example/2'),
    address('https://b.example/'),
  ];
  const secret = { headers: { a: '1' } };

  it.each([
    [[file, one, same], secret],
    [[one, other], { user_agent: 'a' }],
  ])('may go to the URLs of one site, and to several without credentials', (sources, given) => {
    expect(() => checkOrigins(sources, given)).not.toThrow();
  });

  it.each([secret, { cookies: { a: '1' } }, { basic_auth: { username: 'a', password: 'b' } }])(
    'may not send credentials to several sites: %o',
    (given) => {
      expect(() => checkOrigins([one, same, other], given)).toThrow(
        expect.objectContaining({
          code: 'usage',
          why: 'https://a.example and https://b.example would both get them',
        }),
      );
    },
  );

  it('needs a URL', () => {
    expect(() => checkOrigins([file], {})).toThrow('flags for web pages have no effect: no source is a URL');
  });
});
