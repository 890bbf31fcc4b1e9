import { formats, isPlainText, type PageOverlay } from '../../contract/index.ts';
import { readNumber } from '../command/flag-values.ts';
import { mediaTypeOf } from '../documents/assets/media-types.ts';
import { type CollectEdges, collectParts } from '../documents/collect-parts.ts';
import type { SourceWarning } from '../documents/read-parts.ts';
import { readInputBytes } from '../files/read-input.ts';
import { CommandError } from '../output/command-error.ts';
import type { Io } from '../output/io.ts';
import type { OverlayFlags } from './overlay-flags.ts';

/** What reading the files of overlays needs from outside. */
export interface OverlayEdges {
  io: Io;
  edges: CollectEdges;
  /** Called with files that HTML names and that are missing. */
  warn(warning: SourceWarning): void;
}

/** Reads the flags; undefined without any. Throws `usage` for a flag without an overlay or with a wrong value, and `input_missing`. */
export async function readOverlayFlags(flags: OverlayFlags, edges: OverlayEdges): Promise<PageOverlay[] | undefined> {
  const { overlay = [], underlay = [], watermark, overlayPages: pages, overlayPosition: position } = flags;
  const files = [
    ...underlay.map((file) => ({ file, flag: '--underlay', layer: 'under' as const })),
    ...overlay.map((file) => ({ file, flag: '--overlay', layer: undefined })),
  ];
  const isDrawn = files.length > 0 || watermark !== undefined;
  const useless = [
    !isDrawn && pages !== undefined && '--overlay-pages',
    files.length === 0 && position !== undefined && '--overlay-position',
    !isDrawn && flags.overlayOpacity !== undefined && '--overlay-opacity',
  ].find((flag) => flag !== false);
  if (useless) {
    throw new CommandError('usage', `${useless} has no effect`, {
      fix: `add --overlay or --underlay with a file${useless === '--overlay-position' ? '' : ', or --watermark with a text'}`,
    });
  }
  if (pages !== undefined && !formats['overlay-pages']?.(pages)) {
    throw new CommandError('usage', `--overlay-pages: ${JSON.stringify(pages)} is not a valid choice of pages`, {
      fix: 'use first, last, odd, even, or ranges such as 1-3,5-',
    });
  }
  if (watermark !== undefined && (watermark.trim() === '' || !isPlainText(watermark))) {
    throw new CommandError('usage', '--watermark needs one line of text', { fix: 'such as --watermark DRAFT' });
  }
  if (!isDrawn) return undefined;
  const { overlayOpacity: opacity } = flags;
  const chosen = {
    ...(pages !== undefined && { pages }),
    ...(opacity !== undefined && { opacity: readNumber('--overlay-opacity', opacity, 0, 1) }),
  };
  const overlays: PageOverlay[] = [];
  for (const { file, flag, layer } of files) {
    overlays.push({
      ...(await readOverlayFile(file, flag, edges)),
      ...(layer && { layer }),
      ...(position && { position }),
      ...chosen,
    });
  }
  if (watermark !== undefined) overlays.push({ text: watermark, rotate: -45, opacity: 0.15, ...chosen });
  return overlays;
}

/** The content of an overlay that a file has. Throws `input_invalid`. */
export async function readOverlayFile(
  file: string,
  flag: string,
  { io, edges, warn }: OverlayEdges,
): Promise<Pick<PageOverlay, 'pdf' | 'html' | 'image' | 'assets'>> {
  const type = mediaTypeOf(file);
  if (type === 'text/html') {
    const { parts, warnings } = await collectParts([{ kind: 'file', file, format: 'html' }], {}, edges);
    for (const warning of warnings) warn(warning);
    const { html = '', assets } = parts as { html?: string; assets?: PageOverlay['assets'] };
    if (html.trim() === '') throw new CommandError('input_invalid', `${flag}: ${file} is empty`);
    return { html, ...(assets && { assets }) };
  }
  const bytes = await readInputBytes(file, flag, io);
  if (type?.startsWith('image/')) return { image: bytes };
  if (Buffer.from(bytes).subarray(0, 1024).includes('%PDF-')) return { pdf: bytes };
  throw new CommandError('input_invalid', `${flag}: ${file} is not a PDF, an .html file or an image`, {
    fix: 'render it to a PDF first: platen render pdf',
  });
}
