import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { GlobalFlags } from '../../../src/cli/command/context.ts';
import { serveMcp } from '../../../src/cli/mcp/serve-mcp.ts';
import { tools } from '../../../src/cli/mcp/tools.ts';
import { CommandError } from '../../../src/cli/output/command-error.ts';
import { createOutput } from '../../../src/cli/output/output.ts';
import { openContext } from '../../../src/cli/service/open-context.ts';
import { captureOutput } from '../../helpers/capture-output.ts';
import { makeFolder, serviceUrl } from '../commands/run-command.ts';

const hello = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'a test', version: '0' } };

/** A server in an empty folder, with this client of a service. It starts nothing and opens no network. */
function open(client: object = {}, { isTTY = false, root = undefined as string | undefined } = {}) {
  const folder = makeFolder();
  const stdin = Object.assign(new PassThrough(), { isTTY });
  const stdout = Object.assign(new PassThrough(), { isTTY: false });
  const stderr = captureOutput();
  const io = {
    ...{ stdin, stdout, stderr: stderr.stream, cwd: folder, platform: 'linux' as const, homeFolder: folder },
    ...{ env: { HOME: folder, PLATEN_BASE_URL: serviceUrl, PLATEN_API_KEY: 'a-key-of-a-test' } },
    ...{ onSignal: () => () => {}, uncaught: new EventEmitter(), end: () => {} },
  };
  const flags: GlobalFlags = {
    ...{ json: false, quiet: false, verbose: false, debug: false, input: true, settings: {}, envFile: false },
  };
  const abort = new AbortController();
  const context = openContext(io, flags, createOutput(io, { ...flags, color: false }), abort.signal, '1.2.3');
  context.client = async () => client as Awaited<ReturnType<typeof context.client>>;
  onTestFinished(() => context.close());
  const served = serveMcp(context, root === undefined ? {} : { root });
  const answers: string[] = [];
  stdout.on('data', (chunk: Buffer) => answers.push(...chunk.toString().trimEnd().split('\n')));
  let id = 0;
  /** Sends a message and reads the next answer. */
  const ask = async (method: string, params: object) => {
    id += 1;
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    while (answers.length === 0) await once(stdout, 'data');
    const answer = JSON.parse(answers.shift() ?? '');
    expect(answer).toMatchObject({ jsonrpc: '2.0', id });
    return answer.result ?? answer.error;
  };
  const call = (name: string, args?: object) => ask('tools/call', { name, ...(args && { arguments: args }) });
  return { ...{ stdin, abort, served, ask, call, folder }, said: () => stderr.read().toString() };
}

describe('a server of MCP', () => {
  it('says what it is, and lists its tools', async () => {
    const { ask, stdin, served, said } = open();
    expect(await ask('initialize', hello)).toMatchObject({
      capabilities: { tools: {} },
      serverInfo: { name: 'platen', title: 'platen', version: '1.2.3' },
      instructions: expect.stringMatching(/^platen renders HTML/),
    });
    const listed = (await ask('tools/list', {})).tools;
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(tools.map(({ name }) => name));
    stdin.end();
    expect([await served, said()]).toEqual([undefined, '']);
  });

  it('answers what a tool says', async () => {
    const { call } = open({ listTemplates: async () => ({ data: [{ id: 'a', name: 'A' }], page: { next: null } }) });
    const { content, isError } = await call('list_templates');
    expect([content.length, JSON.parse(content[0].text), isError]).toEqual([
      1,
      { templates: [{ id: 'a', name: 'A' }] },
      undefined,
    ]);
  });

  it('has no other tools', async () => {
    const answer = await open().call('print_paper');
    expect(answer).toEqual({ code: -32602, message: expect.stringContaining('there is no tool "print_paper"') });
  });

  it('answers a failure with what to do', async () => {
    const failing = (error: Error) => open({ listTemplates: () => Promise.reject(error) }).call('list_templates');
    const read = async (error: Error) => {
      const { content, isError } = await failing(error);
      return [JSON.parse(content[0].text).error, isError, content.length];
    };
    expect(await read(new CommandError('template_changed', 'it changed', { why: 'another call' }))).toEqual([
      {
        ...{ code: 'template_changed', message: 'it changed', why: 'another call' },
        hint: 'call read_template again, then repeat your change with its etag',
      },
      ...[true, 1],
    ]);
    expect((await read(new CommandError('usage', 'it is wrong', { fix: 'do this' })))[0].hint).toBe('do this');
  });

  it('answers arguments that a tool does not take', async () => {
    const { content, isError } = await open().call('list_templates', { nmae: 'x' });
    expect([JSON.parse(content[0].text).error.code, isError]).toEqual(['usage', true]);
  });

  it('notes a message that is no JSON', async () => {
    const { stdin, ask, said } = open();
    stdin.write('nonsense\n');
    await ask('ping', {});
    expect(said()).toMatch(/^a message of the client was not understood: /);
  });

  it('tells a person at a terminal what it waits for', async () => {
    const { ask, said } = open({}, { isTTY: true });
    await ask('ping', {});
    expect(said()).toBe('waiting for an MCP client on stdin; see platen mcp --help for its configuration\n');
  });

  it('needs its folder', async () => {
    await expect(open({}, { root: 'gone' }).served).rejects.toMatchObject({ message: '--root gone does not exist' });
  });
});

describe('the end of a server', () => {
  /** A client whose calls end only when they are stopped. */
  function openPatient() {
    const started = Promise.withResolvers<void>();
    const stopped: unknown[] = [];
    const listTemplates = (_query: object, { signal }: { signal: AbortSignal }) => {
      started.resolve();
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stopped.push((signal.reason as Error).message);
          reject(signal.reason);
        });
      });
    };
    return { server: open({ listTemplates }), started: started.promise, stopped };
  }

  it('comes with that of stdin, and stops what runs', async () => {
    const { server, started, stopped } = openPatient();
    server.call('list_templates').catch(() => {});
    await started;
    server.stdin.end();
    expect([await server.served, stopped]).toEqual([undefined, [expect.any(String)]]);
  });

  it('comes with a signal, and stops what runs', async () => {
    const { server, started, stopped } = openPatient();
    server.call('list_templates').catch(() => {});
    await started;
    server.abort.abort(new Error('terminated'));
    expect([await server.served, stopped]).toEqual([undefined, ['terminated']]);
  });

  it('comes immediately after an earlier signal', async () => {
    const server = open();
    server.abort.abort();
    expect(await server.served).toBeUndefined();
  });
});
