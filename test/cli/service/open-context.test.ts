import { EventEmitter } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { GlobalFlags } from '../../../src/cli/command/context.ts';
import { createOutput } from '../../../src/cli/output/output.ts';
import { type OpenContext, openContext } from '../../../src/cli/service/open-context.ts';
import { captureOutput } from '../../helpers/capture-output.ts';
import { makeFolder, serviceUrl } from '../commands/run-command.ts';

const service = { PLATEN_BASE_URL: serviceUrl, PLATEN_API_KEY: 'a-key-of-a-test' };
let context: OpenContext | undefined;

interface Setting {
  env?: Record<string, string>;
  flags?: Partial<GlobalFlags>;
  perCall?: boolean;
  config?: string;
  /** Who may read the file of settings. Default: its owner. */
  mode?: number;
}

/** Opens the context of a command, and what it writes to stderr. */
function open({ env = service, flags: changes, perCall, config, mode = 0o600 }: Setting = {}) {
  const home = makeFolder();
  const stderr = captureOutput();
  if (config !== undefined) {
    mkdirSync(join(home, '.config/platen'), { recursive: true });
    writeFileSync(join(home, '.config/platen/config.yaml'), config, { mode });
  }
  const stdin = new PassThrough();
  const io = {
    ...{ stdin, stdout: captureOutput().stream, stderr: stderr.stream, env: { HOME: home, ...env }, cwd: home },
    ...{ platform: 'linux' as const, homeFolder: home, onSignal: () => () => {}, uncaught: new EventEmitter() },
    end: () => {},
  };
  const flags: GlobalFlags = {
    ...{ json: false, quiet: false, verbose: false, debug: false, input: true, settings: {}, envFile: true },
    ...changes,
  };
  const output = createOutput(io, { ...flags, color: false });
  context = openContext(io, flags, output, new AbortController().signal, '1.2.3', perCall);
  return { context, stdin, people: () => stderr.read().toString() };
}
afterEach(() => context?.close());

describe('the client of a command', () => {
  it('is opened once, for the URL that is configured', async () => {
    const { context, people } = open({ flags: { debug: true } });
    expect(context.baseUrl()).toBeUndefined();
    const client = await context.client();
    expect(await context.client()).toBe(client);
    expect(context.baseUrl()).toBe(serviceUrl);
    expect(people()).toMatch(/^debug: service at https:\/\/pdf\.example, key (?!a-key-of-a-test)/m);
    context.output.note('a-key-of-a-test');
    expect(people()).not.toContain('a-key-of-a-test');
  });

  it.each<[Setting, object]>([
    [{ env: { PLATEN_BASE_URL: 'nonsense' } }, { code: 'config_invalid' }],
    [
      { env: { PLATEN_BASE_URL: serviceUrl } },
      { code: 'no_key', message: `no API key is set for ${serviceUrl}`, fix: expect.any(String) },
    ],
    [
      { flags: { settings: { font_dir: 'fonts' } } },
      { code: 'usage', message: '--font-dir is for renders without a service; a service has its own fonts' },
    ],
  ])('is refused: %j', async (setting, error) => {
    const { context } = open(setting);
    await expect(context.client()).rejects.toMatchObject(error);
    await context.warmUp();
    await expect(context.client()).rejects.toMatchObject(error);
  });

  it('ignores a folder of fonts that a file names', async () => {
    const { context } = open({ config: 'font_dir: /usr/share/fonts\n' });
    await expect(context.client()).resolves.toBeDefined();
  });

  it('needs no browser if a URL is configured', async () => {
    const { context, people } = open({ env: { ...service, PLATEN_CHROMIUM: '/no/browser' }, flags: { debug: true } });
    await context.requireBrowser();
    await context.warmUp({ single: true });
    expect(people()).not.toContain('the service runs inside this command');
  });
});

describe('the settings of a command', () => {
  it('are read once', async () => {
    const { context } = open({ env: { ...service, PLATEN_RETRIES: '7' } });
    expect((await context.settings()).get('retries')).toBe(7);
    expect(context.settings()).toBe(context.settings());
  });

  it('come with their warnings', async () => {
    const { context, people } = open({ config: 'api_key: k\n', mode: 0o644 });
    await context.settings();
    expect(people()).toMatch(/^warning: others may read the API key in /);
  });
});

it('what was opened is closed, last first', async () => {
  const { context } = open();
  const closed: string[] = [];
  context.defer(() => void closed.push('first'));
  context.defer(async () => void closed.push('second'));
  await context.close();
  await context.close();
  expect(closed).toEqual(['second', 'first']);
});

describe('stdin', () => {
  it.each<[string, Setting]>([
    ['by a flag', { flags: { settings: { timeout: '20ms' } } }],
    ['by the environment', { env: { ...service, PLATEN_TIMEOUT: '20ms' } }],
    ['by a file', { config: 'timeout: 20ms\n' }],
  ])('is not waited for longer than the time that is set %s', async (_by, setting) => {
    const { context } = open(setting);
    await context.settings();
    await expect(buffer(context.io.stdin)).rejects.toMatchObject({ code: 'timeout' });
  });

  it('is waited for if the time is that of each call', async () => {
    const { context, stdin } = open({ flags: { settings: { timeout: '1ms' } }, perCall: true });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const read = buffer(context.io.stdin);
    await vi.advanceTimersByTimeAsync(1000);
    stdin.end('late');
    expect((await read).toString()).toBe('late');
  });
});
