import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Context } from '../../../src/cli/command/context.ts';
import { attempt, fail, ok, warn } from '../../../src/cli/doctor/check-result.ts';
import { checkService } from '../../../src/cli/doctor/check-service.ts';
import { checkPrograms, checkSettings } from '../../../src/cli/doctor/check-settings.ts';
import { checkStore } from '../../../src/cli/doctor/check-store.ts';
import { openResultPrinter } from '../../../src/cli/doctor/print-results.ts';
import { CommandError } from '../../../src/cli/output/command-error.ts';
import type { Settings } from '../../../src/cli/settings/index.ts';
import { settingNames } from '../../../src/cli/settings/settings-table.ts';
import { ServiceError } from '../../../src/client/index.ts';
import type { ErrorCode } from '../../../src/contract/index.ts';
import { makeCertificate } from '../../helpers/test-authority.ts';
import { makeFolder } from '../commands/run-command.ts';

/** Settings with these values, of which no key is from a file. */
function settingsOf(values: Record<string, string | null>): Settings {
  const origin = { source: 'default' };
  return {
    get: (name: string) => values[name] ?? null,
    entries: Object.fromEntries(settingNames.map((name) => [name, { origin }])),
    warnings: [],
  } as unknown as Settings;
}

const contextOf = (changes: object = {}) =>
  ({
    io: { env: {}, platform: 'linux' },
    version: '1.2.3',
    signal: new AbortController().signal,
    ...changes,
  }) as unknown as Context;

describe('the connection to a service', () => {
  const base_url = 'https://pdf.example';
  const refuse = (error: Error) => ({ client: () => Promise.reject(error) });

  it('is not checked if no service is configured', async () => {
    expect(await checkService(contextOf(), settingsOf({}))).toEqual([
      ok('address', 'none: the service runs inside each command'),
    ]);
  });

  it('may go through a proxy, whose password is not shown', async () => {
    const env = { HTTPS_PROXY: 'http://user:secret@proxy.example:3128' };
    const context = contextOf({ io: { env }, ...refuse(new CommandError('no_key', 'no API key is set')) });
    expect(await checkService(context, settingsOf({ base_url }))).toEqual([
      ok('proxy', 'http://proxy.example:3128'),
      ok('ca', "the system's and Node's own"),
      expect.objectContaining({ check: 'key', state: 'fail', detail: 'no API key is set', code: 'no_key' }),
    ]);
  });

  it('may not come about', async () => {
    const context = contextOf({
      client: async () => ({
        listTemplates: () => Promise.reject(new CommandError('connection_refused', 'nothing answers')),
      }),
    });
    const [proxy, , address, ...more] = await checkService(context, settingsOf({ base_url }));
    expect([proxy, more]).toEqual([ok('proxy', 'none'), []]);
    expect(address).toMatchObject({ check: 'address', state: 'fail', code: 'connection_refused' });
  });

  it('is not tried with certificates that cannot be used', async () => {
    const folder = makeFolder();
    const file = join(folder, 'ca.pem');
    const fix = 'name a file in PEM form with --ca-file or PLATEN_CA_FILE';
    const check = () =>
      checkService(contextOf(refuse(new Error('it was called'))), settingsOf({ base_url, ca_file: file }));
    const result = (detail: string) => ({ check: 'ca', state: 'fail', detail, fix, code: 'config_invalid' });
    expect((await check()).slice(1)).toEqual([result(`ca_file: ${file} cannot be read (ENOENT)`)]);
    writeFileSync(file, 'no certificate');
    expect((await check()).slice(1)).toEqual([result(`ca_file: ${file} has no certificate that can be read`)]);
  });
});

describe('the file of certificates', () => {
  it.each([
    [2049, 'ok', /^ca\.pem, until Jan .* 2049 GMT$/, null],
    [
      2021,
      'warn',
      /^ca\.pem expired on Jan .* 2021 GMT$/,
      'get a new one from the operator of the proxy or the service',
    ],
  ])('is valid until the year %i: %s', async (expires, state, detail, fix) => {
    const folder = makeFolder();
    const file = join(folder, 'ca.pem');
    writeFileSync(file, makeCertificate({ name: 'An authority', expires }).cert);
    const settings = settingsOf({ base_url: 'https://pdf.example', ca_file: file });
    const context = contextOf({ client: () => Promise.reject(new CommandError('no_key', 'no API key is set')) });
    const [, ca] = await checkService(context, settings);
    expect(ca).toEqual({ check: 'ca', state, detail: expect.any(String), fix, code: null });
    expect(ca?.detail.replace(`${folder}/`, '')).toMatch(detail);
  });
});

describe('a service that answers', () => {
  const base_url = 'https://pdf.example';
  const asked = ok('ready', 'it was asked');

  /** Checks a service whose answer has these headers, and is a success without an error. */
  async function check(headers: Record<string, string>, error?: Error) {
    const calls: unknown[] = [];
    const listTemplates = async (query: unknown, { onAnswer, ...options }: { onAnswer: (head: object) => void }) => {
      calls.push(query, options);
      onAnswer({ status: 200, headers });
      if (error) throw error;
    };
    const context = contextOf({ client: async () => ({ listTemplates }) });
    const results = await checkService(context, settingsOf({ base_url }), async (_context, url) => {
      calls.push(url);
      return [asked];
    });
    expect(calls).toEqual([{ limit: 1 }, { signal: context.signal, retries: 0 }, base_url]);
    return results.slice(2).map(({ detail, ...result }) => ({ ...result, detail: detail.replace(/ in \d+ ms$/, '') }));
  }

  it('accepts the key', async () => {
    expect(await check({})).toEqual([ok('address', `${base_url} answers`), ok('key', 'accepted'), asked]);
  });

  const late = 'set the clock, for example by NTP: certificates and deadlines depend on it';
  it.each([
    [0, [ok('clock', "agrees with the service's")]],
    [60, [ok('clock', "agrees with the service's")]],
    [-60, [ok('clock', "agrees with the service's")]],
    [62, [warn('clock', "is 62 s ahead of the service's", late)]],
    [-62, [warn('clock', "is 62 s behind the service's", late)]],
    [undefined, []],
  ])('may have another clock: %s seconds', async (seconds, clock) => {
    const now = Date.UTC(2026, 0, 1);
    vi.useFakeTimers({ toFake: ['Date'], now });
    onTestFinished(() => void vi.useRealTimers());
    const date = seconds === undefined ? 'no date' : new Date(now - seconds * 1000).toUTCString();
    expect((await check({ date })).slice(2)).toEqual([...clock, asked]);
  });

  const untested = 'could not be tried: the service lists no templates';
  it.each<[ErrorCode, number, object]>([
    ['forbidden', 403, ok('key', 'accepted; it may not list templates')],
    ['forbidden', 401, { check: 'key', state: 'fail', code: 'forbidden' }],
    ['unauthorized', 401, { check: 'key', state: 'fail', code: 'unauthorized' }],
    ['not_found', 404, warn('key', untested, 'check base_url, or try a render')],
    ['method_not_allowed', 405, warn('key', untested, 'check base_url, or try a render')],
    ['internal', 500, { check: 'service', state: 'fail', code: 'internal' }],
  ])('may refuse the call: %s with %i', async (code, status, result) => {
    expect(await check({ date: '' }, new ServiceError(code, 'it says why', { status }))).toEqual([
      ok('address', `${base_url} answers`),
      expect.objectContaining(result),
      asked,
    ]);
  });
});

describe('the store on this machine', () => {
  it('is made when it is needed, with the folders above it', async () => {
    const folder = join(makeFolder(), 'a/b/data');
    expect(await checkStore(contextOf(), settingsOf({ data_dir: folder }))).toEqual([
      ok('data_folder', `${folder}, made when it is needed`),
    ]);
  });

  it('cannot be in a file', async () => {
    const file = join(makeFolder(), 'file');
    writeFileSync(file, '');
    const folder = join(file, 'data');
    expect(await checkStore(contextOf(), settingsOf({ data_dir: folder }))).toMatchObject([
      { check: 'data_folder', state: 'fail', fix: 'check the path' },
    ]);
  });

  it.each([
    [0o700, 'linux', 'ok', ''],
    [0o750, 'linux', 'warn', ' is open to others (mode 750)'],
    [0o701, 'linux', 'warn', ' is open to others (mode 701)'],
    [0o755, 'win32', 'ok', ''],
  ])('is for its owner alone: mode %o on %s', async (mode, platform, state, detail) => {
    const folder = join(makeFolder(), 'data');
    mkdirSync(folder, { mode });
    const context = contextOf({
      io: { env: {}, platform },
      settings: () => Promise.reject(new Error('no store here')),
    });
    const [first, second] = await checkStore(context, settingsOf({ data_dir: folder }));
    expect(first).toEqual({
      ...{ check: 'data_folder', state, detail: folder + detail, code: null },
      fix: state === 'ok' ? null : `chmod 700 ${folder}`,
    });
    expect(second).toMatchObject({ check: 'store', state: 'fail' });
  });
});

describe('settings and programs', () => {
  it('are named with their files', () => {
    expect(checkSettings(settingsOf({}))).toEqual([ok('config', 'no files, defaults and environment only')]);
    const settings = settingsOf({});
    settings.entries.timeout.origin = { source: 'user', path: '/a.yaml' } as never;
    settings.entries.retries.origin = { source: 'user', path: '/a.yaml' } as never;
    expect(checkSettings(settings)).toEqual([ok('config', '/a.yaml')]);
    expect(checkPrograms(contextOf())).toEqual([
      ok('node', `${process.versions.node} on linux ${process.arch}`),
      ok('platen', '1.2.3'),
    ]);
  });

  it('may have warnings, and settings that are not used', () => {
    const settings = settingsOf({});
    Object.assign(settings, { warnings: [{ code: 'x', text: 'a line is unknown' }] });
    Object.assign(settings.entries.base_url, {
      origin: { source: 'project', path: '/p.yaml' },
      blocked: { fix: 'trust it' },
    });
    expect(checkSettings(settings)).toEqual([
      warn('config', 'a line is unknown'),
      warn(
        'config',
        expect.stringMatching(/^base_url is not used: .*\/p\.yaml.* is not trusted$/) as never,
        'trust it',
      ),
    ]);
  });
});

describe('results', () => {
  it.each<[CommandError, string | null, object]>([
    [
      new CommandError('io_failed', 'no', { why: 'EACCES', fix: 'own' }),
      'other',
      { detail: 'no (EACCES)', fix: 'own' },
    ],
    [new CommandError('io_failed', 'no'), 'other', { detail: 'no', fix: 'other' }],
    [new CommandError('no_key', 'no'), null, { detail: 'no', fix: expect.any(String) }],
  ])('of a failure have its reason and the nearest fix: %s', async (error, fix, result) => {
    const whole = { check: 'x', state: 'fail', code: error.code, ...result };
    expect(fail('x', error, fix)).toEqual(whole);
    expect(await attempt('x', () => Promise.reject(error), fix)).toEqual([whole]);
  });

  it('of a check may be several', async () => {
    expect(await attempt('x', async () => ok('a', 'b'))).toEqual([ok('a', 'b')]);
    expect(await attempt('x', async () => [ok('a', 'b'), warn('c', 'd')])).toEqual([ok('a', 'b'), warn('c', 'd')]);
  });

  it('are printed line by line, each with its fix', async () => {
    const plain = (text: string) => text;
    const chalk = { green: plain, yellow: plain, red: plain, bold: plain, dim: plain };
    const printed: string[] = [];
    const output = { chalk: async () => chalk, data: async (text: string) => void printed.push(text) };
    const print = await openResultPrinter(
      contextOf({ output, io: { env: { LANG: 'C.UTF-8' }, platform: 'linux', stdout: {} } }),
    );
    await print([
      ok('data_folder', '/a'),
      warn('clock', 'is late', 'set it'),
      fail('x', new CommandError('io_failed', 'no', { fix: 'own' })),
    ]);
    expect(printed.map((line) => line.replace(/^\S+ +/, ''))).toEqual([
      'data folder  /a\n',
      'clock        warn: is late\n',
      expect.stringMatching(/set it\n$/),
      'x            fail: no\n',
      expect.stringMatching(/own\n$/),
    ]);
    expect(printed[2]).toBe(`${' '.repeat(16)}fix: set it\n`);
  });
});
