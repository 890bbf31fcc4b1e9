import type { PageOverlay } from '../../contract/index.ts';
import type { OverlayPdf } from '../../pdf/index.ts';
import { toInches } from '../page/open/page-settings.ts';
import { readBytes } from './read-bytes.ts';

/** The overlays of a request as the merger draws them. */
export function readOverlays(overlays: readonly PageOverlay[]): OverlayPdf[] {
  return overlays.map(({ pdf, pages, layer = 'over', fit = 'page', position = 'center', opacity = 1, rotate = 0 }) => ({
    pdfs: [readBytes(pdf)],
    foreign: true,
    layer,
    fit,
    opacity,
    rotate,
    ...(pages !== undefined && { pages }),
    ...readPosition(position),
  }));
}

const points = (length: string) => toInches(length) * 72;

function readPosition(position: NonNullable<PageOverlay['position']>): Pick<OverlayPdf, 'align' | 'area'> {
  if (typeof position !== 'string') {
    const { x, y, width, height } = position;
    const area = { x: points(x), y: points(y), width: points(width), height: points(height) };
    return { align: [0.5, 0.5], area };
  }
  const along = (start: string, end: string) => (position.includes(start) ? 0 : position.includes(end) ? 1 : 0.5);
  return { align: [along('left', 'right'), along('top', 'bottom')] };
}
