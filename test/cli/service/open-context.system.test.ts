import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import type { GlobalFlags } from '../../../src/cli/command/context.ts';
import { createOutput } from '../../../src/cli/output/output.ts';
import { type OpenContext, openContext } from '../../../src/cli/service/open-context.ts';
import type { Client } from '../../../src/client/index.ts';
import { sendPdf, startRecordingServer } from '../../helpers/recording-server.ts';
import { makeHome, type TestHome } from '../../helpers/run-cli.ts';

let home: TestHome;
let context: OpenContext;

/** Opens the context of a command in its own home, with these variables. */
function open(env: Record<string, string> = {}): OpenContext {
  home = makeHome();
  const io = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env: { ...home.env, ...env },
    cwd: home.folder,
    platform: process.platform,
    homeFolder: home.env.HOME ?? '',
    onSignal: () => () => undefined,
    uncaught: new EventEmitter(),
    end: () => undefined,
  };
  const flags: GlobalFlags = {
    json: false,
    quiet: true,
    verbose: false,
    debug: false,
    input: false,
    settings: {},
    envFile: false,
  };
  const output = createOutput(io, { ...flags, color: false });
  context = openContext(io, flags, output, new AbortController().signal, '1.2.3');
  return context;
}

const render = (client: Client) =>
  client.receivePdf({ parts: { html: 'x' } }, async (answer) => answer.kind === 'pdf' && buffer(answer.stream));

afterEach(async () => {
  await context.close();
  home.remove();
});

describe('a client without an address', () => {
  it.each([
    ['before it is opened', true],
    ['after it is opened', false],
  ])('renders where its browser was warmed up %s, and answers for templates', async (_when, first) => {
    const { warmUp, client } = open();
    if (first) await warmUp({ single: true });
    const opened = await client();
    if (!first) await warmUp({ markdown: true });
    expect(await render(opened)).toBeInstanceOf(Buffer);
    expect(await client()).toBe(opened);
    expect((await opened.listTemplates()).data).toEqual([]);
  });

  it('makes no store and no browser before it is asked', async () => {
    await open().client();
    expect(existsSync(join(home.env.XDG_DATA_HOME ?? '', 'platen'))).toBe(false);
  });
});

describe('a warm-up', () => {
  it('does nothing where an address is configured', async () => {
    const service = await startRecordingServer((_request, response) => sendPdf(response));
    const { warmUp, client } = open({
      PLATEN_BASE_URL: service.url,
      PLATEN_API_KEY: 'key',
      PLATEN_CHROMIUM: '/no/browser',
    });
    await warmUp();
    expect(service.requests).toEqual([]);
    await render(await client());
    expect(service.requests).toHaveLength(1);
    await service.close();
  });

  it('leaves it to the render to say that there is no browser', async () => {
    const { warmUp, client } = open({ PLATEN_CHROMIUM: '/no/browser' });
    await warmUp();
    await expect(render(await client())).rejects.toMatchObject({ code: 'browser_missing' });
  });

  it('leaves it to the client to say that a setting is not valid', async () => {
    const { warmUp, client } = open({ PLATEN_BASE_URL: 'nonsense' });
    await warmUp();
    await expect(client()).rejects.toMatchObject({ code: 'config_invalid' });
  });
});

it('a browser that is required and cannot start is an error before any render', async () => {
  const { requireBrowser } = open({ PLATEN_CHROMIUM: '/no/browser' });
  await expect(requireBrowser()).rejects.toMatchObject({ code: 'browser_missing' });
});
