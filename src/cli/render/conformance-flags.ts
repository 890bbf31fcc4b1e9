import { type Command, Option } from 'commander';
import type { ConformanceName, Storage } from '../../contract/index.ts';
import { CommandError } from '../output/command-error.ts';
import type { Io } from '../output/io.ts';

/** The flags for what a document claims to be. */
export interface ConformanceFlags {
  pdfA?: string;
  pdfUa?: string;
  eInvoice?: string;
}

/** Parts and levels of PDF/A (ISO 19005) by the name that the flag takes. */
export const pdfALevels = ['2b', '2u', '2a', '3b', '3u', '3a', '4', '4f'];

/** Declares the flags. */
export function addConformanceFlags(command: Command): void {
  command
    .optionsGroup('Standards:')
    .option('--pdf-a <level>', 'write PDF/A for archives: 2b, 2u, 2a, 3b, 3u, 3a, 4 or 4f')
    .addOption(
      new Option('--pdf-ua [part]', 'write PDF/UA-1 for accessibility; --pdf-ua=2 writes PDF/UA-2').preset('1'),
    )
    .option('--e-invoice <file>', 'add the XML of Factur-X, ZUGFeRD or XRechnung; implies --pdf-a 3b');
}

/** Reads what the flags claim; undefined if they claim nothing. Throws `usage`, and `input_missing` for the XML. */
export async function readConformanceFlags(
  { pdfA, pdfUa, eInvoice }: ConformanceFlags,
  io: Io,
): Promise<Storage | undefined> {
  const conformance: string[] = [];
  if (pdfA !== undefined) conformance.push(`pdf/a-${readLevel(pdfA)}`);
  if (pdfUa !== undefined) conformance.push(`pdf/ua-${readPart(pdfUa)}`);
  const storage: Storage = {};
  if (conformance.length > 0) storage.conformance = conformance as ConformanceName[];
  if (eInvoice !== undefined) {
    const { readInputBytes } = await import('../files/read-input.ts');
    storage.e_invoice = { base64: await readInputBytes(eInvoice, '--e-invoice', io) };
  }
  return Object.keys(storage).length > 0 ? storage : undefined;
}

function readPart(text: string): string {
  if (text === '1' || text === '2') return text;
  throw new CommandError('usage', `--pdf-ua=${text} is not one of 1, 2`);
}

function readLevel(text: string): string {
  const level = text.toLowerCase();
  if (pdfALevels.includes(level)) return level;
  throw new CommandError('usage', `--pdf-a ${JSON.stringify(text)} is not one of ${pdfALevels.join(', ')}`, {
    ...(/^[14]/.test(level) && { why: 'platen writes parts 2, 3 and 4 of PDF/A, and of part 4 no level but f' }),
  });
}
