import type { GlobalFlags } from '../command/context.ts';
import { refuseTwoStdin } from '../files/refuse-two-stdin.ts';
import { CommandError } from '../output/command-error.ts';
import type { RenderPdfOptions } from './render-options.ts';

/** Throws `usage` for sources and flags that contradict each other, before anything is read. */
export function checkSources(sources: readonly string[], options: RenderPdfOptions, flags: GlobalFlags): void {
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
  if (sources.length === 0) refuseSourceFlags(options, forms[0] as string);
  refuseTwoStdin(flags, {
    source: sources.includes('-') ? '-' : undefined,
    '--parts': options.parts,
    '--input': options.input,
    '--context': options.context,
    '--fields': options.fields,
    '--e-invoice': options.eInvoice,
    '--password': options.password,
    '--owner-password': options.ownerPassword,
    '--css': options.css?.find((file) => file === '-'),
    '--sign-password-file': options.signPasswordFile,
    '--header': fromFile(options.header),
    '--footer': fromFile(options.footer),
  });
}

/** Refuses flags about sources if JSON is sent unchanged. */
function refuseSourceFlags(options: RenderPdfOptions, form: string): void {
  const flag = (
    ['context', 'values', 'set', 'setString', 'assets', 'root', 'from', 'field', 'fields', 'flatten', 'form'] as const
  ).find((name) => options[name] !== undefined);
  if (flag === undefined) return;
  throw new CommandError('usage', `${flag === 'setString' ? '--set-string' : `--${flag}`} has no effect with ${form}`, {
    why: `${form} is sent exactly as given`,
    fix: flag === 'from' ? 'leave it out' : 'write it into the JSON, or name the sources as arguments',
  });
}

/** A header that starts with @ names a file; a single - is text. */
function fromFile(markup: string | undefined): string | undefined {
  return markup?.startsWith('@') ? markup : undefined;
}
