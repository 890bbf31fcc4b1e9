import type { Context } from '../command/context.ts';
import { readInputBytes } from '../files/read-input.ts';
import { CommandError } from '../output/command-error.ts';

/** The flags of the command. */
export interface InspectOptions {
  text?: boolean;
}

/** Prints what a PDF holds, or its text. */
export async function runInspect(
  context: Context,
  { text }: InspectOptions,
  [name = '']: string[],
): Promise<undefined> {
  const { io, output } = context;
  const bytes = await readInputBytes(name, 'the PDF', io);
  const [{ PdfDamage, readDocumentFacts }, { formatFacts }] = await Promise.all([
    import('../../pdf/index.ts'),
    import('./format-facts.ts'),
  ]);
  const shown = name === '-' ? 'stdin' : name;
  try {
    const facts = readDocumentFacts(bytes);
    const texts = text ? await readPageTexts(bytes, shown) : undefined;
    if (output.json) await output.jsonDocument({ data: { ...facts, ...(texts && { text: texts }) } });
    else if (texts) await output.data(`${texts.join('\f\n')}\n`);
    else await output.data(formatFacts(shown, facts, await output.chalk('stdout')));
  } catch (cause) {
    if (!(cause instanceof PdfDamage)) throw cause;
    throw new CommandError('input_invalid', `${shown} is not a PDF that can be read`, { why: cause.message, cause });
  }
  return undefined;
}

/** The text of each page, as PDFium reads it. */
async function readPageTexts(bytes: Uint8Array, shown: string): Promise<string[]> {
  const { openPainter } = await import('../pictures/draw-pdf.ts');
  const painter = await openPainter();
  try {
    return await painter.readTexts(bytes);
  } catch (cause) {
    throw new CommandError('input_invalid', `the text of ${shown} cannot be read`, { cause });
  } finally {
    painter.close();
  }
}
