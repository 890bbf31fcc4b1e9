import type { Command } from 'commander';
import type { Register } from '../command/command.ts';
import { addHelpNotes } from '../command/help.ts';
import type { InspectOptions } from '../inspect/inspect-file.ts';

/** Declares `platen inspect`. */
export function addInspect(command: Command, register: Register): void {
  command.argument('<pdf>', 'a PDF file; - for stdin').option('--text', 'print the text of its pages');
  addHelpNotes(command, {
    examples: [
      'platen inspect invoice.pdf',
      "platen inspect invoice.pdf --json | jq '.data.pages | length'",
      "platen inspect form.pdf --json | jq '.data.fields[] | {name, kind, value}'",
      'platen inspect contract.pdf --text | grep -q "Total: 119.00"',
    ],
    output: [
      'pages and their sizes, properties, claims, outline, fonts, images, links, fields, attachments and signatures.',
      '--json: {"data": {"version", "bytes", "encrypted", "damaged", "pages", "title", "language", "tagged", "claims", "outline", "links", "fields", "attachments", "fonts", "images", "signatures"}}; with --text "text" too, a list with a text for each page.',
      'With --text, pages are separated by a form feed.',
      'Claims such as PDF/A, and signatures, are read and not verified. Of an encrypted PDF only that is known.',
    ].join('\n'),
    exitCodes: { 2: 'the file is missing or not a PDF' },
  });
  command.action(
    register<InspectOptions>(async (...given) => (await import('../inspect/inspect-file.ts')).runInspect(...given)),
  );
}
