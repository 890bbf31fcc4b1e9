import { realpath } from 'node:fs/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  McpError,
  ErrorCode as RpcErrorCode,
} from '@modelcontextprotocol/sdk/types.js';
import type { ErrorCode } from '../../contract/index.ts';
import { defaultConcurrency } from '../../folders/index.ts';
import type { Context } from '../command/context.ts';
import { resolveRoot } from '../documents/document-root.ts';
import { describeError } from '../output/describe-error.ts';
import { toJson } from '../output/print-error.ts';
import { safeJson } from '../output/safe-text.ts';
import { createLocalRenderer, type LocalRenderer, openLocalRenderer } from '../templates/local-renderer.ts';
import { openCallSlots } from './call-slots.ts';
import { checkArguments } from './check-arguments.ts';
import { type McpSession, openCall } from './open-call.ts';
import type { Tool } from './tool.ts';
import { tools } from './tools.ts';

/** The flags of the command. */
export interface McpOptions {
  root?: string;
}

const instructions = `platen renders HTML, Markdown, web pages, templates and PDFs to PDF.
Paths are relative to the folder of the server; nothing outside of it can be read or written.
Look at what you made: preview_page shows a page as a picture.
To change a stored template: read_template, update_template (a draft), preview_page with template:<id>@draft, label_template to put it live.
Answers have warnings about what is missing on the pages: read them.`;

/** Serves an MCP client on stdin and stdout until stdin ends or the command is stopped. */
export async function serveMcp(context: Context, options: McpOptions): Promise<undefined> {
  const { io, output, signal, version } = context;
  const root = options.root === undefined ? await realpath(io.cwd) : await resolveRoot(options.root, io.cwd);
  const slots = openCallSlots((await context.settings()).get('concurrency') ?? defaultConcurrency());
  const session: McpSession = { context, root, localRenderer: openSharedRenderer(context) };
  const ended = new AbortController();
  const running = new Set<Promise<unknown>>();

  const server = new Server(
    { name: 'platen', title: 'platen', version },
    { capabilities: { tools: {} }, instructions },
  );
  server.onerror = (error) => output.note(`a message of the client was not understood: ${error.message}`);
  server.onclose = () => ended.abort(new Error('the client has closed the connection'));
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ run: _, ...listed }) => listed as Omit<Tool, 'run'> & { inputSchema: { type: 'object' } }),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new McpError(RpcErrorCode.InvalidParams, `there is no tool ${JSON.stringify(params.name)}`);
    const stopped = AbortSignal.any([signal, ended.signal, extra.signal]);
    const work = slots.run(() => runTool(session, tool, params.arguments ?? {}, stopped), stopped).catch(toFailure);
    running.add(work);
    return work.finally(() => running.delete(work));
  });

  const { stdin } = io;
  if (stdin.isTTY) output.note('waiting for an MCP client on stdin; see platen mcp --help for its configuration');
  for (const event of ['end', 'close'] as const) stdin.once(event, () => void server.close());
  await server.connect(new StdioServerTransport(stdin, io.stdout));
  if (!ended.signal.aborted) {
    await new Promise<void>((resolve) => {
      for (const end of [signal, ended.signal]) end.addEventListener('abort', () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
  }
  // What still runs is stopped by the same signals.
  await Promise.all(running);
  await server.close();
  return undefined;
}

async function runTool(
  session: McpSession,
  tool: Tool,
  args: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  checkArguments(tool, args);
  const call = openCall(session, signal);
  try {
    return { content: await tool.run(call, args as never) };
  } finally {
    await call.close();
  }
}

/** What to do, where the command line names its own flags and commands. */
const toolFixes: { [code in ErrorCode]?: string } = {
  output_exists: 'name another file, or set "overwrite": true',
  template_changed: 'call read_template again, then repeat your change with its etag',
  template_not_found: 'list_templates has the ids',
  revision_not_found: 'read_template has the newest revision and the labels',
  label_not_found: 'read_template has the labels',
  template_error: 'fix the template on that line',
};

/** A failure as an answer that the agent can act on. */
function toFailure(error: unknown): CallToolResult {
  const described = describeError(error);
  const advice = toolFixes[described.code] ?? described.fix;
  const text = safeJson(JSON.stringify({ error: toJson({ ...described, ...(advice && { fix: advice }) }) }, null, 2));
  return { content: [{ type: 'text', text }], isError: true };
}

/** Renders on this machine for all calls: with the browser of the command, or with one next to a configured service. */
function openSharedRenderer(context: Context): () => Promise<LocalRenderer> {
  let opened: Promise<LocalRenderer> | undefined;

  async function open(): Promise<LocalRenderer> {
    const { resolveConnection } = await import('../settings/index.ts');
    if (resolveConnection(await context.settings()).baseUrl !== null) return openLocalRenderer(context);
    return createLocalRenderer(await context.client());
  }

  return () => {
    opened ??= open();
    return opened;
  };
}
