import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { guessOutputChoices, readGlobalFlags } from '../../../src/cli/command/global-options.ts';
import { CommandError } from '../../../src/cli/output/command-error.ts';
import { describeError } from '../../../src/cli/output/describe-error.ts';
import type { Io } from '../../../src/cli/output/io.ts';
import { createOutput } from '../../../src/cli/output/output.ts';
import { printError } from '../../../src/cli/output/print-error.ts';
import { parseCommandLine } from '../../../src/cli/program/program.ts';
import { openContext } from '../../../src/cli/service/open-context.ts';
import { createEmbeddedClient } from '../../../src/client/client.ts';
import type { TransportAnswer, TransportRequest } from '../../../src/client/transport.ts';
import { encodeRequestBytes } from '../../../src/contract/request-bytes.ts';
import { captureOutput } from '../../helpers/capture-output.ts';
import type { RecordedRequest } from '../../helpers/recording-server.ts';
import type { CliResult, CliSetting } from '../../helpers/run-cli.ts';
import { makeFolder, serviceUrl } from './run-command.ts';

/** Answers a request, given its number, from 0. */
export type Answer = (request: RecordedRequest, response: ServerResponse, number: number) => void;

/** A service in memory, and a folder in which commands use it. */
export interface MemoryService {
  folder: string;
  url: string;
  requests: RecordedRequest[];
  /** What a request is answered with. */
  answer: Answer;
  /** Runs a command line as a process does, with this service. It starts nothing and opens no network. */
  run(words: readonly string[], setting?: CliSetting): Promise<CliResult>;
}

/** Opens a service with an empty folder. With `method` it knows requests of this method alone: others are 404, and are not written down. */
export function openMemoryService(answer: Answer, { method }: { method?: string } = {}): MemoryService {
  const requests: RecordedRequest[] = [];
  const service: MemoryService = {
    folder: makeFolder(),
    url: serviceUrl,
    requests,
    answer,
    run: (words, setting = {}) => run(words, service.folder, send, setting),
  };
  function send({ method: sent, url, headers, body, signal }: TransportRequest): Promise<TransportAnswer> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      const response = respond(resolve);
      if (method !== undefined && sent !== method) return response.writeHead(404).end();
      const request = {
        method: sent,
        path: `${url.pathname}${url.search}`,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        body: body === undefined ? '' : JSON.stringify(encodeRequestBytes(body)),
      };
      requests.push(request);
      return service.answer(request, response, requests.length - 1);
    });
  }
  return service;
}

/** A response of node:http, as far as the answers of tests use it. */
function respond(send: (answer: TransportAnswer) => void): ServerResponse {
  const body = Object.assign(new PassThrough(), { dump: async () => {} });
  const response = {
    writeHead(status: number, headers: Record<string, string> = {}) {
      send({ status, headers, body: body as unknown as TransportAnswer['body'] });
      return response;
    },
    write: body.write.bind(body),
    end: body.end.bind(body),
    destroy: () => body.destroy(new Error('cut off')),
  };
  return response as unknown as ServerResponse;
}

async function run(
  words: readonly string[],
  folder: string,
  send: (request: TransportRequest) => Promise<TransportAnswer>,
  setting: CliSetting,
): Promise<CliResult> {
  const stdout = captureOutput(setting.stdoutTerminal);
  const stderr = captureOutput(setting.stderrTerminal);
  const stdin: Io['stdin'] =
    setting.stdin === undefined
      ? Object.assign(new PassThrough(), { isTTY: true })
      : Readable.from([Buffer.from(setting.stdin)]);
  const home = makeFolder();
  const io: Io = {
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: {
      ...{ HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_DATA_HOME: join(home, 'data') },
      ...{ PLATEN_BASE_URL: serviceUrl, PLATEN_API_KEY: 'secret-key-of-a-test', PLATEN_RETRIES: '0', ...setting.env },
    },
    cwd: setting.cwd ?? folder,
    platform: 'linux',
    homeFolder: home,
    onSignal: () => () => {},
    uncaught: new EventEmitter(),
    end: () => {},
  };
  const interrupted = new AbortController();
  setting.onStart?.(() => interrupted.abort(new CommandError('interrupted', 'interrupted')));
  const finish = (code: number) => {
    const bytes = stdout.read();
    return { code, bytes, stdout: bytes.toString('utf8'), stderr: stderr.read().toString('utf8') };
  };
  let output = createOutput(io, guessOutputChoices(words));
  try {
    const parsed = await parseCommandLine(words, io, '0.0.0-test');
    if (typeof parsed === 'number') return finish(parsed);
    const flags = readGlobalFlags(parsed.global, parsed.settings);
    output = createOutput(io, { ...flags, color: parsed.global.color });
    const context = openContext(io, flags, output, interrupted.signal, '0.0.0-test', parsed.timeoutPerCall);
    const client = createEmbeddedClient({ send, close: async () => {} }, { retries: 0 });
    context.client = async () => client;
    const code = await parsed.run(context).finally(() => context.close());
    output.flushWarnings();
    if (!interrupted.signal.aborted) return finish(code ?? 0);
  } catch (thrown) {
    if (!interrupted.signal.aborted) {
      const described = describeError(thrown, serviceUrl);
      await printError(described, output, false);
      output.flushWarnings();
      return finish(described.exit);
    }
  }
  const described = describeError(interrupted.signal.reason);
  if (output.json) await printError(described, output, false);
  return finish(described.exit);
}
