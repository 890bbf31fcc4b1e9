import { type Command, Option } from 'commander';
import { overlayPlaces } from '../../contract/index.ts';
import { collectValues } from '../command/flag-values.ts';
import { mediaTypeOf } from '../documents/assets/media-types.ts';

/** The flags of what is drawn over or under pages. */
export interface OverlayFlags {
  overlay?: string[];
  underlay?: string[];
  watermark?: string;
  overlayPages?: string;
  overlayPosition?: (typeof overlayPlaces)[number];
  overlayOpacity?: string;
}

/** Declares the flags. */
export function addOverlayFlags(command: Command): void {
  command
    .optionsGroup('Overlays:')
    .option(
      '--overlay <file>',
      'draw a PDF (its first page), HTML or an image over all pages, such as a stamp; repeatable',
      collectValues,
    )
    .option('--underlay <file>', 'like --overlay, but under the pages, such as a letterhead; repeatable', collectValues)
    .option('--watermark <text>', 'draw a text across all pages, diagonal and light, such as DRAFT')
    .option('--overlay-pages <pages>', 'pages to draw them on: first, last, odd, even, or ranges such as 2-')
    .addOption(
      new Option(
        '--overlay-position <place>',
        'where files of --overlay and --underlay are drawn (default: the whole page)',
      ).choices(overlayPlaces),
    )
    .option(
      '--overlay-opacity <number>',
      'opacity of overlays and underlays, from 0 to 1 (default: 1; of a watermark 0.15)',
    );
}

/** Whether a browser prints one of the overlays that the flags name. */
export function printsOverlays(
  { overlay = [], underlay = [], watermark }: OverlayFlags,
  ...more: (string | undefined)[]
): boolean {
  const files = [...overlay, ...underlay, ...more.flatMap((file) => file ?? [])];
  return watermark !== undefined || files.some((file) => mediaTypeOf(file) !== undefined);
}
