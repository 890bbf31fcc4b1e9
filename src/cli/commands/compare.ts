import type { Command } from 'commander';
import type { Register } from '../command/command.ts';
import { addHelpNotes } from '../command/help.ts';
import type { CompareOptions } from '../compare/compare-files.ts';

/** Declares `platen compare`. */
export function addCompare(command: Command, register: Register): void {
  command
    .argument('<before>', 'a PDF file; - for stdin')
    .argument('<after>', 'a PDF file; - for stdin')
    .option('--tolerance <percent>', 'how much of a page may look different (default: 0)')
    .option('--pictures <folder>', 'save a picture of each page that looks different, with its differences in red');
  addHelpNotes(command, {
    examples: [
      'platen compare before.pdf after.pdf',
      'platen compare before.pdf after.pdf --tolerance 0.5 --pictures differences',
      'platen render pdf invoice.html | platen compare expected.pdf -',
    ],
    output: [
      'a line for each page that differs, and the lines of its text that do.',
      '--json: {"data": {"same", "page_counts", "pages": [{"page", "pixels", "text", "picture"}]}}; pixels is the share that differs, 0 to 1.',
      'Pages are compared as they look at 96 dots per inch, and by their text. Dates, ids and other bytes of the files do not count.',
    ].join('\n'),
    exitCodes: { 2: 'a file is missing or not a PDF', 20: 'there are differences' },
  });
  command.action(
    register<CompareOptions>(async (...given) => (await import('../compare/compare-files.ts')).runCompare(...given)),
  );
}
