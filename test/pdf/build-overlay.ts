import type { OverlayPdf } from '../../src/pdf/merge/overlays.ts';

/** An overlay of a user's PDF, scaled to the page or its area. */
export function buildOverlay(pdf: Uint8Array, more: Partial<OverlayPdf> = {}): OverlayPdf {
  const common = { foreign: true, layer: 'over', fit: 'page', align: [0.5, 0.5], rotate: 0, opacity: 1 } as const;
  return { pdfs: [pdf], ...common, ...more };
}
