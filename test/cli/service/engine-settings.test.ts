import { describe, expect, it } from 'vitest';
import type { Context } from '../../../src/cli/command/context.ts';
import { readBrowserFolders, readServiceParts, readStoreLocation } from '../../../src/cli/service/engine-settings.ts';

const defaults = { sandbox: 'preferred', ownNetwork: 'off', egress: 'open', proxy: 'preferred' } as const;

/** A context with these settings and variables. It keeps what is shown. */
function contextOf(values: Record<string, unknown>, env: Record<string, string> = {}, fontSource = 'default') {
  const shown: unknown[] = [];
  const context = {
    io: { env, platform: 'linux', homeFolder: '/home/ada' },
    settings: async () => ({
      get: (name: string) => values[name] ?? null,
      entries: { font_dir: { origin: { source: fontSource } } },
    }),
    output: {
      warn: (warning: unknown) => shown.push(warning),
      holdUp: (text: unknown) => shown.push(text),
      detail: (text: string) => shown.push(text),
    },
  } as unknown as Context;
  return { context, shown };
}

describe('the engine of a command', () => {
  it('has the defaults that it is given', async () => {
    const { context } = contextOf({ data_dir: '/data' });
    expect(await readServiceParts(context, { ...defaults, fonts: 'system' })).toEqual({
      store: { dataFolder: '/data' },
      engine: {
        ...{ cacheFolder: '/home/ada/.cache/platen', sandbox: 'preferred', ownNetwork: 'off', fonts: 'system' },
        egress: expect.objectContaining({ level: 'open' }),
        onUnpack: expect.any(Function),
        onWarning: expect.any(Function),
      },
    });
    const { engine } = await readServiceParts(context, defaults);
    expect(engine).not.toHaveProperty('fonts');
  });

  it('has what is set', async () => {
    const { context, shown } = contextOf({
      ...{ sandbox: 'off', own_network: 'auto', egress: 'none', chromium: '/chromium', concurrency: 3, queue: 0 },
      ...{ fonts: 'bundled', font_dir: '/fonts', seals: '/seals', timestamp_url: 'https://t.example', locale: 'de-DE' },
      ...{ timezone: 'Europe/Berlin', browser_dir: '/browser', webgl: true },
    });
    const { engine } = await readServiceParts(context, { ...defaults, fonts: 'system' });
    expect(engine).toMatchObject({
      ...{ sandbox: 'off', ownNetwork: 'auto', egress: { level: 'none' }, executable: '/chromium', concurrency: 3 },
      ...{ queue: 0, fonts: 'bundled', fontFolders: ['/fonts'], seals: { folder: '/seals' }, locale: 'de-DE' },
      ...{ timestampUrl: 'https://t.example', timezone: 'Europe/Berlin', browserFolder: '/browser', webgl: true },
    });
    engine.onWarning?.('the sandbox is off', 'sandbox_off');
    expect(shown).toEqual([{ code: 'sandbox_off', text: 'the sandbox is off' }]);
  });

  it('takes no folder of fonts as a flag beside the bundled fonts', async () => {
    const { context } = contextOf({ font_dir: '/fonts' }, {}, 'flag');
    await expect(readServiceParts(context, { ...defaults, fonts: 'bundled' })).rejects.toMatchObject({
      ...{ code: 'usage', message: '--font-dir cannot be combined with the bundled fonts' },
    });
    expect((await readServiceParts(context, defaults)).engine.fontFolders).toEqual(['/fonts']);
  });

  it('passes over a proxy that names none, unless it must have one', async () => {
    const { context, shown } = contextOf({}, { HTTPS_PROXY: 'socks5://proxy.example' });
    const { engine } = await readServiceParts(context, defaults);
    expect([engine.egress.proxy, shown]).toEqual([
      undefined,
      [expect.stringMatching(/; pages are loaded without it$/)],
    ]);
    await expect(readServiceParts(context, { ...defaults, proxy: 'required' })).rejects.toMatchObject({
      code: 'config_invalid',
    });
    const proxied = contextOf({}, { HTTPS_PROXY: 'http://proxy.example:3128' });
    expect((await readServiceParts(proxied.context, defaults)).engine.egress.proxy).toBeDefined();
  });

  it('shows how far its browser is unpacked', async () => {
    const { context, shown } = contextOf({});
    const { onUnpack } = await readBrowserFolders(context);
    for (const share of [0, 0.129, 1]) onUnpack?.(share);
    expect(shown).toEqual(['unpacking the browser, once', 'unpacking the browser, once: 12 %', undefined]);
  });
});

describe('the store of a command', () => {
  it('is a folder', async () => {
    const { context } = contextOf({ data_dir: '/data', secret_key: ['k'], template_revisions: 0 });
    expect(await readStoreLocation(context)).toEqual({ dataFolder: '/data', secretKeys: ['k'], keptRevisions: 0 });
  });

  it('is a database with its limits', async () => {
    const database_url = 'postgres://db.example';
    const plain = (await readStoreLocation(contextOf({ database_url, data_dir: '/data' }).context)) as {
      limits: object;
    };
    expect(plain).not.toHaveProperty('dataFolder');
    const { context } = contextOf({
      ...{ database_url, database_pool: 1, database_statement_timeout: 2 },
      ...{ database_lock_timeout: 3, database_query_timeout: 4 },
    });
    const limits = { connections: 1, statementMs: 2, lockMs: 3, queryMs: 4 };
    expect(await readStoreLocation(context)).toMatchObject({ databaseUrl: database_url, limits });
    expect(Object.keys(plain.limits).sort()).toEqual(Object.keys(limits).sort());
    expect(Object.values(plain.limits).every((limit) => limit > 4)).toBe(true);
  });
});
