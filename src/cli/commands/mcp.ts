import type { Command } from 'commander';
import type { Register } from '../command/command.ts';
import { addHelpNotes } from '../command/help.ts';
import type { McpOptions } from '../mcp/serve-mcp.ts';
import { addFontFlags, addRegionFlags, fontSettings, regionSettings } from '../service/shared-flags.ts';

/** Declares `platen mcp`. */
export function addMcp(command: Command, register: Register): void {
  command.option('--root <folder>', 'the folder whose files can be read and written (default: the current folder)');
  addFontFlags(command);
  addRegionFlags(command);
  addHelpNotes(command, {
    examples: [
      `echo '{"mcpServers": {"platen": {"command": "platen", "args": ["mcp"]}}}' > .mcp.json`,
      'claude mcp add platen -- platen mcp',
      'platen mcp --root documents',
    ],
    output: [
      'messages of the Model Context Protocol, one in each line; a program starts this command, not a person.',
      'Tools: render_pdf, preview_page, check_template, list_templates, read_template, update_template, label_template, inspect_pdf, compare_pdfs.',
      'Errors are answers, with --json or without: {"error": {"code", "message", "why", "hint"}}.',
      'With --base-url the templates and renders are those of that service. The command ends when stdin ends.',
    ].join('\n'),
    exitCodes: { 0: 'stdin has ended, or SIGTERM', 2: 'the folder is missing' },
  });
  command.action(
    register<McpOptions>(async (context, options) => (await import('../mcp/serve-mcp.ts')).serveMcp(context, options), {
      settings: [...fontSettings, ...regionSettings],
      drains: true,
      timeoutPerCall: true,
    }),
  );
}
