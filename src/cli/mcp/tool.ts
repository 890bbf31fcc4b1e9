import type { ToolCall } from './open-call.ts';

/** A piece of an answer. */
export type Content = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: 'image/png' };

/** What a client tells its user about a tool before a call. */
interface ToolHints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** A tool as it is listed and called. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  annotations: ToolHints;
  /** Gets arguments that follow the schema. */
  run(call: ToolCall, args: never): Promise<Content[]>;
}

/** Declares a tool. Its schema lets only such arguments through. */
export function defineTool<A>(tool: Omit<Tool, 'run'> & { run(call: ToolCall, args: A): Promise<Content[]> }): Tool {
  return tool;
}

/** Annotations of a tool that only reads. */
export const readsOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** A value as a text of JSON. */
export function jsonContent(value: unknown): Content {
  return { type: 'text', text: JSON.stringify(value, null, 2) };
}
