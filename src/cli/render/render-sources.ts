import { refuseTwoStdin } from '../files/refuse-two-stdin.ts';
import { CommandError } from '../output/command-error.ts';
import type { RenderPdfOptions } from './render-options.ts';

/** Refuses combinations that make no sense, before anything is read. */
export function checkSources(sources: readonly string[], options: RenderPdfOptions): void {
  const given = [
    sources.length > 0 && 'sources',
    options.parts !== undefined && '--parts',
    options.input !== undefined && '--input',
  ];
  const ways = given.filter(Boolean);
  if (ways.length === 0) {
    throw new CommandError('usage', 'there is nothing to render', {
      fix: 'name a source: platen render pdf invoice.html -o invoice.pdf',
    });
  }
  if (ways.length > 1) throw new CommandError('usage', `${ways.join(' and ')} cannot be used together`);
  if (sources.filter((source) => source === '-').length > 1) {
    throw new CommandError('usage', 'the source - can be given only once: stdin can be read once');
  }
  refuseTwoStdin({
    source: sources.includes('-') ? '-' : undefined,
    '--parts': options.parts,
    '--input': options.input,
    '--context': options.context,
  });
}
