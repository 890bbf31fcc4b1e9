import type { Command } from 'commander';
import { formats, type PageOverlay } from '../../contract/index.ts';
import { collectValues } from '../command/flag-values.ts';
import { CommandError } from '../output/command-error.ts';
import type { Io } from '../output/io.ts';

/** The flags of PDFs that are drawn over or under pages. */
export interface OverlayFlags {
  overlay?: string[];
  underlay?: string[];
  overlayPages?: string;
}

/** Declares the flags. */
export function addOverlayFlags(command: Command): void {
  command
    .option(
      '--overlay <file>',
      'draw the first page of a PDF over all pages, such as a stamp; repeatable',
      collectValues,
    )
    .option('--underlay <file>', 'the same, under the pages, such as a letterhead; repeatable', collectValues)
    .option('--overlay-pages <pages>', 'pages for both: first, last, odd, even, or ranges such as 2-');
}

/** Reads the flags; undefined without any. Throws `usage` for pages that are no pages or have no overlay, and `input_missing`. */
export async function readOverlayFlags(
  { overlay = [], underlay = [], overlayPages: pages }: OverlayFlags,
  io: Io,
): Promise<PageOverlay[] | undefined> {
  const files = [
    ...underlay.map((file) => ({ file, flag: '--underlay', layer: 'under' as const })),
    ...overlay.map((file) => ({ file, flag: '--overlay', layer: undefined })),
  ];
  if (pages !== undefined && files.length === 0) {
    throw new CommandError('usage', '--overlay-pages has no effect', { fix: 'add --overlay or --underlay with a PDF' });
  }
  if (pages !== undefined && !formats['overlay-pages']?.(pages)) {
    throw new CommandError('usage', `--overlay-pages: ${JSON.stringify(pages)} is not a valid choice of pages`, {
      fix: 'use first, last, odd, even, or ranges such as 1-3,5-',
    });
  }
  if (files.length === 0) return undefined;
  const { readInputBytes } = await import('../files/read-input.ts');
  const overlays: PageOverlay[] = [];
  for (const { file, flag, layer } of files) {
    const pdf = await readInputBytes(file, flag, io);
    if (!Buffer.from(pdf).subarray(0, 1024).includes('%PDF-')) {
      throw new CommandError('input_invalid', `${flag}: ${file} is not a PDF`, {
        fix: 'render it to a PDF first: platen render pdf',
      });
    }
    overlays.push({ pdf, ...(layer && { layer }), ...(pages !== undefined && { pages }) });
  }
  return overlays;
}
