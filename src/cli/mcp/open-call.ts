import { Readable, Writable } from 'node:stream';
import type { Context } from '../command/context.ts';
import { createOutput } from '../output/output.ts';
import type { LocalRenderer } from '../templates/local-renderer.ts';

/** What all calls of a server share. */
export interface McpSession {
  /** The context of the command. */
  context: Context;
  /** The real path of the folder that calls may read and write. */
  root: string;
  /** Renders on this machine, whatever service is configured. Opened once. */
  localRenderer(): Promise<LocalRenderer>;
}

/** The context of one call: that of a command in the root, whose data is kept instead of printed. */
export interface ToolCall extends Context {
  root: string;
  localRenderer(): Promise<LocalRenderer>;
  /** The JSON document that was written to `output`. */
  document(): unknown;
  /** Closes what the call has opened, last first. */
  close(): Promise<void>;
}

/** Opens the context of a call. Settings, client and browser are those of the command. */
export function openCall({ context, root, localRenderer }: McpSession, signal: AbortSignal): ToolCall {
  const deferred: (() => Promise<void> | void)[] = [];
  const written: Buffer[] = [];
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk);
      done();
    },
  });
  // stdin and stdout of the process belong to the protocol.
  const io = Object.create(context.io, {
    cwd: { value: root },
    stdin: { value: Readable.from([]) },
    stdout: { value: stdout },
  }) as Context['io'];
  return {
    ...context,
    io,
    signal,
    root,
    localRenderer,
    flags: { ...context.flags, json: true, input: false },
    output: createOutput(io, { json: true, quiet: true, verbose: false, debug: false, color: false }),
    defer: (close) => void deferred.push(close),
    document: () => JSON.parse(Buffer.concat(written).toString('utf8')),
    async close() {
      for (let last = deferred.pop(); last; last = deferred.pop()) await last();
    },
  };
}
