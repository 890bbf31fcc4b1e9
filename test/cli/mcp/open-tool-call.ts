import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { GlobalFlags } from '../../../src/cli/command/context.ts';
import { openCall, type ToolCall } from '../../../src/cli/mcp/open-call.ts';
import type { Content } from '../../../src/cli/mcp/tool.ts';
import { createOutput } from '../../../src/cli/output/output.ts';
import { openContext } from '../../../src/cli/service/open-context.ts';
import { captureOutput } from '../../helpers/capture-output.ts';
import { makeFolder, serviceUrl } from '../commands/run-command.ts';

/** A call of a tool in an empty folder, with this client. It starts nothing and opens no network. */
export function openToolCall(client: object): ToolCall {
  const root = makeFolder();
  const io = {
    ...{ stdin: new PassThrough(), stdout: captureOutput().stream, stderr: captureOutput().stream },
    ...{ env: { HOME: root, PLATEN_BASE_URL: serviceUrl, PLATEN_API_KEY: 'a-key-of-a-test' }, cwd: root },
    ...{ platform: 'linux' as const, homeFolder: root, onSignal: () => () => {}, uncaught: new EventEmitter() },
    end: () => {},
  };
  const flags: GlobalFlags = {
    ...{ json: false, quiet: false, verbose: false, debug: false, input: false, settings: {}, envFile: false },
  };
  const { signal } = new AbortController();
  const context = openContext(io, flags, createOutput(io, { ...flags, color: false }), signal, '1.2.3');
  context.client = async () => client as Awaited<ReturnType<typeof context.client>>;
  const localRenderer = () => Promise.reject(new Error('no renderer'));
  const call = openCall({ context, root, localRenderer }, signal);
  onTestFinished(() => call.close());
  return call;
}

/** The values of JSON that a tool answers with. */
export function readAnswer(contents: readonly Content[]): unknown[] {
  return contents.map((content) => (content.type === 'text' ? JSON.parse(content.text) : content.mimeType));
}
