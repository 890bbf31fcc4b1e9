import { refuseTwoStdin } from '../files/refuse-two-stdin.ts';
import { CommandError } from '../output/command-error.ts';
import type { RenderPdfOptions } from './render-options.ts';

/** Throws `usage` for sources and flags that contradict each other, before anything is read. */
export function checkSources(sources: readonly string[], options: RenderPdfOptions): void {
  const given = [
    sources.length > 0 && 'sources',
    options.parts !== undefined && '--parts',
    options.input !== undefined && '--input',
  ];
  const forms = given.filter(Boolean);
  if (forms.length === 0) {
    throw new CommandError('usage', 'there is nothing to render', {
      fix: 'name a source: platen render pdf invoice.html -o invoice.pdf',
    });
  }
  if (forms.length > 1) throw new CommandError('usage', `${forms.join(' and ')} cannot be used together`);
  refuseTwoStdin({
    source: sources.includes('-') ? '-' : undefined,
    '--parts': options.parts,
    '--input': options.input,
    '--context': options.context,
    '--e-invoice': options.eInvoice,
  });
}
